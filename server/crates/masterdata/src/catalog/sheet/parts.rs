//! Lists in one cell: `Lomo fino = 200 g | "Salsa 1:1" = 20 g`. Names that contain a separator are quoted. Pure.

/// The separators and the quote.
const SEPARATORS: [char; 5] = ['|', '=', '+', ':', '"'];

/// Quotes a name if a list needs it.
pub(super) fn quote_name(name: &str) -> String {
    if name.contains(SEPARATORS) { format!("\"{}\"", name.replace('"', "\"\"")) } else { name.to_owned() }
}

/// Removes quotes and surrounding spaces.
pub(super) fn unquote_name(text: &str) -> String {
    let text = text.trim();
    match text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\""),
        None => text.to_owned(),
    }
}

/// Splits a text at a separator outside quotes. Empty parts are left out.
pub(super) fn split_outside_quotes(text: &str, sign: char) -> Vec<&str> {
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

/// Returns the texts before and after the first separator; the second is empty without a separator.
pub(super) fn split_pair(text: &str, sign: char) -> (&str, &str) {
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
    fn lists_are_parsed_leniently() {
        assert_eq!(split_outside_quotes(" Lomo = 200 g |Arroz=1 kg| ", '|'), ["Lomo = 200 g", "Arroz=1 kg"]);
        assert_eq!(split_pair("Arroz=1 kg", '='), ("Arroz", "1 kg"));
        assert_eq!(split_pair("Palta", '='), ("Palta", ""));
        assert_eq!(split_outside_quotes("\"Salsa 1|1\" = 2 | Ají", '|'), ["\"Salsa 1|1\" = 2", "Ají"]);
    }

    proptest! {
        #[test]
        fn any_name_survives_quoting(names in prop::collection::vec("[a-z|=+:\"ñ]{1,6}( [a-z|=+:\"ñ]{1,6})?", 1..5)) {
            let cell = names.iter().map(|n| format!("{} = 1", quote_name(n))).collect::<Vec<_>>().join(" | ");
            let back: Vec<String> = split_outside_quotes(&cell, '|').into_iter().map(|p| unquote_name(split_pair(p, '=').0)).collect();
            prop_assert_eq!(back, names);
        }
    }
}
