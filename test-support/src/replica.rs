//! Two PostgreSQL servers, of which the second holds every commit before the first one answers it: as `docs/postgresql-replica.md`
//! sets them up. Both end with the thread that made them.

#![expect(clippy::disallowed_methods, reason = "it speaks to two servers, not to a company's database")]

use crate::instance::{Instance, as_postgres, own_folder, run};
use sqlx::{Connection, Executor, PgConnection};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What the second one calls itself.
const NAME: &str = "comanda_b";
const PATIENCE: Duration = Duration::from_secs(60);

/// The two of them.
#[derive(Debug)]
pub struct Pair {
    first: Option<Instance>,
    second: Instance,
    _files: TempDir,
}

impl Pair {
    /// Starts the first, copies it into the second, and lets commits wait for that from then on.
    pub async fn start() -> Self {
        let files = tempfile::tempdir().unwrap();
        own_folder(files.path());
        let [a, b] = ["a", "b"].map(|name| files.path().join(name));
        let first = Instance::create(&a, &[]).await;
        let mut copy = as_postgres("pg_basebackup");
        let from = format!("host={} user=postgres application_name={NAME}", a.with_extension("sockets").display());
        run(copy.arg("-D").arg(&b).args(["-R", "-X", "stream", "-c", "fast", "-C", "-S", NAME, "-d"]).arg(from));
        let second = Instance::start(&b, &[]).await;
        let mut admin = PgConnection::connect(&first.url()).await.unwrap();
        admin.execute("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (comanda_b)'").await.unwrap();
        admin.execute("SELECT pg_reload_conf()").await.unwrap();
        let began = Instant::now();
        let state = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'quorum'";
        while sqlx::query_scalar::<_, i64>(state).fetch_one(&mut admin).await.unwrap() != 1 {
            assert!(began.elapsed() < PATIENCE, "the second server does not follow the first");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Self { first: Some(first), second, _files: files }
    }

    /// The URL of the database `postgres` of the first one.
    pub fn url(&self) -> String {
        self.first.as_ref().expect("the first one is there").url()
    }

    /// `kill -9` to the first one.
    pub fn kill_first(&mut self) {
        self.first.take().expect("the first one is there").kill();
    }

    /// Makes the second one take writes, and gives the URL of its database `postgres`.
    pub async fn promote(&self) -> String {
        let url = self.second.url();
        let mut admin = PgConnection::connect(&url).await.unwrap();
        let promoted: bool = sqlx::query_scalar("SELECT pg_promote()").fetch_one(&mut admin).await.unwrap();
        assert!(promoted);
        url
    }
}
