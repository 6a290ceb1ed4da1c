//! Printers: how they are set up, and how they are.

pub(super) mod http;
mod list;
mod model;
mod save;
mod store;
mod test_page;

pub(super) use http::Queued;
pub(super) use store::{set_state, setups};
