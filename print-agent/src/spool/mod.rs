//! The jobs that are the agent's responsibility, on disk.
//!
//! [`journal`] appends checksummed records and makes them durable, [`read`] reads them again; [`book`] is what they add up to, in memory, with
//! the rules of a job's life; [`Spool`] ties both: a change is applied to the book, written, and only then acted
//! upon. Knows no printer and no server. Workers claim jobs here, the link reads reports here.

mod book;
mod disk;
mod entry;
mod journal;
mod logos;
mod read;
mod record;
mod reports;
mod shared;
mod snapshot;

pub use book::{Accepted, Started};
pub use disk::Disk;
pub use entry::Entry;
pub use journal::{Journal, JournalError};
pub use logos::Logos;
pub use read::{Piece, Read};
pub use record::{Capability, MAX_RECORD_BYTES, Record};
pub use shared::Spool;
