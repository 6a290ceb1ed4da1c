//! Reissues a credit note that the tax authority refused: the same note, refund and figures under the next number of the series, on whose
//! day it counts. The refused number stays in the register of documents as replaced.

use super::{issue::reserve_next_number, model::CreditNote, store};
use crate::billing::{Billing, BillingState, documents::load_visible_note, electronic, load_document};
use comanda_base::{
    error::{Code, OrNotFound, Result, refuse},
    ids::{BillingId, CreditNoteId},
};
use comanda_ledgers::figures;
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde_json::json;

/// Reissues the note; 409 where it was not refused.
pub async fn reissue_note(work: &mut Work<'_>, id: CreditNoteId) -> Result<CreditNote> {
    load_visible_note(work.tx, work.actor, id).await?;
    store::lock_note(work.tx, id).await?;
    // Loads the note again under the lock.
    let refused: CreditNote = store::find_note(work.tx, id).await.or_not_found("esa nota de crédito")?;
    if refused.state != BillingState::Rejected {
        let text = format!("Solo se emite de nuevo lo que la SUNAT rechazó, y {} no lo está.", refused.full_number);
        return refuse(Code::Conflict, text).with_current(&refused).err();
    }
    let billing = load_document(work.tx, refused.billing_id).await?;
    if billing.row.state == BillingState::Rejected {
        let text = format!("La SUNAT rechazó {}: vuelve a emitirlo, y su nota va con él.", billing.full_number);
        return refuse(Code::Conflict, text).with_current(&billing.row).err();
    }
    reissue_under_next_number(work, &billing, &refused).await?;
    work.add_event(Room::Cash, EventKind::DocumentsChanged, json!({ "billing_id": billing.row.id }));
    store::find_note(work.tx, id).await.or_not_found("la nota de crédito")
}

/// Refuses to reissue a document as long as one of its notes is not refused too.
pub(in crate::billing) fn require_notes_refused(billing: &Billing) -> Result<()> {
    let Some(note) = billing.credit_notes.iter().find(|note| note.state != BillingState::Rejected) else {
        return Ok(());
    };
    let text = format!(
        "Todavía no se puede emitir de nuevo {}: falta la respuesta de SUNAT a su nota de crédito {}.",
        billing.full_number, note.full_number
    );
    refuse(Code::Conflict, text).with_current(&billing.row).err()
}

/// Moves the refused notes of a refused document to its replacement, each under the next number of its series.
pub(in crate::billing) async fn move_notes(
    work: &mut Work<'_>,
    refused: &Billing,
    replacement_id: BillingId,
) -> Result<()> {
    if refused.credit_notes.is_empty() {
        return Ok(());
    }
    store::move_notes(work.tx, refused.row.id, replacement_id).await?;
    let replacement = load_document(work.tx, replacement_id).await?;
    for note in replacement.credit_notes.iter().filter(|note| note.state == BillingState::Rejected) {
        reissue_under_next_number(work, &replacement, note).await?;
    }
    Ok(())
}

async fn reissue_under_next_number(work: &mut Work<'_>, billing: &Billing, refused: &CreditNote) -> Result<()> {
    let id = refused.id;
    let reserved = reserve_next_number(work, billing.row.note_series_letter()).await?;
    electronic::detach_refused_number(work.tx, id).await?;
    figures::mark_day_of_note_stale(work.tx, id).await?;
    let day = work.business_day().await?;
    store::update_number(work.tx, id, &reserved, (day, work.now)).await?;
    figures::mark_day_of_note_stale(work.tx, id).await?;
    let note: CreditNote = store::find_note(work.tx, id).await.or_not_found("la nota de crédito")?;
    electronic::register_note(work, billing, &note).await?;
    electronic::copy_email_request(work.tx, billing.row.id, id, work.now).await?;
    let entry = AuditEntry::new("DOCUMENT_REISSUED")
        .entity("credit_note", id.0)
        .request(billing.row.client_request_id)
        .amount(note.total)
        .reason(format!("{} en lugar de {}", note.full_number, refused.full_number));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    Ok(())
}
