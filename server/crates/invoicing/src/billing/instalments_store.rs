//! All SQL of `billing_instalments`.

use super::model::{BillingRow, Instalment};
use chrono::NaiveDate;
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::BillingId,
    money::Money,
};

pub(super) async fn insert_instalments(tx: &mut Tx, billing: BillingId, instalments: &[Instalment]) -> db::Result<()> {
    if instalments.is_empty() {
        return Ok(());
    }
    let rows = (1_i64..).zip(instalments).map(|(number, i)| args![billing, number, i.amount, i.due_on]);
    let statement = Sql::new("INSERT INTO billing_instalments (billing_id, number, amount, due_on) VALUES");
    tx.query(statement.rows(rows)).run().await?;
    Ok(())
}

/// Loads the instalments of these documents, the first one of each document first.
pub(super) async fn load_instalments(tx: &mut Tx, billings: &[BillingRow]) -> db::Result<Vec<(BillingId, Instalment)>> {
    let sql = Sql::new("SELECT billing_id, amount, due_on FROM billing_instalments")
        .list("WHERE billing_id IN (?)", billings.iter().map(|b| b.id))
        .add("ORDER BY billing_id, number");
    let found: Vec<(BillingId, Money, NaiveDate)> = tx.query(sql).all().await?;
    Ok(found.into_iter().map(|(billing, amount, due_on)| (billing, Instalment { amount, due_on })).collect())
}
