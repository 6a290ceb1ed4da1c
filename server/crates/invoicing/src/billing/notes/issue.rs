//! Issues credit notes in the transaction of their refund: figures first, the next number of the series last.

use super::{
    discount::{LineDiscount, discount_figures},
    figures::{LineQuantity, NoteTarget, compute_note_figures},
    model::{CreditNote, ReasonCode},
    store::{self, NoteNumber},
};
use crate::billing::{
    electronic,
    model::Billing,
    numbers_store::{self, ReservedNumber},
    words::amount_in_words,
};
use comanda_base::{
    document_kind::DocumentKind,
    error::{Code, OrNotFound, Result, refuse},
    ids::{CycleId, RefundId, UserId},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};

/// The data of a credit note to be issued.
#[derive(Debug)]
pub struct NewCreditNote<'n> {
    /// The document with its earlier notes, read under the lock of its account.
    pub billing: &'n Billing,
    pub refund: RefundId,
    /// The cycle out of which the money is refunded.
    pub cycle: CycleId,
    pub reason_code: ReasonCode,
    pub reason: &'n str,
    pub approver: Option<UserId>,
    pub takes: NoteScope,
}

/// The part of the document that a note reverses.
#[derive(Debug)]
pub enum NoteScope {
    /// Everything that is left.
    All,
    /// The note takes back these quantities; the account determines its total.
    Units(Vec<LineQuantity>, NoteTarget),
    /// Amounts of a discount, which the caller has checked.
    Amounts(Vec<LineDiscount>),
}

/// Issues the note. The caller holds the lock of the document's account.
pub async fn issue_note(work: &mut Work<'_>, new: NewCreditNote<'_>) -> Result<CreditNote> {
    let row = &new.billing.row;
    let figures = match &new.takes {
        NoteScope::All => compute_note_figures(new.billing, None, None)?,
        NoteScope::Units(asked, target) => compute_note_figures(new.billing, Some(asked), Some(*target))?,
        NoteScope::Amounts(discounts) => discount_figures(new.billing, discounts)?,
    };
    let day = work.business_day().await?;
    let reserved = reserve_next_number(work, row.note_series_letter()).await?;
    let words = amount_in_words(figures.total);
    let numbered = NoteNumber { reserved: &reserved, day, at: work.now, by: work.actor.user_id, words: &words };
    let id = store::insert_note(work.tx, &new, &numbered, &figures).await?;
    let note = store::find_note(work.tx, id).await.or_not_found("la nota de crédito")?;
    electronic::register_note(work, new.billing, &note).await?;
    electronic::copy_email_request(work.tx, row.id, id, work.now).await?;
    let entry = AuditEntry::new("CREDIT_NOTE_ISSUED")
        .entity("credit_note", id.0)
        .request(row.client_request_id)
        .cycle(new.cycle)
        .approver(new.approver)
        .amount(note.total)
        .reason(format!("{} de {}: {}", note.full_number, new.billing.full_number, new.reason));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    store::find_note(work.tx, id).await.or_not_found("la nota de crédito")
}

/// Takes the next number for a note, from a series that begins with `letter`.
pub(super) async fn reserve_next_number(work: &mut Work<'_>, letter: &str) -> Result<ReservedNumber> {
    match numbers_store::reserve_number(work.tx, DocumentKind::CreditNote, letter).await? {
        Some(reserved) => Ok(reserved),
        None => {
            let text = format!(
                "No hay una serie activa de notas de crédito que empiece con {letter}. Actívala en Configuración."
            );
            refuse(Code::Conflict, text).err()
        }
    }
}
