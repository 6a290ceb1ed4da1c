//! Requests to SUNAT's services and their answers, as text. The caller sends them.
//!
//! Each request is a `POST` with `Content-Type: text/xml; charset=utf-8` and the `SOAPAction` of the request.

mod read;
mod request;

pub use read::{Fault, Reply, Response, read};
pub use request::{Credentials, DocumentQuery, Request};
