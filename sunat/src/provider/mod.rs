//! A provider that issues documents for the company: Facturador Pro and similar ones. The protocol is JSON over HTTPS,
//! every call a POST with a bearer token. The bodies carry the same stored figures as our own XML; every answer is read
//! into one [`Outcome`].

mod answer;
mod request;

pub use answer::{DocumentStatus, Outcome, State, Trouble, read};
pub use request::{Contact, Path, document_body, status_body, summary_body, void_body, void_boletas_body};
