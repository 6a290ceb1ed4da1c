//! Print jobs: written by those who have something to print, led to their end by agents' reports and people's decisions.

mod decide;
mod enqueue;
pub(super) mod http;
mod list;
pub(super) mod store;

pub use enqueue::{NewJob, copies, enqueue};
pub(super) use store::{JobChange, WireRow, events, forget_command, set_outcome, set_state};
