//! Numbers that neither skip nor repeat: the row stays locked until the transaction that took the number ends.

use crate::db::{self, Tx};

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
