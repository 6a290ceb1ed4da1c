//! SQL of the costs of products.

use comanda_base::{
    db::{self, Sql, Tx},
    error::Result,
    ids::ProductId,
    money::{Money, Quantity},
};
use comanda_ledgers::stock::recipe::RecipePortion;
use std::collections::{BTreeSet, HashMap};

/// The fields of a product from which its cost is computed.
#[derive(Debug, Clone, Copy, comanda_from_row::FromRow)]
pub(super) struct CostedProduct {
    pub id: ProductId,
    pub is_combo: bool,
    pub has_supplies: bool,
    pub own_cost: bool,
    pub cost_amount: Option<Money>,
}

#[derive(comanda_from_row::FromRow)]
pub(super) struct ComboPart {
    pub product_id: ProductId,
    pub item_product_id: ProductId,
    pub quantity: Quantity,
}

#[derive(comanda_from_row::FromRow)]
struct RecipeRow {
    pub product_id: ProductId,
    #[row(flatten)]
    portion: RecipePortion,
}

/// Loads the recipes of products, in the order in which they were entered.
pub(in crate::catalog) async fn load_recipes(
    tx: &mut Tx,
    products: &[ProductId],
) -> Result<HashMap<ProductId, Vec<RecipePortion>>> {
    let sql = Sql::new("SELECT product_id, supply_id, quantity, measurement_id, quantity_base FROM product_supplies");
    let sql = sql.list("WHERE product_id IN (?)", products.iter().copied()).add("ORDER BY id");
    let mut recipes: HashMap<ProductId, Vec<RecipePortion>> = HashMap::new();
    let rows: Vec<RecipeRow> = tx.query(sql).all().await?;
    for row in rows {
        recipes.entry(row.product_id).or_default().push(row.portion);
    }
    Ok(recipes)
}

/// Writes the SQL of the cost of product `p`, or of a combo's dish `q`. It is for sorting only, where overflow does not matter.
macro_rules! cost_sql {
    ($p:literal, $else:expr) => {
        concat!(
            "(CASE WHEN ", $p, ".own_cost THEN ", $p, ".cost_amount WHEN ", $p, ".has_supplies THEN
                (SELECT CASE WHEN COUNT(*) = COUNT(c.cost) THEN SUM(CAST(c.cost AS NUMERIC) * c.quantity_base / c.per) END
                 FROM (SELECT r.quantity_base, CASE WHEN s.has_stock AND v.unit_cost IS NOT NULL THEN v.unit_cost ELSE s.cost_amount END AS cost,
                              CASE WHEN s.has_stock AND v.unit_cost IS NOT NULL THEN 1000000 ELSE m.equivalence END AS per
                       FROM product_supplies r JOIN supplies s ON s.id = r.supply_id JOIN measurements m ON m.id = s.measurement_id
                       LEFT JOIN stock_values v ON v.item_kind = 'SUPPLY' AND v.item_id = s.id
                       WHERE r.product_id = ", $p, ".id) c) ", $else, " ELSE COALESCE(CASE WHEN ", $p, ".has_stock THEN
                (SELECT v.unit_cost FROM stock_values v WHERE v.item_kind = 'PRODUCT' AND v.item_id = ", $p, ".id) END, ",
            $p, ".cost_amount) END)"
        )
    };
}

macro_rules! own_cost_sql {
    () => {
        cost_sql!(
            "p",
            concat!(
                "WHEN p.is_combo THEN (SELECT CASE WHEN COUNT(*) = COUNT(d.cost) THEN SUM(CAST(d.cost AS NUMERIC) * d.quantity / 1000000) END
                 FROM (SELECT n.quantity, ",
                cost_sql!("q", ""),
                " AS cost FROM combo_items n JOIN products q ON q.id = n.item_product_id WHERE n.product_id = p.id) d)"
            )
        )
    };
}

/// Sorts by the margin, with unknown ones lowest. It uses the price with IGV, so that products without IGV come a little too low.
pub(in crate::catalog) const BY_MARGIN: &str = concat!(
    "COALESCE(-(CASE WHEN p.sale_amount > 0 THEN ",
    own_cost_sql!(),
    " * 1000000 / p.sale_amount END), -9000000000000000000)"
);

/// Sorts by the cost.
pub(in crate::catalog) const BY_COST: &str = concat!("COALESCE(", own_cost_sql!(), ", -1)");

/// Loads the dishes of these combos with their quantities, from which the cost of a combo is added up.
pub(super) async fn load_combo_parts(tx: &mut Tx, combos: Vec<ProductId>) -> db::Result<Vec<ComboPart>> {
    let parts = Sql::new("SELECT product_id, item_product_id, quantity FROM combo_items");
    tx.query(parts.list("WHERE product_id IN (?)", combos)).all().await
}

/// Loads these dishes for their own costs.
pub(super) async fn load_dishes(tx: &mut Tx, ids: BTreeSet<ProductId>) -> db::Result<Vec<CostedProduct>> {
    let sql = Sql::new("SELECT id, is_combo, has_supplies, own_cost, cost_amount FROM products");
    tx.query(sql.list("WHERE id IN (?)", ids)).all().await
}
