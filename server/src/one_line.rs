//! Names stand on one line, wherever they come from: a line break or another control character in one would forge a line of a log, of
//! a letter's head or of a paper. Other texts keep their line breaks and tabs, and no control character that a printer would obey.

use serde_json::Value;

/// The name without them, as one line.
pub fn one_line(text: &str) -> String {
    let bare = text.replace(is_break, " ");
    if bare == text { bare } else { bare.split_whitespace().collect::<Vec<_>>().join(" ") }
}

/// A control character, a line separator, or one that turns the direction of what follows.
fn is_break(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a body could hold such a character: most do not, and are read as they are.
fn may_hold_one(body: &str) -> bool {
    body.contains(is_break) || ["\\n", "\\r", "\\t", "\\b", "\\f", "\\u"].iter().any(|escape| body.contains(escape))
}

/// A control character that no text needs.
fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\r' | '\t')
}

fn is_name(key: &str) -> bool {
    key.ends_with("name") || key == "machine"
}

/// The body with its names on one line each and its texts without control characters; `None` where it can be read as it is.
pub(super) fn names_on_one_line(body: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(body).ok().filter(|text| may_hold_one(text))?;
    let mut value: Value = serde_json::from_str(text).ok()?;
    straighten(&mut value).then(|| value.to_string().into_bytes())
}

/// Whether something was changed.
fn straighten(value: &mut Value) -> bool {
    match value {
        Value::Array(items) => items.iter_mut().filter_map(|item| straighten(item).then_some(())).count() > 0,
        Value::String(text) if text.contains(is_control) => {
            text.retain(|c| !is_control(c));
            true
        }
        Value::Object(fields) => fields.iter_mut().fold(false, |changed, (key, value)| match value {
            Value::String(text) if is_name(key) && text.contains(is_break) => {
                *text = one_line(text);
                true
            }
            other => straighten(other) || changed,
        }),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_their_breaks_and_other_texts_keep_them() {
        let body = br#"{"name": "Ana\nMar\u0007\u00eda", "products": [{"business_name": "X\r\nY \u202eZ", "comment": "sin\naj\u00ed\u001bp0"}], "qty": 2, "notes": ["\u001d!"]}"#;
        let read: Value = serde_json::from_slice(&names_on_one_line(body).unwrap()).unwrap();
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
            assert_eq!(names_on_one_line(as_it_is.as_bytes()), None, "{as_it_is}");
        }
    }
}
