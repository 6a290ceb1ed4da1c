//! Inserts the menu into the database.

use super::{
    bulk::{insert_rows, insert_rows_returning_ids},
    house::SeededCompany,
};
use crate::demo::menu::{self, Area, Choice, Extras, Item};
use comanda_base::{
    args,
    db::{Arg, Tx},
    error::Result,
    ids::AreaId,
    money::{Money, Quantity},
    search::search_key,
};
use serde_json::{Value, json};
use std::collections::HashMap;

/// An inserted product with the data that past sales need.
#[derive(Debug, Clone)]
pub(in crate::demo) struct SeededProduct {
    pub id: i64,
    pub item: &'static Item,
    pub area: Option<AreaId>,
    /// The variants' id, name and additional amount.
    pub variants: Vec<(i64, String, Money)>,
    /// The toppings' id, name and price.
    pub toppings: Vec<(i64, &'static str, Money)>,
}

/// An attribute with its options.
struct Attribute {
    choice: fn(Choice) -> Option<Vec<i64>>,
    name: &'static str,
    options: &'static [&'static str],
}

/// The attributes; `choice` gives the additional céntimos of each option.
const ATTRIBUTES: [Attribute; 4] = [
    Attribute {
        choice: |c| (c == Choice::Doneness).then(|| vec![0; 4]),
        name: "Término",
        options: &["Inglés", "Medio", "Tres cuartos", "Bien cocido"],
    },
    Attribute { choice: |c| (c == Choice::Cut).then(|| vec![0, 200]), name: "Presa", options: &["Pierna", "Pecho"] },
    Attribute {
        choice: |c| if let Choice::Jug(more) = c { Some(vec![0, more]) } else { None },
        name: "Tamaño",
        options: &["Vaso", "Jarra"],
    },
    Attribute {
        choice: |c| if let Choice::Portion(more) = c { Some(vec![0, more]) } else { None },
        name: "Porción",
        options: &["Personal", "Familiar"],
    },
];

/// Inserts categories, products, variants, toppings, combos and comments.
pub(in crate::demo) async fn seed_catalog(tx: &mut Tx, seeded: &SeededCompany) -> Result<Vec<SeededProduct>> {
    let categories = insert_categories(tx).await?;
    let mut sold = insert_products(tx, seeded, &categories).await?;
    insert_variants(tx, &mut sold).await?;
    insert_toppings(tx, &mut sold).await?;
    insert_combos(tx, &sold).await?;
    insert_comments(tx, &categories).await?;
    Ok(sold)
}

async fn insert_categories(tx: &mut Tx) -> Result<Vec<i64>> {
    let rows = menu::MENU.iter().zip(1_i64..).map(|(s, position)| args![s.name, s.icon, position]).collect();
    insert_rows_returning_ids(tx, "INSERT INTO categories (name, icon, position) VALUES", rows).await
}

async fn insert_products(tx: &mut Tx, seeded: &SeededCompany, categories: &[i64]) -> Result<Vec<SeededProduct>> {
    let area = |area| match area {
        Area::Kitchen => Some(seeded.kitchen),
        Area::Grill => Some(seeded.grill),
        Area::Bar => Some(seeded.bar),
        Area::Parts => None,
    };
    let row = |((category, item), position): ((usize, &Item), i64)| -> [Arg; 17] {
        args![
            categories[category],
            area(item.area),
            item.name,
            search_key(item.name),
            item.about,
            Money::centimos(item.centimos * 32 / 100),
            Money::centimos(item.centimos),
            item.delivered.then(|| Money::centimos(item.centimos + 200)),
            item.delivered.then(|| app_price(item.centimos)),
            item.minimum.map(Money::centimos),
            item.delivered,
            item.choice != Choice::Nothing,
            item.area == Area::Parts,
            item.extras != Extras::None,
            plate_json(item.plate),
            position,
            "PRODUCT",
        ]
    };
    let ids = insert_rows_returning_ids(
        tx,
        "INSERT INTO products (category_id, production_area_id, name, search_key, description, cost_amount, sale_amount,
             delivery_price, delivery_app_price, minimum_sale_price, is_delivered, has_variants, is_combo, has_toppings,
             plate, position, type) VALUES",
        menu::list_items().zip(1..).map(row).collect(),
    )
    .await?;
    let sold = menu::list_items().zip(ids).map(|((_, item), id)| SeededProduct {
        id,
        item,
        area: area(item.area),
        variants: Vec::new(),
        toppings: Vec::new(),
    });
    Ok(sold.collect())
}

/// Returns the price for delivery apps, which covers their commission: a fifth more, up to the next half sol.
fn app_price(centimos: i64) -> Money {
    Money::centimos((centimos * 6 / 5 + 49) / 50 * 50)
}

/// Returns the picture of the plate as JSON for the web: base colour, pieces, glass or plate.
fn plate_json(text: &str) -> String {
    let (glass, rest) = text.strip_prefix("glass ").map_or((false, text), |rest| (true, rest));
    let mut words = rest.split_whitespace();
    let base = words.next().unwrap_or_default();
    let mut drawn = json!({"base": base, "top": words.collect::<Vec<_>>()});
    if glass {
        drawn["glass"] = Value::Bool(true);
    }
    drawn.to_string()
}

async fn insert_variants(tx: &mut Tx, sold: &mut [SeededProduct]) -> Result<()> {
    let names = ATTRIBUTES.iter().map(|a| args![a.name]).collect();
    let attributes = insert_rows_returning_ids(tx, "INSERT INTO attributes (name) VALUES", names).await?;
    let option_rows = ATTRIBUTES
        .iter()
        .zip(&attributes)
        .flat_map(|(a, id)| a.options.iter().zip(1_i64..).map(move |(name, position)| args![*id, *name, position]));
    let statement = "INSERT INTO attribute_options (attribute_id, name, position) VALUES";
    let options = insert_rows_returning_ids(tx, statement, option_rows.collect()).await?;

    let mut wanted: Vec<(usize, &'static str, Money)> = Vec::new();
    let mut rows: Vec<[Arg; 5]> = Vec::new();
    for (n, product) in sold.iter().enumerate() {
        let mut first = 0;
        for attribute in &ATTRIBUTES {
            let amounts = (attribute.choice)(product.item.choice).unwrap_or_default();
            for (k, centimos) in amounts.into_iter().enumerate() {
                let (name, more) = (attribute.options[k], Money::centimos(centimos));
                let chosen = json!({options[first + k].to_string(): more});
                rows.push(args![product.id, name, chosen, more, k as i64 + 1]);
                wanted.push((n, name, more));
            }
            first += attribute.options.len();
        }
    }
    let statement = "INSERT INTO product_variants (product_id, name, options, additional_amount, position) VALUES";
    let ids = insert_rows_returning_ids(tx, statement, rows).await?;
    for ((n, name, more), id) in wanted.into_iter().zip(ids) {
        sold[n].variants.push((id, name.into(), more));
    }
    Ok(())
}

async fn insert_toppings(tx: &mut Tx, sold: &mut [SeededProduct]) -> Result<()> {
    let rows = menu::TOPPINGS
        .iter()
        .map(|(name, centimos, _)| {
            args![*name, search_key(name), Money::centimos(*centimos), Money::centimos(*centimos * 3 / 10)]
        })
        .collect();
    let ids =
        insert_rows_returning_ids(tx, "INSERT INTO toppings (name, search_key, sale_amount, cost_amount) VALUES", rows)
            .await?;
    let mut offered: Vec<[Arg; 2]> = Vec::new();
    for product in sold {
        for ((name, centimos, extras), id) in menu::TOPPINGS.iter().zip(&ids) {
            if extras.contains(&product.item.extras) {
                offered.push(args![product.id, *id]);
                product.toppings.push((*id, *name, Money::centimos(*centimos)));
            }
        }
    }
    insert_rows(tx, "INSERT INTO product_toppings (product_id, topping_id) VALUES", offered).await
}

async fn insert_combos(tx: &mut Tx, sold: &[SeededProduct]) -> Result<()> {
    let by_name: HashMap<&str, i64> = sold.iter().map(|p| (p.item.name, p.id)).collect();
    let parts = sold.iter().flat_map(|p| p.item.parts.iter().map(move |(name, n)| (p.id, *name, *n)));
    let rows: Vec<[Arg; 3]> = parts
        .filter_map(|(combo, name, n)| by_name.get(name).map(|part| args![combo, *part, Quantity::units(n)]))
        .collect();
    insert_rows(tx, "INSERT INTO combo_items (product_id, item_product_id, quantity) VALUES", rows).await
}

async fn insert_comments(tx: &mut Tx, categories: &[i64]) -> Result<()> {
    let category_comments = menu::MENU.iter().zip(categories).flat_map(|(section, category)| {
        section.comments.iter().map(move |name| args![*name, search_key(name), Some(*category)])
    });
    let rows = menu::COMMENTS
        .iter()
        .map(|name| args![*name, search_key(name), None::<i64>])
        .chain(category_comments)
        .collect();
    insert_rows(tx, "INSERT INTO comments (name, search_key, category_id) VALUES", rows).await
}
