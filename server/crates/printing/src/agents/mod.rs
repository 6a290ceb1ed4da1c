//! Print agents: the programs next to the printers. An agent is paired with a six-digit code, and identified by its token afterwards.

pub(super) mod http;
pub(super) mod own;
mod pairing;
pub(super) mod store;

pub use pairing::{pair_directly, shorten_text};
