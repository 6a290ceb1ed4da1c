//! Inserts the demo's store room: units, supplies with costs, recipes, counted drinks, and the opening stock of the first day.

use super::{
    bulk::{insert_rows, insert_rows_returning_ids},
    catalog::SeededProduct,
    house::SeededCompany,
};
use crate::demo::menu::{
    recipes::{MORE_RECIPES, RECIPES, Recipe},
    stock::{COUNTED, SUPPLIES, Supply, TOPPINGS, ToppingStock, UNITS},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{Arg, Sql, Tx},
    error::Result,
    ids::{ProductId, SupplyId},
    money::{Money, Quantity, SCALE},
    search::search_key,
};
use comanda_platform::settings::Settings;
use std::collections::{BTreeMap, HashMap};

/// The ids by the names that the lists use.
struct Names {
    units: HashMap<&'static str, i64>,
    supplies: HashMap<&'static str, i64>,
    products: HashMap<&'static str, i64>,
    toppings: HashMap<&'static str, i64>,
}

/// Inserts the store room as of `opened`, with recipes of the best-selling dishes or, `with_more_recipes`, of most.
pub(in crate::demo) async fn seed_store_room(
    tx: &mut Tx,
    seeded: &SeededCompany,
    sold: &[SeededProduct],
    opened: DateTime<Utc>,
    with_more_recipes: bool,
) -> Result<()> {
    let units = insert_units(tx).await?;
    let supplies = insert_supplies(tx, &units).await?;
    let products = sold.iter().map(|p| (p.item.name, p.id)).collect();
    let toppings = sold.iter().flat_map(|p| &p.toppings).map(|(id, name, _)| (*name, *id)).collect();
    let names = Names { units, supplies, products, toppings };
    insert_recipes(tx, &names, &RECIPES).await?;
    if with_more_recipes {
        insert_recipes(tx, &names, &MORE_RECIPES).await?;
    }
    insert_topping_stock(tx, &names).await?;
    insert_opening_stock(tx, seeded, &names, opened).await
}

async fn insert_units(tx: &mut Tx) -> Result<HashMap<&'static str, i64>> {
    let statement = "INSERT INTO measurements (symbol, name, magnitude_id, equivalence) VALUES";
    let mut ids: HashMap<&'static str, i64> = HashMap::new();
    for (measured, base) in [(false, true), (true, false)] {
        let some: Vec<_> = UNITS.iter().filter(|u| u.base.is_empty() == base).collect();
        let rows = some.iter().map(|u| {
            let parent = if measured { ids.get(u.base).copied() } else { None };
            args![u.symbol, u.name, parent, Quantity::from_millionths(u.millionths)]
        });
        let new_ids = insert_rows_returning_ids(tx, statement, rows.collect()).await?;
        ids.extend(some.iter().map(|u| u.symbol).zip(new_ids));
    }
    Ok(ids)
}

async fn insert_supplies(tx: &mut Tx, units: &HashMap<&'static str, i64>) -> Result<HashMap<&'static str, i64>> {
    let mut kinds: Vec<&str> = SUPPLIES.iter().map(|s| s.category).collect();
    kinds.dedup();
    let rows = kinds.iter().zip(1_i64..).map(|(name, n)| args![(*name).to_owned(), "SUPPLY", n]).collect();
    let categories =
        insert_rows_returning_ids(tx, "INSERT INTO categories (name, type, position) VALUES", rows).await?;
    let category: HashMap<&str, i64> = kinds.into_iter().zip(categories).collect();
    let row = |s: &Supply| -> [Arg; 6] {
        args![
            s.name,
            search_key(s.name),
            s.centimos.map(Money::centimos),
            to_base_unit(s.unit, s.least),
            category.get(s.category).copied(),
            units.get(s.unit).copied(),
        ]
    };
    let statement =
        "INSERT INTO supplies (name, search_key, cost_amount, min_stock, category_id, measurement_id) VALUES";
    let ids = insert_rows_returning_ids(tx, statement, SUPPLIES.iter().map(row).collect()).await?;
    Ok(SUPPLIES.iter().map(|s| s.name).zip(ids).collect())
}

/// Converts a quantity of a unit to its base unit.
fn to_base_unit(unit: &str, many: i64) -> Quantity {
    let equivalence = UNITS.iter().find(|u| u.symbol == unit).map_or(SCALE, |u| u.millionths);
    Quantity::from_millionths(many * equivalence)
}

/// Returns the rows of a recipe: owner, supply, quantity as typed, unit, quantity in the base unit.
fn recipe_rows(names: &Names, owner: i64, parts: &[(&'static str, i64, &'static str)]) -> Vec<[Arg; 5]> {
    let row = |(supply, amount, unit): &(&'static str, i64, &'static str)| {
        let (supply, measured) = (names.supplies.get(supply)?, names.units.get(unit)?);
        Some(args![owner, *supply, Quantity::units(*amount), *measured, to_base_unit(unit, *amount)])
    };
    parts.iter().filter_map(row).collect()
}

async fn insert_recipes(tx: &mut Tx, names: &Names, recipes: &'static [Recipe]) -> Result<()> {
    let mut rows = Vec::new();
    let mut cooked = Vec::new();
    for (product, parts) in recipes {
        if let Some(id) = names.products.get(product) {
            rows.extend(recipe_rows(names, *id, parts));
            cooked.push(*id);
        }
    }
    let statement =
        "INSERT INTO product_supplies (product_id, supply_id, quantity, measurement_id, quantity_base) VALUES";
    insert_rows(tx, statement, rows).await?;
    tx.query(Sql::new("UPDATE products SET has_supplies = TRUE").list("WHERE id IN (?)", cooked)).run().await?;
    Ok(())
}

/// Inserts the stock use of toppings: some have a recipe, others are a portion of one supply.
async fn insert_topping_stock(tx: &mut Tx, names: &Names) -> Result<()> {
    let mut rows = Vec::new();
    let mut cooked = Vec::new();
    let mut portions: Vec<[Arg; 4]> = Vec::new();
    for (topping, how) in TOPPINGS {
        let Some(id) = names.toppings.get(topping) else { continue };
        match how {
            ToppingStock::Recipe(parts) => {
                rows.extend(recipe_rows(names, *id, parts));
                cooked.push(*id);
            }
            ToppingStock::Portion(supply, amount, unit) => {
                let supply = names.supplies.get(supply).copied();
                portions.push(args![*id, supply, to_base_unit(unit, amount), names.units.get(unit).copied()]);
            }
        }
    }
    let statement =
        "INSERT INTO topping_supplies (topping_id, supply_id, quantity, measurement_id, quantity_base) VALUES";
    insert_rows(tx, statement, rows).await?;
    tx.query(Sql::new("UPDATE toppings SET has_recipe = TRUE").list("WHERE id IN (?)", cooked)).run().await?;
    let sql = Sql::new(
        "UPDATE toppings SET has_stock = TRUE, supply_id = v.column2, supply_quantity = v.column3,
             supply_measurement_id = v.column4 FROM (VALUES",
    );
    tx.query(sql.rows(portions).add(") AS v WHERE toppings.id = v.column1")).run().await?;
    Ok(())
}

/// Inserts the stock of the first day with its costs.
async fn insert_opening_stock(tx: &mut Tx, seeded: &SeededCompany, names: &Names, now: DateTime<Utc>) -> Result<()> {
    let counted: BTreeMap<i64, i64> =
        COUNTED.iter().filter_map(|(name, many)| Some((*names.products.get(name)?, *many))).collect();
    tx.query(
        Sql::new("UPDATE products SET has_stock = TRUE, min_stock = $1")
            .bind(Quantity::units(24))
            .list("WHERE id IN (?)", counted.keys().map(|id| ProductId(*id))),
    )
    .run()
    .await?;
    let supplies = SUPPLIES.iter().filter_map(|s| {
        let on_hand = to_base_unit(s.unit, s.opening);
        Some(args!["SUPPLY", SupplyId(*names.supplies.get(s.name)?), on_hand])
    });
    let products = counted.iter().map(|(id, many)| args!["PRODUCT", ProductId(*id), Quantity::units(*many)]);
    let rows: Vec<[Arg; 3]> = supplies.chain(products).collect();
    insert_rows(tx, "INSERT INTO stock_items (item_kind, item_id, on_hand) VALUES", rows).await?;
    let day = Settings::load(tx).await?.business_day(now);
    // Supplies have their cost per own unit, the stock ledger per base unit.
    tx.query(
        "INSERT INTO stock_moves (item_kind, item_id, quantity, cost, reason, source, business_day, at, user_id)
         SELECT i.item_kind, i.item_id, i.on_hand, COALESCE(p.cost_amount * (i.on_hand / 1000000), s.cost_amount * (i.on_hand / 1000) / (m.equivalence / 1000)), 'ENTRY',
                'opening', $1, $2, $3
         FROM stock_items i LEFT JOIN products p ON i.item_kind = 'PRODUCT' AND p.id = i.item_id
         LEFT JOIN supplies s ON i.item_kind = 'SUPPLY' AND s.id = i.item_id
         LEFT JOIN measurements m ON m.id = s.measurement_id ORDER BY i.item_kind, i.item_id",
    )
    .bind(day)
    .bind(now)
    .bind(seeded.staff[0])
    .run()
    .await?;
    Ok(())
}
