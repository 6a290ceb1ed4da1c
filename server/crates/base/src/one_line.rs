//! Names stand on one line, wherever they come from: a line break or another control character in one would forge a line of a log, of
//! a letter's head or of a paper. Other texts keep their line breaks and tabs, and no control character that a printer would obey.
//! Neither keeps what a paste brought along unseen; a password is as it was typed.

use crate::pasted;
use serde_json::Value;

/// The name without them, as one line.
pub fn one_line(text: &str) -> String {
    let bare = pasted::cleaned(text).replace(char::is_control, " ");
    if bare == text { bare } else { bare.split_whitespace().collect::<Vec<_>>().join(" ") }
}

/// Whether a body could hold such a character: most do not, and are read as they are.
fn may_hold_one(body: &str) -> bool {
    body.contains(char::is_control)
        || pasted::holds_any(body)
        || ["\\n", "\\r", "\\t", "\\b", "\\f", "\\u"].iter().any(|escape| body.contains(escape))
}

/// A control character that no text needs.
fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\r' | '\t')
}

fn is_name(key: &str) -> bool {
    key.ends_with("name") || key == "machine"
}

fn is_password(key: &str) -> bool {
    key.contains("password")
}

/// The body with its names on one line each and its texts without control characters and invisible marks; `None` where it can be read
/// as it is.
pub fn with_plain_texts(body: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(body).ok().filter(|text| may_hold_one(text))?;
    let mut value: Value = serde_json::from_str(text).ok()?;
    straighten(&mut value).then(|| value.to_string().into_bytes())
}

/// Whether something was changed.
fn straighten(value: &mut Value) -> bool {
    match value {
        Value::Array(items) => items.iter_mut().filter_map(|item| straighten(item).then_some(())).count() > 0,
        Value::String(text) => replace(text, |text| without_control(&pasted::cleaned(text))),
        Value::Object(fields) => fields.iter_mut().fold(false, |changed, (key, value)| {
            let is_changed = match value {
                Value::String(text) if is_name(key) => replace(text, one_line),
                Value::String(text) if is_password(key) => replace(text, without_control),
                other => straighten(other),
            };
            is_changed || changed
        }),
        _ => false,
    }
}

fn without_control(text: &str) -> String {
    text.replace(is_control, "")
}

/// Whether it is another text then.
fn replace(text: &mut String, made: fn(&str) -> String) -> bool {
    let made = made(text);
    let is_other = made != *text;
    *text = made;
    is_other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_their_breaks_and_other_texts_keep_them() {
        let body = br#"{"name": "Ana\nMar\u0007\u00eda", "products": [{"business_name": "X\r\nY \u202eZ", "comment": "sin\naj\u00ed\u001bp0"}], "qty": 2, "notes": ["\u001d!"]}"#;
        let read: Value = serde_json::from_slice(&with_plain_texts(body).unwrap()).unwrap();
        let expected = serde_json::json!({
            "name": "Ana Mar ía", "products": [{"business_name": "X Y Z", "comment": "sin\najíp0"}], "qty": 2, "notes": ["!"],
        });
        assert_eq!(read, expected);
        for as_it_is in [
            r#"{"name": "Ana  María"}"#,
            r#"{"comment": "a\nb", "total": 1.10}"#,
            r#"{"name": "Jos\u00e9"}"#,
            "no JSON\n",
        ] {
            assert_eq!(with_plain_texts(as_it_is.as_bytes()), None, "{as_it_is}");
        }
    }

    #[test]
    fn what_a_paste_brought_along_is_in_no_text_but_a_password() {
        let body = "{\"name\": \"Lo\u{200b}mo \u{200b} fino\", \"phone\": \"９８７\u{a0}654\", \"password\": \"a\u{a0}b\", \"tags\": [\"\u{feff}x\"],
            \"comment\": \"sin\u{ad}\\u200bají\"}";
        let read: Value = serde_json::from_slice(&with_plain_texts(body.as_bytes()).unwrap()).unwrap();
        let expected = serde_json::json!({
            "name": "Lomo fino", "phone": "987 654", "password": "a\u{a0}b", "tags": ["x"], "comment": "sinají",
        });
        assert_eq!(read, expected);
    }
}
