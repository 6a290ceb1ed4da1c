//! Reads the JSON body of a request strictly. What does not fit is refused all at once, each text at its field.

use super::wrong;
use comanda_base::error::{Code, Refusal, Result, invalid, refuse};
use comanda_base::one_line::with_plain_texts;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use serde_path_to_error::{Path, Segment};

/// Fields of one body that are named; whoever sends more that do not fit has no form before them.
const MAX_FAULTS: usize = 30;

/// What does not fit: where, and why in the words of the parser.
struct Fault {
    path: Path,
    text: String,
}

/// Reads JSON; a body that does not fit is a 422 at its fields. An empty body reads as `{}`.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    let bytes = if bytes.is_empty() { b"{}" } else { bytes };
    // JSON has no other way to write the one character that PostgreSQL cannot keep.
    if bytes.windows(6).any(|six| six == br"\u0000") {
        return refuse(Code::Invalid, "Hay un carácter que no se puede guardar (NUL). Bórralo.").err();
    }
    let straight = with_plain_texts(bytes);
    let bytes = straight.as_deref().unwrap_or(bytes);
    // From the text and not from a tree, in which a field that is sent twice would silently be the last of both.
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let error = match serde_path_to_error::deserialize(&mut json) {
        Ok(body) => return Ok(body),
        Err(error) => error,
    };
    if !error.inner().is_data() {
        return refuse(Code::Invalid, "Lo enviado no es JSON válido.").err();
    }
    let first = Fault { path: error.path().clone(), text: in_short(error.inner()) };
    let body = serde_json::from_slice(bytes).unwrap_or_default();
    all_faults::<T>(first, body).err()
}

/// The first fault, and those behind it: each is put right for a moment to find the next.
fn all_faults<T: DeserializeOwned>(first: Fault, mut body: Value) -> Refusal {
    let mut refusal = invalid(&first.field(), first.in_spanish::<T>(&mut body));
    let mut next = mended::<T>(&mut body, &first);
    while let Some(fault) = next.filter(|_| refusal.errors.len() < MAX_FAULTS) {
        refusal = refusal.at(&fault.field(), fault.in_spanish::<T>(&mut body));
        next = mended::<T>(&mut body, &fault);
    }
    refusal
}

/// Puts something that fits in the place of a fault; gives the fault behind it. Where nothing fits, the search is over.
fn mended<T: DeserializeOwned>(body: &mut Value, fault: &Fault) -> Option<Fault> {
    let texts = ["", "2000-01-01", "2000-01-01T00:00:00Z"].map(Value::from);
    for stand_in in [Value::Null, json!(0), json!(false), json!([]), json!({})].into_iter().chain(texts) {
        *place(body, fault)? = stand_in;
        match fault_of::<T>(body) {
            None => return None,
            Some(other) if other.field() != fault.field() => return Some(other),
            Some(_) => {}
        }
    }
    None
}

fn fault_of<T: DeserializeOwned>(body: &Value) -> Option<Fault> {
    let read: Result<T, _> = serde_path_to_error::deserialize(body);
    read.err().map(|e| Fault { path: e.path().clone(), text: in_short(e.inner()) })
}

/// Where in the body a fault is; what is missing is put there.
fn place<'a>(body: &'a mut Value, fault: &Fault) -> Option<&'a mut Value> {
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
    /// `products[2].qty`
    fn field(&self) -> String {
        let at = self.path.to_string();
        match missing_field(&self.text) {
            Some(name) if self.path.iter().len() == 0 => name,
            Some(name) => format!("{at}.{name}"),
            None => at,
        }
    }
    fn in_spanish<T: DeserializeOwned>(&self, body: &mut Value) -> String {
        let field = self.field();
        if place(body, self).is_some_and(|value| *value == "") {
            return "Escribe un valor.".into();
        }
        wrong::in_spanish(&field, &self.text, |stand_in| self.is_mended_by::<T>(body, stand_in))
    }
    /// Whether another text would do in its place; the body stays as it is.
    fn is_mended_by<T: DeserializeOwned>(&self, body: &mut Value, stand_in: &str) -> bool {
        let Some(value) = place(body, self) else { return false };
        let kept = std::mem::replace(value, stand_in.into());
        let is_mended = fault_of::<T>(body).is_none_or(|other| other.field() != self.field());
        if let Some(value) = place(body, self) {
            *value = kept;
        }
        is_mended
    }
}

fn in_short(error: &serde_json::Error) -> String {
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
    fn everything_that_does_not_fit_is_named() {
        for (sent, fields) in [
            (json!({}), vec!["amount", "lines", "name"]),
            (
                json!({"name": 3, "amount": "x", "lines": [{}, {"qty": 1}, {"qty": "x"}], "note": []}),
                vec!["amount", "lines[0].qty", "lines[2].qty", "name", "note"],
            ),
            (json!({"name": "Ana", "amount": "3.50", "lines": {}}), vec!["lines"]),
        ] {
            let Err(Error::Refused(refusal)) = parse::<Body>(sent.to_string().as_bytes()) else { panic!("{sent}") };
            assert_eq!(refusal.errors.keys().collect::<Vec<_>>(), fields, "{sent}");
        }
        assert!(parse::<Body>(br#"{"name": "Ana", "amount": "3.50", "lines": []}"#).is_ok());
        assert!(parse::<Word>(br#"{"status": "ACTIVE", "status": "INACTIVE"}"#).is_err(), "which of both is meant?");
        let Err(Error::Refused(other)) = parse::<Word>(br#"{"status": "GONE"}"#) else { panic!("taken") };
        assert_eq!(other.errors["status"], ["Revisa el campo status: puede ser ACTIVE o INACTIVE."]);
        let Err(Error::Refused(broken)) = parse::<Body>(b"{\"name\": ") else { panic!("taken") };
        assert!(broken.message.contains("JSON"));
    }
}
