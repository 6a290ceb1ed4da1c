//! Products as the office reads them: lists with costs and margins, and one product with everything that belongs to it.

use super::{
    cost::{BY_COST, BY_MARGIN, ProductCosts},
    store as product_store,
};
use crate::catalog::{
    codes,
    model::{OfficeProduct, ProductDetail},
    sale::{self, SaleContext},
    schedules::ScheduleRules,
    store::{self, ProductRow},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{Sql, Tx},
    error::{Code, Result, not_found, refuse},
    ids::ProductId,
    listing::{ListFilters, Paging, Rows, page_count},
    money::Money,
};
use comanda_ledgers::stock::goods::AverageCost;
use comanda_platform::{
    settings::{Settings, tax},
    use_case::{Action, Actor},
};

/// The keys by which products may be sorted; the first is their order at the till.
const COLUMNS: [(&str, &str); 10] = [
    ("position", "c.position, c.id, p.position"),
    ("name", "p.search_key"),
    ("code", codes::SORT_BY_CODE),
    ("category", "c.name"),
    ("production_area", "COALESCE(a.name, '')"),
    ("sale_amount", "p.sale_amount"),
    ("delivery_price", "COALESCE(p.delivery_price, -1)"),
    ("food_cost", BY_COST),
    ("margin_percent", BY_MARGIN),
    ("status", "p.status"),
];

/// The filter of a list of products by their stock; `filters` may say the same.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::catalog) struct StockFilter {
    pub has_stocks: bool,
    pub below_min_stock: bool,
}

/// Loads a page of products.
pub(in crate::catalog) async fn load_page(
    tx: &mut Tx,
    actor: &Actor,
    paging: &Paging,
    stocked: StockFilter,
    today: SaleContext,
) -> Result<Rows<OfficeProduct>> {
    let sort_key = paging.sort.as_deref().unwrap_or_default().trim_start_matches('-');
    if matches!(sort_key, "food_cost" | "margin_percent") && !sees_costs(actor) {
        // The order would reveal what the rows hide.
        let text = "Con tu usuario no se ven los costos: elige otro orden.";
        return refuse(Code::NotPermitted, text).at("sort", text).err();
    }
    let narrow = ProductConditions::new(paging, stocked, today)?;
    let total_rows: i64 = tx.query(narrow.add_to(store::select_product_count())).scalar().await?;
    let (limit, offset) = paging.page_limits(total_rows)?;
    let list = paging.add_order_by(narrow.add_to(store::select_products()), &COLUMNS, "p.id")?;
    let rows = tx.query(list.with("LIMIT ?", limit).with("OFFSET ?", offset)).all().await?;
    let costs = load_visible_costs(tx, actor, &rows).await?;
    let rows = load_office_products(tx, actor, rows, &costs, today).await?;
    Ok(Rows { success: true, rows, total_rows, total_pages: page_count(total_rows, limit) })
}

/// Loads one product with everything that belongs to it. `opening_cost` is the average cost to which the opening stock that was just
/// entered leads, before that is valued.
pub(in crate::catalog) async fn load_detail(
    tx: &mut Tx,
    actor: &Actor,
    now: DateTime<Utc>,
    id: ProductId,
    opening_cost: Option<Money>,
) -> Result<ProductDetail> {
    let settings = Settings::load(tx).await?;
    let today = SaleContext::new(now, &settings);
    let rows = tx.query(store::select_products().with("AND p.id = ?", id)).all().await?;
    let mut costs = load_visible_costs(tx, actor, &rows).await?;
    if let Some(cost) = opening_cost.filter(|_| sees_costs(actor)) {
        costs.set_average(id, AverageCost { cost, at: None, is_pending: true });
    }
    let found = load_office_products(tx, actor, rows, &costs, today).await?;
    let Some(mut product) = found.into_iter().next() else { return not_found("el producto").err() };
    // Toppings that are not offered at present are included, because the editor has to see them.
    product.topping_ids = product_store::list_toppings(tx, id).await?;
    let toppings = store::select_toppings().list("AND t.id IN (?)", product.topping_ids.clone()).add("ORDER BY t.id");
    let toppings = sale::load_toppings(tx, toppings, today.day).await?;
    let recipe = costs.recipes.get(&id).map(Vec::as_slice).unwrap_or_default();
    let recipe = recipe.iter().filter_map(|portion| costs.ingredients.recipe_line(portion)).collect();
    let touched = product_store::load_last_change(tx, id).await?;
    Ok(ProductDetail {
        product,
        toppings,
        supplies_with_details: if sees_costs(actor) { recipe } else { Vec::new() },
        updated_by: touched.updated_by,
        updated_at: touched.updated_at,
    })
}

/// Whether the user may see costs, which tills may not.
fn sees_costs(actor: &Actor) -> bool {
    actor.can_without_pin(Action::EditCatalog)
}

/// Loads the costs of these products; nothing for a user who may not see them.
async fn load_visible_costs(tx: &mut Tx, actor: &Actor, rows: &[ProductRow]) -> Result<ProductCosts> {
    if sees_costs(actor) { ProductCosts::load(tx, rows).await } else { Ok(ProductCosts::default()) }
}

async fn load_office_products(
    tx: &mut Tx,
    actor: &Actor,
    rows: Vec<ProductRow>,
    costs: &ProductCosts,
    today: SaleContext,
) -> Result<Vec<OfficeProduct>> {
    let tax = tax::load_rule_at(tx, today.moment.at).await?;
    let products = sale::load_details(tx, rows.clone(), today, &ScheduleRules::default()).await?;
    let add_costs = |(product, row): (crate::catalog::model::Product, &ProductRow)| OfficeProduct {
        category: row.category.clone(),
        has_supplies: row.has_supplies,
        below_min_stock: row.core.stock_left.is_some_and(|stock| stock < row.core.min_stock),
        cost_amount: row.cost_amount.filter(|_| sees_costs(actor)),
        own_cost: row.own_cost && sees_costs(actor),
        translations: row.translations.clone(),
        cost: costs.food_cost(row, tax),
        topping_ids: product.toppings,
        choice_group_ids: product.choice_group_ids,
        core: product.core,
    };
    Ok(products.into_iter().zip(&rows).map(add_costs).collect())
}

/// The conditions of a list.
struct ProductConditions {
    pattern: Option<String>,
    states: Option<Vec<String>>,
    categories: Option<Vec<i64>>,
    areas: Option<Vec<i64>>,
    ids: Option<Vec<i64>>,
    conditions: Vec<&'static str>,
    sold_out_on: Option<chrono::NaiveDate>,
    below_min_stock: bool,
}

impl ProductConditions {
    fn new(paging: &Paging, stocked: StockFilter, today: SaleContext) -> Result<Self> {
        let filters: ListFilters = paging.parse_filters()?;
        let is_requested = |name| filters.is_set(name);
        let conditions = [
            (stocked.has_stocks || is_requested("has_stocks"), "AND p.has_stock"),
            (is_requested("is_combo"), "AND p.is_combo"),
            (is_requested("has_supplies"), "AND p.has_supplies"),
            (is_requested("is_no_combo"), "AND NOT p.is_combo"),
            (is_requested("without_area"), store::WITHOUT_AREA_CONDITION),
        ];
        Ok(Self {
            pattern: paging.search_pattern(),
            states: filters.column_texts("status"),
            categories: filters.column_ids("category_id")?,
            areas: filters.column_ids("production_area_id")?,
            ids: filters.column_ids("id")?,
            conditions: conditions.into_iter().filter(|(wanted, _)| *wanted).map(|(_, sql)| sql).collect(),
            sold_out_on: is_requested("sold_out").then_some(today.day),
            below_min_stock: stocked.below_min_stock || is_requested("below_min_stock"),
        })
    }

    fn add_to(&self, sql: Sql) -> Sql {
        let mut sql = sql.when(codes::PRODUCT_SEARCH, self.pattern.clone());
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
        if self.below_min_stock { store::add_below_min_stock(sql) } else { sql }
    }
}
