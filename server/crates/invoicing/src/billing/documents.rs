//! Reading issued documents.

use super::{
    debit, instalments_store,
    model::{Billing, BillingRow},
    notes::{self, CreditNote},
    store, visible_store,
};
use anyhow::anyhow;
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::{BillingId, CreditNoteId, PaymentId, UserId},
};
use comanda_ledgers::ledger::must_see;
use comanda_platform::use_case::{Action, Actor};

/// Whose cycles' documents somebody sees, by whatever path: a cashier those of their own, everybody else all of them.
pub(super) fn sees_only(actor: &Actor) -> Option<UserId> {
    (!actor.may(Action::SeeReports)).then_some(actor.user_id)
}

/// A document that this person may see; one of another cashier's cycle is not there for a cashier.
pub async fn visible_to(tx: &mut Tx, actor: &Actor, id: BillingId) -> Result<Billing> {
    must_see(actor)?;
    let row = visible_store::visible(tx, id, sees_only(actor)).await.or_not_found("ese comprobante")?;
    one(tx, row).await
}

/// A credit note that this person may see, with the document that it changes: who sees one sees the other.
pub async fn note_visible_to(tx: &mut Tx, actor: &Actor, id: CreditNoteId) -> Result<(Billing, CreditNote)> {
    must_see(actor)?;
    let note: CreditNote = notes::note(tx, id).await.or_not_found("esa nota de crédito")?;
    let row = visible_store::with_note(tx, note.billing_id, sees_only(actor)).await;
    Ok((one(tx, row.or_not_found("esa nota de crédito")?).await?, note))
}

/// A credit note with the document that it changes, for whoever knows its secret address or all that its paper says.
pub async fn note_with_document(tx: &mut Tx, id: CreditNoteId) -> Result<(Billing, CreditNote)> {
    let note: CreditNote = notes::note(tx, id).await.or_not_found("esa nota de crédito")?;
    Ok((document(tx, note.billing_id).await?, note))
}

/// A document, for whoever knows its secret address or all that its paper says.
pub async fn document(tx: &mut Tx, id: BillingId) -> Result<Billing> {
    let row = store::billing(tx, id).await.or_not_found("ese comprobante")?;
    one(tx, row).await
}

async fn one(tx: &mut Tx, row: BillingRow) -> Result<Billing> {
    Ok(completed(tx, vec![row]).await?.pop().ok_or_else(|| anyhow!("the document just read"))?)
}

/// Completes documents with their lines and amounts, in the order given: a few statements however many there are.
pub(super) async fn completed(tx: &mut Tx, rows: Vec<BillingRow>) -> Result<Vec<Billing>> {
    let lines = store::lines(tx, &rows).await?;
    let amounts = store::amounts(tx, &rows).await?;
    let instalments = instalments_store::of(tx, &rows).await?;
    let notes = notes::of_billings(tx, rows.iter().map(|b| b.id)).await?;
    let debit = debit::of_billings(tx, &rows).await?;
    let complete = |row: BillingRow| Billing {
        full_number: row.full_number(),
        what_to_do: row.what_to_do(),
        lines: lines.iter().filter(|l| l.billing_id == row.id).cloned().collect(),
        amounts: amounts.iter().filter(|a| a.billing_id == row.id).cloned().collect(),
        instalments: instalments.iter().filter(|(id, _)| *id == row.id).map(|(_, i)| *i).collect(),
        debit: debit.own(row.id),
        debit_notes: debit.given_for(row.id),
        credit_notes: notes.iter().filter(|n| n.billing_id == row.id).cloned().collect(),
        row,
    };
    Ok(rows.into_iter().map(complete).collect())
}

/// The documents of these payments.
pub async fn billings_of(tx: &mut Tx, payments: &[PaymentId]) -> Result<Vec<Billing>> {
    let rows = store::billings_of(tx, payments).await?;
    completed(tx, rows).await
}

/// These documents.
pub async fn billings(tx: &mut Tx, ids: &[BillingId]) -> Result<Vec<Billing>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows = store::billings_by_id(tx, ids).await?;
    completed(tx, rows).await
}
