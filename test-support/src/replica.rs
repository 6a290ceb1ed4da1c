//! Two PostgreSQL servers, of which the second holds every commit before the first one answers it, as `docs/postgresql-replica.md` sets
//! them up. Both end with the thread that started them.

#![expect(clippy::disallowed_methods, reason = "it speaks to two servers, not to a company's database")]

use crate::instance::{PostgresInstance, create_postgres_folder, postgres_command, run_to_success};
use sqlx::{Connection, Executor, PgConnection};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The name of the second server in the replication.
const NAME: &str = "comanda_b";
const PATIENCE: Duration = Duration::from_secs(60);

/// A primary and its synchronous replica.
#[derive(Debug)]
pub struct ReplicaPair {
    first: Option<PostgresInstance>,
    second: PostgresInstance,
    _files: TempDir,
}

impl ReplicaPair {
    /// Starts the first server, copies it into the second, and makes commits wait for the second from then on.
    pub async fn start() -> Self {
        let files = tempfile::tempdir().unwrap();
        create_postgres_folder(files.path());
        let [a, b] = ["a", "b"].map(|name| files.path().join(name));
        let first = PostgresInstance::create(&a, &[]).await;
        let mut copy = postgres_command("pg_basebackup");
        let from = format!("host={} user=postgres application_name={NAME}", a.with_extension("sockets").display());
        run_to_success(
            copy.arg("-D").arg(&b).args(["-R", "-X", "stream", "-c", "fast", "-C", "-S", NAME, "-d"]).arg(from),
        );
        let second = PostgresInstance::start(&b, &[]).await;
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

    /// The URL of the first server's database `postgres`.
    pub fn url(&self) -> String {
        self.first.as_ref().expect("the first one is there").url()
    }

    /// Sends `kill -9` to the first server.
    pub fn kill_first(&mut self) {
        self.first.take().expect("the first one is there").kill();
    }

    /// Promotes the second server, and returns the URL of its database `postgres`.
    pub async fn promote(&self) -> String {
        let url = self.second.url();
        let mut admin = PgConnection::connect(&url).await.unwrap();
        let promoted: bool = sqlx::query_scalar("SELECT pg_promote()").fetch_one(&mut admin).await.unwrap();
        assert!(promoted);
        url
    }
}
