//! What becomes of a batch's documents.

use super::{
    model::{BatchRow, BatchState},
    store,
};
use crate::{
    billing::{
        BillingState,
        electronic::queue::{self, Standing, TaxDocument},
    },
    sending::{desk::Desk, pace::later, standing, telling::tell},
};
use chrono::{DateTime, Utc};
use comanda_base::{error::Result, transact};
use comanda_platform::settings::tax;
use comanda_sunat::answer::Answer;

const DATED_WRONG: &str = "La SUNAT dice que la fecha del envío todavía no llega: revisa la fecha y la hora del equipo del servidor. \
                           Se envía otra vez solo.";

/// How a batch ended.
#[derive(Debug, Clone)]
pub(super) enum End {
    /// Its documents are as it says.
    Well { state: BatchState, code: String, message: String, cdr: Option<Vec<u8>> },
    /// Not known, or not for all: each document is asked for by its number.
    AskEach { code: String, message: String },
    /// The batch was refused because of the clock that dated it: its documents go again in another one.
    DatedWrong { code: String, message: String },
    /// Refused, with its receipt where there is one.
    Refused { state: BatchState, code: String, message: String, cdr: Option<Vec<u8>> },
}

/// Ends a batch, and says of each document what follows for it.
pub(super) async fn end(desk: &Desk, batch: &BatchRow, end: &End) -> Result<()> {
    let now = desk.now();
    let (state, code, message, cdr) = match end {
        End::Well { state, code, message, cdr } | End::Refused { state, code, message, cdr } => {
            (*state, code.clone(), message.clone(), cdr.clone())
        }
        End::AskEach { code, message } | End::DatedWrong { code, message } => {
            (BatchState::Rejected, code.clone(), message.clone(), None)
        }
    };
    transact!(desk.company.db, |tx| -> Result<()> {
        let documents = queue::of_batch(tx, batch.id).await?;
        let is_one_named = documents.iter().any(|d| is_named(d, &message));
        for document in &documents {
            let standing = match end {
                End::Well { .. } => went_well(desk, batch, document, &code, &message, now),
                End::AskEach { .. } => asked_for(document, now),
                End::DatedWrong { .. } => again_after_a_while(desk, document, &code, now),
                End::Refused { .. } if is_one_named && is_named(document, &message) => asked_for(document, now),
                // It was refused because of another one: it goes again without that.
                End::Refused { .. } if is_one_named => released(document, now),
                End::Refused { .. } => Standing {
                    batch_id: None,
                    ..standing::failed(Standing::from(document), code.clone(), message.clone())
                },
            };
            queue::record(tx, document.id, &standing, None).await?;
        }
        let ended = store::Standing {
            state,
            ticket: batch.ticket.clone(),
            sunat_code: code.clone(),
            sunat_message: standing::text_of(&code, message.clone()),
            cdr: cdr.clone(),
            tries: batch.tries,
            next_try_at: None,
            answered_at: Some(now),
        };
        store::record(tx, batch.id, &ended, None).await?;
        Ok(())
    })?;
    tell(desk, None).await;
    Ok(())
}

/// The documents of a summary that was taken are on their way.
pub(super) async fn is_sent(desk: &Desk, batch: &BatchRow, ticket: &str) -> Result<()> {
    let now = desk.now();
    let sunat_message = told_in(desk, batch, now);
    transact!(desk.company.db, |tx| -> Result<()> {
        for document in queue::of_batch(tx, batch.id).await? {
            let state = if document.state == BillingState::Pending { BillingState::Sent } else { document.state };
            let (sunat_code, sunat_message) = (String::new(), sunat_message.clone());
            let sent = Standing { state, sunat_code, sunat_message, ..Standing::from(&document) };
            queue::record(tx, document.id, &sent, Some(now)).await?;
        }
        let sent = store::Standing {
            state: BatchState::Sent,
            ticket: ticket.to_owned(),
            sunat_code: String::new(),
            sunat_message: String::new(),
            cdr: None,
            tries: 0,
            next_try_at: Some(desk.pace.after_ticket(now, 0)),
            answered_at: None,
        };
        store::record(tx, batch.id, &sent, Some(now)).await?;
        Ok(())
    })?;
    tell(desk, None).await;
    Ok(())
}

/// Says on a document which batch told the tax authority of it, and what follows where the batch's ticket never ends.
fn told_in(desk: &Desk, batch: &BatchRow, now: DateTime<Utc>) -> String {
    let name = batch.name();
    if !desk.way.answers_questions() {
        return format!("Informado en {name}.");
    }
    let until = tax::issue_text(later(now, desk.pace.longest_wait_for_ticket));
    format!(
        "Informado en {name}. Si la SUNAT no lo termina hasta el {until}, se le pregunta por su número y se informa otra vez."
    )
}

fn went_well(
    desk: &Desk,
    batch: &BatchRow,
    document: &TaxDocument,
    code: &str,
    message: &str,
    now: DateTime<Utc>,
) -> Standing {
    if !batch.voids {
        let taken = standing::after(document, Answer::Accepted(None), now, &desk.pace);
        return Standing { sunat_message: format!("Aceptado en {}.", batch.name()), ..taken };
    }
    Standing {
        state: BillingState::Voided,
        sunat_code: code.to_owned(),
        sunat_message: message.to_owned(),
        next_try_at: None,
        tries: 0,
        ..Standing::from(document)
    }
}

/// Asked for by its number: then it is settled, or goes again.
fn asked_for(document: &TaxDocument, now: DateTime<Utc>) -> Standing {
    Standing { in_doubt: true, ..released(document, now) }
}

fn released(document: &TaxDocument, now: DateTime<Utc>) -> Standing {
    let state = if document.state == BillingState::Sent { BillingState::Pending } else { document.state };
    Standing { state, batch_id: None, next_try_at: Some(now), ..Standing::from(document) }
}

/// Lets a document wait that a wrong clock dated: it is tried again, each time after a longer pause, since the clock may be mended at
/// any time.
fn again_after_a_while(desk: &Desk, document: &TaxDocument, code: &str, now: DateTime<Utc>) -> Standing {
    Standing {
        sunat_code: code.to_owned(),
        sunat_message: DATED_WRONG.to_owned(),
        tries: document.tries.saturating_add(1),
        next_try_at: Some(desk.pace.after(now, document.tries)),
        ..released(document, now)
    }
}

/// `B001-3` within what was said, and not as a part of `B001-31`.
fn is_named(document: &TaxDocument, message: &str) -> bool {
    let number = document.full_number();
    message.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').any(|word| word == number)
}
