//! SQL of the dishes of combos.

use super::form::ComboItem;
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    error::Result,
    ids::ProductId,
    measure::SaleUnit,
};

#[derive(comanda_from_row::FromRow)]
pub(super) struct Dish {
    pub id: ProductId,
    pub name: String,
    pub is_combo: bool,
    pub is_plastic_bag: bool,
    pub sale_unit: SaleUnit,
}

/// Deletes the dishes of a product that is no combo any more.
pub(super) async fn delete_combo_items(tx: &mut Tx, combo: ProductId) -> Result<()> {
    tx.query("DELETE FROM combo_items WHERE product_id = $1").bind(combo).run().await?;
    Ok(())
}

/// Loads those of the requested dishes that exist.
pub(super) async fn load_dishes(tx: &mut Tx, items: &[ComboItem]) -> db::Result<Vec<Dish>> {
    let sql = Sql::new(
        "SELECT id, name, is_combo, is_plastic_bag, sale_unit FROM products WHERE type = 'PRODUCT' AND deleted_at IS NULL",
    );
    tx.query(sql.list("AND id IN (?)", items.iter().map(|i| i.product_id))).all().await
}

/// Replaces the dishes of a combo; there must be at least one.
pub(super) async fn replace_combo_items(tx: &mut Tx, combo: ProductId, items: &[ComboItem]) -> Result<()> {
    delete_combo_items(tx, combo).await?;
    let sql = Sql::new("INSERT INTO combo_items (product_id, item_product_id, quantity) VALUES");
    tx.query(sql.rows(items.iter().map(|i| args![combo, i.product_id, i.quantity]))).run().await?;
    Ok(())
}

/// Lists the names of the combos that contain a product.
pub(super) async fn list_combos_with(tx: &mut Tx, id: ProductId) -> db::Result<Vec<String>> {
    tx.query(
        "SELECT p.name FROM combo_items n JOIN products p ON p.id = n.product_id
         WHERE n.item_product_id = $1 AND p.deleted_at IS NULL ORDER BY p.search_key LIMIT 1000",
    )
    .bind(id)
    .column()
    .await
}
