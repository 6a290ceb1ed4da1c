//! Backups that are made by themselves and leave the house: once a day, of every company, one after the other, to a folder or a bucket
//! of an S3 service, encrypted for keys that are not on the server. Each is restored on trial before it leaves and read again where it
//! arrived. What became of them is written down in the control database.

mod download;
mod encryption;
mod health;
mod make;
mod plan;
mod retention;
mod runner;
mod schedule;
mod store;
mod target;

pub use download::download;
pub use encryption::make_key;
pub use health::{Health, Trouble, Troubles, health, is_there, troubles};
pub use make::scratch;
pub use plan::Plan;
pub use runner::{BackupRunner, Listed, Pace, WhenGone, run};
pub use store::StoredBackup;
pub use target::Item;
