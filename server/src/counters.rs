//! Numbers that neither skip nor repeat: the row stays locked until the transaction that took the number ends.

use crate::{
    args,
    db::{self, Sql, Tx},
};
use std::collections::{BTreeMap, HashMap};

/// The next number of `name` on `day` (`""` for a counter that never starts again), beginning with 1.
pub async fn next(tx: &mut Tx, name: &str, day: &str) -> db::Result<i64> {
    tx.query(
        "INSERT INTO counters (name, day, last) VALUES ($1, $2, 1)
         ON CONFLICT (name, day) DO UPDATE SET last = counters.last + 1 RETURNING last",
    )
    .bind(name)
    .bind(day)
    .scalar()
    .await
}

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
    let sql = Sql::new("INSERT INTO counters (name, day, last) SELECT v.column1, '', v.column2 FROM (VALUES")
        .rows(wanted.iter().map(|(name, count)| args![*name, *count]))
        .add(
            ") AS v WHERE 1 = 1 ORDER BY v.column1
             ON CONFLICT (name, day) DO UPDATE SET last = counters.last + excluded.last RETURNING name, last",
        );
    let last: HashMap<String, i64> = tx.query(sql).all::<(String, i64)>().await?.into_iter().collect();
    let next = |name: &String| {
        let left = wanted.get_mut(name.as_str())?;
        *left -= 1;
        Some(last.get(name)? - *left)
    };
    Ok(names.iter().filter_map(next).collect())
}
