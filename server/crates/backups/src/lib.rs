//! Automatic backups to a place outside the server: once a day, of every company, one after the other, to a folder or a bucket of an S3
//! service, encrypted for keys that are not on the server. Each is restored on trial before it is uploaded, and read again afterwards. The
//! results are recorded in the control database.

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

pub use download::download_backup;
pub use encryption::make_backup_key;
pub use health::{BackupHealth, BackupTrouble, BackupTroubleCounts, count_troubles, is_backup_stored, load_health};
pub use make::create_scratch_folder;
pub use plan::BackupPlan;
pub use runner::{BackupRunner, MissingBackupsPolicy, RunnerSettings, TargetFile, run_due_backups};
pub use store::StoredBackup;
pub use target::Item;
