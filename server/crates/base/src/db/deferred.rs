//! Writes whose result nobody waits for. PostgreSQL gets those of a transaction as one statement, which is one round trip; SQLite,
//! which has none, runs each at once.

use std::fmt::Write;

use super::{
    arg::Arg,
    error::{Error, Result},
    query::Query,
    scan::renumbered,
    sql::{Sql, written_table},
    tx::Tx,
};

/// Those of a small order are kept prepared: they come again and again, in some thirty forms. Larger ones have too many.
const MAX_KEPT_ARGS: usize = 150;
/// PostgreSQL takes 65,535.
const MAX_ARGS: usize = 30_000;

/// Those of a transaction that were not sent yet.
#[derive(Debug, Default)]
pub(super) struct Deferred {
    others: Vec<Sql>,
    /// The one whose rows are counted, and how many it has to change.
    counted: Option<(Sql, u64)>,
}

impl Deferred {
    /// All of them as one statement, and how many rows it has to change.
    fn take(&mut self) -> Option<(Sql, u64)> {
        let mut others = std::mem::take(&mut self.others);
        let (main, rows) = match self.counted.take() {
            Some(counted) => counted,
            None => (others.pop()?, 0),
        };
        Some((together(others, main), rows))
    }

    /// Whether one more may go with them. The order in which they run is not theirs: two that write one table are sent one after the
    /// other, so that its rows are numbered as they were written.
    fn takes(&self, sql: &Sql) -> bool {
        let waiting = || self.others.iter().chain(self.counted.iter().map(|(counted, _)| counted));
        let table = written_table(&sql.text);
        waiting().map(|other| other.args.len()).sum::<usize>() + sql.args.len() <= MAX_ARGS
            && !waiting().any(|other| written_table(&other.text) == table)
    }

    /// Forgets them: the transaction is undone.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

impl Query<'_> {
    /// Runs it with the next statement of the transaction, or with its commit, together with others like it, in any order. So none of
    /// these may read or write a row that another one of them writes; where that is so, the earlier one is [`run`](Query::run).
    ///
    /// # Errors
    /// What the database answers, to this one or to the statement with which it is sent.
    pub async fn run_later(self) -> Result<()> {
        let Query { tx, sql } = self;
        if !tx.is_postgres() {
            return tx.run_on(sql, 0).await;
        }
        tx.make_room_for(&sql).await?;
        tx.deferred.others.push(sql);
        Ok(())
    }

    /// The same where it must change so many rows. If it does not, others have changed what it was based on, and the transaction is
    /// run again.
    ///
    /// # Errors
    /// See [`run_later`](Query::run_later).
    pub async fn run_later_on(self, rows: u64) -> Result<()> {
        let Query { tx, sql } = self;
        if !tx.is_postgres() {
            return tx.run_on(sql, rows).await;
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
    /// Sends what was deferred.
    pub(super) async fn send_deferred(&mut self) -> Result<()> {
        match self.deferred.take() {
            Some((sql, rows)) => {
                self.run_on(sql, rows).await?;
                // Of several, PostgreSQL counts the rows of the last one only.
                self.note_changed(1);
                Ok(())
            }
            None => Ok(()),
        }
    }

    async fn make_room_for(&mut self, sql: &Sql) -> Result<()> {
        if self.deferred.takes(sql) { Ok(()) } else { self.send_deferred().await }
    }

    async fn run_on(&mut self, sql: Sql, rows: u64) -> Result<()> {
        let changed = self.query(sql).run().await?;
        self.note(if changed < rows { Err(Error::Busy) } else { Ok(()) })
    }
}

/// PostgreSQL runs each of them once, in an order of its own, and checks what they refer to when all have run.
fn together(others: Vec<Sql>, main: Sql) -> Sql {
    if others.is_empty() {
        return main;
    }
    let (mut text, mut args): (String, Vec<Arg>) = (String::new(), Vec::new());
    for (i, sql) in others.into_iter().enumerate() {
        let begin = if i == 0 { "WITH" } else { "," };
        // Writing to a String cannot fail.
        let _ = write!(text, "{begin} w{i} AS ({})", renumbered(&sql.text, args.len()));
        args.extend(sql.args);
    }
    text.push(' ');
    text.push_str(&renumbered(&main.text, args.len()));
    args.extend(main.args);
    let built = args.len() > MAX_KEPT_ARGS;
    Sql { text: text.into(), args, built }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_numbered_through() {
        let one = Sql::new("UPDATE a SET n = $2 WHERE id = $1").bind(1_i64).bind(2_i64);
        let other = Sql::new("INSERT INTO b (n, t) VALUES ($1, '$1')").bind(3_i64);
        let all = together(vec![one, other], Sql::new("DELETE FROM c WHERE n = $1").bind(4_i64));
        assert_eq!(
            all.text,
            "WITH w0 AS (UPDATE a SET n = $2 WHERE id = $1), w1 AS (INSERT INTO b (n, t) VALUES ($3, '$1')) \
             DELETE FROM c WHERE n = $4"
        );
        assert_eq!(all.args.len(), 4);
    }

    #[test]
    fn takes_one_of_each_table_and_not_too_many_arguments() {
        let insert = |many: i64| Sql::new("INSERT INTO a (n) VALUES").rows((0..many).map(|n| crate::args![n]));
        let mut deferred = Deferred::default();
        deferred.others.push(insert(20_000));
        assert!(deferred.takes(&Sql::new("UPDATE b SET n = $1").bind(1_i64)));
        assert!(!deferred.takes(&Sql::new("UPDATE a SET n = $1").bind(1_i64)));
        let many = Sql::new("INSERT INTO b (n) VALUES").rows((0..20_000_i64).map(|n| crate::args![n]));
        assert!(!deferred.takes(&many));
        deferred.clear();
        assert!(deferred.takes(&many));
        deferred.counted = Some((insert(1), 1));
        assert!(!deferred.takes(&insert(1)));
    }
}
