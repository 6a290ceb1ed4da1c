//! What SUNAT answers, in SOAP 1.1 and 1.2, and what comes in its place.

use base64::{Engine, engine::general_purpose::STANDARD};

use crate::elements::{Element, elements, first};

/// What an HTTP call came to.
#[derive(Debug, Clone, Copy)]
pub enum Response<'a> {
    /// Status and body.
    Answered(u16, &'a str),
    /// The connection never stood: nothing was sent.
    Unreachable,
    /// The connection broke or time ran out after sending began: SUNAT may have it.
    TimedOut,
}

/// What it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// The zip of a receipt, at once.
    Receipt(Vec<u8>),
    /// The ticket of an RA or RC.
    Ticket(String),
    /// The state of a ticket (0, 98, 99) or of a document (0001 and others).
    Status {
        code: String,
        message: String,
        /// The zip of a receipt.
        receipt: Option<Vec<u8>>,
    },
    Fault(Fault),
    /// An HTTP 200 without a word: how SUNAT's production refuses credentials.
    Empty,
    /// 401 or 403 without a fault.
    Refused,
    /// HTML, half an answer, another server: not a word of SUNAT's service.
    NotSunat,
    Unreachable,
    TimedOut,
}

/// A SOAP fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// 4 digits, wherever they stood: faultcode, faultstring or detail. `None` where there are none.
    pub code: Option<String>,
    pub message: String,
}

/// Reads an answer; a fault is read also in an HTTP 500.
#[must_use]
pub fn read(response: Response<'_>) -> Reply {
    match response {
        Response::Unreachable => Reply::Unreachable,
        Response::TimedOut => Reply::TimedOut,
        Response::Answered(status, body) => read_body(body).unwrap_or_else(|| match (status, body.trim()) {
            (401 | 403, _) => Reply::Refused,
            (200..=299, "") => Reply::Empty,
            // A gateway's time-out, or an answer that was cut off: SUNAT may have worked on it.
            (408 | 504, _) => Reply::TimedOut,
            (200..=299, cut) if cut.contains("Envelope") => Reply::TimedOut,
            _ => Reply::NotSunat,
        }),
    }
}

fn read_body(body: &str) -> Option<Reply> {
    let elements = elements(body)?;
    if !elements.iter().any(|element| element.path == "Envelope/Body") {
        return None;
    }
    if elements.iter().any(|element| element.path == "Envelope/Body/Fault") {
        return Some(Reply::Fault(fault(&elements)));
    }
    if let Some(ticket) = first(&elements, "sendSummaryResponse/ticket") {
        return Some(Reply::Ticket(ticket.to_owned()));
    }
    if let Some(receipt) = first(&elements, "sendBillResponse/applicationResponse") {
        return base64(receipt).map(Reply::Receipt);
    }
    let code = first(&elements, "statusCode")?.to_owned();
    let message = first(&elements, "statusMessage").unwrap_or_default().to_owned();
    let receipt = first(&elements, "content").and_then(base64);
    Some(Reply::Status { code, message, receipt })
}

/// The code stands in `faultcode` (`soap-env:Client.0111`), or is the whole `faultstring`, or stands in the detail; SOAP 1.2 calls
/// them `Code/Value` and `Reason/Text`.
fn fault(elements: &[Element]) -> Fault {
    let texts = |ends: &[&str]| ends.iter().find_map(|end| first(elements, end)).unwrap_or_default().to_owned();
    let value = texts(&["Fault/faultcode", "Fault/Code/Subcode/Value", "Fault/Code/Value"]);
    let reason = texts(&["Fault/faultstring", "Fault/Reason/Text"]);
    let details: Vec<&str> = elements
        .iter()
        .filter(|element| {
            ["Envelope/Body/Fault/detail", "Envelope/Body/Fault/Detail"].iter().any(|at| element.path.starts_with(at))
        })
        .map(|element| element.text.as_str())
        .filter(|text| !text.is_empty())
        .collect();
    let in_detail = details.iter().find_map(|text| code_in(text));
    let code = code_at_end(&value).or_else(|| code_in(&reason)).or(in_detail);
    let is_code_only = code.as_deref() == Some(reason.as_str());
    let message = if is_code_only || reason.is_empty() {
        details.iter().find(|text| text.chars().any(char::is_alphabetic)).map_or(reason, |text| (*text).to_owned())
    } else {
        reason
    };
    Fault { code, message }
}

/// `Client.0111`, `0111`.
fn code_at_end(value: &str) -> Option<String> {
    let digits = value.rsplit(|c: char| !c.is_ascii_digit()).next()?;
    (1..=4).contains(&digits.len()).then(|| format!("{digits:0>4}"))
}

/// A text that is a code, begins with one or names one: `0111`, `1033 - El comprobante…`, `errorCode 2335`.
fn code_in(text: &str) -> Option<String> {
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let is_code = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    let first = words.next()?;
    if is_code(first) {
        return Some(first.to_owned());
    }
    let names = |word: &str| {
        ["codigo", "code", "errorcode", "error", "digo", "codigoerror"].contains(&word.to_ascii_lowercase().as_str())
    };
    let mut named = names(first);
    for word in words {
        if named && is_code(word) {
            return Some(word.to_owned());
        }
        named = names(word);
    }
    None
}

/// SUNAT breaks the lines of its Base64.
fn base64(text: &str) -> Option<Vec<u8>> {
    let joined: String = text.split_whitespace().collect();
    STANDARD.decode(joined).ok().filter(|bytes| !bytes.is_empty())
}
