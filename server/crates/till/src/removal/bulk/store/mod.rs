//! SQL of the deletions.

mod tables;

use tables::DeletionStep;
pub(super) use tables::Kind;
pub use tables::{TableDeletion, deletion_of_table};

use super::model::Part;
use comanda_base::{
    db::{self, Tx},
    money::Money,
};
use comanda_ledgers::ledger::sales;

/// The facts that prevent a deletion or show its size.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct DeletionFacts {
    pub open_accounts: i64,
    pub open_cycles: i64,
    /// The boletas and facturas, including voided ones.
    pub tax_documents: i64,
    pub order_lines: i64,
    pub jobs_under_way: i64,
    /// The total of the documents that were not voided.
    pub sold: Money,
}

pub(super) async fn load_facts(tx: &mut Tx) -> db::Result<DeletionFacts> {
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

/// Counts the rows of each named thing that would be deleted.
pub(super) async fn count_rows(tx: &mut Tx, kind: Kind) -> db::Result<Vec<Part>> {
    let mut counts = Vec::new();
    for DeletionStep { one, name, count, .. } in kind.steps() {
        if !name.is_empty() {
            let count = tx.query(*count).scalar().await?;
            counts.push(Part { name: if count == 1 { one } else { name }, count });
        }
    }
    Ok(counts)
}

/// Locks the tables, so that nobody begins a sale or changes the menu during the deletion.
pub(super) async fn lock_all_tables(tx: &mut Tx) -> db::Result<()> {
    tx.lock_tables("client_requests, order_lines, cashbox_cycles, payments, products, stock_items").await
}

/// Deletes all rows of a kind; returns the number of rows of each named thing.
pub(super) async fn delete_rows_of_kind(tx: &mut Tx, kind: Kind) -> db::Result<Vec<Part>> {
    let deleted = count_rows(tx, kind).await?;
    tx.allow_long_statements().await?;
    for DeletionStep { delete, .. } in kind.steps() {
        tx.query(*delete).run().await?;
    }
    // The stock of an item is always the sum of its moves.
    tx.query(
        "UPDATE stock_items SET on_hand = COALESCE((SELECT CAST(SUM(m.quantity) AS BIGINT) FROM stock_moves m
         WHERE m.item_kind = stock_items.item_kind AND m.item_id = stock_items.item_id), 0)",
    )
    .run()
    .await?;
    // The remaining moves are valued again from the beginning.
    tx.query(
        "UPDATE stock_moves SET value = NULL, adjustment = 0, balance = NULL, balance_value = NULL, balance_cost = NULL
         WHERE balance IS NOT NULL",
    )
    .run()
    .await?;
    Ok(deleted)
}
