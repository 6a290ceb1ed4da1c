//! The company's certificate, and the signature of a document with it.

mod certificate;
mod signature;
mod store;

pub use certificate::{Certificate, Unfit};
pub use signature::{Signer, SigningError};
pub use store::{StoreError, open};
