//! Several servers on one PostgreSQL database: what they tell each other ([`Relay`]), which of them does what is done beside the calls
//! ([`Leases`]), that copies of one write know of each other ([`Copies`]), and that all seal secrets under one key ([`agree_on_key`]). A server on SQLite files is alone, and pays for none of it.

mod copies;
mod framing;
mod hearing;
mod key;
mod leases;
mod relay;
mod store;

pub use copies::{Copies, OfCopies};
pub use hearing::Heard;
pub use key::agree_on_key;
pub use leases::Leases;
pub use relay::{Relay, Word};
