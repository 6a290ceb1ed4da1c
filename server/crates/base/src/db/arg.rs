//! Arguments of a statement: the kinds of value that both databases store alike.

use std::{borrow::Cow, sync::Arc};

use chrono::{DateTime, NaiveDate, SubsecRound, Utc};
use serde::Serialize;
use sqlx::{Arguments, postgres::PgArguments, sqlite::SqliteArguments, types::Json};

use super::error::{Error, Result};

/// The kind of a value, known even when it is null: PostgreSQL needs a type for every argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgKind {
    /// BIGINT.
    Int,
    /// BOOLEAN.
    Bool,
    /// TEXT.
    Text,
    /// BYTEA or BLOB.
    Bytes,
    /// TIMESTAMPTZ, to the microsecond.
    Time,
    /// DATE.
    Date,
    /// JSONB, an object or an array.
    Json,
}

impl ArgKind {
    /// The column type in both databases.
    pub(super) fn sql(self) -> &'static str {
        match self {
            ArgKind::Int => "BIGINT",
            ArgKind::Bool => "BOOLEAN",
            ArgKind::Text => "TEXT",
            ArgKind::Bytes => "BYTEA",
            ArgKind::Time => "TIMESTAMPTZ",
            ArgKind::Date => "DATE",
            ArgKind::Json => "JSONB",
        }
    }
}

/// A value to be bound to a statement. There is no floating point: money and quantities are integers.
#[derive(Clone, Debug)]
pub enum Arg {
    /// NULL in a column of this kind.
    Null(ArgKind),
    /// A whole number.
    Int(i64),
    /// True or false.
    Bool(bool),
    /// Text.
    Text(Cow<'static, str>),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A moment.
    Time(DateTime<Utc>),
    /// A day.
    Date(NaiveDate),
    /// A JSON document.
    Json(serde_json::Value),
}

// Needed by the check of bound types, which a release leaves out.
#[cfg(debug_assertions)]
impl Arg {
    pub(super) fn kind(&self) -> ArgKind {
        match self {
            Arg::Null(kind) => *kind,
            Arg::Int(_) => ArgKind::Int,
            Arg::Bool(_) => ArgKind::Bool,
            Arg::Text(_) => ArgKind::Text,
            Arg::Bytes(_) => ArgKind::Bytes,
            Arg::Time(_) => ArgKind::Time,
            Arg::Date(_) => ArgKind::Date,
            Arg::Json(_) => ArgKind::Json,
        }
    }
}

/// A type that can be bound to a statement. New-types delegate to the value inside:
///
/// ```
/// # use comanda_base::db::{Arg, ArgKind, ToArg};
/// #[derive(Clone, Copy)]
/// struct TableId(i64);
/// impl ToArg for TableId {
///     const KIND: ArgKind = ArgKind::Int;
///     fn arg(self) -> Arg {
///         self.0.arg()
///     }
/// }
/// ```
/// `Option<TableId>` and `&TableId` then implement it too.
pub trait ToArg {
    /// The kind of the value, also when it is null.
    const KIND: ArgKind;
    /// Converts to an argument.
    fn arg(self) -> Arg;
}

impl<T: ToArg> ToArg for Option<T> {
    const KIND: ArgKind = T::KIND;
    fn arg(self) -> Arg {
        self.map_or(Arg::Null(T::KIND), T::arg)
    }
}

impl<T: ToArg + Clone> ToArg for &T {
    const KIND: ArgKind = T::KIND;
    fn arg(self) -> Arg {
        self.clone().arg()
    }
}

impl<T: Serialize> ToArg for Json<T> {
    const KIND: ArgKind = ArgKind::Json;
    /// A value that has no JSON form becomes JSON's null, which no column takes: the statement is then refused.
    fn arg(self) -> Arg {
        Arg::Json(serde_json::to_value(self.0).unwrap_or_default())
    }
}

macro_rules! to_arg {
    ($($type:ty, $kind:ident, $value:ident => $arg:expr;)*) => { $(
        impl ToArg for $type {
            const KIND: ArgKind = ArgKind::$kind;
            fn arg(self) -> Arg {
                let $value = self;
                Arg::$kind($arg)
            }
        }
    )* };
}

to_arg! {
    i64, Int, v => v;
    i32, Int, v => v.into();
    u32, Int, v => v.into();
    u16, Int, v => v.into();
    bool, Bool, v => v;
    String, Text, v => v.into();
    &str, Text, v => v.to_owned().into();
    Cow<'static, str>, Text, v => v;
    Arc<str>, Text, v => v.to_string().into();
    Vec<u8>, Bytes, v => v;
    &[u8], Bytes, v => v.to_vec();
    DateTime<Utc>, Time, v => v.trunc_subsecs(6);
    NaiveDate, Date, v => v;
    serde_json::Value, Json, v => v;
}

macro_rules! encode {
    ($name:ident, $out:ty, $time:expr) => {
        pub(super) fn $name(args: Vec<Arg>) -> Result<$out> {
            let mut out = <$out>::default();
            for arg in args {
                match arg {
                    Arg::Null(ArgKind::Int) => out.add(None::<i64>),
                    Arg::Null(ArgKind::Bool) => out.add(None::<bool>),
                    Arg::Null(ArgKind::Text) => out.add(None::<String>),
                    Arg::Null(ArgKind::Bytes) => out.add(None::<Vec<u8>>),
                    Arg::Null(ArgKind::Time) => out.add(None::<DateTime<Utc>>),
                    Arg::Null(ArgKind::Date) => out.add(None::<NaiveDate>),
                    Arg::Null(ArgKind::Json) => out.add(None::<serde_json::Value>),
                    Arg::Int(v) => out.add(v),
                    Arg::Bool(v) => out.add(v),
                    Arg::Text(v) => out.add(v.into_owned()),
                    Arg::Bytes(v) => out.add(v),
                    Arg::Time(v) => out.add($time(v)),
                    Arg::Date(v) => out.add(v),
                    Arg::Json(v) if is_json_document(&v) => out.add(v),
                    Arg::Json(_) => Err(NOT_A_JSON_DOCUMENT.into()),
                }
                .map_err(|e| Error::Db(sqlx::Error::Encode(e)))?
            }
            Ok(out)
        }
    };
}

/// The error text for a bare JSON number, text or null.
pub(super) const NOT_A_JSON_DOCUMENT: &str = "a JSON column holds an object or an array";

/// Whether the value is an object or an array. SQLite would read a bare number back as a number, and a null not as text.
pub(super) fn is_json_document(value: &serde_json::Value) -> bool {
    value.is_object() || value.is_array()
}

/// Formats a time for SQLite: of fixed width, so that texts sort like times.
pub(super) fn time_as_text(time: DateTime<Utc>) -> String {
    time.format("%FT%T%.6f+00:00").to_string()
}

encode!(for_sqlite, SqliteArguments, time_as_text);
encode!(for_postgres, PgArguments, |t: DateTime<Utc>| t);

/// A row of arguments for [`Sql::rows`](crate::db::Sql::rows): `args![id, "name", None::<i64>]`.
#[macro_export]
macro_rules! args {
    ($($value:expr),* $(,)?) => { [$($crate::db::ToArg::arg($value)),*] };
}
