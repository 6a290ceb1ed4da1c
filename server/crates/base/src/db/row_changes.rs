//! Statements that write one row: every column stands beside its value, so that neither can be counted wrong.

use std::borrow::Cow;

use super::{Arg, Sql, ToArg};

/// A struct whose fields are columns of a table; derived by `comanda_from_row::ToRow`.
pub trait ToRow {
    /// The names of the columns, in the order of the fields.
    const COLUMNS: &'static [&'static str];
    /// The columns with their values.
    fn to_row(&self) -> Vec<(&'static str, Arg)>;
}

/// Composes the INSERT of one row:
///
/// ```
/// # use comanda_base::insert;
/// let sql = insert!("turns" { name: "Noche", position: 3_i64 } returning "id");
/// ```
#[macro_export]
macro_rules! insert {
    ($table:literal { $($column:ident: $value:expr),+ $(,)? } $(returning $returning:literal)?) => {
        $crate::db::Sql::insert(
            $table,
            &[$((stringify!($column), $crate::db::ToArg::arg($value))),+],
            concat!("" $(, "RETURNING ", $returning)?),
        )
    };
}

/// Composes the UPDATE of the rows with one key; assignments that are not just a value follow after a semicolon:
///
/// ```
/// # use comanda_base::update;
/// let sql = update!("turns" { name: "Noche", position: 3_i64; "version = version + 1" } where id = 7_i64);
/// ```
#[macro_export]
macro_rules! update {
    ($table:literal { $($column:ident: $value:expr),+ $(,)? $(; $assignment:literal)* } where $key:ident = $key_value:expr) => {
        $crate::db::Sql::update(
            $table,
            &[$((stringify!($column), $crate::db::ToArg::arg($value))),+],
            concat!("" $(, ", ", $assignment)*),
            (stringify!($key), $key_value),
        )
    };
}

impl Sql {
    /// Selects the columns of a struct; `rest` is the statement from its FROM on, with arguments `$1…`.
    pub fn select<R: ToRow>(rest: &'static str) -> Self {
        Self::composed(format!("SELECT {} {rest}", R::COLUMNS.join(", ")), &[])
    }

    /// Inserts one row; `end` is what follows the values, such as `RETURNING id`.
    pub fn insert(table: &'static str, row: &[(&'static str, Arg)], end: &'static str) -> Self {
        let names: Vec<&str> = row.iter().map(|(name, _)| *name).collect();
        let marks: Vec<String> = (1..=row.len()).map(|n| format!("${n}")).collect();
        Self::composed(format!("INSERT INTO {table} ({}) VALUES ({}) {end}", names.join(", "), marks.join(", ")), row)
    }

    /// Updates the rows whose key column has this value; `assignments` begins with a comma where there are any.
    pub fn update(
        table: &'static str,
        row: &[(&'static str, Arg)],
        assignments: &'static str,
        (key, value): (&'static str, impl ToArg),
    ) -> Self {
        let pairs: Vec<String> = row.iter().zip(1..).map(|((name, _), n)| format!("{name} = ${n}")).collect();
        let text = format!("UPDATE {table} SET {}{assignments} WHERE {key} = ${}", pairs.join(", "), row.len() + 1);
        Self::composed(text, row).bind(value)
    }

    /// A statement that has one form only, as one written out.
    fn composed(text: String, row: &[(&'static str, Arg)]) -> Self {
        Self { text: Cow::Owned(text), args: row.iter().map(|(_, value)| value.clone()).collect(), built: false }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_insert_numbers_its_values_in_the_order_of_the_columns() {
        let sql = insert!("shelves" { name: "Upper", position: 3_i64 } returning "id");
        assert_eq!(sql.text, "INSERT INTO shelves (name, position) VALUES ($1, $2) RETURNING id");
        assert_eq!(sql.args.len(), 2);
    }

    #[test]
    fn an_update_ends_with_its_key() {
        let sql = update!("shelves" { name: "Upper", position: 3_i64; "version = version + 1" } where id = 7_i64);
        assert_eq!(sql.text, "UPDATE shelves SET name = $1, position = $2, version = version + 1 WHERE id = $3");
        assert_eq!(sql.args.len(), 3);
    }
}
