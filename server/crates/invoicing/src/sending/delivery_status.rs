//! Derives the status of a document from an answer: every state that an answer can cause is decided here.

use super::pace::{SendingPace, later};
use crate::billing::{
    BillingState,
    electronic::queue::{DeliveryStatus, TaxDocument},
};
use chrono::{DateTime, Utc};
use comanda_sunat::{
    answer::{Answer, ReceivedCdr, Trouble},
    codes,
};

/// The number of empty answers that are taken for a trouble of the service itself, where it accepted user and password before.
pub(super) const TOLERATED_EMPTY_ANSWERS: i64 = 3;

/// The code for an empty answer, by which production refuses user and password.
const CREDENTIALS_REFUSED_CODE: &str = "0102";

/// Returns the status of a document after an answer about it.
pub(super) fn status_after(
    document: &TaxDocument,
    answer: Answer,
    now: DateTime<Utc>,
    pace: &SendingPace,
) -> DeliveryStatus {
    let before = DeliveryStatus::from(document);
    match answer {
        Answer::Accepted(received) => accepted_status(
            document,
            BillingState::Accepted,
            "0".into(),
            acceptance_text(received.as_ref()),
            received,
            now,
            pace,
        ),
        Answer::Observed(received) => {
            let (code, text) = (received.cdr.observation_code().to_owned(), received.cdr.observation_text());
            accepted_status(document, BillingState::Observed, code, text, Some(received), now, pace)
        }
        Answer::Rejected { code, message, receipt } => DeliveryStatus {
            state: BillingState::Rejected,
            sunat_message: answer_text(&code, message),
            sunat_code: code,
            cdr: receipt_zip(receipt),
            accepted_at: None,
            ..settled_status(before)
        },
        Answer::Voided => DeliveryStatus {
            state: BillingState::Voided,
            sunat_code: "0003".into(),
            sunat_message: "La SUNAT lo registra dado de baja.".into(),
            accepted_at: before.accepted_at.or(Some(now)),
            batch_id: before.batch_id,
            ..settled_status(before)
        },
        // A document that is not in doubt keeps its state: a query may not show it yet.
        Answer::Unknown if !document.in_doubt => before,
        Answer::Unknown => not_found_status(document, now, pace),
        Answer::Retry(Trouble::Unreachable) => unreached_status(before, Trouble::Unreachable),
        Answer::Retry(trouble) => {
            let in_doubt = before.in_doubt;
            retry_status(before, trouble, in_doubt, now, pace)
        }
        Answer::QueryFirst(trouble) => retry_status(before, trouble, true, now, pace),
        Answer::InProcess | Answer::PendingTicket(_) => {
            let trouble = Trouble::Service { code: "0140".into(), message: answer_text("0140", String::new()) };
            retry_status(before, trouble, true, now, pace)
        }
        Answer::RegisteredBefore { message } => failed_status(before, "1033".into(), message),
        Answer::CredentialsRefused { code, message } => {
            let is_settled = is_settled(before.state);
            let failed = failed_status(before, code.unwrap_or_else(|| CREDENTIALS_REFUSED_CODE.into()), message);
            // The pause is long, since frequent tries with a wrong password lock the user out.
            let at = later(now, pace.longest_wait);
            // The tolerance for empty answers does not start anew each time.
            let tries = failed.tries.max(TOLERATED_EMPTY_ANSWERS);
            DeliveryStatus { next_try_at: if is_settled { failed.next_try_at } else { Some(at) }, tries, ..failed }
        }
        Answer::Stop { code, message } | Answer::DuplicateBatch { code, message } => {
            failed_status(before, code, message)
        }
        Answer::TicketLost => failed_status(before, "0127".into(), String::new()),
    }
}

/// Returns the status of a document that waits for a person.
pub(super) fn failed_status(before: DeliveryStatus, code: String, message: String) -> DeliveryStatus {
    // A failed query does not change a settled document.
    if is_settled(before.state) {
        return before;
    }
    let sunat_message = answer_text(&code, message);
    DeliveryStatus { state: BillingState::Failed, sunat_code: code, sunat_message, ..settled_status(before) }
}

/// Whether the state does not change by itself any more.
pub(super) const fn is_settled(state: BillingState) -> bool {
    matches!(state, BillingState::Accepted | BillingState::Observed | BillingState::Rejected | BillingState::Voided)
}

/// Returns the status of a document that the tax authority accepted: final, unless the document is to be voided.
fn accepted_status(
    document: &TaxDocument,
    state: BillingState,
    code: String,
    text: String,
    received: Option<ReceivedCdr>,
    now: DateTime<Utc>,
    pace: &SendingPace,
) -> DeliveryStatus {
    let before = DeliveryStatus::from(document);
    if let Some(other) =
        received.as_ref().and_then(|t| t.cdr.digest.as_deref()).filter(|d| !is_same(d, &document.digest))
    {
        let text = format!("La SUNAT tiene con este número otro documento (resumen {other}). Avisa a soporte.");
        return DeliveryStatus {
            state: BillingState::Failed,
            sunat_code: "1033".into(),
            sunat_message: text,
            ..settled_status(before)
        };
    }
    let is_to_be_voided =
        document.void_reason.is_some() || matches!(document.state, BillingState::Voiding | BillingState::Voided);
    let asked_again = document.was_accepted() && is_to_be_voided;
    let was_counted = matches!(before.state, BillingState::Accepted | BillingState::Observed) && !is_to_be_voided;
    // The first answer was about the document itself; a failed void waits for a person.
    if was_counted || (asked_again && before.state == BillingState::Failed) {
        return DeliveryStatus { cdr: receipt_zip(received), ..before };
    }
    let next_try_at = match (is_to_be_voided, asked_again) {
        (false, _) => None,
        (true, false) => Some(now),
        // The void was sent and is not in effect: it is sent again after a pause.
        (true, true) => Some(pace.next_try(now, document.tries)),
    };
    DeliveryStatus {
        state: if is_to_be_voided { BillingState::Voiding } else { state },
        sunat_code: code,
        sunat_message: text,
        cdr: receipt_zip(received),
        tries: if asked_again { before.tries.saturating_add(1) } else { 0 },
        next_try_at,
        accepted_at: before.accepted_at.or(Some(now)),
        in_doubt: false,
        batch_id: None,
    }
}

/// Returns the status after a query by the number that found no document.
fn not_found_status(document: &TaxDocument, now: DateTime<Utc>, pace: &SendingPace) -> DeliveryStatus {
    let before = DeliveryStatus::from(document);
    let state = match (document.state, document.void_reason.is_some()) {
        (BillingState::Rejected, _) => return before,
        (_, true) => BillingState::Voiding,
        (_, false) => BillingState::Pending,
    };
    let next_try = if document.by_summary { pace.next_try(now, document.tries) } else { now };
    DeliveryStatus {
        state,
        sunat_code: "0011".into(),
        sunat_message: "La SUNAT todavía no lo tiene: se envía.".into(),
        tries: before.tries.saturating_add(1),
        next_try_at: Some(next_try),
        in_doubt: false,
        accepted_at: None,
        batch_id: None,
        ..before
    }
}

/// Returns the status where nobody was reached: the document keeps its place in the queue.
fn unreached_status(before: DeliveryStatus, trouble: Trouble) -> DeliveryStatus {
    if before.next_try_at.is_none() {
        return before;
    }
    let (sunat_code, sunat_message) = trouble_text(trouble);
    DeliveryStatus { sunat_code, sunat_message, ..before }
}

/// Returns the status for another try after a pause.
fn retry_status(
    before: DeliveryStatus,
    trouble: Trouble,
    in_doubt: bool,
    now: DateTime<Utc>,
    pace: &SendingPace,
) -> DeliveryStatus {
    if before.next_try_at.is_none() {
        return before;
    }
    let (sunat_code, sunat_message) = trouble_text(trouble);
    DeliveryStatus {
        sunat_code,
        sunat_message,
        next_try_at: Some(pace.next_try(now, before.tries)),
        tries: before.tries.saturating_add(1),
        in_doubt,
        ..before
    }
}

/// The zip of a receipt; a provider may answer in words without one.
fn receipt_zip(received: Option<ReceivedCdr>) -> Option<Vec<u8>> {
    received.map(|received| received.zip).filter(|zip| !zip.is_empty())
}

fn settled_status(before: DeliveryStatus) -> DeliveryStatus {
    DeliveryStatus { cdr: None, next_try_at: None, in_doubt: false, batch_id: None, tries: 0, ..before }
}

fn acceptance_text(received: Option<&ReceivedCdr>) -> String {
    received.map_or_else(|| "Aceptado; la SUNAT no entrega constancia de este.".into(), |t| t.cdr.description.clone())
}

/// Returns the message of the answer, or else the text of the code.
pub(super) fn answer_text(code: &str, message: String) -> String {
    if message.is_empty() { codes::lookup(code).map_or(message, |c| c.text.to_owned()) } else { message }
}

/// Returns code and text of a trouble, for users.
pub(super) fn trouble_text(trouble: Trouble) -> (String, String) {
    let text = match trouble {
        Trouble::Unreachable => "Sin conexión con la SUNAT. Se vuelve a intentar solo.",
        Trouble::TimedOut => {
            "La SUNAT no respondió a tiempo. Se pregunta por el comprobante antes de enviarlo otra vez."
        }
        Trouble::NotSunat => "Respondió otra cosa que la SUNAT. Se vuelve a intentar solo.",
        Trouble::WrongReceipt => "La constancia que llegó no es de este comprobante. Se vuelve a pedir sola.",
        Trouble::Service { code, message } => {
            let text = answer_text(&code, message);
            return (code, text);
        }
    };
    (String::new(), text.to_owned())
}

/// Compares two digests in base64, ignoring spaces and padding.
fn is_same(one: &str, other: &str) -> bool {
    one.trim().trim_end_matches('=') == other.trim().trim_end_matches('=')
}
