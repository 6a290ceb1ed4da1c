//! The HTTP layer: reading requests, and the shape of answers and refusals. Slices provide their routes; nothing here knows the rules of
//! restaurants.

pub mod address;
pub mod answer;
pub mod as_file;
mod body;
pub mod call_count;
pub mod drain;
mod file;
pub mod in_flight;
pub mod openapi;
mod parse_errors;
pub mod prepared;
mod query;
pub mod request;
pub mod security;
mod sender;
pub mod serve;
pub mod static_files;
pub mod tls;
pub mod upload;
pub mod write;

pub use answer::{Answer, ok, rows};
pub use file::{download_response, inline_pdf_response, inline_response};
pub use query::Query;
pub use request::CompanyOfHost;
pub use write::{Empty, Write};
