//! Documents and voids by way of a provider, who signs and sends in the company's name. Its answers are put into the same words as
//! what the tax authority answers, so that what follows is the same.

use super::{
    batches::{BatchKind, BatchRow, BatchState},
    desk::Desk,
    gateway::ProviderLine,
};
use crate::billing::electronic::{
    content,
    queue::{self, TOKEN_REFUSED, TaxDocument},
};
use chrono::NaiveDate;
use comanda_base::{error::Result, transact};
use comanda_sunat::{
    answer::{Answer, Taken, Trouble},
    archive,
    cdr::{self, Cdr},
    provider::{self, Contact, Outcome, Path, Standing, State},
};
use serde_json::{Value, json};

const TOKEN_TEXT: &str =
    "El proveedor no acepta el token. Cópialo otra vez de su página a la configuración de facturación.";

impl Desk {
    /// Sends it a document under our own number; one that it has already is asked for by its own key, which tells its state as well.
    pub(super) async fn bring_to_provider(&self, to: &ProviderLine, document: &TaxDocument) -> Result<Answer> {
        let mut known = document.external_id.clone();
        let mut outcome =
            if known.is_empty() { self.tell(to, document).await? } else { to.ask(Path::Send, by_name(&known)).await };
        if let Outcome::Document(standing) = &outcome
            && known.is_empty()
            && !standing.external_id.is_empty()
        {
            known.clone_from(&standing.external_id);
            transact!(self.company.db, |tx| { queue::name_at_provider(tx, document.id, &known).await })?;
            // He has it, and waits to be told to send it.
            if standing.state == State::Registered {
                outcome = to.ask(Path::Send, by_name(&known)).await;
            }
        }
        let receipt = match &outcome {
            Outcome::Document(Standing { cdr: Some(link), .. }) => to.receipt(link.clone()).await,
            _ => None,
        };
        Ok(of_document(document, outcome, receipt))
    }

    /// Whoever ends in the middle of it leaves a document that may have arrived.
    async fn tell(&self, to: &ProviderLine, document: &TaxDocument) -> Result<Outcome> {
        let body = self.request_body(document).await?;
        let (db, id) = (&self.company.db, document.id);
        if !document.in_doubt {
            transact!(db, |tx| { queue::set_in_doubt(tx, id, true).await })?;
        }
        let outcome = to.ask(Path::Documents, body).await;
        if !document.in_doubt && outcome == Outcome::Retry(provider::Trouble::Unreachable) {
            transact!(db, |tx| { queue::set_in_doubt(tx, id, false).await })?;
        }
        Ok(outcome)
    }

    async fn request_body(&self, document: &TaxDocument) -> Result<Value> {
        let mut tx = self.company.db.read().await?;
        let said = content(&mut tx, document).await?;
        let changed = queue::changed_at_provider(&mut tx, document).await?;
        Ok(provider::document(&said, Contact::default(), Some(changed.as_str()).filter(|name| !name.is_empty())))
    }
}

fn by_name(external_id: &str) -> Value {
    json!({ "external_id": external_id })
}

/// What its answer says of a document. `receipt` is the tax authority's, where it has one.
fn of_document(document: &TaxDocument, outcome: Outcome, receipt: Option<Vec<u8>>) -> Answer {
    match outcome {
        Outcome::Document(standing) => of_standing(document, standing, receipt),
        // An answer was lost: the document under our number is the one that was told before.
        Outcome::RegisteredBefore { message } if document.in_doubt => {
            let message = format!("El proveedor ya lo tenía de un envío anterior: {message}");
            Answer::Accepted(Some(taken(document, "0", &message, None)))
        }
        Outcome::RegisteredBefore { message } => Answer::RegisteredBefore { message },
        Outcome::Ticket { .. } | Outcome::Judged { .. } => Answer::QueryFirst(Trouble::WrongReceipt),
        other => of_trouble(other),
    }
}

fn of_standing(document: &TaxDocument, standing: Standing, receipt: Option<Vec<u8>>) -> Answer {
    let Standing { state, code, message, .. } = standing;
    let taken = || taken(document, &code, &message, receipt);
    match state {
        State::Accepted => Answer::Accepted(Some(taken())),
        State::Observed => Answer::Observed(taken()),
        State::Rejected => Answer::Rejected { receipt: Some(taken()), code, message },
        State::Voided => Answer::Voided,
        State::Registered | State::Sent | State::ToBeVoided => Answer::InProcess,
    }
}

/// The tax authority's receipt where it has one, else its own words; the receipt is of its XML, whose digest is not that of ours.
fn taken(document: &TaxDocument, code: &str, message: &str, receipt: Option<Vec<u8>>) -> Taken {
    let read = receipt.and_then(|zip| {
        let cdr = cdr::read(&archive::unpack_receipt(&zip).ok()?).ok()?;
        Some(Taken { cdr: Cdr { digest: None, ..cdr }, zip })
    });
    read.unwrap_or_else(|| Taken {
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

/// What is no word about what was asked.
fn of_trouble(outcome: Outcome) -> Answer {
    match outcome {
        Outcome::TokenRefused { .. } => {
            Answer::CredentialsRefused { code: Some(TOKEN_REFUSED.to_owned()), message: TOKEN_TEXT.to_owned() }
        }
        Outcome::Refused { message } => Answer::Stop { code: String::new(), message },
        Outcome::Retry(provider::Trouble::Unreachable) => Answer::Retry(Trouble::Unreachable),
        Outcome::Retry(provider::Trouble::TimedOut) => Answer::QueryFirst(Trouble::TimedOut),
        // He may have it all the same.
        _ => Answer::QueryFirst(Trouble::NotSunat),
    }
}

/// The request for a batch of voids: each document by its key.
pub(super) fn voids(kind: BatchKind, day: NaiveDate, documents: &[(&str, &str)]) -> Value {
    match kind {
        BatchKind::Ra => provider::void(day, documents),
        BatchKind::Rc => provider::void_boletas(day, documents),
    }
}

/// Sends it a batch, or asks what became of it. Gives its key for the batch, where the answer has one.
pub(super) async fn bring_batch(to: &ProviderLine, batch: &BatchRow, body: &str) -> Result<(Answer, Option<String>)> {
    let (tell, ask) = match batch.kind {
        BatchKind::Ra => (Path::Void, Path::VoidStatus),
        BatchKind::Rc => (Path::Summary, Path::SummaryStatus),
    };
    if batch.state == BatchState::Sent {
        let outcome = to.ask(ask, provider::status(&batch.external_id, &batch.ticket)).await;
        return Ok((of_ticket(outcome), None));
    }
    let body: Value = serde_json::from_str(body).map_err(anyhow::Error::from)?;
    Ok(match to.ask(tell, body).await {
        Outcome::Ticket { external_id, ticket } => (Answer::PendingTicket(ticket), Some(external_id)),
        Outcome::RegisteredBefore { message } => (Answer::DuplicateBatch { code: String::new(), message }, None),
        // An answer was lost: each document is asked for.
        Outcome::Refused { message } if batch.tries > 0 => {
            (Answer::DuplicateBatch { code: String::new(), message }, None)
        }
        Outcome::Document(_) | Outcome::Judged { .. } => (Answer::QueryFirst(Trouble::WrongReceipt), None),
        other => (of_trouble(other), None),
    })
}

/// What became of a batch.
fn of_ticket(outcome: Outcome) -> Answer {
    match outcome {
        Outcome::Judged { code, message } => match code.parse::<u32>() {
            Ok(0) => Answer::Accepted(None),
            Ok(98) | Err(_) => Answer::InProcess,
            Ok(2000..=3999) => Answer::Rejected { code, message, receipt: None },
            Ok(_) => Answer::Stop { code, message },
        },
        Outcome::Document(Standing { state: State::Voided, .. }) => Answer::Accepted(None),
        Outcome::Document(_) | Outcome::Ticket { .. } => Answer::InProcess,
        Outcome::RegisteredBefore { message } => Answer::DuplicateBatch { code: String::new(), message },
        // It is only asked for: nothing was told.
        Outcome::Retry(_) => Answer::Retry(Trouble::NotSunat),
        other => of_trouble(other),
    }
}
