//! SQL of the dishes of combos.

use super::form::ComboItem;
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    error::Result,
    ids::ProductId,
};

#[derive(comanda_from_row::FromRow)]
pub(super) struct Dish {
    pub id: ProductId,
    pub name: String,
    pub is_combo: bool,
    pub is_plastic_bag: bool,
}

/// A product that is no combo has no dishes.
pub(super) async fn clear(tx: &mut Tx, combo: ProductId) -> Result<()> {
    tx.query("DELETE FROM combo_items WHERE product_id = $1").bind(combo).run().await?;
    Ok(())
}

/// The products that are to be dishes, as far as there are.
pub(super) async fn dishes(tx: &mut Tx, items: &[ComboItem]) -> db::Result<Vec<Dish>> {
    let sql = Sql::new(
        "SELECT id, name, is_combo, is_plastic_bag FROM products WHERE type = 'PRODUCT' AND deleted_at IS NULL",
    );
    tx.query(sql.list("AND id IN (?)", items.iter().map(|i| i.product_id))).all().await
}

/// Gives a combo exactly these dishes; there is at least one.
pub(super) async fn replace(tx: &mut Tx, combo: ProductId, items: &[ComboItem]) -> Result<()> {
    clear(tx, combo).await?;
    let sql = Sql::new("INSERT INTO combo_items (product_id, item_product_id, quantity) VALUES");
    tx.query(sql.rows(items.iter().map(|i| args![combo, i.product_id, i.quantity]))).run().await?;
    Ok(())
}

/// The combos that have a product as a dish.
pub(super) async fn combos_with(tx: &mut Tx, id: ProductId) -> db::Result<Vec<String>> {
    tx.query(
        "SELECT p.name FROM combo_items n JOIN products p ON p.id = n.product_id
         WHERE n.item_product_id = $1 AND p.deleted_at IS NULL ORDER BY p.search_key LIMIT 1000",
    )
    .bind(id)
    .column()
    .await
}
