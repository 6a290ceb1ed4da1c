//! One worker per printer: takes that printer's jobs from the spool, one after the other, and sees each to its end.
//! A printer that is dead, out of paper or slow holds nobody else up.
//!
//! [`Pool`] starts and ends workers as the set-up changes; [`Board`] keeps how each printer is, for the server.

mod board;
mod compose;
mod confirm;
mod logo;
mod pool;
mod printing;
mod recover;

pub use board::Board;
pub use compose::compose;
pub use pool::{Pool, WorkerContext};
