//! The spool: the agent's jobs on disk.
//!
//! [`journal`] appends checksummed records and makes them durable ([`journal_writer`]); [`read`] parses them again. [`ledger`] is the
//! state in memory to which they add up; [`decide`] holds the rules of a job's life cycle. [`Spool`] ties them together: a change is
//! applied to the ledger, written, and only then acted upon. Workers claim jobs ([`worker_side`]); the link brings jobs and takes reports
//! ([`link_side`]). The spool knows nothing about the server, and only the capabilities of printers.
//!
//! A job that the spool knows is never printed again; a second copy that may be one too many is marked POSIBLE DUPLICADO in its first and
//! last line. A record that cannot be read is lost alone, and what it may have started is marked in the same way.

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
pub use entry::JobEntry;
pub use journal::{Journal, JournalError};
pub use ledger::{AcceptedJobs, ClaimedJob};
pub use logos::Logos;
pub use read::{JournalContent, JournalPiece};
pub use record::{MAX_RECORD_BYTES, Record};
pub use shared::Spool;
