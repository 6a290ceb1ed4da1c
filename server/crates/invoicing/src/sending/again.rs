//! What people ask of the sender: a document once more, a day's summary now.

use super::{ask::DocumentStatus, batches};
use crate::billing::{
    self, BillingState,
    electronic::{
        TaxOwner,
        queue::{self, Standing, TaxDocument},
    },
};
use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::{Code, Result, invalid, not_found, refuse},
};
use comanda_platform::{
    audit::{self, Entry},
    companies::Company,
    use_case::Work,
};

const MAX_DAYS: i64 = 31;

/// The electronic half of a document.
///
/// # Errors
/// 404 where there is no such document; 409 where it is not electronic.
pub(super) async fn electronic(company: &Company, owner: TaxOwner) -> Result<TaxDocument> {
    let mut tx = company.db.read().await?;
    found(&mut tx, owner).await
}

async fn found(tx: &mut Tx, owner: TaxOwner) -> Result<TaxDocument> {
    if let Some(document) = queue::of_owner(tx, owner).await? {
        return Ok(document);
    }
    let is_there = match owner {
        TaxOwner::Billing(id) => billing::one(tx, id).await?.is_some(),
        TaxOwner::Note(id) => billing::notes::note(tx, id).await?.is_some(),
    };
    if !is_there {
        return not_found("el comprobante").err();
    }
    refuse(Code::Conflict, "Este comprobante no es electrónico: no se envía a la SUNAT.").err()
}

/// Why a document in this state is not sent again; none where it is.
const fn why_not(state: BillingState) -> Option<&'static str> {
    match state {
        BillingState::Accepted | BillingState::Observed => {
            Some("La SUNAT ya aceptó este comprobante: no hace falta enviarlo.")
        }
        BillingState::Voided => Some("Este comprobante está anulado: no se envía."),
        BillingState::Rejected => {
            Some("La SUNAT rechazó este comprobante y su número ya no se usa. Corrige los datos y emite uno nuevo.")
        }
        _ => None,
    }
}

/// Whether sending an electronic document in this state again does anything.
pub const fn can_be_sent(state: BillingState) -> bool {
    !matches!(state, BillingState::NotSent) && why_not(state).is_none()
}

/// Puts a document at the head of what is due.
pub(super) async fn send(work: &mut Work<'_>, owner: TaxOwner) -> Result<DocumentStatus> {
    let known = found(work.tx, owner).await?;
    let document = queue::locked(work.tx, known.id).await?;
    if let Some(text) = why_not(document.state) {
        return refuse(Code::Conflict, text).current(DocumentStatus::of(&document, false)).err();
    }
    match document.batch_id {
        Some(batch) => batches::hurry(work.tx, batch, work.now).await?,
        None => {
            let state = if document.void_reason.is_some() { BillingState::Voiding } else { BillingState::Pending };
            let next = Standing { state, next_try_at: Some(work.now), tries: 0, ..Standing::from(&document) };
            queue::record(work.tx, document.id, &next, None).await?;
        }
    }
    let entry = match owner {
        TaxOwner::Billing(id) => Entry::new("DOCUMENT_SENT_AGAIN").entity("billing", id.0),
        TaxOwner::Note(id) => Entry::new("DOCUMENT_SENT_AGAIN").entity("credit_note", id.0),
    };
    let entry = entry.reason(document.full_number());
    audit::log(work.tx, work.actor, work.now, entry).await?;
    Ok(DocumentStatus::of(&queue::one(work.tx, document.id).await?, false))
}

/// Lets the boletas of a day go by summary now; gives how many.
pub(super) async fn sum_up(work: &mut Work<'_>, day: NaiveDate) -> Result<i64> {
    if day > work.issue_date() {
        return invalid("date", "Ese día todavía no llega. Elige hoy o un día anterior.").err();
    }
    let documents = queue::sum_up_now(work.tx, day, work.now).await?;
    let entry = Entry::new("SUMMARY_ASKED").reason(format!("{day}: {documents}"));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    Ok(documents)
}

/// Refuses days that are not a span of at most a month.
pub(super) fn check_days(from: NaiveDate, to: NaiveDate) -> Result<()> {
    match (to - from).num_days() {
        0..MAX_DAYS => Ok(()),
        ..0 => invalid("to", "La fecha final no puede ser anterior a la inicial.").err(),
        _ => invalid("to", "Se concilian 31 días a la vez. Elige un rango más corto.").err(),
    }
}
