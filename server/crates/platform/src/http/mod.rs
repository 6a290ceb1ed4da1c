//! The HTTP edge: how requests are read, how answers and refusals look. Slices hand in their routes; nothing here knows a
//! restaurant's rules.

pub mod address;
pub mod answer;
pub mod as_file;
mod body;
pub mod drain;
pub mod in_flight;
pub mod openapi;
pub mod prepared;
mod query;
pub mod request;
pub mod security;
mod sender;
pub mod serve;
pub mod static_files;
pub mod tls;
pub mod under_way;
pub mod upload;
pub mod write;
mod wrong;

pub use answer::{Answer, ok, rows};
pub use query::Query;
pub use request::AtCompany;
pub use write::{Empty, Write};
