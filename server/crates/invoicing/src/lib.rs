//! Electronic documents, and their transmission to the tax authority.

pub mod billing;
pub mod sending;
