//! Inserts many rows per statement, so that the seed takes a few hundred statements instead of thousands.

use comanda_base::{
    db::{Arg, Sql, Tx},
    error::Result,
};

/// The most values of one statement, well below the limit of either database.
const MAX_VALUES: usize = 6_000;

/// Inserts rows; `statement` is `INSERT INTO t (a, b) VALUES`.
pub(in crate::demo) async fn insert_rows<const N: usize>(
    tx: &mut Tx,
    statement: &'static str,
    rows: Vec<[Arg; N]>,
) -> Result<()> {
    for part in rows.chunks(MAX_VALUES / N) {
        tx.query(Sql::new(statement).rows(part.iter().cloned())).run().await?;
    }
    Ok(())
}

/// Inserts rows of a table with an `id` and returns their ids in the order of the rows.
pub(in crate::demo) async fn insert_rows_returning_ids<const N: usize>(
    tx: &mut Tx,
    statement: &'static str,
    rows: Vec<[Arg; N]>,
) -> Result<Vec<i64>> {
    let mut ids = Vec::with_capacity(rows.len());
    for part in rows.chunks(MAX_VALUES / N) {
        let sql = Sql::new(statement).rows(part.iter().cloned()).add("RETURNING id");
        let mut inserted: Vec<(i64,)> = tx.query(sql).all().await?;
        // Both databases assign ids in the order of the rows, but the order of RETURNING is not guaranteed.
        inserted.sort_unstable();
        ids.extend(inserted.into_iter().map(|row| row.0));
    }
    Ok(ids)
}
