//! Writes whose result is not needed. PostgreSQL gets those of a transaction as one statement, in one round trip; SQLite, which has no
//! round trips, runs each at once.

use std::fmt::Write;

use super::{
    arg::Arg,
    error::{Error, Result},
    query::Query,
    scan::renumber_arguments,
    sql::{Sql, written_table},
    tx::Tx,
};

/// The most arguments of a combined statement that is kept prepared: those of small orders recur in some thirty forms, larger ones in too
/// many.
const MAX_PREPARED_ARGS: usize = 150;
/// The most arguments of a combined statement; PostgreSQL's limit is 65,535.
const MAX_ARGS: usize = 30_000;

/// The writes of a transaction that were not sent yet.
#[derive(Debug, Default)]
pub(super) struct DeferredWrites {
    others: Vec<Sql>,
    /// The write whose rows are counted, and how many rows it must change.
    counted: Option<(Sql, u64)>,
}

impl DeferredWrites {
    /// Takes all of them as one statement, and how many rows it must change.
    fn take(&mut self) -> Option<(Sql, u64)> {
        let mut others = std::mem::take(&mut self.others);
        let (main, rows) = match self.counted.take() {
            Some(counted) => counted,
            None => (others.pop()?, 0),
        };
        Some((combine(others, main), rows))
    }

    /// Whether one more may be combined with them. Combined statements run in any order, so two that write the same table are sent
    /// separately, to number its rows in the order of the writes.
    fn can_take(&self, sql: &Sql) -> bool {
        let waiting = || self.others.iter().chain(self.counted.iter().map(|(counted, _)| counted));
        let table = written_table(&sql.text);
        waiting().map(|other| other.args.len()).sum::<usize>() + sql.args.len() <= MAX_ARGS
            && !waiting().any(|other| written_table(&other.text) == table)
    }

    /// Discards all of them, when the transaction is rolled back.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

impl Query<'_> {
    /// Runs the statement with the next one of the transaction, or with its commit, combined with other deferred ones in any order. None of
    /// them may read or write a row that another one writes; in that case the earlier one must be [`run`](Query::run).
    ///
    /// # Errors
    /// Those of the database, for this statement or the one with which it is sent.
    pub async fn run_later(self) -> Result<()> {
        let Query { tx, sql } = self;
        if !tx.is_postgres() {
            return tx.run_expecting(sql, 0).await;
        }
        tx.make_room_for(&sql).await?;
        tx.deferred.others.push(sql);
        Ok(())
    }

    /// Defers the statement like [`run_later`](Query::run_later), and expects it to change at least `rows` rows. If it does not, a
    /// concurrent write has changed its basis, and the transaction is run again.
    ///
    /// # Errors
    /// See [`run_later`](Query::run_later).
    pub async fn run_later_expecting(self, rows: u64) -> Result<()> {
        let Query { tx, sql } = self;
        if !tx.is_postgres() {
            return tx.run_expecting(sql, rows).await;
        }
        tx.make_room_for(&sql).await?;
        if tx.deferred.counted.is_some() {
            tx.send_deferred().await?;
        }
        tx.deferred.counted = Some((sql, rows));
        Ok(())
    }
}

impl Tx {
    /// Sends the deferred writes.
    pub(super) async fn send_deferred(&mut self) -> Result<()> {
        match self.deferred.take() {
            Some((sql, rows)) => {
                self.run_expecting(sql, rows).await?;
                // For combined statements PostgreSQL counts the rows of the last one only.
                self.note_changed(1);
                Ok(())
            }
            None => Ok(()),
        }
    }

    async fn make_room_for(&mut self, sql: &Sql) -> Result<()> {
        if self.deferred.can_take(sql) { Ok(()) } else { self.send_deferred().await }
    }

    async fn run_expecting(&mut self, sql: Sql, rows: u64) -> Result<()> {
        let changed = self.query(sql).run().await?;
        self.record_failure(if changed < rows { Err(Error::Busy) } else { Ok(()) })
    }
}

/// Combines statements by `WITH`: PostgreSQL runs each once, in an order of its own, and checks references when all have run.
fn combine(others: Vec<Sql>, main: Sql) -> Sql {
    if others.is_empty() {
        return main;
    }
    let (mut text, mut args): (String, Vec<Arg>) = (String::new(), Vec::new());
    for (i, sql) in others.into_iter().enumerate() {
        let begin = if i == 0 { "WITH" } else { "," };
        // Writing to a String cannot fail.
        let _ = write!(text, "{begin} w{i} AS ({})", renumber_arguments(&sql.text, args.len()));
        args.extend(sql.args);
    }
    text.push(' ');
    text.push_str(&renumber_arguments(&main.text, args.len()));
    args.extend(main.args);
    let built = args.len() > MAX_PREPARED_ARGS;
    Sql { text: text.into(), args, built }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_renumbered() {
        let one = Sql::new("UPDATE a SET n = $2 WHERE id = $1").bind(1_i64).bind(2_i64);
        let other = Sql::new("INSERT INTO b (n, t) VALUES ($1, '$1')").bind(3_i64);
        let all = combine(vec![one, other], Sql::new("DELETE FROM c WHERE n = $1").bind(4_i64));
        assert_eq!(
            all.text,
            "WITH w0 AS (UPDATE a SET n = $2 WHERE id = $1), w1 AS (INSERT INTO b (n, t) VALUES ($3, '$1')) \
             DELETE FROM c WHERE n = $4"
        );
        assert_eq!(all.args.len(), 4);
    }

    #[test]
    fn combines_one_write_per_table_and_limited_arguments() {
        let insert = |many: i64| Sql::new("INSERT INTO a (n) VALUES").rows((0..many).map(|n| crate::args![n]));
        let mut deferred = DeferredWrites::default();
        deferred.others.push(insert(20_000));
        assert!(deferred.can_take(&Sql::new("UPDATE b SET n = $1").bind(1_i64)));
        assert!(!deferred.can_take(&Sql::new("UPDATE a SET n = $1").bind(1_i64)));
        let many = Sql::new("INSERT INTO b (n) VALUES").rows((0..20_000_i64).map(|n| crate::args![n]));
        assert!(!deferred.can_take(&many));
        deferred.clear();
        assert!(deferred.can_take(&many));
        deferred.counted = Some((insert(1), 1));
        assert!(!deferred.can_take(&insert(1)));
    }
}
