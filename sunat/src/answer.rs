//! Interprets SUNAT's replies, with the only table of their meanings.
//!
//! The meaning decides whether a number is used up and whether the same bytes may be sent again. The mere fact that there
//! was an answer never decides.

use crate::{
    archive,
    cdr::{self, Cdr},
    soap::{Fault, Reply},
};

/// The request that a reply answers: the same reply means different things after different requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestContext<'a> {
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

/// The meaning of a reply, which decides what to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Accepted; final. Without a receipt where a document was only queried by its number (0001), or its boleta series gives none.
    Accepted(Option<ReceivedCdr>),
    /// Accepted with observations (4000 and above) that a person should read; final.
    Observed(ReceivedCdr),
    /// Rejected; final: the number is used up.
    Rejected { code: String, message: String, receipt: Option<ReceivedCdr> },
    /// Accepted once and voided since (0003).
    Voided,
    /// Not known to the tax authority (0011): the document may be sent.
    Unknown,
    /// An RA or RC was accepted. Its result must be requested later with this ticket.
    PendingTicket(String),
    /// Not decided yet (98, 0140), so ask again later.
    InProcess,
    /// Not accepted, so send the same bytes again after a while.
    Retry(Trouble),
    /// Possibly accepted. Query by the number before anything is sent again.
    QueryFirst(Trouble),
    /// 1033: the number was registered before. Use its receipt if its digest is ours; otherwise a person has to check.
    RegisteredBefore { message: String },
    /// Refused, and would be refused again, so a person has to correct something.
    Stop { code: String, message: String },
    /// The SOL user or password is wrong, or is not allowed to issue.
    CredentialsRefused { code: Option<String>, message: String },
    /// 0127: the ticket is unknown; query the batch's documents one by one.
    TicketLost,
    /// 2223, 2324, 2282, 2987: the content of the batch was reported before. Reconcile; never send the batch again.
    DuplicateBatch { code: String, message: String },
}

/// A receipt that was read, and its bytes for storage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedCdr {
    pub cdr: Cdr,
    pub zip: Vec<u8>,
}

/// The reason why there is no answer yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    Unreachable,
    TimedOut,
    /// HTML, an incomplete answer, or an HTTP error.
    NotSunat,
    /// SUNAT reports that its service is out of order.
    Service {
        code: String,
        message: String,
    },
    /// There is a receipt, but it cannot be read or is of another document.
    WrongReceipt,
}

const CREDENTIALS_REFUSED: &str = "SUNAT no aceptó el usuario o la clave SOL.";

/// Returns the meaning of a reply to a request.
#[must_use]
pub fn interpret(request: RequestContext<'_>, reply: Reply) -> Answer {
    match reply {
        Reply::Unreachable => Answer::Retry(Trouble::Unreachable),
        Reply::TimedOut => query_first_if_sent(request, Trouble::TimedOut),
        // If the document was passed on after all, the answer to the next try says so (1033, 2223).
        Reply::NotSunat => Answer::Retry(Trouble::NotSunat),
        Reply::Empty => Answer::CredentialsRefused { code: None, message: CREDENTIALS_REFUSED.to_owned() },
        Reply::Refused => {
            Answer::CredentialsRefused { code: Some("0102".to_owned()), message: CREDENTIALS_REFUSED.to_owned() }
        }
        Reply::Ticket(ticket) => Answer::PendingTicket(ticket),
        Reply::Receipt(zip) => interpret_receipt(request, zip),
        Reply::Fault(fault) => interpret_fault(request, fault),
        Reply::Status { code, message, receipt } => interpret_status(request, &code, message, receipt),
    }
}

/// Returns `Retry` for queries, which change nothing, and `QueryFirst` for documents and batches, which may have arrived.
const fn query_first_if_sent(request: RequestContext<'_>, trouble: Trouble) -> Answer {
    match request {
        RequestContext::Bill(_) | RequestContext::Summary => Answer::QueryFirst(trouble),
        RequestContext::Ticket(_) | RequestContext::Status(_) | RequestContext::Receipt(_) => Answer::Retry(trouble),
    }
}

/// Interprets a receipt, if it is of the requested document.
fn interpret_receipt(request: RequestContext<'_>, zip: Vec<u8>) -> Answer {
    let expected = match request {
        RequestContext::Bill(id)
        | RequestContext::Ticket(id)
        | RequestContext::Receipt(id)
        | RequestContext::Status(id) => Some(id),
        RequestContext::Summary => None,
    };
    let read = archive::unpack_receipt(&zip).ok().and_then(|xml| cdr::read(&xml).ok());
    let Some(cdr) = read.filter(|cdr| expected.is_none_or(|id| is_same_document(&cdr.document, id))) else {
        return query_first_if_sent(request, Trouble::WrongReceipt);
    };
    let (code, description) = (cdr.code.clone(), cdr.description.clone());
    let observed = cdr.notes.iter().any(|note| note.code.as_deref().is_some_and(|code| code.starts_with('4')));
    let received = ReceivedCdr { cdr, zip };
    match code.parse::<u32>().unwrap_or_default() {
        0 if observed => Answer::Observed(received),
        0 => Answer::Accepted(Some(received)),
        4000.. => Answer::Observed(received),
        _ if is_duplicate(request, &code) => Answer::DuplicateBatch { code, message: description },
        2000..=3999 => Answer::Rejected { code, message: description, receipt: Some(received) },
        // A receipt with the code of an exception (0109) does not decide about the document.
        _ => answer_for_code(request, code, description),
    }
}

/// Whether two identifiers are of the same document: `F001-00000587` is `F001-587`, and receipts of an older service have RUC and kind
/// before it.
fn is_same_document(named: &str, expected: &str) -> bool {
    let parts = |id: &str| -> Vec<String> {
        id.trim().rsplit('-').map(|part| part.trim_start_matches('0').to_ascii_uppercase()).collect()
    };
    let (named, expected) = (parts(named), parts(expected));
    named.len() >= expected.len() && named[..expected.len()] == expected[..]
}

fn interpret_fault(request: RequestContext<'_>, Fault { code, message }: Fault) -> Answer {
    match code {
        Some(code) => answer_for_code(request, code, message),
        // A fault without a code comes from something before SUNAT's rules.
        None => Answer::Retry(Trouble::NotSunat),
    }
}

/// Returns the meaning of a code. Codes of SUNAT's table that are not listed are stops: they concern the content that was sent.
fn answer_for_code(request: RequestContext<'_>, code: String, message: String) -> Answer {
    if is_duplicate(request, &code) {
        return Answer::DuplicateBatch { code, message };
    }
    match code.parse::<u32>().unwrap_or_default() {
        // SUNAT is out of service, possibly for hours.
        100 | 109 | 130..=138 | 200 => Answer::Retry(Trouble::Service { code, message }),
        102..=106 | 111..=113 => Answer::CredentialsRefused { code: Some(code), message },
        // After a query by number this means that there is no such document.
        127 if matches!(request, RequestContext::Status(_) | RequestContext::Receipt(_)) => Answer::Unknown,
        127 => Answer::TicketLost,
        140 => Answer::InProcess,
        1033 => Answer::RegisteredBefore { message },
        2000..=3999 => Answer::Rejected { code, message, receipt: None },
        _ => Answer::Stop { code, message },
    }
}

/// Whether a code says that a batch was sent before. A single document is never refused with these codes.
fn is_duplicate(request: RequestContext<'_>, code: &str) -> bool {
    matches!(request, RequestContext::Summary | RequestContext::Ticket(_))
        && matches!(code, "2223" | "2324" | "2282" | "2987")
}

/// Interprets the state of a ticket (0, 98, 99) or of a document (0001 to 0012).
fn interpret_status(request: RequestContext<'_>, code: &str, message: String, zip: Option<Vec<u8>>) -> Answer {
    if let RequestContext::Ticket(_) = request {
        return match (code.trim_start_matches('0'), zip) {
            ("98", _) => Answer::InProcess,
            ("" | "99", Some(zip)) => interpret_receipt(request, zip),
            // The batch is done, but its receipt is missing.
            ("" | "99", None) => Answer::Retry(Trouble::WrongReceipt),
            _ => answer_for_code(request, format!("{code:0>4}"), message),
        };
    }
    match (code, zip) {
        // The receipt of a voided document still says that it was accepted.
        ("0003", _) => Answer::Voided,
        // 0004 and others come with the receipt.
        (_, Some(zip)) => interpret_receipt(request, zip),
        ("0001", None) => Answer::Accepted(None),
        ("0002", None) => Answer::Rejected { code: code.to_owned(), message, receipt: None },
        ("0011", None) => Answer::Unknown,
        // There is a receipt, but this call does not return it: the caller asks for the state instead.
        ("0004", None) => Answer::Retry(Trouble::WrongReceipt),
        _ => answer_for_code(request, format!("{code:0>4}"), message),
    }
}
