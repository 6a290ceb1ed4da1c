//! Requests of users to the sender: to send a document again, or to make a day's summary now.

use super::{batches, status_query::DocumentStatus};
use crate::billing::{
    self, BillingState,
    electronic::{
        TaxOwner,
        queue::{self, DeliveryStatus, TaxDocument},
    },
};
use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::{Code, Result, invalid, not_found, refuse},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    companies::Company,
    use_case::Work,
};

const MAX_DAYS: i64 = 31;

/// Finds the electronic part of a document.
///
/// # Errors
/// 404 where there is no such document; 409 where it is not electronic.
pub(super) async fn load_electronic(company: &Company, owner: TaxOwner) -> Result<TaxDocument> {
    let mut tx = company.db.read().await?;
    find_electronic(&mut tx, owner).await
}

async fn find_electronic(tx: &mut Tx, owner: TaxOwner) -> Result<TaxDocument> {
    if let Some(document) = queue::find_of_owner(tx, owner).await? {
        return Ok(document);
    }
    let is_there = match owner {
        TaxOwner::Billing(id) => billing::find_billing_row(tx, id).await?.is_some(),
        TaxOwner::Note(id) => billing::notes::find_note(tx, id).await?.is_some(),
    };
    if !is_there {
        return not_found("el comprobante").err();
    }
    refuse(Code::Conflict, "Este comprobante no es electrónico: no se envía a la SUNAT.").err()
}

/// Explains why a document in this state is not sent again; `None` where it is.
const fn resend_obstacle(state: BillingState) -> Option<&'static str> {
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

/// Whether an electronic document in this state can be sent again.
pub const fn can_resend(state: BillingState) -> bool {
    !matches!(state, BillingState::NotSent) && resend_obstacle(state).is_none()
}

/// Makes a document due now.
pub(super) async fn resend_document(work: &mut Work<'_>, owner: TaxOwner) -> Result<DocumentStatus> {
    let known = find_electronic(work.tx, owner).await?;
    let document = queue::lock_and_load(work.tx, known.id).await?;
    if let Some(text) = resend_obstacle(document.state) {
        return refuse(Code::Conflict, text).with_current(DocumentStatus::from_document(&document, false)).err();
    }
    match document.batch_id {
        Some(batch) => batches::make_batch_due(work.tx, batch, work.now).await?,
        None => {
            let state = if document.void_reason.is_some() { BillingState::Voiding } else { BillingState::Pending };
            let next =
                DeliveryStatus { state, next_try_at: Some(work.now), tries: 0, ..DeliveryStatus::from(&document) };
            queue::store_status(work.tx, document.id, &next, None).await?;
        }
    }
    let entry = match owner {
        TaxOwner::Billing(id) => AuditEntry::new("DOCUMENT_SENT_AGAIN").entity("billing", id.0),
        TaxOwner::Note(id) => AuditEntry::new("DOCUMENT_SENT_AGAIN").entity("credit_note", id.0),
    };
    let entry = entry.reason(document.full_number());
    audit::log(work.tx, work.actor, work.now, entry).await?;
    Ok(DocumentStatus::from_document(&queue::load_document(work.tx, document.id).await?, false))
}

/// Makes the boletas of a day due for a summary now; returns their number.
pub(super) async fn make_summary(work: &mut Work<'_>, day: NaiveDate) -> Result<i64> {
    if day > work.issue_date() {
        return invalid("date", "Ese día todavía no llega. Elige hoy o un día anterior.").err();
    }
    let documents = queue::make_summary_due(work.tx, day, work.now).await?;
    let entry = AuditEntry::new("SUMMARY_ASKED").reason(format!("{day}: {documents}"));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    Ok(documents)
}

/// Refuses days that are not in order, or a span of more than 31 days.
pub(super) fn validate_days(from: NaiveDate, to: NaiveDate) -> Result<()> {
    match (to - from).num_days() {
        0..MAX_DAYS => Ok(()),
        ..0 => invalid("to", "La fecha final no puede ser anterior a la inicial.").err(),
        _ => invalid("to", "Se concilian 31 días a la vez. Elige un rango más corto.").err(),
    }
}
