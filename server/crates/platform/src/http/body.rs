//! Parses the JSON body of a request strictly. All values that do not fit are refused at once, each with a message at its field.

use super::parse_errors;
use comanda_base::error::{Code, Refusal, Result, invalid, refuse};
use comanda_base::one_line::clean_json;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use serde_path_to_error::{Path, Segment};

/// The most fields of a body that are named in a refusal; no form of the web app has more faults.
const MAX_FAULTS: usize = 30;

/// A value that does not fit: its path, and the parser's message.
struct Fault {
    path: Path,
    text: String,
}

/// Parses JSON; a body that does not fit is a 422 at its fields. An empty body is read as `{}`.
pub fn parse_json_body<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    let bytes = if bytes.is_empty() { b"{}" } else { bytes };
    // PostgreSQL cannot store NUL, which JSON can only write like this.
    if bytes.windows(6).any(|six| six == br"\u0000") {
        return refuse(Code::Invalid, "Hay un carácter que no se puede guardar (NUL). Bórralo.").err();
    }
    let straight = clean_json(bytes);
    let bytes = straight.as_deref().unwrap_or(bytes);
    // Parsed from the text and not from a `Value`, in which the last of two fields of the same name would silently win.
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let error = match serde_path_to_error::deserialize(&mut json) {
        Ok(body) => return Ok(body),
        Err(error) => error,
    };
    if !error.inner().is_data() {
        return refuse(Code::Invalid, "Lo enviado no es JSON válido.").err();
    }
    let first = Fault { path: error.path().clone(), text: message_without_position(error.inner()) };
    let body = serde_json::from_slice(bytes).unwrap_or_default();
    all_faults::<T>(first, body).err()
}

/// Makes a refusal of the first fault and those behind it: each is replaced by a value that fits to find the next.
fn all_faults<T: DeserializeOwned>(first: Fault, mut body: Value) -> Refusal {
    let mut refusal = invalid(&first.field(), first.explain_field::<T>(&mut body));
    let mut next = next_fault::<T>(&mut body, &first);
    while let Some(fault) = next.filter(|_| refusal.errors.len() < MAX_FAULTS) {
        refusal = refusal.at(&fault.field(), fault.explain_field::<T>(&mut body));
        next = next_fault::<T>(&mut body, &fault);
    }
    refusal
}

/// Replaces a fault by a value that fits, and returns the fault behind it. Where no value fits, the search is over.
fn next_fault<T: DeserializeOwned>(body: &mut Value, fault: &Fault) -> Option<Fault> {
    let texts = ["", "2000-01-01", "2000-01-01T00:00:00Z"].map(Value::from);
    for stand_in in [Value::Null, json!(0), json!(false), json!([]), json!({})].into_iter().chain(texts) {
        *value_at(body, fault)? = stand_in;
        match find_fault::<T>(body) {
            None => return None,
            Some(other) if other.field() != fault.field() => return Some(other),
            Some(_) => {}
        }
    }
    None
}

fn find_fault<T: DeserializeOwned>(body: &Value) -> Option<Fault> {
    let read: Result<T, _> = serde_path_to_error::deserialize(body);
    read.err().map(|e| Fault { path: e.path().clone(), text: message_without_position(e.inner()) })
}

/// Returns the value of a fault in the body; a missing field is inserted as null.
fn value_at<'a>(body: &'a mut Value, fault: &Fault) -> Option<&'a mut Value> {
    let mut at = body;
    for segment in fault.path.iter() {
        at = match segment {
            Segment::Seq { index } => at.get_mut(index)?,
            Segment::Map { key } => at.get_mut(key)?,
            Segment::Enum { .. } | Segment::Unknown => return None,
        };
    }
    match missing_field(&fault.text) {
        Some(name) => Some(at.as_object_mut()?.entry(name).or_insert(Value::Null)),
        None => Some(at),
    }
}

impl Fault {
    /// Returns the path of the field, like `products[2].qty`.
    fn field(&self) -> String {
        let at = self.path.to_string();
        match missing_field(&self.text) {
            Some(name) if self.path.iter().len() == 0 => name,
            Some(name) => format!("{at}.{name}"),
            None => at,
        }
    }
    fn explain_field<T: DeserializeOwned>(&self, body: &mut Value) -> String {
        let field = self.field();
        if value_at(body, self).is_some_and(|value| *value == "") {
            return "Escribe un valor.".into();
        }
        parse_errors::explain_field(&field, &self.text, |stand_in| self.is_fixed_by::<T>(body, stand_in))
    }
    /// Whether another text would fit in its place; the body is left unchanged.
    fn is_fixed_by<T: DeserializeOwned>(&self, body: &mut Value, stand_in: &str) -> bool {
        let Some(value) = value_at(body, self) else { return false };
        let kept = std::mem::replace(value, stand_in.into());
        let is_mended = find_fault::<T>(body).is_none_or(|other| other.field() != self.field());
        if let Some(value) = value_at(body, self) {
            *value = kept;
        }
        is_mended
    }
}

fn message_without_position(error: &serde_json::Error) -> String {
    error.to_string().split(" at line ").next().unwrap_or_default().to_owned()
}

fn missing_field(text: &str) -> Option<String> {
    Some(text.strip_prefix("missing field `")?.split('`').next()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use comanda_base::{error::Error, money::Money};
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    struct Line {
        #[serde(rename = "qty")]
        _qty: i64,
    }
    #[derive(Debug, Deserialize)]
    struct Word {
        #[serde(rename = "status")]
        _status: comanda_base::words::Status,
    }
    #[derive(Debug, Deserialize)]
    struct Body {
        #[serde(rename = "name")]
        _name: String,
        #[serde(rename = "amount")]
        _amount: Money,
        #[serde(rename = "lines")]
        _lines: Vec<Line>,
        #[serde(rename = "note")]
        _note: Option<String>,
    }

    #[test]
    fn every_fault_is_named() {
        for (sent, fields) in [
            (json!({}), vec!["amount", "lines", "name"]),
            (
                json!({"name": 3, "amount": "x", "lines": [{}, {"qty": 1}, {"qty": "x"}], "note": []}),
                vec!["amount", "lines[0].qty", "lines[2].qty", "name", "note"],
            ),
            (json!({"name": "Ana", "amount": "3.50", "lines": {}}), vec!["lines"]),
        ] {
            let Err(Error::Refused(refusal)) = parse_json_body::<Body>(sent.to_string().as_bytes()) else {
                panic!("{sent}")
            };
            assert_eq!(refusal.errors.keys().collect::<Vec<_>>(), fields, "{sent}");
        }
        assert!(parse_json_body::<Body>(br#"{"name": "Ana", "amount": "3.50", "lines": []}"#).is_ok());
        assert!(
            parse_json_body::<Word>(br#"{"status": "ACTIVE", "status": "INACTIVE"}"#).is_err(),
            "which of both is meant?"
        );
        let Err(Error::Refused(other)) = parse_json_body::<Word>(br#"{"status": "GONE"}"#) else { panic!("accepted") };
        assert_eq!(other.errors["status"], ["Revisa el campo status: puede ser ACTIVE o INACTIVE."]);
        let Err(Error::Refused(broken)) = parse_json_body::<Body>(b"{\"name\": ") else { panic!("accepted") };
        assert!(broken.message.contains("JSON"));
    }
}
