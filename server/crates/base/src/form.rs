//! What forms have in common: names that are kept tidy, what was given and what was not, and names told in a sentence.

use crate::{
    db,
    error::{Code, Refusal, Result, invalid, refuse},
};
use serde::{Deserialize, Deserializer};

/// Tells a null from what was not sent: `#[serde(default, deserialize_with = "given")]` on an `Option<Option<T>>`.
pub fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(d: D) -> std::result::Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(d).map(Some)
}

/// A text that must be there, without spare spaces; what was, where nothing is given. `what` with its article: "el nombre".
pub fn text(field: &str, given: Option<&String>, was: String, most_chars: usize, what: &str) -> Result<String> {
    let text = optional(field, given, was, most_chars)?;
    if text.is_empty() { invalid(field, format!("Escribe {what}.")).err() } else { Ok(text) }
}

/// A text that may be empty, without spare spaces; what was, where nothing is given.
pub fn optional(field: &str, given: Option<&String>, was: String, most_chars: usize) -> Result<String> {
    let text = given.map_or(was, |t| t.split_whitespace().collect::<Vec<_>>().join(" "));
    if text.chars().count() > most_chars {
        return invalid(field, format!("Usa hasta {most_chars} letras.")).err();
    }
    Ok(text)
}

/// What was written; `taken` where somebody was faster with the same name. `attempt!` the writing, or the transaction is lost.
pub fn unless_taken<T>(written: db::Result<T>, taken: impl FnOnce() -> Refusal) -> Result<T> {
    match written {
        Err(e) if e.is_unique("name") => taken().err(),
        other => Ok(other?),
    }
}

/// The refusal to delete what is in use: where ("lo ofrece Lomo saltado"), and what to do instead.
pub fn in_use(name: &str, why: &str, instead: &str) -> Refusal {
    refuse(Code::InUse, format!("No se puede eliminar {name}: {why}. {instead}"))
}

/// `Lomo saltado, Ceviche y 3 más`; `None` where there are none.
pub fn some_names(names: &[String]) -> Option<String> {
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
    fn a_list_of_names_is_never_long() {
        let names = |n: usize| (1..=n).map(|i| format!("P{i}")).collect::<Vec<_>>();
        for (n, told) in [(1, "P1"), (2, "P1 y P2"), (3, "P1, P2 y P3"), (9, "P1, P2, P3 y 6 más")] {
            assert_eq!(some_names(&names(n)).as_deref(), Some(told));
        }
        assert_eq!(some_names(&[]), None);
    }

    #[test]
    fn texts_are_kept_tidy() {
        let given = "  Lomo   fino ".to_owned();
        assert_eq!(text("name", Some(&given), String::new(), 9, "el nombre").unwrap(), "Lomo fino");
        assert!(text("name", Some(&"  ".to_owned()), "Lomo".into(), 9, "el nombre").is_err());
        assert!(text("name", Some(&given), String::new(), 8, "el nombre").is_err());
        assert_eq!(text("name", None, "Lomo".into(), 9, "el nombre").unwrap(), "Lomo");
    }
}
