//! Applies the result of a batch to its documents.

use super::{
    model::{BatchRow, BatchState},
    store,
};
use crate::{
    billing::{
        BillingState,
        electronic::queue::{self, DeliveryStatus, TaxDocument},
    },
    sending::{context::SenderContext, delivery_status, notify::notify_changed, pace::later},
};
use chrono::{DateTime, Utc};
use comanda_base::{error::Result, transact};
use comanda_platform::settings::tax;
use comanda_sunat::answer::Answer;

const WRONG_DATE_TEXT: &str = "La SUNAT dice que la fecha del envío todavía no llega: revisa la fecha y la hora del equipo del servidor. \
                           Se envía otra vez solo.";

/// The result of a batch.
#[derive(Debug, Clone)]
pub(super) enum BatchResult {
    /// The batch was accepted, and so were its documents.
    Well { state: BatchState, code: String, message: String, cdr: Option<Vec<u8>> },
    /// The result is unknown, or not for all documents: each is queried by its number.
    QueryEach { code: String, message: String },
    /// The batch was refused because of its date from a wrong clock: its documents go into another batch.
    WrongDate { code: String, message: String },
    /// The batch was refused, with a receipt where there is one.
    Refused { state: BatchState, code: String, message: String, cdr: Option<Vec<u8>> },
}

/// Ends a batch, and sets the status of each of its documents.
pub(super) async fn end_batch(sender: &SenderContext, batch: &BatchRow, end: &BatchResult) -> Result<()> {
    let now = sender.now();
    let (state, code, message, cdr) = match end {
        BatchResult::Well { state, code, message, cdr } | BatchResult::Refused { state, code, message, cdr } => {
            (*state, code.clone(), message.clone(), cdr.clone())
        }
        BatchResult::QueryEach { code, message } | BatchResult::WrongDate { code, message } => {
            (BatchState::Rejected, code.clone(), message.clone(), None)
        }
    };
    transact!(sender.company.db, |tx| -> Result<()> {
        let documents = queue::load_of_batch(tx, batch.id).await?;
        let is_one_named = documents.iter().any(|d| is_named(d, &message));
        for document in &documents {
            let status = match end {
                BatchResult::Well { .. } => success_status(sender, batch, document, &code, &message, now),
                BatchResult::QueryEach { .. } => query_status(document, now),
                BatchResult::WrongDate { .. } => postponed_status(sender, document, &code, now),
                BatchResult::Refused { .. } if is_one_named && is_named(document, &message) => {
                    query_status(document, now)
                }
                // The batch was refused because of another document: this one goes into a batch without that.
                BatchResult::Refused { .. } if is_one_named => released_status(document, now),
                BatchResult::Refused { .. } => DeliveryStatus {
                    batch_id: None,
                    ..delivery_status::failed_status(DeliveryStatus::from(document), code.clone(), message.clone())
                },
            };
            queue::store_status(tx, document.id, &status, None).await?;
        }
        let ended = store::BatchStatus {
            state,
            ticket: batch.ticket.clone(),
            sunat_code: code.clone(),
            sunat_message: delivery_status::answer_text(&code, message.clone()),
            cdr: cdr.clone(),
            tries: batch.tries,
            next_try_at: None,
            answered_at: Some(now),
        };
        store::update_status(tx, batch.id, &ended, None).await?;
        Ok(())
    })?;
    notify_changed(sender, None).await;
    Ok(())
}

/// Marks a batch and its documents as sent.
pub(super) async fn mark_batch_sent(sender: &SenderContext, batch: &BatchRow, ticket: &str) -> Result<()> {
    let now = sender.now();
    let sunat_message = sent_text(sender, batch, now);
    transact!(sender.company.db, |tx| -> Result<()> {
        for document in queue::load_of_batch(tx, batch.id).await? {
            let state = if document.state == BillingState::Pending { BillingState::Sent } else { document.state };
            let (sunat_code, sunat_message) = (String::new(), sunat_message.clone());
            let sent = DeliveryStatus { state, sunat_code, sunat_message, ..DeliveryStatus::from(&document) };
            queue::store_status(tx, document.id, &sent, Some(now)).await?;
        }
        let sent = store::BatchStatus {
            state: BatchState::Sent,
            ticket: ticket.to_owned(),
            sunat_code: String::new(),
            sunat_message: String::new(),
            cdr: None,
            tries: 0,
            next_try_at: Some(sender.pace.next_ticket_query(now, 0)),
            answered_at: None,
        };
        store::update_status(tx, batch.id, &sent, Some(now)).await?;
        Ok(())
    })?;
    notify_changed(sender, None).await;
    Ok(())
}

/// Returns the text for a document: the batch that reported it, and the consequence if the batch's ticket never ends.
fn sent_text(sender: &SenderContext, batch: &BatchRow, now: DateTime<Utc>) -> String {
    let name = batch.name();
    if !sender.client.can_query_documents() {
        return format!("Informado en {name}.");
    }
    let until = tax::issue_text(later(now, sender.pace.longest_wait_for_ticket));
    format!(
        "Informado en {name}. Si la SUNAT no lo termina hasta el {until}, se le pregunta por su número y se informa otra vez."
    )
}

fn success_status(
    sender: &SenderContext,
    batch: &BatchRow,
    document: &TaxDocument,
    code: &str,
    message: &str,
    now: DateTime<Utc>,
) -> DeliveryStatus {
    if !batch.voids {
        let accepted = delivery_status::status_after(document, Answer::Accepted(None), now, &sender.pace);
        return DeliveryStatus { sunat_message: format!("Aceptado en {}.", batch.name()), ..accepted };
    }
    DeliveryStatus {
        state: BillingState::Voided,
        sunat_code: code.to_owned(),
        sunat_message: message.to_owned(),
        next_try_at: None,
        tries: 0,
        ..DeliveryStatus::from(document)
    }
}

/// Returns the status of a document to be queried by its number, which settles it or has it sent again.
fn query_status(document: &TaxDocument, now: DateTime<Utc>) -> DeliveryStatus {
    DeliveryStatus { in_doubt: true, ..released_status(document, now) }
}

fn released_status(document: &TaxDocument, now: DateTime<Utc>) -> DeliveryStatus {
    let state = if document.state == BillingState::Sent { BillingState::Pending } else { document.state };
    DeliveryStatus { state, batch_id: None, next_try_at: Some(now), ..DeliveryStatus::from(document) }
}

/// Returns the status of a document dated by a wrong clock: it is tried again after growing pauses, since the clock may be corrected at any
/// time.
fn postponed_status(sender: &SenderContext, document: &TaxDocument, code: &str, now: DateTime<Utc>) -> DeliveryStatus {
    DeliveryStatus {
        sunat_code: code.to_owned(),
        sunat_message: WRONG_DATE_TEXT.to_owned(),
        tries: document.tries.saturating_add(1),
        next_try_at: Some(sender.pace.next_try(now, document.tries)),
        ..released_status(document, now)
    }
}

/// Whether the message names the document, such as `B001-3`, and not only a longer number such as `B001-31`.
fn is_named(document: &TaxDocument, message: &str) -> bool {
    let number = document.full_number();
    message.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').any(|word| word == number)
}
