//! Statements: a fixed text, or one composed of fixed fragments. No text from outside gets in.

use std::{borrow::Cow, fmt::Write};

use super::arg::{Arg, ArgKind, ToArg};

/// The longest list whose last value is repeated: see [`Sql::list`].
const SHORT_LIST: usize = 64;

/// A statement and its arguments.
///
/// The text that it starts with numbers its arguments `$1…`; fragments added later write `?`, which
/// becomes the next number:
///
/// ```
/// # use comanda_base::db::Sql;
/// # let (day, waiter, states) = (7_i64, None::<i64>, ["open", "sent"]);
/// Sql::new("SELECT id FROM requests WHERE day = $1").bind(day)
///     .when("AND waiter = ?", waiter)
///     .list("AND state IN (?)", states)
///     .add("ORDER BY id");
/// ```
#[derive(Clone, Debug)]
pub struct Sql {
    pub(super) text: Cow<'static, str>,
    pub(super) args: Vec<Arg>,
    /// Whether the text was composed of fragments, and so has many forms.
    pub(super) built: bool,
}

impl From<&'static str> for Sql {
    fn from(text: &'static str) -> Self {
        Sql { text: text.into(), args: Vec::new(), built: false }
    }
}

impl Sql {
    /// Starts a statement with this text.
    pub fn new(text: &'static str) -> Self {
        text.into()
    }

    /// Binds the next argument of the text that the statement starts with.
    pub fn bind(mut self, value: impl ToArg) -> Self {
        self.args.push(value.arg());
        self
    }

    /// Binds the next arguments of that text, a row made by [`args!`](crate::args).
    pub fn bind_row<const N: usize>(mut self, row: [Arg; N]) -> Self {
        self.args.extend(row);
        self
    }

    /// Adds a fragment without arguments.
    #[expect(clippy::should_implement_trait, reason = "it adds text, it does not sum")]
    pub fn add(mut self, fragment: &'static str) -> Self {
        self.built = true;
        let text = self.text.to_mut();
        text.push(' ');
        text.push_str(fragment);
        self
    }

    /// Adds a fragment in which every `?` stands for this one value.
    pub fn with(self, fragment: &'static str, value: impl ToArg) -> Self {
        self.list(fragment, [value])
    }

    /// Adds the fragment only when there is a value.
    pub fn when(self, fragment: &'static str, value: Option<impl ToArg>) -> Self {
        match value {
            Some(value) => self.with(fragment, value),
            None => self,
        }
    }

    /// Adds a fragment in which `?` stands for all these values: `AND id IN (?)`, `AND id NOT IN (?)`.
    /// An empty list is an empty set. The last value of a short list is repeated up to the next power of two, so that lists of any length
    /// need few prepared statements.
    pub fn list<A: ToArg>(mut self, fragment: &'static str, values: impl IntoIterator<Item = A>) -> Self {
        let first = self.args.len() + 1;
        self.args.extend(values.into_iter().map(A::arg));
        let count = self.args.len() + 1 - first;
        if count <= SHORT_LIST
            && let Some(last) = self.args.last().filter(|_| count > 0).cloned()
        {
            self.args.extend(std::iter::repeat_n(last, count.next_power_of_two() - count));
        }
        let mut marks = String::new();
        for n in first..=self.args.len() {
            push_placeholder(&mut marks, n, n > first);
        }
        if marks.is_empty() {
            marks = empty_set(A::KIND);
        }
        self.built = true;
        let text = self.text.to_mut();
        text.push(' ');
        text.push_str(&fragment.replace('?', &marks));
        self
    }

    /// Adds the rows of a multi-row INSERT: `Sql::new("INSERT INTO t (a, b) VALUES").rows(rows)`, each row made by
    /// [`args!`](crate::args). The caller keeps to a few thousand values per statement, and to at least one row.
    pub fn rows<const N: usize>(mut self, rows: impl IntoIterator<Item = [Arg; N]>) -> Self {
        self.built = true;
        for (i, row) in rows.into_iter().enumerate() {
            let before = self.args.len();
            let text = self.text.to_mut();
            text.push_str(if i > 0 { ",(" } else { " (" });
            for n in before + 1..=before + N {
                push_placeholder(text, n, n > before + 1);
            }
            text.push(')');
            self.args.extend(row);
        }
        self
    }

    /// Appends a suffix for PostgreSQL. Unlike a fragment it makes only one more form of the text, so `built` stays as it is.
    pub(super) fn append_suffix(&mut self, suffix: &'static str) {
        self.text.to_mut().push_str(suffix);
    }
}

/// Returns the table that a statement writes; `None` where it writes none, or is several combined statements.
pub(super) fn written_table(statement: &str) -> Option<&str> {
    let mut words = statement.split(|c: char| c.is_ascii_whitespace() || c == '(').filter(|word| !word.is_empty());
    match words.next()? {
        "INSERT" | "DELETE" => words.nth(1),
        "UPDATE" => words.next(),
        _ => None,
    }
}

fn push_placeholder(text: &mut String, n: usize, comma: bool) {
    // Writing to a String cannot fail.
    let _ = write!(text, "{}${n}", if comma { "," } else { "" });
}

/// Returns an empty subquery of this type: `IN (NULL)` would do for an empty list, but `NOT IN (NULL)` is never true.
fn empty_set(kind: ArgKind) -> String {
    format!("SELECT CAST(NULL AS {}) WHERE 1 = 0", kind.sql())
}
