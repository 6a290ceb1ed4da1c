//! One worker per printer, which takes that printer's jobs from the spool one after the other and completes each. A printer that is broken,
//! out of paper or slow does not delay the others.
//!
//! [`Pool`] starts and ends workers as the set-up changes; [`Board`] keeps the states of printers for the server.

mod board;
mod compose;
mod confirm;
mod logo;
mod pool;
mod printing;
mod recover;

pub use board::Board;
pub use compose::{compose_labels, compose_ticket};
pub use pool::{Pool, WorkerContext};
