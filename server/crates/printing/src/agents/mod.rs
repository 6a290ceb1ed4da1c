//! Print agents: the programs beside the printers. One is paired by a six-digit code, and known by its token from then on.

pub(super) mod http;
pub(super) mod own;
mod pairing;
pub(super) mod store;

pub use pairing::{cut, pair_directly};
