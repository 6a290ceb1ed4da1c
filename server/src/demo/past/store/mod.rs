//! Writes the past that was made up.

pub(super) mod accounts;
pub(super) mod cycles;
pub(super) mod documents;
pub(super) mod refused;
pub(super) mod used;
