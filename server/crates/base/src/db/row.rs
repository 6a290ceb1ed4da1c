//! Rows of either database, and reading values from them.

use std::cell::Cell;

use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};
use rusqlite::types::Value;
use serde::de::DeserializeOwned;
use sqlx::{Column, Row as _, ValueRef, postgres::PgRow, types::Json};

use super::{
    error::{Error, Result},
    sqlite::SqliteRow,
};

/// A row of a result.
#[derive(Debug)]
pub struct Row {
    inner: Inner,
    /// The column after the one that was read last: fields are mostly read in the order of the statement's columns.
    next: Cell<usize>,
}

#[derive(Debug)]
pub(super) enum Inner {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Inner {
    fn column_count(&self) -> usize {
        match self {
            Inner::Sqlite(row) => row.columns().len(),
            Inner::Postgres(row) => row.columns().len(),
        }
    }
    fn column_name(&self, index: usize) -> &str {
        match self {
            Inner::Sqlite(row) => &row.columns()[index],
            Inner::Postgres(row) => row.columns()[index].name(),
        }
    }
}

/// A type that can be read from a row: a struct with `#[derive(comanda_from_row::FromRow)]`, or a tuple.
pub trait FromRow: Sized {
    /// Reads the value from a row.
    ///
    /// # Errors
    /// A column is missing, or of another type.
    fn from_row(row: &Row) -> Result<Self>;
}

/// A type that can be read from a column. New-types delegate to the value inside, as for [`ToArg`](super::ToArg);
/// `Option<T>` then implements it too.
pub trait FromColumn: Sized {
    /// Reads the column at this index.
    ///
    /// # Errors
    /// The column is null, or of another type.
    fn from_column(row: &Row, index: usize) -> Result<Self>;
}

impl Row {
    pub(super) fn new(inner: Inner) -> Self {
        Self { inner, next: Cell::new(0) }
    }

    /// Reads the column of this name.
    ///
    /// # Errors
    /// There is no such column, or it is null or of another type.
    pub fn get<T: FromColumn>(&self, name: &str) -> Result<T> {
        let index = self.column_index(name).ok_or_else(|| Error::Db(sqlx::Error::ColumnNotFound(name.to_owned())))?;
        T::from_column(self, index)
    }

    /// Reads the column of this name, or returns the default where the statement has none.
    ///
    /// # Errors
    /// The column is null or of another type.
    pub fn get_or_default<T: FromColumn + Default>(&self, name: &str) -> Result<T> {
        self.column_index(name).map_or_else(|| Ok(T::default()), |index| T::from_column(self, index))
    }

    /// Returns the text of the column at this index, for types that are parsed from it.
    ///
    /// # Errors
    /// The column is null, or no text.
    pub fn text(&self, index: usize) -> Result<&str> {
        match &self.inner {
            Inner::Postgres(row) => Ok(row.try_get(index)?),
            Inner::Sqlite(row) => match row.value(index)? {
                Value::Text(text) => Ok(text),
                _ => Err(wrong_type(index, "text")),
            },
        }
    }

    /// Finds the index of a column.
    fn column_index(&self, name: &str) -> Option<usize> {
        let (next, count) = (self.next.get(), self.inner.column_count());
        let index = (next..count).chain(0..next.min(count)).find(|index| self.inner.column_name(*index) == name)?;
        self.next.set(index + 1);
        Some(index)
    }

    fn is_null(&self, index: usize) -> Result<bool> {
        Ok(match &self.inner {
            Inner::Sqlite(row) => matches!(row.value(index)?, Value::Null),
            Inner::Postgres(row) => row.try_get_raw(index)?.is_null(),
        })
    }
}

impl<T: FromColumn> FromColumn for Option<T> {
    fn from_column(row: &Row, index: usize) -> Result<Self> {
        if row.is_null(index)? { Ok(None) } else { T::from_column(row, index).map(Some) }
    }
}

macro_rules! from_column {
    ($($type:ty, $value:pat => $read:expr;)*) => { $(
        impl FromColumn for $type {
            fn from_column(row: &Row, index: usize) -> Result<Self> {
                let read: Option<Self> = match &row.inner {
                    Inner::Postgres(row) => return Ok(row.try_get(index)?),
                    Inner::Sqlite(row) => match row.value(index)? {
                        $value => $read,
                        _ => None,
                    },
                };
                read.ok_or_else(|| wrong_type(index, stringify!($type)))
            }
        }
    )* };
}

from_column! {
    i64, Value::Integer(v) => Some(*v);
    bool, Value::Integer(v) => Some(*v != 0);
    String, Value::Text(v) => Some(v.clone());
    Vec<u8>, Value::Blob(v) => Some(v.clone());
    DateTime<Utc>, Value::Text(v) => parse_time(v);
    NaiveDate, Value::Text(v) => v.parse().ok();
    serde_json::Value, Value::Text(v) => serde_json::from_str(v).ok();
}

impl<T: DeserializeOwned + 'static> FromColumn for Json<T> {
    fn from_column(row: &Row, index: usize) -> Result<Self> {
        match &row.inner {
            Inner::Postgres(row) => Ok(row.try_get(index)?),
            Inner::Sqlite(row) => match row.value(index)? {
                Value::Text(text) => serde_json::from_str(text).map(Json).map_err(|error| decode_error(index, error)),
                _ => Err(wrong_type(index, "JSON")),
            },
        }
    }
}

/// Parses a time as arguments are written, or as SQLite's `CURRENT_TIMESTAMP` writes it.
fn parse_time(text: &str) -> Option<DateTime<Utc>> {
    let plain = || NaiveDateTime::parse_from_str(text, "%F %T%.f").ok().map(|naive| naive.and_utc());
    DateTime::parse_from_rfc3339(text).ok().map(|moment| moment.to_utc()).or_else(plain)
}

fn wrong_type(index: usize, wanted: &'static str) -> Error {
    decode_error(index, format!("it is null, or no {wanted}"))
}

/// Makes the error of a column whose value cannot be decoded.
pub fn decode_error(index: usize, why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::Db(sqlx::Error::ColumnDecode { index: index.to_string(), source: why.into() })
}

macro_rules! tuples {
    ($($($name:ident $index:tt),+;)*) => { $(
        impl<$($name: FromColumn),+> FromRow for ($($name,)+) {
            fn from_row(row: &Row) -> Result<Self> {
                Ok(($($name::from_column(row, $index)?,)+))
            }
        }
    )* };
}

tuples! {
    A 0;
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3;
    A 0, B 1, C 2, D 3, E 4;
    A 0, B 1, C 2, D 3, E 4, F 5;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8;
}
