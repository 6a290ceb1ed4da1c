//! SQL that starts counting the stock of products.

use super::counted::CountedProduct;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{ProductId, UserId},
};

/// Locks and loads those of these products that exist, in ascending order of id.
pub(super) async fn lock_products(tx: &mut Tx, ids: &[ProductId]) -> db::Result<Vec<CountedProduct>> {
    let sql = Sql::new("SELECT id, name, is_combo, has_stock, cost_amount FROM products WHERE deleted_at IS NULL")
        .list("AND id IN (?)", ids.iter().copied())
        .add("ORDER BY id");
    tx.query(sql).for_update().all().await
}

/// Marks these products as counted.
pub(super) async fn mark_counted(
    tx: &mut Tx,
    ids: impl Iterator<Item = ProductId>,
    user: UserId,
    at: DateTime<Utc>,
) -> db::Result<u64> {
    let sql = Sql::new("UPDATE products SET has_stock = TRUE, updated_by = $1, updated_at = $2").bind(user).bind(at);
    tx.query(sql.list("WHERE id IN (?)", ids)).run().await
}
