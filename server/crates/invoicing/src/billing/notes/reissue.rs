//! Issuing a credit note anew that the tax authority refused: the same note, its refund and its figures, under the series' next
//! number, on whose day it counts. The refused number stays in the register of documents, as the one that was replaced.

use super::{issue::next_number, model::CreditNote, store};
use crate::billing::{Billing, BillingState, document, documents::note_visible_to, electronic};
use comanda_base::{
    error::{Code, OrNotFound, Result, refuse},
    ids::{BillingId, CreditNoteId},
};
use comanda_ledgers::figures;
use comanda_platform::{
    audit::{self, Entry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde_json::json;

/// Issues it; 409 where it was not refused.
pub async fn reissue(work: &mut Work<'_>, id: CreditNoteId) -> Result<CreditNote> {
    note_visible_to(work.tx, work.actor, id).await?;
    store::lock(work.tx, id).await?;
    // Again, now that nobody else can change it.
    let refused: CreditNote = store::note(work.tx, id).await.or_not_found("esa nota de crédito")?;
    if refused.state != BillingState::Rejected {
        let text = format!("Solo se emite de nuevo lo que la SUNAT rechazó, y {} no lo está.", refused.full_number);
        return refuse(Code::Conflict, text).current(&refused).err();
    }
    let billing = document(work.tx, refused.billing_id).await?;
    if billing.row.state == BillingState::Rejected {
        let text = format!("La SUNAT rechazó {}: vuelve a emitirlo, y su nota va con él.", billing.full_number);
        return refuse(Code::Conflict, text).current(&billing.row).err();
    }
    anew(work, &billing, &refused).await?;
    work.tell(Room::Cash, EventKind::DocumentsChanged, json!({ "billing_id": billing.row.id }));
    store::note(work.tx, id).await.or_not_found("la nota de crédito")
}

/// Refuses to issue a document anew as long as a note of it is not refused too.
pub(in crate::billing) fn must_be_refused_with(billing: &Billing) -> Result<()> {
    let Some(note) = billing.credit_notes.iter().find(|note| note.state != BillingState::Rejected) else {
        return Ok(());
    };
    let text = format!(
        "Todavía no se puede emitir de nuevo {}: falta la respuesta de SUNAT a su nota de crédito {}.",
        billing.full_number, note.full_number
    );
    refuse(Code::Conflict, text).current(&billing.row).err()
}

/// Lets the refused notes of a refused document be of the one in its place, each under the next number of its series.
pub(in crate::billing) async fn pass_on(work: &mut Work<'_>, refused: &Billing, to: BillingId) -> Result<()> {
    if refused.credit_notes.is_empty() {
        return Ok(());
    }
    store::pass_on(work.tx, refused.row.id, to).await?;
    let standing = document(work.tx, to).await?;
    for note in standing.credit_notes.iter().filter(|note| note.state == BillingState::Rejected) {
        anew(work, &standing, note).await?;
    }
    Ok(())
}

async fn anew(work: &mut Work<'_>, billing: &Billing, refused: &CreditNote) -> Result<()> {
    let id = refused.id;
    let taken = next_number(work, billing.row.letter_of_notes()).await?;
    electronic::replace_note(work.tx, id).await?;
    figures::note_changed(work.tx, id).await?;
    let day = work.business_day().await?;
    store::renumber(work.tx, id, &taken, (day, work.now)).await?;
    figures::note_changed(work.tx, id).await?;
    let note: CreditNote = store::note(work.tx, id).await.or_not_found("la nota de crédito")?;
    electronic::register_note(work, billing, &note).await?;
    electronic::email_likewise(work.tx, billing.row.id, id, work.now).await?;
    let entry = Entry::new("DOCUMENT_REISSUED")
        .entity("credit_note", id.0)
        .request(billing.row.client_request_id)
        .amount(note.total)
        .reason(format!("{} en lugar de {}", note.full_number, refused.full_number));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    Ok(())
}
