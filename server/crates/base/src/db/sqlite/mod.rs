//! SQLite files, spoken to directly: a statement runs where it is asked for, without another thread in between, which would cost
//! more than most statements do. What is known to take long, and what waits for the disk, runs beside the tasks.
//!
//! Copies, backups and migrations, which take their time anyway, go through sqlx (`rows`, `backup`, `migrate`).

mod blocking;
mod connection;
mod group_commit;
mod readers;
mod row;

pub(super) use connection::Connection;
pub(super) use group_commit::{GroupTx, Writer};
pub(super) use readers::{Reader, Readers};
pub(super) use row::SqliteRow;
