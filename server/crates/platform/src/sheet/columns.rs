//! The columns of a spreadsheet, with title, help and example.

use comanda_base::search::search_key;
use std::{collections::BTreeMap, fmt::Debug, hash::Hash};

/// The texts of a row by column, formatted so that they can be parsed again.
pub type Cells<C> = BTreeMap<C, String>;

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnType {
    Text,
    /// A single line of text.
    Name,
    /// Digits stored as text, with leading zeros.
    Digits,
    /// A number with decimals.
    Amount,
    /// An integer.
    Whole,
}

/// A column. [`columns!`] defines the enum of all columns of a spreadsheet.
pub trait Column: Copy + Debug + Ord + Hash + Send + Sync + 'static {
    /// All columns, in order.
    const ALL: &'static [Self];
    /// The sheet name in the workbook.
    const PAGE: &'static str;
    /// The name of a record with its article: "un producto".
    const ONE: &'static str;
    /// Columns of which a file must have at least one. The error message names the first.
    const IDENTIFIES: &'static [Self];
    /// The lines below the table on the help sheet.
    const HELP: &'static [&'static str];

    /// The header text.
    fn title(self) -> &'static str;
    /// The fields of the request body that it sets.
    fn fields(self) -> &'static [&'static str];
    /// An example value for the help sheet.
    fn example(self) -> &'static str;
    /// The explanation on the help sheet.
    fn help(self) -> &'static str;
    /// The type of its cells.
    fn kind(self) -> ColumnType;
    /// The column width in the workbook, in characters.
    fn width(self) -> u16;
    /// Whether an empty cell keeps the current value. Otherwise it clears the value.
    fn keeps_when_empty(self) -> bool;
    /// Whether a new record needs a value.
    fn is_needed(self) -> bool;
    /// The column whose change makes this cell be set again, even if unchanged. Example: a cost depends on its unit.
    fn rewritten_with(self) -> Option<Self> {
        None
    }
    /// Whether it only identifies the record of the row.
    fn is_id(self) -> bool;

    /// Returns the column with this header, ignoring case, accents and what stands in parentheses: `Costo propio` is `Costo propio (sí/no)`.
    fn from_title(head: &str) -> Option<Self> {
        let key = |title: &str| search_key(title.split('(').next().unwrap_or_default());
        Self::ALL.iter().copied().find(|c| key(c.title()) == key(head))
    }
    /// Returns the column of a field in a refusal. Only the first segment counts: `supply_items` in `supply_items.2.quantity`.
    fn from_field(field: &str) -> Option<Self> {
        let field = field.split(['.', '[']).next().unwrap_or_default();
        Self::ALL.iter().copied().find(|c| c.fields().contains(&field))
    }
}

/// Defines the enum of the columns of a spreadsheet: name, title, fields, example, help; then the other items of [`Column`].
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
