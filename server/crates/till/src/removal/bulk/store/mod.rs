//! SQL of the deletions.

mod tables;

pub(super) use tables::Kind;
use tables::Step;
pub use tables::{Belongs, belongs};

use super::model::Part;
use comanda_base::{
    db::{self, Tx},
    money::Money,
};
use comanda_ledgers::ledger::sales;

/// What stands in the way of a deletion, or tells how much it is.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct Facts {
    pub open_accounts: i64,
    pub open_cycles: i64,
    /// Boletas and facturas, whatever became of them.
    pub tax_documents: i64,
    pub order_lines: i64,
    pub jobs_under_way: i64,
    /// What the documents come to that were not voided.
    pub sold: Money,
}

pub(super) async fn facts(tx: &mut Tx) -> db::Result<Facts> {
    tx.query(concat!(
        "SELECT (SELECT COUNT(*) FROM client_requests WHERE closed_at IS NULL AND NOT is_reservation) AS open_accounts,
                (SELECT COUNT(*) FROM cashbox_cycles WHERE status = 'OPEN') AS open_cycles,
                (SELECT COUNT(*) FROM billings WHERE billing_type_id IN (1, 2)) AS tax_documents,
                (SELECT COUNT(*) FROM order_lines) AS order_lines,
                (SELECT COUNT(*) FROM print_jobs WHERE finished_at IS NULL
                   AND (client_request_id IS NOT NULL OR cycle_id IS NOT NULL)) AS jobs_under_way,
                (SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT) FROM ",
        sales!(),
        " s) AS sold"
    ))
    .one()
    .await
}

/// How many rows of each named thing would go.
pub(super) async fn counts(tx: &mut Tx, kind: Kind) -> db::Result<Vec<Part>> {
    let mut counts = Vec::new();
    for Step { one, name, count, .. } in kind.steps() {
        if !name.is_empty() {
            let count = tx.query(*count).scalar().await?;
            counts.push(Part { name: if count == 1 { one } else { name }, count });
        }
    }
    Ok(counts)
}

/// Nobody may begin a sale or change the menu before this has ended.
pub(super) async fn hold_all(tx: &mut Tx) -> db::Result<()> {
    tx.lock_tables("client_requests, order_lines, cashbox_cycles, payments, products, stock_items").await
}

/// Deletes, and gives how many rows of each named thing went.
pub(super) async fn delete(tx: &mut Tx, kind: Kind) -> db::Result<Vec<Part>> {
    let gone = counts(tx, kind).await?;
    tx.take_long().await?;
    for Step { delete, .. } in kind.steps() {
        tx.query(*delete).run().await?;
    }
    // What there is of an item is always the sum of its moves.
    tx.query(
        "UPDATE stock_items SET on_hand = COALESCE((SELECT CAST(SUM(m.quantity) AS BIGINT) FROM stock_moves m
         WHERE m.item_kind = stock_items.item_kind AND m.item_id = stock_items.item_id), 0)",
    )
    .run()
    .await?;
    // What is left of them is valued from the beginning.
    tx.query(
        "UPDATE stock_moves SET value = NULL, adjustment = 0, balance = NULL, balance_value = NULL, balance_cost = NULL
         WHERE balance IS NOT NULL",
    )
    .run()
    .await?;
    Ok(gone)
}
