//! Gapless sequences: the row of a counter stays locked until the transaction that took a number ends.

mod store;

pub use store::next_number;

use crate::db::{self, Tx};
use chrono::NaiveDate;
use std::collections::BTreeMap;

/// The key of a counter.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Counter {
    name: String,
    /// The business day; empty for a counter that never restarts.
    day: String,
}

impl Counter {
    /// A counter that restarts every business day.
    pub fn daily(name: &str, day: NaiveDate) -> Self {
        Self { name: name.to_owned(), day: day.to_string() }
    }
    /// A counter that never restarts.
    pub fn continuous(name: String) -> Self {
        Self { name, day: String::new() }
    }
}

/// Takes the next number of each of these counters, in their order. The rows are locked in the order of their names, so that two
/// transactions that take several do not deadlock.
pub async fn next_numbers(tx: &mut Tx, counters: &[Counter]) -> db::Result<Vec<i64>> {
    if counters.is_empty() {
        return Ok(Vec::new());
    }
    let mut wanted: BTreeMap<&Counter, i64> = BTreeMap::new();
    for counter in counters {
        *wanted.entry(counter).or_default() += 1;
    }
    let last = store::increment_counters(tx, &wanted).await?;
    let next = |counter: &Counter| {
        let remaining = wanted.get_mut(counter)?;
        *remaining -= 1;
        Some(last.get(counter)? - *remaining)
    };
    Ok(counters.iter().filter_map(next).collect())
}
