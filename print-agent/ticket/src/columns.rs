//! The number of columns that a text takes.

use unicode_width::UnicodeWidthChar;

/// The columns of a character of normal width: two for Chinese and other wide characters. A character without width takes one all the
/// same, since a byte of a code page always does.
#[must_use]
pub fn char_columns(c: char) -> usize {
    if c.is_ascii() { 1 } else { c.width().unwrap_or(1).max(1) }
}

/// The columns of a text of normal width.
#[must_use]
pub fn width_of(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().map(char_columns).sum() }
}
