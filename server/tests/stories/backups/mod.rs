//! Off-site backups: made automatically at their hour, encrypted, uploaded to a bucket or a folder, and restored from there.

mod by_hand;
mod faults;
mod schedule;

use crate::support::{
    app::TestApp,
    database_place::{DatabasePlace, Fixture},
    s3::{BUCKET, FakeS3},
};
use comanda::{
    backups::{BackupPlan, BackupRunner, RunnerSettings, make_backup_key},
    clock::Clock,
    companies::Company,
    config::{BackupConfig, BackupRetention},
    state::App,
};
use std::{path::PathBuf, sync::Arc, time::Duration};
use tempfile::TempDir;

/// A minute to three in the morning in Lima, an hour before backups are due at four.
const NIGHT: &str = "2026-11-22T07:59:00Z";

/// A restaurant whose backups go to a bucket, encrypted for a key that is kept elsewhere.
struct HouseWithBackups {
    app: TestApp,
    clock: Clock,
    s3: FakeS3,
    elsewhere: TempDir,
}

impl Fixture for HouseWithBackups {
    async fn create(place: &DatabasePlace) -> Self {
        let (s3, elsewhere) = (FakeS3::start().await, tempfile::tempdir().unwrap());
        let public = make_backup_key(&elsewhere.path().join("key")).unwrap();
        let backups = BackupConfig {
            to: Some(format!("s3://{BUCKET}/copias")),
            recipients: vec![public],
            s3: s3.access(),
            ..BackupConfig::default()
        };
        let (app, clock) = TestApp::with_backups(place, NIGHT, backups).await;
        Self { app, clock, s3, elsewhere }
    }
}

impl HouseWithBackups {
    fn set_clock(&self, time: &str) {
        self.clock.set(time.parse().unwrap());
    }
    fn key(&self) -> PathBuf {
        self.elsewhere.path().join("key")
    }
    fn backup_runner(&self) -> BackupRunner {
        backup_runner(&self.app.app)
    }
    fn company(&self) -> Arc<Company> {
        self.app.app.companies().find_by_slug(comanda::demo::SLUG).unwrap()
    }
    fn names(&self) -> Vec<String> {
        self.s3.object_names("copias/demo")
    }
    /// Adds enough pictures for the company's backup to take several upload parts.
    async fn add_large_pictures(&self) {
        let bytes: Vec<u8> = (0..20 * 1024 * 1024_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let (company, now) = (self.company(), self.clock.now());
        let stored: comanda::db::Result<u64> = comanda::transact!(company.db, |tx| {
            let insert = "INSERT INTO pictures (owner, hash, media_type, width, height, bytes, updated_at)
                          VALUES ('large', 'large', 'image/png', 1, 1, $1, $2)";
            tx.query(insert).bind(bytes.clone()).bind(now).run().await
        });
        stored.unwrap();
    }
    /// The owner's notices about backups.
    async fn owner_notices(&self) -> Vec<serde_json::Value> {
        let panel = self.app.login("admin").await.get("/api/dashboard").await.ok();
        panel["attention"].as_array().unwrap().iter().filter(|notice| notice["kind"] == "BACKUP").cloned().collect()
    }
}

/// Returns a runner with the server's own backup settings.
fn backup_runner(app: &App) -> BackupRunner {
    let plan = BackupPlan::from_config(&app.config().backups).unwrap().unwrap();
    let pace = RunnerSettings { look_every: Duration::from_millis(50), lease: Duration::from_secs(60) };
    BackupRunner::new(plan, app.config(), app.companies().clone(), app.clock().clone(), pace)
}

/// Returns a runner for the same company that keeps the backups of this many days in a folder.
fn folder_backup_runner(app: &App, folder: &std::path::Path, daily: usize) -> BackupRunner {
    let keep = BackupRetention { daily, weekly: 0, monthly: 0 };
    let decided = BackupConfig { to: Some(folder.to_str().unwrap().into()), keep, ..BackupConfig::default() };
    let plan = BackupPlan::from_config(&decided).unwrap().unwrap();
    BackupRunner::new(plan, app.config(), app.companies().clone(), app.clock().clone(), RunnerSettings::default())
}
