//! What an answer makes of a document. Pure: every state that a document can reach by an answer is decided here.

use super::pace::{Pace, later as later_by};
use crate::billing::{
    BillingState,
    electronic::queue::{Standing, TaxDocument},
};
use chrono::{DateTime, Utc};
use comanda_sunat::{
    answer::{Answer, Taken, Trouble},
    codes,
};

/// So many empty answers of a service that took user and password before are taken for its own trouble.
pub(super) const EMPTY_ANSWERS: i64 = 3;

/// For an empty answer, by which production refuses user and password without a code.
const CREDENTIALS: &str = "0102";

/// What is known of a document after an answer about it.
pub(super) fn after(document: &TaxDocument, answer: Answer, now: DateTime<Utc>, pace: &Pace) -> Standing {
    let before = Standing::from(document);
    match answer {
        Answer::Accepted(taken) => {
            counted(document, BillingState::Accepted, "0".into(), said(taken.as_ref()), taken, now, pace)
        }
        Answer::Observed(taken) => {
            let (code, text) = (taken.cdr.observation_code().to_owned(), taken.cdr.observation_text());
            counted(document, BillingState::Observed, code, text, Some(taken), now, pace)
        }
        Answer::Rejected { code, message, receipt } => Standing {
            state: BillingState::Rejected,
            sunat_message: text_of(&code, message),
            sunat_code: code,
            cdr: zip_of(receipt),
            accepted_at: None,
            ..done(before)
        },
        Answer::Voided => Standing {
            state: BillingState::Voided,
            sunat_code: "0003".into(),
            sunat_message: "La SUNAT lo registra dado de baja.".into(),
            accepted_at: before.accepted_at.or(Some(now)),
            batch_id: before.batch_id,
            ..done(before)
        },
        // What is not in doubt is not unsettled by an index that does not show it yet.
        Answer::Unknown if !document.in_doubt => before,
        Answer::Unknown => unknown(document, now, pace),
        Answer::Retry(Trouble::Unreachable) => waiting(before, Trouble::Unreachable),
        Answer::Retry(trouble) => {
            let in_doubt = before.in_doubt;
            later(before, trouble, in_doubt, now, pace)
        }
        Answer::QueryFirst(trouble) => later(before, trouble, true, now, pace),
        Answer::InProcess | Answer::PendingTicket(_) => {
            let trouble = Trouble::Service { code: "0140".into(), message: text_of("0140", String::new()) };
            later(before, trouble, true, now, pace)
        }
        Answer::RegisteredBefore { message } => failed(before, "1033".into(), message),
        Answer::CredentialsRefused { code, message } => {
            let is_settled = is_settled(before.state);
            let failed = failed(before, code.unwrap_or_else(|| CREDENTIALS.into()), message);
            // Seldom: whoever asks often with a wrong password is locked out.
            let at = later_by(now, pace.longest_wait);
            // Patience with empty answers does not begin anew each time.
            let tries = failed.tries.max(EMPTY_ANSWERS);
            Standing { next_try_at: if is_settled { failed.next_try_at } else { Some(at) }, tries, ..failed }
        }
        Answer::Stop { code, message } | Answer::DuplicateBatch { code, message } => failed(before, code, message),
        Answer::TicketLost => failed(before, "0127".into(), String::new()),
    }
}

/// Waits for a person.
pub(super) fn failed(before: Standing, code: String, message: String) -> Standing {
    // What is settled is not unsettled by a question that went wrong.
    if is_settled(before.state) {
        return before;
    }
    let sunat_message = text_of(&code, message);
    Standing { state: BillingState::Failed, sunat_code: code, sunat_message, ..done(before) }
}

/// Whether nothing more is to come of it by itself.
pub(super) const fn is_settled(state: BillingState) -> bool {
    matches!(state, BillingState::Accepted | BillingState::Observed | BillingState::Rejected | BillingState::Voided)
}

/// The tax authority counts it: that is the end, unless it is to be voided.
fn counted(
    document: &TaxDocument,
    state: BillingState,
    code: String,
    text: String,
    taken: Option<Taken>,
    now: DateTime<Utc>,
    pace: &Pace,
) -> Standing {
    let before = Standing::from(document);
    if let Some(other) = taken.as_ref().and_then(|t| t.cdr.digest.as_deref()).filter(|d| !is_same(d, &document.digest))
    {
        let text = format!("La SUNAT tiene con este número otro documento (resumen {other}). Avisa a soporte.");
        return Standing {
            state: BillingState::Failed,
            sunat_code: "1033".into(),
            sunat_message: text,
            ..done(before)
        };
    }
    let is_to_be_voided =
        document.void_reason.is_some() || matches!(document.state, BillingState::Voiding | BillingState::Voided);
    let asked_again = document.was_accepted() && is_to_be_voided;
    let was_counted = matches!(before.state, BillingState::Accepted | BillingState::Observed) && !is_to_be_voided;
    // What was said first was said of the document itself; a void that failed waits for its person.
    if was_counted || (asked_again && before.state == BillingState::Failed) {
        return Standing { cdr: zip_of(taken), ..before };
    }
    let next_try_at = match (is_to_be_voided, asked_again) {
        (false, _) => None,
        (true, false) => Some(now),
        // It was told to be voided and is not: once more, but not at once.
        (true, true) => Some(pace.after(now, document.tries)),
    };
    Standing {
        state: if is_to_be_voided { BillingState::Voiding } else { state },
        sunat_code: code,
        sunat_message: text,
        cdr: zip_of(taken),
        tries: if asked_again { before.tries.saturating_add(1) } else { 0 },
        next_try_at,
        accepted_at: before.accepted_at.or(Some(now)),
        in_doubt: false,
        batch_id: None,
    }
}

/// It was asked for by its number, and there is none.
fn unknown(document: &TaxDocument, now: DateTime<Utc>, pace: &Pace) -> Standing {
    let before = Standing::from(document);
    let state = match (document.state, document.void_reason.is_some()) {
        (BillingState::Rejected, _) => return before,
        (_, true) => BillingState::Voiding,
        (_, false) => BillingState::Pending,
    };
    let again = if document.by_summary { pace.after(now, document.tries) } else { now };
    Standing {
        state,
        sunat_code: "0011".into(),
        sunat_message: "La SUNAT todavía no lo tiene: se envía.".into(),
        tries: before.tries.saturating_add(1),
        next_try_at: Some(again),
        in_doubt: false,
        accepted_at: None,
        batch_id: None,
        ..before
    }
}

/// Nobody was reached: it keeps its place in the queue.
fn waiting(before: Standing, trouble: Trouble) -> Standing {
    if before.next_try_at.is_none() {
        return before;
    }
    let (sunat_code, sunat_message) = told(trouble);
    Standing { sunat_code, sunat_message, ..before }
}

/// Another time.
fn later(before: Standing, trouble: Trouble, in_doubt: bool, now: DateTime<Utc>, pace: &Pace) -> Standing {
    if before.next_try_at.is_none() {
        return before;
    }
    let (sunat_code, sunat_message) = told(trouble);
    Standing {
        sunat_code,
        sunat_message,
        next_try_at: Some(pace.after(now, before.tries)),
        tries: before.tries.saturating_add(1),
        in_doubt,
        ..before
    }
}

/// A provider may tell in words without giving the receipt.
fn zip_of(taken: Option<Taken>) -> Option<Vec<u8>> {
    taken.map(|taken| taken.zip).filter(|zip| !zip.is_empty())
}

fn done(before: Standing) -> Standing {
    Standing { cdr: None, next_try_at: None, in_doubt: false, batch_id: None, tries: 0, ..before }
}

fn said(taken: Option<&Taken>) -> String {
    taken.map_or_else(|| "Aceptado; la SUNAT no entrega constancia de este.".into(), |t| t.cdr.description.clone())
}

/// What they said, or else what the code stands for.
pub(super) fn text_of(code: &str, message: String) -> String {
    if message.is_empty() { codes::lookup(code).map_or(message, |c| c.text.to_owned()) } else { message }
}

/// Code and text of a trouble, for people.
pub(super) fn told(trouble: Trouble) -> (String, String) {
    let text = match trouble {
        Trouble::Unreachable => "Sin conexión con la SUNAT. Se vuelve a intentar solo.",
        Trouble::TimedOut => {
            "La SUNAT no respondió a tiempo. Se pregunta por el comprobante antes de enviarlo otra vez."
        }
        Trouble::NotSunat => "Respondió otra cosa que la SUNAT. Se vuelve a intentar solo.",
        Trouble::WrongReceipt => "La constancia que llegó no es de este comprobante. Se vuelve a pedir sola.",
        Trouble::Service { code, message } => {
            let text = text_of(&code, message);
            return (code, text);
        }
    };
    (String::new(), text.to_owned())
}

/// Base64, whatever stands around it.
fn is_same(one: &str, other: &str) -> bool {
    one.trim().trim_end_matches('=') == other.trim().trim_end_matches('=')
}
