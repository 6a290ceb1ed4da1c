//! A row of an answer, of whichever database it is, and what is read from it.

use std::cell::Cell;

use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};
use rusqlite::types::Value;
use serde::de::DeserializeOwned;
use sqlx::{Column, Row as _, ValueRef, postgres::PgRow, types::Json};

use super::{
    error::{Error, Result},
    sqlite::SqliteRow,
};

/// A row of an answer.
#[derive(Debug)]
pub struct Row {
    inner: Inner,
    /// The column after the one that was asked for last: fields mostly come in the order of the statement's columns.
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

/// What can be read from a row: what `#[derive(comanda_from_row::FromRow)]` makes, or a tuple.
pub trait FromRow: Sized {
    /// Reads it.
    ///
    /// # Errors
    /// A column is missing, or of another type.
    fn from_row(row: &Row) -> Result<Self>;
}

/// What can be read from a column. New-types implement it by way of the value inside, as they do [`ToArg`](super::ToArg);
/// `Option<T>` follows from it.
pub trait FromColumn: Sized {
    /// Reads the column at this place.
    ///
    /// # Errors
    /// It is null, or of another type.
    fn from_column(row: &Row, index: usize) -> Result<Self>;
}

impl Row {
    pub(super) fn new(inner: Inner) -> Self {
        Self { inner, next: Cell::new(0) }
    }

    /// The column of this name.
    ///
    /// # Errors
    /// There is none, or it is null or of another type.
    pub fn get<T: FromColumn>(&self, name: &str) -> Result<T> {
        let index = self.index(name).ok_or_else(|| Error::Db(sqlx::Error::ColumnNotFound(name.to_owned())))?;
        T::from_column(self, index)
    }

    /// The column of this name, or the default where the statement has none.
    ///
    /// # Errors
    /// It is null or of another type.
    pub fn get_or_default<T: FromColumn + Default>(&self, name: &str) -> Result<T> {
        self.index(name).map_or_else(|| Ok(T::default()), |index| T::from_column(self, index))
    }

    /// The text of the column at this place, for what is read by way of it.
    ///
    /// # Errors
    /// It is null, or no text.
    pub fn text(&self, index: usize) -> Result<&str> {
        match &self.inner {
            Inner::Postgres(row) => Ok(row.try_get(index)?),
            Inner::Sqlite(row) => match row.value(index)? {
                Value::Text(text) => Ok(text),
                _ => Err(wrong(index, "text")),
            },
        }
    }

    /// The place of a column.
    fn index(&self, name: &str) -> Option<usize> {
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
                read.ok_or_else(|| wrong(index, stringify!($type)))
            }
        }
    )* };
}

from_column! {
    i64, Value::Integer(v) => Some(*v);
    bool, Value::Integer(v) => Some(*v != 0);
    String, Value::Text(v) => Some(v.clone());
    Vec<u8>, Value::Blob(v) => Some(v.clone());
    DateTime<Utc>, Value::Text(v) => moment(v);
    NaiveDate, Value::Text(v) => v.parse().ok();
    serde_json::Value, Value::Text(v) => serde_json::from_str(v).ok();
}

impl<T: DeserializeOwned + 'static> FromColumn for Json<T> {
    fn from_column(row: &Row, index: usize) -> Result<Self> {
        match &row.inner {
            Inner::Postgres(row) => Ok(row.try_get(index)?),
            Inner::Sqlite(row) => match row.value(index)? {
                Value::Text(text) => serde_json::from_str(text).map(Json).map_err(|error| unreadable(index, error)),
                _ => Err(wrong(index, "JSON")),
            },
        }
    }
}

/// As arguments are written, or as SQLite itself writes the present.
fn moment(text: &str) -> Option<DateTime<Utc>> {
    let plain = || NaiveDateTime::parse_from_str(text, "%F %T%.f").ok().map(|naive| naive.and_utc());
    DateTime::parse_from_rfc3339(text).ok().map(|moment| moment.to_utc()).or_else(plain)
}

fn wrong(index: usize, wanted: &'static str) -> Error {
    unreadable(index, format!("it is null, or no {wanted}"))
}

/// For what is read by way of a text.
pub fn unreadable(index: usize, why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
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
