//! Loads issued documents in full.

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
use comanda_ledgers::ledger::require_ledger_access;
use comanda_platform::use_case::{Action, Actor};

/// Returns the user to whose own cycles the visible documents are limited: a cashier sees only theirs, everybody else sees all.
pub(super) fn limited_to_user(actor: &Actor) -> Option<UserId> {
    (!actor.can_without_pin(Action::SeeReports)).then_some(actor.user_id)
}

/// Loads a document that this user may see; a document of another cashier's cycle is not found for a cashier.
pub async fn load_visible(tx: &mut Tx, actor: &Actor, id: BillingId) -> Result<Billing> {
    require_ledger_access(actor)?;
    let row = visible_store::find_visible(tx, id, limited_to_user(actor)).await.or_not_found("ese comprobante")?;
    complete_one(tx, row).await
}

/// Loads a credit note that this user may see, with the document that it modifies; the same users see both.
pub async fn load_visible_note(tx: &mut Tx, actor: &Actor, id: CreditNoteId) -> Result<(Billing, CreditNote)> {
    require_ledger_access(actor)?;
    let note: CreditNote = notes::find_note(tx, id).await.or_not_found("esa nota de crédito")?;
    let row = visible_store::find_visible_with_note(tx, note.billing_id, limited_to_user(actor)).await;
    Ok((complete_one(tx, row.or_not_found("esa nota de crédito")?).await?, note))
}

/// Loads a credit note with the document that it modifies, for whoever knows its secret address or all data printed on it.
pub async fn load_note_with_document(tx: &mut Tx, id: CreditNoteId) -> Result<(Billing, CreditNote)> {
    let note: CreditNote = notes::find_note(tx, id).await.or_not_found("esa nota de crédito")?;
    Ok((load_document(tx, note.billing_id).await?, note))
}

/// Loads a document, for whoever knows its secret address or all data printed on it.
pub async fn load_document(tx: &mut Tx, id: BillingId) -> Result<Billing> {
    let row = store::find_billing(tx, id).await.or_not_found("ese comprobante")?;
    complete_one(tx, row).await
}

async fn complete_one(tx: &mut Tx, row: BillingRow) -> Result<Billing> {
    Ok(load_complete(tx, vec![row]).await?.pop().ok_or_else(|| anyhow!("the document just read"))?)
}

/// Completes documents with their lines, amounts and notes, in the given order; the number of statements does not depend on the number of
/// documents.
pub(super) async fn load_complete(tx: &mut Tx, rows: Vec<BillingRow>) -> Result<Vec<Billing>> {
    let lines = store::load_lines(tx, &rows).await?;
    let amounts = store::load_amounts(tx, &rows).await?;
    let instalments = instalments_store::load_instalments(tx, &rows).await?;
    let notes = notes::load_credit_notes(tx, rows.iter().map(|b| b.id)).await?;
    let debit = debit::load_debit_notes(tx, &rows).await?;
    let complete = |row: BillingRow| Billing {
        full_number: row.full_number(),
        what_to_do: row.what_to_do(),
        lines: lines.iter().filter(|l| l.billing_id == row.id).cloned().collect(),
        amounts: amounts.iter().filter(|a| a.billing_id == row.id).cloned().collect(),
        instalments: instalments.iter().filter(|(id, _)| *id == row.id).map(|(_, i)| *i).collect(),
        debit: debit.find_for_note(row.id),
        debit_notes: debit.list_modifying(row.id),
        credit_notes: notes.iter().filter(|n| n.billing_id == row.id).cloned().collect(),
        row,
    };
    Ok(rows.into_iter().map(complete).collect())
}

/// Loads the documents of these payments.
pub async fn load_billings_of_payments(tx: &mut Tx, payments: &[PaymentId]) -> Result<Vec<Billing>> {
    let rows = store::load_billings_of_payments(tx, payments).await?;
    load_complete(tx, rows).await
}

/// Loads these documents.
pub async fn load_billings(tx: &mut Tx, ids: &[BillingId]) -> Result<Vec<Billing>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows = store::load_billings_by_id(tx, ids).await?;
    load_complete(tx, rows).await
}
