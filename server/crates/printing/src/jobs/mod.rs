//! Print jobs: written by those who have something to print, moved on by agents' reports and people's decisions.

mod decide;
mod enqueue;
pub(super) mod http;
mod list;
mod list_store;
pub(super) mod offer_store;
mod reroute;
mod store;
mod visible_store;

pub(super) use decide::JobDecision;
pub use enqueue::{NewJob, copies, enqueue, enqueue_all, is_printable};
pub(super) use http::decided;
pub(super) use list::{Filter, JobView, WantedState};
pub(super) use list_store::page;
pub use list_store::{WaitingPapers, stuck_jobs, waiting_papers};
pub(super) use offer_store::WireRow;
pub(super) use store::{JobChange, events, forget_command, set_outcome, set_state};
