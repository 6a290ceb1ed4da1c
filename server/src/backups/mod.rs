//! Backups that are made by themselves and leave the house: once a day, of every company, one after the other, to a folder or a bucket
//! of an S3 service, locked for keys that are not on the server. Each is restored on trial before it leaves and read again where it
//! arrived. What became of them is written down in the control database.

mod bring;
mod encryption;
mod health;
mod keeper;
mod lease;
mod make;
mod plan;
mod retention;
mod schedule;
mod store;
mod target;

pub use bring::bring;
pub use encryption::make_key;
pub use health::{Health, Trouble, health};
pub use keeper::{Keeper, Listed, Pace, run};
pub use make::scratch;
pub use plan::Plan;
pub use store::Kept;
pub use target::Item;
