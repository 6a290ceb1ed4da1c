//! SQL of beginning to count products.

use super::counted::CountedProduct;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{ProductId, UserId},
};

/// These products, as far as there are, locked, the lowest id first.
pub(super) async fn held(tx: &mut Tx, ids: &[ProductId]) -> db::Result<Vec<CountedProduct>> {
    let sql = Sql::new("SELECT id, name, is_combo, has_stock, cost_amount FROM products WHERE deleted_at IS NULL")
        .list("AND id IN (?)", ids.iter().copied())
        .add("ORDER BY id");
    tx.query(sql).for_update().all().await
}

/// They are counted from now on.
pub(super) async fn count(
    tx: &mut Tx,
    ids: impl Iterator<Item = ProductId>,
    by: UserId,
    at: DateTime<Utc>,
) -> db::Result<u64> {
    let sql = Sql::new("UPDATE products SET has_stock = TRUE, updated_by = $1, updated_at = $2").bind(by).bind(at);
    tx.query(sql.list("WHERE id IN (?)", ids)).run().await
}
