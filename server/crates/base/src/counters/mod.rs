//! Numbers that neither skip nor repeat: the row stays locked until the transaction that took the number ends.

mod store;

pub use store::next;

use crate::db::{self, Tx};
use chrono::NaiveDate;
use std::collections::BTreeMap;

/// What is counted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Counter {
    name: String,
    /// Empty where it never starts again.
    day: String,
}

impl Counter {
    /// One that starts again every business day.
    pub fn of_day(name: &str, day: NaiveDate) -> Self {
        Self { name: name.to_owned(), day: day.to_string() }
    }
    /// One that never starts again.
    pub fn endless(name: String) -> Self {
        Self { name, day: String::new() }
    }
}

/// The next number of each of these counters, in their order. They are locked in the order of their names, so that two who take
/// several wait, and do not block each other for good.
pub async fn next_of_each(tx: &mut Tx, counters: &[Counter]) -> db::Result<Vec<i64>> {
    if counters.is_empty() {
        return Ok(Vec::new());
    }
    let mut wanted: BTreeMap<&Counter, i64> = BTreeMap::new();
    for counter in counters {
        *wanted.entry(counter).or_default() += 1;
    }
    let last = store::raise(tx, &wanted).await?;
    let next = |counter: &Counter| {
        let left = wanted.get_mut(counter)?;
        *left -= 1;
        Some(last.get(counter)? - *left)
    };
    Ok(counters.iter().filter_map(next).collect())
}
