//! The company's certificate, and the signing of documents with it.

mod certificate;
mod signature;
mod store;

pub use certificate::{Certificate, CertificateProblem};
pub use signature::{Signer, SigningError};
pub use store::{StoreError, open_pfx};
