//! A row of an answer of SQLite.

use std::{collections::HashMap, sync::Arc};

use rusqlite::{Statement, types::Value};

use crate::db::error::{Error, Result};

/// The places of columns by their names.
#[derive(Debug)]
pub(super) struct Columns(HashMap<String, usize>);

impl Columns {
    pub fn of(statement: &Statement<'_>) -> Self {
        Self(statement.column_names().into_iter().enumerate().map(|(index, name)| (name.to_owned(), index)).collect())
    }
}

/// The values of a row.
#[derive(Debug)]
pub struct SqliteRow {
    values: Box<[Value]>,
    columns: Arc<Columns>,
}

impl SqliteRow {
    pub(super) fn read(row: &rusqlite::Row<'_>, count: usize, columns: &Arc<Columns>) -> rusqlite::Result<Self> {
        let values = (0..count).map(|index| row.get(index)).collect::<rusqlite::Result<_>>()?;
        Ok(Self { values, columns: columns.clone() })
    }

    /// The place of a column.
    pub fn index(&self, name: &str) -> Option<usize> {
        self.columns.0.get(name).copied()
    }

    /// The value at a place.
    pub fn value(&self, index: usize) -> Result<&Value> {
        let len = self.values.len();
        self.values.get(index).ok_or(Error::Db(sqlx::Error::ColumnIndexOutOfBounds { index, len }))
    }
}
