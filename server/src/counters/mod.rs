//! Numbers that neither skip nor repeat: the row stays locked until the transaction that took the number ends.

mod store;

pub use store::next;

use crate::db::{self, Tx};
use std::collections::BTreeMap;

/// The next number of each of these counters that never start again, in the order of the names given. They are locked in the order
/// of their names, so that two who take several wait, and do not block each other for good.
pub async fn next_of_each(tx: &mut Tx, names: &[String]) -> db::Result<Vec<i64>> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let mut wanted: BTreeMap<&str, i64> = BTreeMap::new();
    for name in names {
        *wanted.entry(name).or_default() += 1;
    }
    let last = store::raise(tx, &wanted).await?;
    let next = |name: &String| {
        let left = wanted.get_mut(name.as_str())?;
        *left -= 1;
        Some(last.get(name)? - *left)
    };
    Ok(names.iter().filter_map(next).collect())
}
