//! A use case: one person does one thing in one transaction. Its parts are the person ([`Actor`]), what their role allows ([`Action`],
//! [`Grant`]), the write in progress ([`Work`]) and its idempotency key. Independent of slices and of HTTP.

mod actor;
pub mod idempotency;
mod idempotency_store;
mod permission;
mod work;
mod write;

pub use actor::{Actor, not_permitted_refusal};
pub use idempotency::{WriteAnswer, WriteKey};
pub use permission::{Action, Grant, Role, grant_for_role, list_permitted_actions};
pub use work::{TypeMap, Work};
pub use write::{FinishedWrite, StartedWrite, finish_write, publish_write, start_write};
