//! Breaking text at words.

use super::char_columns;

/// Splits `text` (already normalised) into pieces of at most `first` columns, then at most `rest`. Breaks at
/// spaces, at newlines, and within a word only where the word alone is too long.
pub(super) fn wrap(text: &str, first: usize, rest: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    for paragraph in text.split('\n') {
        let mut left = paragraph;
        loop {
            let width = if pieces.is_empty() { first } else { rest }.max(1);
            let end = break_at(left, width);
            pieces.push(left[..end].trim_end_matches(' '));
            left = left[end..].trim_start_matches(' ');
            if left.is_empty() {
                break;
            }
        }
    }
    pieces
}

/// Byte index at which the first piece of at most `width` columns ends; one character is in it, however wide.
fn break_at(text: &str, width: usize) -> usize {
    let mut taken = 0;
    let past = |(at, c): &(usize, char)| {
        taken += char_columns(*c);
        *at > 0 && taken > width
    };
    let Some((limit, next)) = text.char_indices().find(past) else {
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
    fn breaks_at_words_and_only_then_within() {
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
        for (text, first, rest, expected) in cases {
            assert_eq!(wrap(text, first, rest), expected, "{text:?}");
        }
    }
}
