//! Cleans the texts of request bodies. Names become one line: a line break or another control character in a name would forge a line of a
//! log, of a mail header or of a paper. Other texts keep line breaks and tabs, but no control character that a printer would obey.
//! Invisible characters of a paste are removed from both; a password keeps them.

use crate::pasted;
use serde_json::Value;

/// Returns a name on one line, without control characters and invisible marks.
pub fn one_line(text: &str) -> String {
    let bare = pasted::clean_pasted_text(text).replace(char::is_control, " ");
    if bare == text { bare } else { bare.split_whitespace().collect::<Vec<_>>().join(" ") }
}

/// Whether a body could contain a character to be removed: most do not, and are left as they are.
fn may_need_cleaning(body: &str) -> bool {
    body.contains(char::is_control)
        || pasted::needs_cleaning(body)
        || ["\\n", "\\r", "\\t", "\\b", "\\f", "\\u"].iter().any(|escape| body.contains(escape))
}

/// Whether this is a control character other than line breaks and tabs.
fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\r' | '\t')
}

fn is_name(key: &str) -> bool {
    key.ends_with("name") || key == "machine"
}

fn is_password(key: &str) -> bool {
    key.contains("password")
}

/// Returns the JSON body with its names on one line each and its texts without control characters and invisible marks; `None` where
/// nothing had to be changed.
pub fn clean_json(body: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(body).ok().filter(|text| may_need_cleaning(text))?;
    let mut value: Value = serde_json::from_str(text).ok()?;
    clean_value(&mut value).then(|| value.to_string().into_bytes())
}

/// Cleans a value in place; returns whether it changed.
fn clean_value(value: &mut Value) -> bool {
    match value {
        Value::Array(items) => items.iter_mut().filter_map(|item| clean_value(item).then_some(())).count() > 0,
        Value::String(text) => replace_with(text, |text| without_control(&pasted::clean_pasted_text(text))),
        Value::Object(fields) => fields.iter_mut().fold(false, |changed, (key, value)| {
            let is_changed = match value {
                Value::String(text) if is_name(key) => replace_with(text, one_line),
                Value::String(text) if is_password(key) => replace_with(text, without_control),
                other => clean_value(other),
            };
            is_changed || changed
        }),
        _ => false,
    }
}

fn without_control(text: &str) -> String {
    text.replace(is_control, "")
}

/// Replaces the text by what `clean_pasted_text` returns; returns whether it changed.
fn replace_with(text: &mut String, clean: fn(&str) -> String) -> bool {
    let cleaned = clean(text);
    let is_other = cleaned != *text;
    *text = cleaned;
    is_other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_their_breaks_and_other_texts_keep_them() {
        let body = br#"{"name": "Ana\nMar\u0007\u00eda", "products": [{"business_name": "X\r\nY \u202eZ", "comment": "sin\naj\u00ed\u001bp0"}], "qty": 2, "notes": ["\u001d!"]}"#;
        let read: Value = serde_json::from_slice(&clean_json(body).unwrap()).unwrap();
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
            assert_eq!(clean_json(as_it_is.as_bytes()), None, "{as_it_is}");
        }
    }

    #[test]
    fn invisible_characters_stay_only_in_passwords() {
        let body = "{\"name\": \"Lo\u{200b}mo \u{200b} fino\", \"phone\": \"９８７\u{a0}654\", \"password\": \"a\u{a0}b\", \"tags\": [\"\u{feff}x\"],
            \"comment\": \"sin\u{ad}\\u200bají\"}";
        let read: Value = serde_json::from_slice(&clean_json(body.as_bytes()).unwrap()).unwrap();
        let expected = serde_json::json!({
            "name": "Lomo fino", "phone": "987 654", "password": "a\u{a0}b", "tags": ["x"], "comment": "sinají",
        });
        assert_eq!(read, expected);
    }
}
