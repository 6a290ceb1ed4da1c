//! Requests to SUNAT's services and what they answer, as text: sending them is the caller's.
//!
//! A `POST` with `Content-Type: text/xml; charset=utf-8` and the `SOAPAction` of the request.

mod read;
mod request;

pub use read::{Fault, Reply, Response, read};
pub use request::{Credentials, Question, Request};
