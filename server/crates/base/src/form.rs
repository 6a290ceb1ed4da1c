//! Helpers of forms: texts without spare spaces, fields that were not sent, and lists of names in messages.

use crate::{
    db,
    error::{Code, Refusal, Result, invalid, refuse},
};
use serde::{Deserialize, Deserializer};

/// Distinguishes null from a field that was not sent. Used as `#[serde(default, deserialize_with = "deserialize_optional")]` on an
/// `Option<Option<T>>`.
pub fn deserialize_optional<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    d: D,
) -> std::result::Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(d).map(Some)
}

/// Returns a text that must not be empty, without spare spaces; where none is given, the `stored` one. `what` has its article: "el nombre".
pub fn required_text(
    field: &str,
    submitted: Option<&String>,
    stored: String,
    max_chars: usize,
    what: &str,
) -> Result<String> {
    let text = optional_text(field, submitted, stored, max_chars)?;
    if text.is_empty() { invalid(field, format!("Escribe {what}.")).err() } else { Ok(text) }
}

/// Returns a text that may be empty, without spare spaces; where none is given, the `stored` one.
pub fn optional_text(field: &str, submitted: Option<&String>, stored: String, max_chars: usize) -> Result<String> {
    let text = submitted.map_or(stored, |t| t.split_whitespace().collect::<Vec<_>>().join(" "));
    if text.chars().count() > max_chars {
        return invalid(field, format!("Usa hasta {max_chars} letras.")).err();
    }
    Ok(text)
}

/// Returns the result of a write, or `refusal` where a row of the same name exists. The write must run in `attempt!`, or the
/// transaction is lost.
pub fn refuse_duplicate_name<T>(written: db::Result<T>, refusal: impl FnOnce() -> Refusal) -> Result<T> {
    match written {
        Err(e) if e.is_unique_violation("name") => refusal().err(),
        other => Ok(other?),
    }
}

/// Makes the refusal to delete a thing in use: `why` says where ("lo ofrece Lomo saltado"), `remedy` what to do.
pub fn in_use_refusal(name: &str, why: &str, remedy: &str) -> Refusal {
    refuse(Code::InUse, format!("No se puede eliminar {name}: {why}. {remedy}"))
}

/// Joins names to `Lomo saltado, Ceviche y 3 más`; `None` where there are none.
pub fn summarize_names(names: &[String]) -> Option<String> {
    const SHOWN: usize = 3;
    match names {
        [] => None,
        [one] => Some(one.clone()),
        [first @ .., last] if names.len() <= SHOWN => Some(format!("{} y {last}", first.join(", "))),
        _ => Some(format!("{} y {} más", names[..SHOWN].join(", "), names.len() - SHOWN)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_of_names_are_shortened() {
        let names = |n: usize| (1..=n).map(|i| format!("P{i}")).collect::<Vec<_>>();
        for (n, expected) in [(1, "P1"), (2, "P1 y P2"), (3, "P1, P2 y P3"), (9, "P1, P2, P3 y 6 más")] {
            assert_eq!(summarize_names(&names(n)).as_deref(), Some(expected));
        }
        assert_eq!(summarize_names(&[]), None);
    }

    #[test]
    fn texts_are_kept_tidy() {
        let submitted = "  Lomo   fino ".to_owned();
        assert_eq!(required_text("name", Some(&submitted), String::new(), 9, "el nombre").unwrap(), "Lomo fino");
        assert!(required_text("name", Some(&"  ".to_owned()), "Lomo".into(), 9, "el nombre").is_err());
        assert!(required_text("name", Some(&submitted), String::new(), 8, "el nombre").is_err());
        assert_eq!(required_text("name", None, "Lomo".into(), 9, "el nombre").unwrap(), "Lomo");
    }
}
