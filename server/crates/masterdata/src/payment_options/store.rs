//! SQL of `payment_options`.

use super::PaymentOption;
use comanda_base::{
    db::{self, Tx},
    ids::PaymentOptionId,
};

/// Locks and lists all payment methods, so that the last one in cash stays the same until the transaction ends.
pub(super) async fn lock_and_list(tx: &mut Tx) -> db::Result<Vec<PaymentOption>> {
    tx.lock_tables("payment_options").await?;
    tx.query(
        "SELECT id, payment_type_id, name, is_cash, asks_operation_number, icon, status FROM payment_options
         ORDER BY id LIMIT 1000",
    )
    .for_update()
    .all()
    .await
}

pub(super) async fn insert_option(tx: &mut Tx, o: &PaymentOption) -> db::Result<PaymentOptionId> {
    tx.query(
        "INSERT INTO payment_options (payment_type_id, name, is_cash, asks_operation_number, icon, status, position)
         VALUES ($1, $2, $3, $4, $5, $6, (SELECT COALESCE(MAX(p.position), 0) + 1 FROM payment_options p)) RETURNING id",
    )
    .bind(o.payment_type_id)
    .bind(o.name.as_str())
    .bind(o.is_cash)
    .bind(o.asks_operation_number)
    .bind(o.icon.as_str())
    .bind(o.status)
    .scalar()
    .await
}

pub(super) async fn update_option(tx: &mut Tx, o: &PaymentOption) -> db::Result<u64> {
    tx.query(
        "UPDATE payment_options SET payment_type_id = $1, name = $2, is_cash = $3, asks_operation_number = $4, icon = $5,
                status = $6 WHERE id = $7",
    )
    .bind(o.payment_type_id)
    .bind(o.name.as_str())
    .bind(o.is_cash)
    .bind(o.asks_operation_number)
    .bind(o.icon.as_str())
    .bind(o.status)
    .bind(o.id)
    .run()
    .await
}

pub(super) async fn delete_option(tx: &mut Tx, id: PaymentOptionId) -> db::Result<u64> {
    tx.query("DELETE FROM payment_options WHERE id = $1").bind(id).run().await
}

/// Counts the payments and collections of debts with a method.
pub(super) async fn count_payments(tx: &mut Tx, id: PaymentOptionId) -> db::Result<i64> {
    tx.query(
        "SELECT (SELECT COUNT(DISTINCT payment_id) FROM payment_entries WHERE payment_option_id = $1)
              + (SELECT COUNT(*) FROM collections WHERE payment_option_id = $1)",
    )
    .bind(id)
    .scalar()
    .await
}

/// Lists all payment methods in the order of the screens; there are few.
pub async fn list_payment_options(tx: &mut Tx) -> db::Result<Vec<PaymentOption>> {
    tx.query(
        "SELECT id, payment_type_id, name, is_cash, asks_operation_number, icon, status FROM payment_options
         ORDER BY position, id LIMIT 1000",
    )
    .all()
    .await
}
