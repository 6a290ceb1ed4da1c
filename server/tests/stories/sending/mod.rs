//! Documents on their way to the tax authority: a SUNAT of our own over HTTP, and the worker beside the server.

mod alone;
mod batches;
mod calls;
mod chaos;
mod deadlines;
pub mod office;
mod provider;
mod reissue;
mod trouble;
