//! What a provider answers, whatever its version makes of HTTP: the body decides.

use serde_json::Value;

use crate::soap::Response;

/// `state_type_id`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// 01: it has it, and has not sent it.
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

/// The state of a document at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Its key for the document.
    pub external_id: String,
    /// `F001-00000012`, where the answer has it.
    pub number: String,
    pub state: State,
    pub hash: String,
    /// SUNAT's code and text, where it answered already.
    pub code: String,
    pub message: String,
    /// Where its receipt is fetched.
    pub cdr: Option<String>,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    Unreachable,
    /// He may have it: the same call again is answered 'already registered'.
    TimedOut,
    /// HTML or no JSON: the provider is down.
    NotJson,
}

/// What an answer means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Document(Standing),
    /// Of a void or a summary: ask later what became of it.
    Ticket {
        external_id: String,
        ticket: String,
    },
    /// Of a ticket: SUNAT's code (`0` accepted) and text; an empty code while there is none.
    Judged {
        code: String,
        message: String,
    },
    /// He has a document of this series and number.
    RegisteredBefore {
        message: String,
    },
    /// The token is wrong, or may not issue.
    TokenRefused {
        message: String,
    },
    /// Sending again would give the same: a person has to mend something.
    Refused {
        message: String,
    },
    Retry(Trouble),
}

/// Reads it.
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
        Some(true) => taken(&body),
        Some(false) if is_known(&message) => Outcome::RegisteredBefore { message },
        Some(false) => Outcome::Refused { message },
        // An error of the framework under it (429, 500): not a word about the document.
        None => Outcome::Retry(Trouble::NotJson),
    }
}

/// 'El documento … ya se encuentra registrado', 'ya existe', in the words of several versions.
fn is_known(message: &str) -> bool {
    let message = message.to_lowercase();
    ["ya se encuentra registrad", "ya está registrad", "ya esta registrad", "ya existe", "already been taken"]
        .iter()
        .any(|words| message.contains(words))
}

fn taken(body: &Value) -> Outcome {
    let data = &body["data"];
    let (code, message) = (text(&body["response"], "code"), text(&body["response"], "description"));
    if let Some(state) = state(&text(data, "state_type_id")) {
        let cdr = text(&body["links"], "cdr");
        return Outcome::Document(Standing {
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
    Outcome::Judged { code, message }
}

fn state(id: &str) -> Option<State> {
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

/// A text, or a number as text: versions differ.
fn text(of: &Value, name: &str) -> String {
    match of.get(name) {
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
    fn a_document_stands_as_its_state_says() {
        let body = r#"{"success": true, "data": {"number": "F001-12", "filename": "x", "external_id": "ab-1",
            "state_type_id": "05", "hash": "qq=", "id": 7}, "links": {"xml": "u", "pdf": "u", "cdr": "https://p/cdr"},
            "response": {"code": "0", "description": "La Factura F001-12, ha sido aceptada", "notes": []}}"#;
        let Outcome::Document(standing) = answer(200, body) else { panic!("no document") };
        assert_eq!((standing.external_id.as_str(), standing.state), ("ab-1", State::Accepted));
        assert_eq!((standing.code.as_str(), standing.cdr.as_deref()), ("0", Some("https://p/cdr")));
        let registered =
            r#"{"success": true, "data": {"external_id": "ab-1", "state_type_id": "01"}, "links": {}, "response": []}"#;
        let Outcome::Document(standing) = answer(200, registered) else { panic!("no document") };
        assert_eq!((standing.state, standing.code.as_str()), (State::Registered, ""));
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
    fn a_ticket_is_asked_until_it_is_judged() {
        let ticket = r#"{"success": true, "data": {"external_id": "rc-1", "ticket": 1582312345}}"#;
        let expected = Outcome::Ticket { external_id: "rc-1".into(), ticket: "1582312345".into() };
        assert_eq!(answer(200, ticket), expected);
        let judged = r#"{"success": true, "data": {"external_id": "rc-1", "ticket": "15"}, "response": {"code": 0, "description": "aceptado"}}"#;
        assert_eq!(answer(200, judged), Outcome::Judged { code: "0".into(), message: "aceptado".into() });
    }
}
