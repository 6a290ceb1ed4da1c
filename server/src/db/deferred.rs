//! Writes whose result nobody waits for. PostgreSQL gets those of a transaction as one statement, which is one round trip; SQLite,
//! which has none, runs each at once.

use std::fmt::Write;

use super::{
    arg::Arg,
    error::{Error, Result},
    query::Query,
    scan::renumbered,
    sql::Sql,
    tx::Tx,
};

/// A statement of so many arguments is kept prepared: a transaction's writes come again and again in few forms.
const MAX_KEPT_ARGS: usize = 300;

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

    /// Forgets them: the transaction is undone.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

impl Query<'_> {
    /// Runs it with the next statement of the transaction, or with its commit, together with others like it. So none of these may read
    /// or write a row that another one of them writes; where that is so, the earlier one is [`run`](Query::run).
    ///
    /// # Errors
    /// What the database answers, to this one or to the statement with which it is sent.
    pub async fn run_later(self) -> Result<()> {
        if self.tx.is_postgres() {
            self.tx.deferred.others.push(self.sql);
        } else {
            self.run().await?;
        }
        Ok(())
    }

    /// The same where it must change so many rows. If it does not, others have changed what it was based on, and the transaction is
    /// run again.
    ///
    /// # Errors
    /// See [`run_later`](Query::run_later).
    pub async fn run_later_on(self, rows: u64) -> Result<()> {
        if self.tx.is_postgres() {
            if self.tx.deferred.counted.is_some() {
                self.tx.send_deferred().await?;
            }
            self.tx.deferred.counted = Some((self.sql, rows));
            return Ok(());
        }
        let Query { tx, sql } = self;
        tx.run_on(sql, rows).await
    }
}

impl Tx {
    /// Sends what was deferred.
    pub(super) async fn send_deferred(&mut self) -> Result<()> {
        match self.deferred.take() {
            Some((sql, rows)) => self.run_on(sql, rows).await,
            None => Ok(()),
        }
    }

    async fn run_on(&mut self, sql: Sql, rows: u64) -> Result<()> {
        let changed = self.query(sql).run().await?;
        self.note(if changed < rows { Err(Error::Busy) } else { Ok(()) })
    }
}

/// PostgreSQL runs each of them once, and checks what they refer to when all have run.
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
}
