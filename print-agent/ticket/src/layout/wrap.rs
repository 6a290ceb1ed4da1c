//! Breaking text at words.

use super::char_columns;

/// Splits `text` (already normalised) into pieces: the first of at most `first` columns, the others of at most `following`. Breaks at
/// spaces, at newlines, and within a word only where the word alone is too long.
pub(super) fn wrap(text: &str, first: usize, following: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    for paragraph in text.split('\n') {
        let mut remaining = paragraph;
        loop {
            let width = if pieces.is_empty() { first } else { following }.max(1);
            let end = break_at(remaining, width);
            pieces.push(remaining[..end].trim_end_matches(' '));
            remaining = remaining[end..].trim_start_matches(' ');
            if remaining.is_empty() {
                break;
            }
        }
    }
    pieces
}

/// Returns the byte index at which the first piece of at most `width` columns ends. The piece has at least one character, however wide.
fn break_at(text: &str, width: usize) -> usize {
    let mut used_columns = 0;
    let overflows = |(at, c): &(usize, char)| {
        used_columns += char_columns(*c);
        *at > 0 && used_columns > width
    };
    let Some((limit, next)) = text.char_indices().find(overflows) else {
        return text.len();
    };
    if next == ' ' {
        return limit;
    }
    match text[..limit].rfind(' ') {
        Some(space) if !text[..space].trim().is_empty() => space,
        _ => limit,
    }
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn text_breaks_at_words_first() {
        let cases: [(&str, usize, usize, &[&str]); 10] = [
            ("", 5, 5, &[""]),
            ("lomo", 5, 5, &["lomo"]),
            ("lomo saltado", 12, 5, &["lomo saltado"]),
            ("lomo saltado", 7, 7, &["lomo", "saltado"]),
            ("ají de gallina", 6, 7, &["ají de", "gallina"]),
            ("ñandúñandú", 4, 3, &["ñand", "úña", "ndú"]),
            ("uno\ndos tres", 8, 8, &["uno", "dos tres"]),
            ("宫保鸡丁", 5, 4, &["宫保", "鸡丁"]),
            ("con 洋葱", 7, 1, &["con", "洋", "葱"]),
            ("  con sangría", 8, 8, &["  con", "sangría"]),
        ];
        for (text, first, following, expected) in cases {
            assert_eq!(wrap(text, first, following), expected, "{text:?}");
        }
    }
}
