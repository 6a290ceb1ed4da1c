//! The HTTP edge: who asks, what they may do, how answers and refusals look. Slices hand in their routes; nothing here knows a
//! restaurant's rules.

pub mod actor;
pub mod address;
pub mod answer;
mod body;
mod error;
pub mod form;
pub mod hear_out;
pub mod idempotency;
pub mod one_line;
pub mod openapi;
pub mod paging;
pub mod permission;
mod prepared;
pub mod security;
pub mod serve;
pub mod short_list;
pub mod source;
pub mod static_files;
pub mod turns;
pub mod work;
pub mod write;

pub use actor::Actor;
pub use answer::{Answer, Rows, ok, rows};
pub use permission::{Action, Grant};
pub use source::Source;
pub use work::Work;
pub use write::Write;
