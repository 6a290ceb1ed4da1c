//! Print jobs: written with the records that they print, and moved on by reports of agents and decisions of people. A ticket above
//! `comanda_ticket::wire::MAX_TICKET_BYTES` is no work for an agent: its job is EXPIRED with the reason `too_large` from the start, alarms
//! the tills like any paper that the kitchen did not get, and can only be given up.

mod decide;
mod enqueue;
mod hand_over;
pub(super) mod http;
mod list;
mod list_store;
pub(super) mod offer_store;
mod reroute;
mod store;
mod visible_store;

pub(super) use decide::JobDecision;
pub use enqueue::{NewJob, count_copies, enqueue, enqueue_all, is_printable};
pub(super) use hand_over::{Destination, Handover, hand_over, lock_job};
pub(super) use http::run_decision;
pub(super) use list::{JobFilter, JobView, StateFilter};
pub(super) use list_store::load_page;
pub use list_store::{WaitingDocuments, count_stuck_jobs, list_waiting_documents};
pub(super) use offer_store::WireRow;
pub(super) use store::{JobChange, change_events, clear_command, set_outcome, set_state};
pub(super) use visible_store::add_visibility;
