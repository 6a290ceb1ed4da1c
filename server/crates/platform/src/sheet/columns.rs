//! The columns of a sheet, as they are called, explained and exemplified.

use comanda_base::search::search_key;
use std::{collections::BTreeMap, fmt::Debug, hash::Hash};

/// What a row says, by column; only texts that a row of it would be read to again.
pub type Cells<C> = BTreeMap<C, String>;

/// What cells of a column hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    /// A text of one line.
    Name,
    /// A text of digits: the zero it may begin with stays.
    Digits,
    /// A number with decimals.
    Amount,
    /// A whole number.
    Whole,
}

/// A column; the enum of all of them is written by [`columns!`].
pub trait Column: Copy + Debug + Ord + Hash + Send + Sync + 'static {
    /// All of them, in their order.
    const ALL: &'static [Self];
    /// How Excel's page is called.
    const PAGE: &'static str;
    /// What a row is, with its article: "un producto".
    const ONE: &'static str;
    /// Columns of which a sheet must have at least one; the first is asked for.
    const IDENTIFIES: &'static [Self];
    /// What stands below the table of the help page.
    const HELP: &'static [&'static str];

    /// As its head says.
    fn title(self) -> &'static str;
    /// Fields of the form that it stands for.
    fn fields(self) -> &'static [&'static str];
    /// How it is filled in.
    fn example(self) -> &'static str;
    /// What it means.
    fn help(self) -> &'static str;
    /// What its cells hold.
    fn kind(self) -> Kind;
    /// How wide it is in Excel.
    fn width(self) -> u16;
    /// Whether an empty cell says nothing; in the others it takes away what was there.
    fn keeps_when_empty(self) -> bool;
    /// Whether something new must say it.
    fn is_needed(self) -> bool;
    /// Whether its cell is taken again where this other one changes: a cost is of a unit.
    fn rewritten_with(self) -> Option<Self> {
        None
    }
    /// Whether it only says which thing the row is of.
    fn is_id(self) -> bool;

    /// The column with this head, whatever its capitals and accents.
    fn titled(head: &str) -> Option<Self> {
        let key = search_key(head);
        Self::ALL.iter().copied().find(|c| search_key(c.title()) == key)
    }
    /// The column for a field of a refusal: `supply_items.2.quantity` is of the recipe.
    fn of_field(field: &str) -> Option<Self> {
        let field = field.split(['.', '[']).next().unwrap_or_default();
        Self::ALL.iter().copied().find(|c| c.fields().contains(&field))
    }
}

/// Writes the enum of a sheet's columns: name, title, fields of the form, example, help; then what else [`Column`] asks.
#[macro_export]
macro_rules! columns {
    (
        $(#[$doc:meta])*
        $columns:ident { $($name:ident $title:literal, $fields:expr, $example:literal, $help:literal;)* }
        $($rest:tt)*
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(super) enum $columns { $($name),* }
        impl $crate::sheet::Column for $columns {
            const ALL: &'static [Self] = &[$($columns::$name),*];
            fn title(self) -> &'static str {
                match self { $($columns::$name => $title),* }
            }
            fn fields(self) -> &'static [&'static str] {
                match self { $($columns::$name => &$fields),* }
            }
            fn example(self) -> &'static str {
                match self { $($columns::$name => $example),* }
            }
            fn help(self) -> &'static str {
                match self { $($columns::$name => $help),* }
            }
            $($rest)*
        }
    };
}
pub use columns;
