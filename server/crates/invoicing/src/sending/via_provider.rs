//! Documents and voids sent by a provider, who signs and sends in the company's name. Its answers are converted to those of the tax
//! authority, so that all further steps are the same.

use super::{
    batches::{BatchKind, BatchRow, BatchState},
    context::SenderContext,
    gateway::ProviderClient,
};
use crate::billing::electronic::{
    load_content,
    queue::{self, TOKEN_REFUSED, TaxDocument},
};
use chrono::NaiveDate;
use comanda_base::{error::Result, transact};
use comanda_sunat::{
    answer::{Answer, ReceivedCdr, Trouble},
    archive,
    cdr::{self, Cdr},
    provider::{self, Contact, DocumentStatus, Outcome, Path, State},
};
use serde_json::{Value, json};

const TOKEN_TEXT: &str =
    "El proveedor no acepta el token. Cópialo otra vez de su página a la configuración de facturación.";

impl SenderContext {
    /// Sends a document to the provider under our number; a document that the provider already has is queried by its id there.
    pub(super) async fn send_by_provider(&self, client: &ProviderClient, document: &TaxDocument) -> Result<Answer> {
        let mut known = document.external_id.clone();
        let mut outcome = if known.is_empty() {
            self.submit(client, document).await?
        } else {
            client.send_request(Path::Send, external_id_body(&known)).await
        };
        if let Outcome::Document(status) = &outcome
            && known.is_empty()
            && !status.external_id.is_empty()
        {
            known.clone_from(&status.external_id);
            transact!(self.company.db, |tx| { queue::set_provider_id(tx, document.id, &known).await })?;
            // The provider has the document, and waits for the order to send it.
            if status.state == State::Registered {
                outcome = client.send_request(Path::Send, external_id_body(&known)).await;
            }
        }
        let receipt = match &outcome {
            Outcome::Document(DocumentStatus { cdr: Some(link), .. }) => client.download_receipt(link.clone()).await,
            _ => None,
        };
        Ok(document_answer(document, outcome, receipt))
    }

    /// Submits the document, marking it as in doubt before: an interruption leaves a document that may have arrived.
    async fn submit(&self, client: &ProviderClient, document: &TaxDocument) -> Result<Outcome> {
        let body = self.request_body(document).await?;
        let (db, id) = (&self.company.db, document.id);
        if !document.in_doubt {
            transact!(db, |tx| { queue::set_delivery_in_doubt(tx, id, true).await })?;
        }
        let outcome = client.send_request(Path::Documents, body).await;
        if !document.in_doubt && outcome == Outcome::Retry(provider::Trouble::Unreachable) {
            transact!(db, |tx| { queue::set_delivery_in_doubt(tx, id, false).await })?;
        }
        Ok(outcome)
    }

    async fn request_body(&self, document: &TaxDocument) -> Result<Value> {
        let mut tx = self.company.db.read().await?;
        let document_content = load_content(&mut tx, document).await?;
        let changed = queue::find_provider_id_of_modified(&mut tx, document).await?;
        Ok(provider::document_body(
            &document_content,
            Contact::default(),
            Some(changed.as_str()).filter(|name| !name.is_empty()),
        ))
    }
}

fn external_id_body(external_id: &str) -> Value {
    json!({ "external_id": external_id })
}

/// Converts the provider's answer about a document. `receipt` is the tax authority's, where the provider has one.
fn document_answer(document: &TaxDocument, outcome: Outcome, receipt: Option<Vec<u8>>) -> Answer {
    match outcome {
        Outcome::Document(status) => state_answer(document, status, receipt),
        // An answer was lost: the document under our number is the one submitted before.
        Outcome::RegisteredBefore { message } if document.in_doubt => {
            let message = format!("El proveedor ya lo tenía de un envío anterior: {message}");
            Answer::Accepted(Some(received_cdr(document, "0", &message, None)))
        }
        Outcome::RegisteredBefore { message } => Answer::RegisteredBefore { message },
        Outcome::Ticket { .. } | Outcome::TicketResult { .. } => Answer::QueryFirst(Trouble::WrongReceipt),
        other => trouble_answer(other),
    }
}

fn state_answer(document: &TaxDocument, status: DocumentStatus, receipt: Option<Vec<u8>>) -> Answer {
    let DocumentStatus { state, code, message, .. } = status;
    let received = || received_cdr(document, &code, &message, receipt);
    match state {
        State::Accepted => Answer::Accepted(Some(received())),
        State::Observed => Answer::Observed(received()),
        State::Rejected => Answer::Rejected { receipt: Some(received()), code, message },
        State::Voided => Answer::Voided,
        State::Registered | State::Sent | State::ToBeVoided => Answer::InProcess,
    }
}

/// Returns the tax authority's receipt where there is one, else one made of the provider's words. The receipt is of the provider's XML,
/// whose digest differs from ours.
fn received_cdr(document: &TaxDocument, code: &str, message: &str, receipt: Option<Vec<u8>>) -> ReceivedCdr {
    let read = receipt.and_then(|zip| {
        let cdr = cdr::read(&archive::unpack_receipt(&zip).ok()?).ok()?;
        Some(ReceivedCdr { cdr: Cdr { digest: None, ..cdr }, zip })
    });
    read.unwrap_or_else(|| ReceivedCdr {
        cdr: Cdr {
            id: String::new(),
            document: document.full_number(),
            code: if code.is_empty() { "0".to_owned() } else { code.to_owned() },
            description: if message.is_empty() {
                "Aceptado, según el proveedor.".to_owned()
            } else {
                message.to_owned()
            },
            notes: Vec::new(),
            digest: None,
        },
        zip: Vec::new(),
    })
}

/// Converts an outcome that says nothing about the document.
fn trouble_answer(outcome: Outcome) -> Answer {
    match outcome {
        Outcome::TokenRefused { .. } => {
            Answer::CredentialsRefused { code: Some(TOKEN_REFUSED.to_owned()), message: TOKEN_TEXT.to_owned() }
        }
        Outcome::Refused { message } => Answer::Stop { code: String::new(), message },
        Outcome::Retry(provider::Trouble::Unreachable) => Answer::Retry(Trouble::Unreachable),
        Outcome::Retry(provider::Trouble::TimedOut) => Answer::QueryFirst(Trouble::TimedOut),
        // The provider may have the document nevertheless.
        _ => Answer::QueryFirst(Trouble::NotSunat),
    }
}

/// Builds the request for a batch of voids, with each document's id at the provider.
pub(super) fn voids_body(kind: BatchKind, day: NaiveDate, documents: &[(&str, &str)]) -> Value {
    match kind {
        BatchKind::Ra => provider::void_body(day, documents),
        BatchKind::Rc => provider::void_boletas_body(day, documents),
    }
}

/// Sends a batch to the provider, or queries its result. Returns the provider's id of the batch, where the answer has one.
pub(super) async fn send_batch(
    client: &ProviderClient,
    batch: &BatchRow,
    body: &str,
) -> Result<(Answer, Option<String>)> {
    let (tell, ask) = match batch.kind {
        BatchKind::Ra => (Path::Void, Path::VoidStatus),
        BatchKind::Rc => (Path::Summary, Path::SummaryStatus),
    };
    if batch.state == BatchState::Sent {
        let outcome = client.send_request(ask, provider::status_body(&batch.external_id, &batch.ticket)).await;
        return Ok((ticket_answer(outcome), None));
    }
    let body: Value = serde_json::from_str(body).map_err(anyhow::Error::from)?;
    Ok(match client.send_request(tell, body).await {
        Outcome::Ticket { external_id, ticket } => (Answer::PendingTicket(ticket), Some(external_id)),
        Outcome::RegisteredBefore { message } => (Answer::DuplicateBatch { code: String::new(), message }, None),
        // An answer was lost: each document is queried.
        Outcome::Refused { message } if batch.tries > 0 => {
            (Answer::DuplicateBatch { code: String::new(), message }, None)
        }
        Outcome::Document(_) | Outcome::TicketResult { .. } => (Answer::QueryFirst(Trouble::WrongReceipt), None),
        other => (trouble_answer(other), None),
    })
}

/// Converts the provider's answer about a batch.
fn ticket_answer(outcome: Outcome) -> Answer {
    match outcome {
        Outcome::TicketResult { code, message } => match code.parse::<u32>() {
            Ok(0) => Answer::Accepted(None),
            Ok(98) | Err(_) => Answer::InProcess,
            Ok(2000..=3999) => Answer::Rejected { code, message, receipt: None },
            Ok(_) => Answer::Stop { code, message },
        },
        Outcome::Document(DocumentStatus { state: State::Voided, .. }) => Answer::Accepted(None),
        Outcome::Document(_) | Outcome::Ticket { .. } => Answer::InProcess,
        Outcome::RegisteredBefore { message } => Answer::DuplicateBatch { code: String::new(), message },
        // A query submits nothing, so it can be repeated.
        Outcome::Retry(_) => Answer::Retry(Trouble::NotSunat),
        other => trouble_answer(other),
    }
}
