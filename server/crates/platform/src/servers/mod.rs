//! Several servers on one PostgreSQL database: messages between them ([`Relay`]), which of them does background work ([`Leases`], and
//! [`Lease`] with command lines too), copies of a write that reach two of them ([`DuplicateWrites`]), and the key under which all seal
//! secrets ([`agree_on_key`]). A server on SQLite files is alone and needs none of it.

mod duplicate_writes;
mod framing;
mod key;
mod lease;
mod leases;
mod receiver;
mod relay;
mod store;

pub use duplicate_writes::{DuplicateWrites, DuplicatesMessage};
pub(crate) use key::key_not_agreed_error;
pub use key::{agree_on_key, has_agreed_key};
pub use lease::Lease;
pub use leases::Leases;
pub use receiver::PeerEvent;
pub use relay::{Message, Relay};
