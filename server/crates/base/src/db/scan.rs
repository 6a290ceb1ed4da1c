//! Tokenizes statements: to find mistakes that the databases accept (SQLite takes a missing argument as NULL, and `SELECT *` breaks
//! cached plans when a column is added), and to renumber arguments.

use std::{borrow::Cow, fmt::Write};

/// Facts of a statement's text, outside of quotes and comments.
#[cfg(debug_assertions)]
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct StatementFacts {
    /// The highest `$n`.
    pub highest: usize,
    /// Whether it selects or returns `*` or `t.*`.
    pub star: bool,
}

/// Scans a statement.
#[cfg(debug_assertions)]
pub(super) fn scan_statement(sql: &str) -> StatementFacts {
    let mut found = StatementFacts::default();
    let mut rest = sql;
    // The token before the current one, which distinguishes `SELECT *` from `a * b`.
    let mut before = "";
    while let Some(c) = rest.chars().next() {
        let len = token_len(rest, c);
        let (token, tail) = rest.split_at(len);
        rest = tail;
        if c.is_whitespace() || token.starts_with("--") || token.starts_with("/*") {
            continue;
        }
        match c {
            '$' => found.highest = found.highest.max(token[1..].parse().unwrap_or(0)),
            '*' => found.star |= is_projection(before),
            _ => {}
        }
        before = token;
    }
    found
}

/// Returns the statement with a plain `?` for each argument; `None` where an argument occurs twice or out of order. SQLite and its driver
/// look up each named argument among all names: for ten thousand that takes half a second, for plain ones nothing.
pub(super) fn use_plain_placeholders(sql: &str) -> Option<String> {
    let mut plain = String::with_capacity(sql.len());
    let (mut rest, mut next) = (sql, 1);
    while let Some(c) = rest.chars().next() {
        let (token, tail) = rest.split_at(token_len(rest, c));
        rest = tail;
        if c != '$' {
            plain.push_str(token);
        } else if token[1..].parse() == Ok(next) {
            plain.push('?');
            next += 1;
        } else {
            return None;
        }
    }
    Some(plain)
}

/// Returns the statement with each argument's number raised by `offset`.
pub(super) fn renumber_arguments(sql: &str, offset: usize) -> Cow<'_, str> {
    if offset == 0 {
        return sql.into();
    }
    let mut text = String::with_capacity(sql.len() + 32);
    let mut rest = sql;
    while let Some(c) = rest.chars().next() {
        let (token, tail) = rest.split_at(token_len(rest, c));
        rest = tail;
        match token.strip_prefix('$').and_then(|number| number.parse::<usize>().ok()) {
            // Writing to a String cannot fail.
            Some(number) => _ = write!(text, "${}", number + offset),
            None => text.push_str(token),
        }
    }
    text.into()
}

#[cfg(debug_assertions)]
fn is_projection(before: &str) -> bool {
    let words = ["select", "distinct", "all", "returning", ",", "."];
    words.iter().any(|word| before.eq_ignore_ascii_case(word))
}

/// Returns the length in bytes of the token at the start of `text`.
fn token_len(text: &str, first: char) -> usize {
    match first {
        '\'' | '"' => quoted_len(text, first),
        '-' if text.starts_with("--") => text.find('\n').unwrap_or(text.len()),
        '/' if text.starts_with("/*") => comment_len(text),
        '$' => 1 + text[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - 1),
        c if is_word(c) => text.find(|c: char| !is_word(c)).unwrap_or(text.len()),
        c => c.len_utf8(),
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the length of a quoted text. A doubled quote is read as two adjacent quoted texts, which gives the same result.
fn quoted_len(text: &str, quote: char) -> usize {
    text[1..].find(quote).map_or(text.len(), |end| end + 2)
}

/// Returns the length of a comment. PostgreSQL nests comments and SQLite does not; our statements never nest them.
fn comment_len(text: &str) -> usize {
    text.find("*/").map_or(text.len(), |end| end + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_arguments_outside_quotes_and_comments() {
        for (sql, highest) in [
            ("SELECT 1", 0),
            ("SELECT $1, $3, $2", 3),
            ("SELECT '$9', \"$8\", $1", 1),
            ("SELECT 'it''s $9', $1", 1),
            ("SELECT $1 -- not $2\n, $3", 3),
            ("SELECT $1 -- not $2", 1),
            ("SELECT /* $7 ' */ $2", 2),
            ("SELECT $10", 10),
            ("SELECT 'ñ$4' || $1", 1),
        ] {
            assert_eq!(scan_statement(sql).highest, highest, "{sql}");
        }
    }

    #[test]
    fn distinguishes_a_star_projection_from_a_product_and_a_count() {
        for (sql, star) in [
            ("SELECT * FROM t", true),
            ("select distinct * from t", true),
            ("SELECT a, t.* FROM t", true),
            ("SELECT a, * FROM t", true),
            ("INSERT INTO t (a) VALUES (1) RETURNING *", true),
            ("SELECT /* all */ * FROM t", true),
            ("SELECT COUNT(*) FROM t", false),
            ("SELECT a * b, (a) * 2 FROM t", false),
            ("SELECT '*', ' select * ' FROM t -- select *", false),
        ] {
            assert_eq!(scan_statement(sql).star, star, "{sql}");
        }
    }

    #[test]
    fn arguments_in_their_order_need_no_names() {
        for (named, plain) in [
            ("SELECT a FROM t WHERE a = $1 AND b IN ($2,$3)", Some("SELECT a FROM t WHERE a = ? AND b IN (?,?)")),
            ("SELECT '$1', \"$2\" FROM t WHERE a = $1 -- $9", Some("SELECT '$1', \"$2\" FROM t WHERE a = ? -- $9")),
            ("SELECT a FROM t WHERE a = $1 OR b = $1", None),
            ("SELECT a FROM t WHERE a = $2 OR b = $1", None),
        ] {
            assert_eq!(use_plain_placeholders(named).as_deref(), plain, "{named}");
        }
    }
}
