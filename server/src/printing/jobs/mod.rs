//! Print jobs: written by those who have something to print, led to their end by agents' reports and people's decisions.

mod decide;
mod enqueue;
pub(super) mod http;
mod list;
mod reroute;
pub(super) mod store;
mod visible;

pub(super) use decide::Wish;
pub use enqueue::{NewJob, copies, enqueue, is_printable};
pub(super) use http::decided;
pub use list::stuck_jobs;
pub(super) use list::{Filter, JobView, page};
pub(super) use store::{JobChange, WireRow, events, forget_command, is_too_large, set_outcome, set_state};
pub(super) use visible::visible;
