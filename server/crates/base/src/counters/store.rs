//! All SQL of `counters`.

use super::Counter;
use crate::{
    args,
    db::{self, Sql, Tx},
};
use std::collections::BTreeMap;

/// Takes the next number of the counter `name` on `day` (`""` for one that never restarts), beginning with 1.
pub async fn next_number(tx: &mut Tx, name: &str, day: &str) -> db::Result<i64> {
    tx.query(
        "INSERT INTO counters (name, day, last) VALUES ($1, $2, 1)
         ON CONFLICT (name, day) DO UPDATE SET last = counters.last + 1 RETURNING last",
    )
    .bind(name)
    .bind(day)
    .scalar()
    .await
}

/// Raises each counter by its amount, and returns the last number of each.
pub(super) async fn increment_counters(
    tx: &mut Tx,
    wanted: &BTreeMap<&Counter, i64>,
) -> db::Result<BTreeMap<Counter, i64>> {
    let sql = Sql::new("INSERT INTO counters (name, day, last) SELECT v.column1, v.column2, v.column3 FROM (VALUES")
        .rows(wanted.iter().map(|(counter, count)| args![counter.name.as_str(), counter.day.as_str(), *count]))
        .add(
            ") AS v WHERE 1 = 1 ORDER BY v.column1, v.column2
             ON CONFLICT (name, day) DO UPDATE SET last = counters.last + excluded.last RETURNING name, day, last",
        );
    let rows: Vec<(String, String, i64)> = tx.query(sql).all().await?;
    Ok(rows.into_iter().map(|(name, day, last)| (Counter { name, day }, last)).collect())
}
