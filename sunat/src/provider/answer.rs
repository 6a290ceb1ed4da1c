//! Reads the answers of a provider. The body decides, since versions differ in their HTTP statuses.

use serde_json::Value;

use crate::soap::Response;

/// The state of a document at the provider: `state_type_id`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// 01: the provider has the document and has not sent it.
    Registered,
    /// 03
    Sent,
    /// 05
    Accepted,
    /// 07
    Observed,
    /// 09
    Rejected,
    /// 11
    Voided,
    /// 13
    ToBeVoided,
}

/// The state and files of a document that the provider reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentStatus {
    /// The provider's key of the document.
    pub external_id: String,
    /// The number, `F001-00000012`, where the answer has it.
    pub number: String,
    pub state: State,
    pub hash: String,
    /// SUNAT's code, where SUNAT has answered already.
    pub code: String,
    pub message: String,
    /// The URL of the receipt.
    pub cdr: Option<String>,
}

/// The reason why there is no usable answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    Unreachable,
    /// The provider may have the document: a repeated call is then answered 'already registered'.
    TimedOut,
    /// HTML or no JSON, because the provider is down.
    NotJson,
}

/// The meaning of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Document(DocumentStatus),
    /// A void or a summary was taken: its result is to be asked for later.
    Ticket {
        external_id: String,
        ticket: String,
    },
    /// The result of a ticket: SUNAT's code (`0` accepted) and text; an empty code while there is none.
    TicketResult {
        code: String,
        message: String,
    },
    /// The provider has a document of this series and number already.
    RegisteredBefore {
        message: String,
    },
    /// The token is wrong, or is not allowed to issue.
    TokenRefused {
        message: String,
    },
    /// The call was refused, and would be refused again: a person has to correct something.
    Refused {
        message: String,
    },
    Retry(Trouble),
}

/// Reads an answer of the provider.
#[must_use]
pub fn read(response: Response<'_>) -> Outcome {
    let (status, body) = match response {
        Response::Answered(status, body) => (status, body),
        Response::Unreachable => return Outcome::Retry(Trouble::Unreachable),
        Response::TimedOut => return Outcome::Retry(Trouble::TimedOut),
    };
    let Ok(body) = serde_json::from_str::<Value>(body) else {
        return Outcome::Retry(if status == 504 { Trouble::TimedOut } else { Trouble::NotJson });
    };
    let message = text(&body, "message");
    if matches!(status, 401 | 403) || message == "Unauthenticated." {
        return Outcome::TokenRefused { message };
    }
    match body.get("success").and_then(Value::as_bool) {
        Some(true) => parse_success(&body),
        Some(false) if is_already_registered(&message) => Outcome::RegisteredBefore { message },
        Some(false) => Outcome::Refused { message },
        // An error of the provider's web framework (429, 500) says nothing about the document.
        None => Outcome::Retry(Trouble::NotJson),
    }
}

/// Whether a message says that the document is registered already, in the words of several versions.
fn is_already_registered(message: &str) -> bool {
    let message = message.to_lowercase();
    ["ya se encuentra registrad", "ya está registrad", "ya esta registrad", "ya existe", "already been taken"]
        .iter()
        .any(|words| message.contains(words))
}

fn parse_success(body: &Value) -> Outcome {
    let data = &body["data"];
    let (code, message) = (text(&body["response"], "code"), text(&body["response"], "description"));
    if let Some(state) = parse_state(&text(data, "state_type_id")) {
        let cdr = text(&body["links"], "cdr");
        return Outcome::Document(DocumentStatus {
            external_id: text(data, "external_id"),
            number: text(data, "number"),
            state,
            hash: text(data, "hash"),
            code,
            message,
            cdr: Some(cdr).filter(|link| !link.is_empty()),
        });
    }
    let ticket = text(data, "ticket");
    if !ticket.is_empty() && code.is_empty() {
        return Outcome::Ticket { external_id: text(data, "external_id"), ticket };
    }
    Outcome::TicketResult { code, message }
}

fn parse_state(id: &str) -> Option<State> {
    Some(match id {
        "01" => State::Registered,
        "03" => State::Sent,
        "05" => State::Accepted,
        "07" => State::Observed,
        "09" => State::Rejected,
        "11" => State::Voided,
        "13" => State::ToBeVoided,
        _ => return None,
    })
}

/// Reads a text, or a number as text: versions differ.
fn text(object: &Value, name: &str) -> String {
    match object.get(name) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, body: &str) -> Outcome {
        read(Response::Answered(status, body))
    }

    #[test]
    fn a_document_has_the_state_of_the_answer() {
        let body = r#"{"success": true, "data": {"number": "F001-12", "filename": "x", "external_id": "ab-1",
            "state_type_id": "05", "hash": "qq=", "id": 7}, "links": {"xml": "u", "pdf": "u", "cdr": "https://p/cdr"},
            "response": {"code": "0", "description": "La Factura F001-12, ha sido aceptada", "notes": []}}"#;
        let Outcome::Document(status) = answer(200, body) else { panic!("no document") };
        assert_eq!((status.external_id.as_str(), status.state), ("ab-1", State::Accepted));
        assert_eq!((status.code.as_str(), status.cdr.as_deref()), ("0", Some("https://p/cdr")));
        let registered =
            r#"{"success": true, "data": {"external_id": "ab-1", "state_type_id": "01"}, "links": {}, "response": []}"#;
        let Outcome::Document(status) = answer(200, registered) else { panic!("no document") };
        assert_eq!((status.state, status.code.as_str()), (State::Registered, ""));
    }

    #[test]
    fn the_body_decides_and_not_the_status() {
        for status in [200, 422, 500] {
            let refused = answer(status, r#"{"success": false, "message": "La fecha es muy antigua"}"#);
            assert_eq!(refused, Outcome::Refused { message: "La fecha es muy antigua".into() }, "{status}");
            let known = r#"{"success": false, "message": "El documento F001-12 ya se encuentra registrado."}"#;
            assert!(matches!(answer(status, known), Outcome::RegisteredBefore { .. }), "{status}");
        }
        assert!(matches!(answer(401, r#"{"message": "Unauthenticated."}"#), Outcome::TokenRefused { .. }));
        for (status, body) in
            [(200, "<html>"), (502, "Bad gateway"), (500, r#"{"message": "Server Error"}"#), (200, "")]
        {
            assert_eq!(answer(status, body), Outcome::Retry(Trouble::NotJson), "{status} {body}");
        }
        assert_eq!(answer(504, ""), Outcome::Retry(Trouble::TimedOut));
        assert_eq!(read(Response::TimedOut), Outcome::Retry(Trouble::TimedOut));
    }

    #[test]
    fn a_ticket_is_queried_until_it_has_a_result() {
        let ticket = r#"{"success": true, "data": {"external_id": "rc-1", "ticket": 1582312345}}"#;
        let expected = Outcome::Ticket { external_id: "rc-1".into(), ticket: "1582312345".into() };
        assert_eq!(answer(200, ticket), expected);
        let judged = r#"{"success": true, "data": {"external_id": "rc-1", "ticket": "15"}, "response": {"code": 0, "description": "aceptado"}}"#;
        assert_eq!(answer(200, judged), Outcome::TicketResult { code: "0".into(), message: "aceptado".into() });
    }
}
