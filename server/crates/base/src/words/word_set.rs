//! A set of words of one kind, in the order of the kind: an array on the wire, a comma-separated text in the database.

use super::UnknownWord;
use crate::db::{self, Arg, ArgKind, FromColumn, Row, ToArg};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{collections::BTreeSet, fmt::Display, str::FromStr};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, schema::ArrayBuilder, schema::Schema},
};

/// A set of words of the kind `T`, which `text_enum!` makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordSet<T>(BTreeSet<T>);

impl<T> Default for WordSet<T> {
    fn default() -> Self {
        Self(BTreeSet::new())
    }
}

impl<T: Ord + Copy> WordSet<T> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    pub fn iter(&self) -> impl Iterator<Item = T> {
        self.0.iter().copied()
    }
    /// Returns what is in both.
    pub fn intersection(&self, other: &Self) -> Self {
        Self(self.0.intersection(&other.0).copied().collect())
    }
    /// Returns what is in either.
    pub fn union(&self, other: &Self) -> Self {
        Self(self.0.union(&other.0).copied().collect())
    }
}

impl<T: Ord> FromIterator<T> for WordSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(words: I) -> Self {
        Self(words.into_iter().collect())
    }
}

impl<T: Ord + FromStr<Err = UnknownWord>> FromColumn for WordSet<T> {
    fn from_column(row: &Row, index: usize) -> db::Result<Self> {
        let words = row.text(index)?;
        let words = words.split(',').filter(|word| !word.is_empty());
        words.map(|word| word.parse().map_err(|error: UnknownWord| db::decode_error(index, error))).collect()
    }
}

impl<T: Display> ToArg for WordSet<T> {
    const KIND: ArgKind = ArgKind::Text;
    fn arg(self) -> Arg {
        let words: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        Arg::Text(words.join(",").into())
    }
}

impl<T: Serialize> Serialize for WordSet<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}

impl<'de, T: Ord + Deserialize<'de>> Deserialize<'de> for WordSet<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(BTreeSet::deserialize(deserializer)?))
    }
}

impl<T: PartialSchema> PartialSchema for WordSet<T> {
    fn schema() -> RefOr<Schema> {
        ArrayBuilder::new().items(T::schema()).into()
    }
}
impl<T: PartialSchema> ToSchema for WordSet<T> {}
