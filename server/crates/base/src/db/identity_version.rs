//! Whether it was written here who people are and which sessions hold: what was read of it is good as long as this number stays the
//! same. Another server, or an operator's command, writes without it: whoever relies on it looks again after a moment.

use super::{Db, activity::Activity, sql::written_table};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// The tables that decide it. The one place where this folder knows tables: so no statement that writes them has to say so.
const TABLES: [&str; 4] = ["sessions", "users", "second_factors", "second_factor_roles"];

#[derive(Debug)]
pub(super) struct IdentityVersion(AtomicU64);

impl IdentityVersion {
    /// One that no database of this process has had.
    pub fn new() -> Self {
        Self(next().into())
    }
    fn set_anew(&self) {
        self.0.store(next(), Ordering::Release);
    }
}

fn next() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Held by a transaction that wrote it: there is another version once that is over, however it ended.
pub(super) struct IdentityChange(Arc<Activity>);

impl IdentityChange {
    /// What a statement that changes rows does to it.
    pub fn of(statement: &str, activity: &Arc<Activity>) -> Option<Self> {
        writes_identity(statement).then(|| Self(activity.clone()))
    }
}

impl Drop for IdentityChange {
    fn drop(&mut self) {
        self.0.identity.set_anew();
    }
}

impl Db {
    /// Which version it is of who people are and which sessions hold.
    pub fn identity_version(&self) -> u64 {
        self.activity().identity.0.load(Ordering::Acquire)
    }

    /// Another server has written it, or may have.
    pub fn note_identity_change(&self) {
        self.activity().identity.set_anew();
    }
}

fn writes_identity(statement: &str) -> bool {
    match written_table(statement) {
        Some(table) => TABLES.contains(&table),
        // Of several statements: by whatever they name.
        None => TABLES.iter().any(|table| statement.contains(table)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_a_write_by_its_table() {
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
