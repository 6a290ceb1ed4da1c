//! Issuing a credit note in the transaction of its refund: figures first, the series' next number last.

use super::{
    TYPE,
    discount::{OffLine, figures_of_discount},
    figures::{Asked, Target, figures},
    model::{CreditNote, ReasonCode},
    store::{self, Numbered},
};
use crate::billing::{
    electronic,
    model::Billing,
    numbers_store::{self, TakenNumber},
    words::amount_in_words,
};
use comanda_base::{
    error::{Code, OrNotFound, Result, refuse},
    ids::{CycleId, RefundId, UserId},
};
use comanda_platform::{
    audit::{self, Entry},
    use_case::Work,
};

/// A note to be.
#[derive(Debug)]
pub struct NewNote<'n> {
    /// With its earlier notes, as read under the lock of its account.
    pub billing: &'n Billing,
    pub refund: RefundId,
    /// That the money leaves.
    pub cycle: CycleId,
    pub reason_code: ReasonCode,
    pub reason: &'n str,
    pub approver: Option<UserId>,
    pub takes: Takes,
}

/// What a note takes off its document.
#[derive(Debug)]
pub enum Takes {
    /// All that is left.
    All,
    /// These units, which come to what the account says.
    Units(Vec<Asked>, Target),
    /// Amounts, as checked: a discount.
    Amounts(Vec<OffLine>),
}

/// Issues it. The caller holds the lock of the document's account.
pub async fn issue(work: &mut Work<'_>, new: NewNote<'_>) -> Result<CreditNote> {
    let row = &new.billing.row;
    let figures = match &new.takes {
        Takes::All => figures(new.billing, None, None)?,
        Takes::Units(asked, target) => figures(new.billing, Some(asked), Some(*target))?,
        Takes::Amounts(off) => figures_of_discount(new.billing, off)?,
    };
    let day = work.business_day().await?;
    let taken = next_number(work, row.letter_of_notes()).await?;
    let words = amount_in_words(figures.total);
    let numbered = Numbered { taken: &taken, day, at: work.now, by: work.actor.user_id, words: &words };
    let id = store::insert(work.tx, &new, &numbered, &figures).await?;
    let note = store::note(work.tx, id).await.or_not_found("la nota de crédito")?;
    electronic::register_note(work, new.billing, &note).await?;
    electronic::email_likewise(work.tx, row.id, id, work.now).await?;
    let entry = Entry::new("CREDIT_NOTE_ISSUED")
        .entity("credit_note", id.0)
        .request(row.client_request_id)
        .cycle(new.cycle)
        .approver(new.approver)
        .amount(note.total)
        .reason(format!("{} de {}: {}", note.full_number, new.billing.full_number, new.reason));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    store::note(work.tx, id).await.or_not_found("la nota de crédito")
}

/// Takes the next number for a note, of a series that begins so.
pub(super) async fn next_number(work: &mut Work<'_>, letter: &str) -> Result<TakenNumber> {
    match numbers_store::take_number(work.tx, TYPE, letter).await? {
        Some(taken) => Ok(taken),
        None => {
            let text = format!(
                "No hay una serie activa de notas de crédito que empiece con {letter}. Actívala en Configuración."
            );
            refuse(Code::Conflict, text).err()
        }
    }
}
