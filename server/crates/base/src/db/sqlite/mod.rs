//! Direct access to SQLite files: a statement runs on the calling thread, since handing it to another one would cost more than most
//! statements do. Slow statements and waits for the disk run with `block_in_place`.
//!
//! Copies, backups and migrations, which take their time anyway, go through sqlx (`table_copy`, `backup`, `migrate`).

mod blocking;
mod connection;
mod group_commit;
mod readers;
mod row;

pub(super) use connection::Connection;
pub(super) use group_commit::{FileWriter, WriteTurnTx};
pub(super) use readers::{Reader, Readers};
pub(super) use row::SqliteRow;
