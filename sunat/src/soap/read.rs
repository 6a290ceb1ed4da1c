//! Reads SUNAT's answers, in SOAP 1.1 and 1.2, and anything that comes in their place.

use base64::{Engine, engine::general_purpose::STANDARD};

use crate::elements::{Element, elements, first_text};

/// The result of an HTTP call.
#[derive(Debug, Clone, Copy)]
pub enum Response<'a> {
    /// An answer with its status and body.
    Answered(u16, &'a str),
    /// The connection could not be made: nothing was sent.
    Unreachable,
    /// The connection broke or time ran out after sending began: SUNAT may have the request.
    TimedOut,
}

/// The content of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// The zip of a receipt, as the immediate answer to a document.
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
    /// An HTTP 200 with an empty body, by which SUNAT's production refuses credentials.
    Empty,
    /// A 401 or 403 without a fault.
    Refused,
    /// HTML, half an answer, or another server: no answer of SUNAT's service.
    NotSunat,
    Unreachable,
    TimedOut,
}

/// A SOAP fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The code of 4 digits from faultcode, faultstring or detail. `None` if there is none.
    pub code: Option<String>,
    pub message: String,
}

/// Reads an answer. A fault is also read from an HTTP 500.
#[must_use]
pub fn read(response: Response<'_>) -> Reply {
    match response {
        Response::Unreachable => Reply::Unreachable,
        Response::TimedOut => Reply::TimedOut,
        Response::Answered(status, body) => read_body(body).unwrap_or_else(|| match (status, body.trim()) {
            (401 | 403, _) => Reply::Refused,
            (200..=299, "") => Reply::Empty,
            // A gateway's time-out, or an answer that was cut off: SUNAT may have processed the request.
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
    if let Some(ticket) = first_text(&elements, "sendSummaryResponse/ticket") {
        return Some(Reply::Ticket(ticket.to_owned()));
    }
    if let Some(receipt) = first_text(&elements, "sendBillResponse/applicationResponse") {
        return base64(receipt).map(Reply::Receipt);
    }
    let code = first_text(&elements, "statusCode")?.to_owned();
    let message = first_text(&elements, "statusMessage").unwrap_or_default().to_owned();
    let receipt = first_text(&elements, "content").and_then(base64);
    Some(Reply::Status { code, message, receipt })
}

/// Reads a fault. Its code is in `faultcode` (`soap-env:Client.0111`), or is the whole `faultstring`, or is in the detail; SOAP 1.2 has
/// `Code/Value` and `Reason/Text` instead.
fn fault(elements: &[Element]) -> Fault {
    let first_of = |ends: &[&str]| ends.iter().find_map(|end| first_text(elements, end)).unwrap_or_default().to_owned();
    let value = first_of(&["Fault/faultcode", "Fault/Code/Subcode/Value", "Fault/Code/Value"]);
    let reason = first_of(&["Fault/faultstring", "Fault/Reason/Text"]);
    let details: Vec<&str> = elements
        .iter()
        .filter(|element| {
            ["Envelope/Body/Fault/detail", "Envelope/Body/Fault/Detail"].iter().any(|at| element.path.starts_with(at))
        })
        .map(|element| element.text.as_str())
        .filter(|text| !text.is_empty())
        .collect();
    let detail_code = details.iter().find_map(|text| code_in(text));
    let code = code_at_end(&value).or_else(|| code_in(&reason)).or(detail_code);
    let is_code_only = code.as_deref() == Some(reason.as_str());
    let message = if is_code_only || reason.is_empty() {
        details.iter().find(|text| text.chars().any(char::is_alphabetic)).map_or(reason, |text| (*text).to_owned())
    } else {
        reason
    };
    Fault { code, message }
}

/// Reads the code at the end of a text: `Client.0111`, `0111`.
fn code_at_end(value: &str) -> Option<String> {
    let digits = value.rsplit(|c: char| !c.is_ascii_digit()).next()?;
    (1..=4).contains(&digits.len()).then(|| format!("{digits:0>4}"))
}

/// Finds the code in a text that is a code, begins with one or labels one: `0111`, `1033 - El comprobante…`, `errorCode 2335`.
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

/// Decodes Base64, in which SUNAT breaks lines. Returns `None` if it is wrong or empty.
fn base64(text: &str) -> Option<Vec<u8>> {
    let joined: String = text.split_whitespace().collect();
    STANDARD.decode(joined).ok().filter(|bytes| !bytes.is_empty())
}
