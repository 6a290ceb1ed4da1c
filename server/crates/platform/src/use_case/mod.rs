//! The unit in which a person does one thing in one transaction: who does it ([`Actor`]), what their role allows ([`Action`],
//! [`Grant`]), the write under way ([`Work`]) and its idempotency key. Knows no slice and nothing of HTTP.

mod actor;
pub mod idempotency;
mod idempotency_store;
mod permission;
mod work;
mod write;

pub use actor::{Actor, not_permitted};
pub use idempotency::{Done, WriteKey};
pub use permission::{Action, Grant, Role, grant, permissions};
pub use work::{Memo, Work};
pub use write::{Finished, Started, finish, start, tell};
