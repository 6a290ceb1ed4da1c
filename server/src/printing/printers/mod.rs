//! Printers: how they are set up, and how they are.

pub(super) mod store;

pub(super) use store::{set_state, setups};
