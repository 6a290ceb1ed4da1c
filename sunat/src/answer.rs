//! From what came back to what it means: the one table of it. It decides whether a number is used up and whether the same bytes
//! may go out again; 'there was an answer' never decides.

use crate::{
    archive,
    cdr::{self, Cdr},
    soap::{Fault, Reply},
};

/// What was asked, for the same words mean different things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked<'a> {
    /// `sendBill` of `F001-1`.
    Bill(&'a str),
    /// `sendSummary` of `RA-20261120-1`.
    Summary,
    /// `getStatus` of the ticket of `RA-20261120-1`.
    Ticket(&'a str),
    /// `getStatus` of `F001-1` at `billConsultService`.
    Status(&'a str),
    /// `getStatusCdr` of `F001-1`.
    Receipt(&'a str),
}

/// What it means, and so what to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Final. Without a receipt where a document was only asked by its number (0001), or a boleta's series gives none.
    Accepted(Option<Taken>),
    /// Final and valid, with observations (4000 and above) that a person should read.
    Observed(Taken),
    /// Final: the number is used up.
    Rejected { code: String, message: String, receipt: Option<Taken> },
    /// Accepted once and voided since (0003).
    Voided,
    /// Not known to the tax authority (0011): it may be sent.
    Unknown,
    /// An RA or RC was taken: ask later what became of it.
    PendingTicket(String),
    /// Ask again later (98, 0140).
    InProcess,
    /// Not taken: the same bytes again, after a while.
    Retry(Trouble),
    /// May have been taken: ask by the number before anything is sent again.
    QueryFirst(Trouble),
    /// 1033: registered before. Take its receipt over if its digest is ours; else somebody has to look.
    RegisteredBefore { message: String },
    /// Sending again would give the same: a person has to mend something.
    Stop { code: String, message: String },
    /// SOL user or password are wrong, or may not issue.
    CredentialsRefused { code: Option<String>, message: String },
    /// 0127: ask the batch's documents one by one.
    TicketLost,
    /// 2223, 2324, 2282, 2987: what it says was said before. Reconcile; never send it again.
    DuplicateBatch { code: String, message: String },
}

/// A receipt, and its bytes to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    pub cdr: Cdr,
    pub zip: Vec<u8>,
}

/// Why there is no answer yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    Unreachable,
    TimedOut,
    /// HTML, half an answer, or an HTTP error.
    NotSunat,
    /// SUNAT says that it is not well.
    Service {
        code: String,
        message: String,
    },
    /// There is a receipt, but it cannot be read or is another document's.
    WrongReceipt,
}

const NOT_TAKEN: &str = "SUNAT no aceptó el usuario o la clave SOL.";

/// Reads the meaning of a reply to what was asked.
#[must_use]
pub fn understand(asked: Asked<'_>, reply: Reply) -> Answer {
    match reply {
        Reply::Unreachable => Answer::Retry(Trouble::Unreachable),
        Reply::TimedOut => query_first_if_sent(asked, Trouble::TimedOut),
        // If it was passed on after all, the next try is told so (1033, 2223).
        Reply::NotSunat => Answer::Retry(Trouble::NotSunat),
        Reply::Empty => Answer::CredentialsRefused { code: None, message: NOT_TAKEN.to_owned() },
        Reply::Refused => Answer::CredentialsRefused { code: Some("0102".to_owned()), message: NOT_TAKEN.to_owned() },
        Reply::Ticket(ticket) => Answer::PendingTicket(ticket),
        Reply::Receipt(zip) => receipt(asked, zip),
        Reply::Fault(fault) => of_fault(asked, fault),
        Reply::Status { code, message, receipt } => status(asked, &code, message, receipt),
    }
}

/// Questions change nothing and are asked again; what was sent may have arrived.
const fn query_first_if_sent(asked: Asked<'_>, trouble: Trouble) -> Answer {
    match asked {
        Asked::Bill(_) | Asked::Summary => Answer::QueryFirst(trouble),
        Asked::Ticket(_) | Asked::Status(_) | Asked::Receipt(_) => Answer::Retry(trouble),
    }
}

/// The receipt decides, if it is ours.
fn receipt(asked: Asked<'_>, zip: Vec<u8>) -> Answer {
    let expected = match asked {
        Asked::Bill(id) | Asked::Ticket(id) | Asked::Receipt(id) | Asked::Status(id) => Some(id),
        Asked::Summary => None,
    };
    let read = archive::unpack_receipt(&zip).ok().and_then(|xml| cdr::read(&xml).ok());
    let Some(cdr) = read.filter(|cdr| expected.is_none_or(|id| is_same(&cdr.document, id))) else {
        return query_first_if_sent(asked, Trouble::WrongReceipt);
    };
    let (code, description) = (cdr.code.clone(), cdr.description.clone());
    let observed = cdr.notes.iter().any(|note| note.code.as_deref().is_some_and(|code| code.starts_with('4')));
    let taken = Taken { cdr, zip };
    match code.parse::<u32>().unwrap_or_default() {
        0 if observed => Answer::Observed(taken),
        0 => Answer::Accepted(Some(taken)),
        4000.. => Answer::Observed(taken),
        _ if is_duplicate(asked, &code) => Answer::DuplicateBatch { code, message: description },
        2000..=3999 => Answer::Rejected { code, message: description, receipt: Some(taken) },
        // A receipt with the code of an exception (0109): not a verdict on the document.
        _ => by_code(asked, code, description),
    }
}

/// `F001-00000587` is `F001-587`; a receipt of an older service puts RUC and kind before it.
fn is_same(named: &str, expected: &str) -> bool {
    let parts = |id: &str| -> Vec<String> {
        id.trim().rsplit('-').map(|part| part.trim_start_matches('0').to_ascii_uppercase()).collect()
    };
    let (named, expected) = (parts(named), parts(expected));
    named.len() >= expected.len() && named[..expected.len()] == expected[..]
}

fn of_fault(asked: Asked<'_>, Fault { code, message }: Fault) -> Answer {
    match code {
        Some(code) => by_code(asked, code, message),
        // A fault of something before SUNAT's rules, without a code of theirs.
        None => Answer::Retry(Trouble::NotSunat),
    }
}

/// The classes of a fault's code. Those of SUNAT's table that are named nowhere are stops: they are about what was sent.
fn by_code(asked: Asked<'_>, code: String, message: String) -> Answer {
    if is_duplicate(asked, &code) {
        return Answer::DuplicateBatch { code, message };
    }
    match code.parse::<u32>().unwrap_or_default() {
        // Out of service, also for hours.
        100 | 109 | 130..=138 | 200 => Answer::Retry(Trouble::Service { code, message }),
        102..=106 | 111..=113 => Answer::CredentialsRefused { code: Some(code), message },
        // Of a document that is asked for by its number: there is none.
        127 if matches!(asked, Asked::Status(_) | Asked::Receipt(_)) => Answer::Unknown,
        127 => Answer::TicketLost,
        140 => Answer::InProcess,
        1033 => Answer::RegisteredBefore { message },
        2000..=3999 => Answer::Rejected { code, message, receipt: None },
        _ => Answer::Stop { code, message },
    }
}

/// Only of batches: a document of its own is never refused with these.
fn is_duplicate(asked: Asked<'_>, code: &str) -> bool {
    matches!(asked, Asked::Summary | Asked::Ticket(_)) && matches!(code, "2223" | "2324" | "2282" | "2987")
}

/// The states of a ticket (0, 98, 99) and of a document (0001 to 0012).
fn status(asked: Asked<'_>, code: &str, message: String, zip: Option<Vec<u8>>) -> Answer {
    if let Asked::Ticket(_) = asked {
        return match (code.trim_start_matches('0'), zip) {
            ("98", _) => Answer::InProcess,
            ("" | "99", Some(zip)) => receipt(asked, zip),
            // Done, but without its receipt.
            ("" | "99", None) => Answer::Retry(Trouble::WrongReceipt),
            _ => by_code(asked, format!("{code:0>4}"), message),
        };
    }
    match (code, zip) {
        // Its receipt still says that it was accepted.
        ("0003", _) => Answer::Voided,
        // 0004 and others: the receipt exists, and here it is.
        (_, Some(zip)) => receipt(asked, zip),
        ("0001", None) => Answer::Accepted(None),
        ("0002", None) => Answer::Rejected { code: code.to_owned(), message, receipt: None },
        ("0011", None) => Answer::Unknown,
        // There is one, but it cannot be had by this way: the state is asked instead.
        ("0004", None) => Answer::Retry(Trouble::WrongReceipt),
        _ => by_code(asked, format!("{code:0>4}"), message),
    }
}
