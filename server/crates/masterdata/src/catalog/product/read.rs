//! Products as the office reads them: lists with what they cost and leave, and one with all that belongs to it.

use super::{
    cost::{BY_COST, BY_MARGIN, Costs},
    store as own,
};
use crate::catalog::{
    codes,
    model::{OfficeProduct, ProductDetail},
    sale::{self, Today},
    store::{self, ProductRow},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{Sql, Tx},
    error::{Code, Result, not_found, refuse},
    ids::ProductId,
    listing::{Filters, Paging, Rows, pages},
    search::contains,
};
use comanda_platform::{
    settings::{Settings, tax},
    use_case::{Action, Actor},
};

/// What products may be sorted by; the first is their order at the till.
const COLUMNS: [(&str, &str); 10] = [
    ("position", "c.position, c.id, p.position"),
    ("name", "p.search_key"),
    ("code", codes::BY_CODE),
    ("category", "c.name"),
    ("production_area", "COALESCE(a.name, '')"),
    ("sale_amount", "p.sale_amount"),
    ("delivery_price", "COALESCE(p.delivery_price, -1)"),
    ("food_cost", BY_COST),
    ("margin_percent", BY_MARGIN),
    ("status", "p.status"),
];

/// Which products are wanted by their stock; `filters` may say the same.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::catalog) struct Stocked {
    pub has_stocks: bool,
    pub below_min_stock: bool,
}

/// A page of products.
pub(in crate::catalog) async fn list(
    tx: &mut Tx,
    actor: &Actor,
    paging: &Paging,
    stocked: Stocked,
    today: Today,
) -> Result<Rows<OfficeProduct>> {
    let by = paging.sort.as_deref().unwrap_or_default().trim_start_matches('-');
    if matches!(by, "food_cost" | "margin_percent") && !sees_costs(actor) {
        // The order would show what the rows do not.
        let text = "Con tu usuario no se ven los costos: elige otro orden.";
        return refuse(Code::NotPermitted, text).at("sort", text).err();
    }
    let narrow = Narrow::new(paging, stocked, today)?;
    let total_rows: i64 = tx.query(narrow.on(store::count_of_products())).scalar().await?;
    let (limit, offset) = paging.window(total_rows)?;
    let list = paging.sorted(narrow.on(store::products()), &COLUMNS, "p.id")?;
    let rows = tx.query(list.with("LIMIT ?", limit).with("OFFSET ?", offset)).all().await?;
    let rows = office(tx, actor, rows, today).await?.0;
    Ok(Rows { success: true, rows, total_rows, total_pages: pages(total_rows, limit) })
}

/// One product with all that belongs to it.
pub(in crate::catalog) async fn detail(
    tx: &mut Tx,
    actor: &Actor,
    now: DateTime<Utc>,
    id: ProductId,
) -> Result<ProductDetail> {
    let settings = Settings::load(tx).await?;
    let today = Today::new(now, &settings);
    let rows = tx.query(store::products().with("AND p.id = ?", id)).all().await?;
    let (found, costs) = office(tx, actor, rows, today).await?;
    let Some(mut product) = found.into_iter().next() else { return not_found("el producto").err() };
    // Also what is not offered at present: whoever edits it has to see it.
    product.topping_ids = own::toppings(tx, id).await?;
    let toppings = store::toppings().list("AND t.id IN (?)", product.topping_ids.clone()).add("ORDER BY t.id");
    let toppings = sale::toppings(tx, toppings, today.day).await?;
    let recipe = costs.recipes.get(&id).map(Vec::as_slice).unwrap_or_default();
    let recipe = recipe.iter().filter_map(|portion| costs.pantry.line(portion)).collect();
    let touched = own::touched(tx, id).await?;
    Ok(ProductDetail {
        product,
        toppings,
        supplies_with_details: if sees_costs(actor) { recipe } else { Vec::new() },
        updated_by: touched.updated_by,
        updated_at: touched.updated_at,
    })
}

/// Costs are no business of the tills'.
fn sees_costs(actor: &Actor) -> bool {
    actor.may(Action::EditCatalog)
}

async fn office(
    tx: &mut Tx,
    actor: &Actor,
    rows: Vec<ProductRow>,
    today: Today,
) -> Result<(Vec<OfficeProduct>, Costs)> {
    let costs = if sees_costs(actor) { Costs::load(tx, &rows).await? } else { Costs::default() };
    let tax = tax::rule_at(tx, today.moment.at).await?;
    let products = sale::complete(tx, rows.clone(), today).await?;
    let with_costs = |(product, row): (crate::catalog::model::Product, &ProductRow)| OfficeProduct {
        category: row.category.clone(),
        has_supplies: row.has_supplies,
        below_min_stock: row.stock_left.is_some_and(|left| left < row.min_stock),
        cost_amount: row.cost_amount.filter(|_| sees_costs(actor)),
        own_cost: row.own_cost && sees_costs(actor),
        cost: costs.of(row, tax),
        topping_ids: product.toppings,
        core: product.core,
    };
    let products = products.into_iter().zip(&rows).map(with_costs).collect();
    Ok((products, costs))
}

/// What a list asks for.
struct Narrow {
    pattern: Option<String>,
    states: Option<Vec<String>>,
    categories: Option<Vec<i64>>,
    areas: Option<Vec<i64>>,
    ids: Option<Vec<i64>>,
    conditions: Vec<&'static str>,
    sold_out_on: Option<chrono::NaiveDate>,
    below_min_stock: bool,
}

impl Narrow {
    fn new(paging: &Paging, stocked: Stocked, today: Today) -> Result<Self> {
        let filters: Filters = paging.filters()?;
        let asked = |name| filters.is_set(name);
        let conditions = [
            (stocked.has_stocks || asked("has_stocks"), "AND p.has_stock"),
            (asked("is_combo"), "AND p.is_combo"),
            (asked("has_supplies"), "AND p.has_supplies"),
            (asked("is_no_combo"), "AND NOT p.is_combo"),
            (asked("without_area"), store::FORGOTTEN_BY_THE_KITCHEN),
        ];
        Ok(Self {
            pattern: paging.term.as_deref().filter(|t| !t.trim().is_empty()).map(contains),
            states: filters.texts("status"),
            categories: filters.ids("category_id")?,
            areas: filters.ids("production_area_id")?,
            ids: filters.ids("id")?,
            conditions: conditions.into_iter().filter(|(wanted, _)| *wanted).map(|(_, sql)| sql).collect(),
            sold_out_on: asked("sold_out").then_some(today.day),
            below_min_stock: stocked.below_min_stock || asked("below_min_stock"),
        })
    }

    fn on(&self, sql: Sql) -> Sql {
        let mut sql = sql.when(codes::ANY_LIKE, self.pattern.clone());
        sql = sql.when("AND p.sold_out_on = ?", self.sold_out_on);
        if let Some(states) = &self.states {
            sql = sql.list("AND p.status IN (?)", states.iter().cloned());
        }
        for (ids, condition) in [
            (&self.categories, "AND p.category_id IN (?)"),
            (&self.areas, "AND p.production_area_id IN (?)"),
            (&self.ids, "AND p.id IN (?)"),
        ] {
            if let Some(ids) = ids {
                sql = sql.list(condition, ids.iter().copied());
            }
        }
        for condition in &self.conditions {
            sql = sql.add(condition);
        }
        if self.below_min_stock { store::below_min_stock(sql) } else { sql }
    }
}
