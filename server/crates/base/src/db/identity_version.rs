//! A version number of the users and sessions of a company: cached identities are valid as long as it stays the same. Writes by another
//! server or by an operator's command do not change it, so caches must expire after a moment too.

use super::{Db, activity::Activity, sql::written_table};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// The tables whose writes change the version. This is the one place where this folder knows tables, so that no writing statement has to
/// declare it.
const TABLES: [&str; 4] = ["sessions", "users", "second_factors", "second_factor_roles"];

#[derive(Debug)]
pub(super) struct IdentityVersion(AtomicU64);

impl IdentityVersion {
    /// Starts with a number that no database of this process has had.
    pub fn new() -> Self {
        Self(next().into())
    }
    fn advance(&self) {
        self.0.store(next(), Ordering::Release);
    }
}

fn next() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Held by a transaction that writes those tables: dropping it changes the version, however the transaction ended.
pub(super) struct IdentityChange(Arc<Activity>);

impl IdentityChange {
    /// Returns a change where the statement writes one of the tables.
    pub fn for_statement(statement: &str, activity: &Arc<Activity>) -> Option<Self> {
        writes_identity(statement).then(|| Self(activity.clone()))
    }
}

impl Drop for IdentityChange {
    fn drop(&mut self) {
        self.0.identity.advance();
    }
}

impl Db {
    /// The current version of users and sessions.
    pub fn identity_version(&self) -> u64 {
        self.activity().identity.0.load(Ordering::Acquire)
    }

    /// Changes the version because another server has written users or sessions, or may have.
    pub fn note_identity_change(&self) {
        self.activity().identity.advance();
    }
}

fn writes_identity(statement: &str) -> bool {
    match written_table(statement) {
        Some(table) => TABLES.contains(&table),
        // For combined statements any mention of a table counts.
        None => TABLES.iter().any(|table| statement.contains(table)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_a_write_by_its_table() {
        for (statement, writes) in [
            ("UPDATE <its> SET revoked_at = $1", true),
            ("INSERT INTO <its>(name) VALUES ($1)", true),
            ("  DELETE FROM <its> WHERE user_id = $1", true),
            ("WITH w0 AS (UPDATE <its> SET name = $1) INSERT INTO dish (name) VALUES ($2)", true),
            ("INSERT INTO dish (user_id) SELECT id FROM <its>", false),
            ("UPDATE dish SET user_id = $1", false),
        ] {
            for table in TABLES {
                let statement = statement.replace("<its>", table);
                assert_eq!(writes_identity(&statement), writes, "{statement}");
            }
        }
    }
}
