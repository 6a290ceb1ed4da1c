//! The jobs that are the agent's responsibility, on disk.
//!
//! [`journal`] appends checksummed records and makes them durable ([`journal_writer`]), [`read`] reads them again.
//! [`ledger`] is what they add up to, in memory; [`decide`] holds the rules of a job's life. [`Spool`] ties them together: a
//! change is applied to the ledger, written, and only then acted upon. Workers claim jobs ([`worker_side`]), the link
//! brings jobs and takes reports ([`link_side`]). Knows no server, and of printers only what they can confirm.

mod decide;
mod disk;
mod entry;
mod journal;
mod journal_writer;
mod ledger;
mod link_side;
mod logos;
mod read;
mod record;
mod shared;
mod snapshot;
mod worker_side;

pub use disk::Disk;
pub use entry::Entry;
pub use journal::{Journal, JournalError};
pub use ledger::{Accepted, Started};
pub use logos::Logos;
pub use read::{Piece, Read};
pub use record::{MAX_RECORD_BYTES, Record};
pub use shared::Spool;
