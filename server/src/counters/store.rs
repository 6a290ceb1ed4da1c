//! All SQL of `counters`.

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

/// Raises these counters that never start again, each by so much, and gives the last number of each.
pub(super) async fn raise(tx: &mut Tx, wanted: &BTreeMap<&str, i64>) -> db::Result<HashMap<String, i64>> {
    let sql = Sql::new("INSERT INTO counters (name, day, last) SELECT v.column1, '', v.column2 FROM (VALUES")
        .rows(wanted.iter().map(|(name, count)| args![*name, *count]))
        .add(
            ") AS v WHERE 1 = 1 ORDER BY v.column1
             ON CONFLICT (name, day) DO UPDATE SET last = counters.last + excluded.last RETURNING name, last",
        );
    Ok(tx.query(sql).all::<(String, i64)>().await?.into_iter().collect())
}
