//! Backups that leave the house: made by themselves at their hour, encrypted, uploaded to a bucket or a folder, and restored from there.

mod by_hand;
mod faults;
mod schedule;

use crate::support::{
    app::TestApp,
    places::{Place, Stage},
    s3::{BUCKET, S3},
};
use comanda::{
    backups::{BackupRunner, Pace, Plan, make_key},
    clock::Clock,
    companies::Company,
    config::{Backups, Keep},
    state::App,
};
use std::{path::PathBuf, sync::Arc, time::Duration};
use tempfile::TempDir;

/// A minute to three in the morning in Lima: four is the hour.
const NIGHT: &str = "2026-11-22T07:59:00Z";

/// A restaurant whose backups go to a bucket, for whoever holds a key that lies elsewhere.
struct Bucketed {
    app: TestApp,
    clock: Clock,
    s3: S3,
    elsewhere: TempDir,
}

impl Stage for Bucketed {
    async fn set(place: &Place) -> Self {
        let (s3, elsewhere) = (S3::start().await, tempfile::tempdir().unwrap());
        let public = make_key(&elsewhere.path().join("key")).unwrap();
        let backups = Backups {
            to: Some(format!("s3://{BUCKET}/copias")),
            recipients: vec![public],
            s3: s3.access(),
            ..Backups::default()
        };
        let (app, clock) = TestApp::backed_up(place, NIGHT, backups).await;
        Self { app, clock, s3, elsewhere }
    }
}

impl Bucketed {
    fn at(&self, time: &str) {
        self.clock.set(time.parse().unwrap());
    }
    fn key(&self) -> PathBuf {
        self.elsewhere.path().join("key")
    }
    fn keeper(&self) -> BackupRunner {
        keeper(&self.app.app)
    }
    fn company(&self) -> Arc<Company> {
        self.app.app.companies().by_slug(comanda::demo::SLUG).unwrap()
    }
    fn names(&self) -> Vec<String> {
        self.s3.names("copias/demo")
    }
    /// A company whose backup takes several parts.
    async fn has_large_pictures(&self) {
        let bytes: Vec<u8> = (0..20 * 1024 * 1024_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let (company, now) = (self.company(), self.clock.now());
        let kept: comanda::db::Result<u64> = comanda::transact!(company.db, |tx| {
            let insert = "INSERT INTO pictures (owner, hash, media_type, width, height, bytes, updated_at)
                          VALUES ('large', 'large', 'image/png', 1, 1, $1, $2)";
            tx.query(insert).bind(bytes.clone()).bind(now).run().await
        });
        kept.unwrap();
    }
    /// What the owner is told of backups.
    async fn told(&self) -> Vec<serde_json::Value> {
        let panel = self.app.login("admin").await.get("/api/dashboard").await.ok();
        panel["attention"].as_array().unwrap().iter().filter(|notice| notice["kind"] == "BACKUP").cloned().collect()
    }
}

/// What a server makes its backups with.
fn keeper(app: &App) -> BackupRunner {
    let plan = Plan::of(&app.config().backups).unwrap().unwrap();
    let pace = Pace { look_every: Duration::from_millis(50), lease: Duration::from_secs(60) };
    BackupRunner::new(plan, app.config(), app.companies().clone(), app.clock().clone(), pace)
}

/// The same company, with backups in a folder of which so many days stay.
fn into_folder(app: &App, folder: &std::path::Path, daily: usize) -> BackupRunner {
    let keep = Keep { daily, weekly: 0, monthly: 0 };
    let decided = Backups { to: Some(folder.to_str().unwrap().into()), keep, ..Backups::default() };
    let plan = Plan::of(&decided).unwrap().unwrap();
    BackupRunner::new(plan, app.config(), app.companies().clone(), app.clock().clone(), Pace::default())
}
