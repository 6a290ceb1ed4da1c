//! Electronic documents, and their way to the tax authority.

pub mod billing;
pub mod sending;
