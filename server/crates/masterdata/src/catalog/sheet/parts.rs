//! Lists in one cell: `Lomo fino = 200 g | "Salsa 1:1" = 20 g`. Names with a sign of ours in them stand in quotes. Pure.

/// Signs that mean something in a list.
const SIGNS: [char; 5] = ['|', '=', '+', ':', '"'];

/// A name as a list can hold it.
pub(super) fn quoted(name: &str) -> String {
    if name.contains(SIGNS) { format!("\"{}\"", name.replace('"', "\"\"")) } else { name.to_owned() }
}

/// Without its quotes and the spaces around.
pub(super) fn unquoted(text: &str) -> String {
    let text = text.trim();
    match text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\""),
        None => text.to_owned(),
    }
}

/// The parts between a sign, but not where it stands in quotes. Empty parts are left out.
pub(super) fn split(text: &str, sign: char) -> Vec<&str> {
    let (mut parts, mut start, mut in_quotes) = (Vec::new(), 0, false);
    for (at, c) in text.char_indices() {
        if c == '"' {
            in_quotes = !in_quotes;
        } else if c == sign && !in_quotes {
            parts.push(&text[start..at]);
            start = at + c.len_utf8();
        }
    }
    parts.push(&text[start..]);
    parts.into_iter().map(str::trim).filter(|p| !p.is_empty()).collect()
}

/// What stands before and after the first sign; the second is empty where there is none.
pub(super) fn pair(text: &str, sign: char) -> (&str, &str) {
    match split_at_first(text, sign) {
        Some((first, rest)) => (first.trim(), rest.trim()),
        None => (text.trim(), ""),
    }
}

fn split_at_first(text: &str, sign: char) -> Option<(&str, &str)> {
    let mut in_quotes = false;
    for (at, c) in text.char_indices() {
        if c == '"' {
            in_quotes = !in_quotes;
        } else if c == sign && !in_quotes {
            return Some((&text[..at], &text[at + c.len_utf8()..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_list_is_read_as_people_type_it() {
        assert_eq!(split(" Lomo = 200 g |Arroz=1 kg| ", '|'), ["Lomo = 200 g", "Arroz=1 kg"]);
        assert_eq!(pair("Arroz=1 kg", '='), ("Arroz", "1 kg"));
        assert_eq!(pair("Palta", '='), ("Palta", ""));
        assert_eq!(split("\"Salsa 1|1\" = 2 | Ají", '|'), ["\"Salsa 1|1\" = 2", "Ají"]);
    }

    proptest! {
        #[test]
        fn any_name_comes_back(names in prop::collection::vec("[a-z|=+:\"ñ]{1,6}( [a-z|=+:\"ñ]{1,6})?", 1..5)) {
            let cell = names.iter().map(|n| format!("{} = 1", quoted(n))).collect::<Vec<_>>().join(" | ");
            let back: Vec<String> = split(&cell, '|').into_iter().map(|p| unquoted(pair(p, '=').0)).collect();
            prop_assert_eq!(back, names);
        }
    }
}
