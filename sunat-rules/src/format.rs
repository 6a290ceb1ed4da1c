//! Formats that many rules have in common.

use rust_decimal::Decimal;

/// Whether a text is a `decimal positivo de 12 enteros y hasta 2 decimales`; zero is allowed too.
pub(crate) fn is_amount(text: &str) -> bool {
    is_decimal(text, 12, 2)
}

/// Whether a text is a decimal without sign, of at most `whole` digits before the point and `decimals` after it.
pub(crate) fn is_decimal(text: &str, whole: usize, decimals: usize) -> bool {
    let (before, after) = text.split_once('.').map_or((text, None), |(before, after)| (before, Some(after)));
    let digits = |part: &str, most: usize| !part.is_empty() && part.len() <= most && is_digits(part);
    digits(before, whole) && after.is_none_or(|after| digits(after, decimals))
}

pub(crate) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a text has `least` to `most` characters, and no white space but the space.
pub(crate) fn is_text(text: &str, least: usize, most: usize) -> bool {
    let count = text.chars().count();
    count >= least && count <= most && !text.chars().any(|c| c.is_whitespace() && c != ' ')
}

/// Whether a text is a number such as `F001-1`, of a series that begins with one of the letters in `first`.
pub(crate) fn is_number(text: &str, first: &str) -> bool {
    let Some((series, number)) = text.split_once('-') else { return false };
    let rest = series.chars().skip(1).all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    series.len() == 4 && rest && first.chars().any(|c| series.starts_with(c)) && is_digits(number) && number.len() <= 8
}

/// Whether a text is the series and number of a document on paper: `0001-123`.
pub(crate) fn is_paper_number(text: &str) -> bool {
    let Some((series, number)) = text.split_once('-') else { return false };
    [(series, 4), (number, 8)].iter().all(|(part, most)| is_digits(part) && part.len() <= *most)
}

/// Whether two amounts are within the tolerance of one sol that most sums have.
pub(crate) fn near(stated: Decimal, computed: Decimal) -> bool {
    (stated - computed).abs() <= Decimal::ONE
}
