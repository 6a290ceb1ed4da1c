//! A row of a SQLite result.

use std::sync::Arc;

use rusqlite::{Statement, types::Value};

use crate::db::error::{Error, Result};

/// The names of a statement's columns, in their order.
pub(super) type ColumnNames = Arc<[Box<str>]>;

pub(super) fn names_of_columns(statement: &Statement<'_>) -> ColumnNames {
    statement.column_names().into_iter().map(Box::from).collect()
}

/// The values of a row.
#[derive(Debug)]
pub struct SqliteRow {
    values: Box<[Value]>,
    columns: ColumnNames,
}

impl SqliteRow {
    pub(super) fn read(row: &rusqlite::Row<'_>, columns: &ColumnNames) -> rusqlite::Result<Self> {
        let values = (0..columns.len()).map(|index| row.get(index)).collect::<rusqlite::Result<_>>()?;
        Ok(Self { values, columns: columns.clone() })
    }

    /// The names of the columns.
    pub fn columns(&self) -> &[Box<str>] {
        &self.columns
    }

    /// The value at an index.
    pub fn value(&self, index: usize) -> Result<&Value> {
        let len = self.values.len();
        self.values.get(index).ok_or(Error::Db(sqlx::Error::ColumnIndexOutOfBounds { index, len }))
    }
}
