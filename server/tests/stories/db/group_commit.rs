//! Writers of a SQLite file share commits, and share their failure.
//!
//! These run on one thread, where a spawned writer gets as far as waiting for its turn when the test yields.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering::SeqCst},
};

use comanda::{
    db::{Db, Engine, Error, Result, Tx},
    transact,
};
use futures::future::join_all;
use tokio::task::JoinHandle;

use super::Floor;
use crate::support::database_place::{DatabasePlace, Fixture};

const ADD: &str = "INSERT INTO floor (name) VALUES ($1)";
/// Nothing refuses this before the commit.
const ADD_POISON: &str = "INSERT INTO dish (late_floor_id) VALUES (99)";

struct Shared {
    floor: Floor,
    _place: DatabasePlace,
}

async fn shared() -> Shared {
    let place = DatabasePlace::on(Engine::Sqlite).await;
    Shared { floor: Floor::create(&place).await, _place: place }
}

impl Shared {
    /// Begins a transaction and adds a row.
    async fn begin_and_add(&self, name: &str) -> Tx {
        let mut tx = self.floor.0.write().await.unwrap();
        tx.query(ADD).bind(name).run().await.unwrap();
        tx
    }

    /// Starts a writer that waits for its turn to add a row; `runs` counts its runs.
    async fn spawn_writer(&self, name: &'static str, runs: &Arc<AtomicU32>) -> JoinHandle<Result<()>> {
        let (db, runs) = (self.floor.0.clone(), runs.clone());
        spawn_until_waiting(async move {
            transact!(db, |tx| {
                runs.fetch_add(1, SeqCst);
                tx.query(ADD).bind(name).run().await?;
                Ok(())
            })
        })
        .await
    }

    async fn spawn_failing_writer(&self) -> JoinHandle<Result<()>> {
        let db = self.floor.0.clone();
        spawn_until_waiting(async move {
            transact!(db, |tx| {
                tx.query(ADD_POISON).run().await?;
                Ok(())
            })
        })
        .await
    }

    /// Starts a writer that refuses when it sees the row.
    async fn spawn_refusing_writer(&self, name: &'static str) -> JoinHandle<Result<&'static str>> {
        let db = self.floor.0.clone();
        spawn_until_waiting(async move {
            transact!(db, |tx| {
                let row: Option<(i64,)> = tx.query("SELECT id FROM floor WHERE name = $1").bind(name).maybe().await?;
                if row.is_some() { Err(Error::NotFound) } else { Ok("did not see it") }
            })
        })
        .await
    }
}

/// Spawns a task and lets it run until it waits.
async fn spawn_until_waiting<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
    let task = tokio::spawn(work);
    tokio::task::yield_now().await;
    task
}

#[tokio::test]
async fn writers_share_a_commit() {
    let shared = shared().await;
    let runs = Arc::new(AtomicU32::new(0));
    let first = shared.begin_and_add("a").await;
    let second = shared.spawn_writer("b", &runs).await;
    let third = shared.spawn_writer("c", &runs).await;
    first.commit().await.unwrap();
    // When one writer hears of success, the whole batch is on disk.
    assert_eq!(shared.floor.names().await, ["a", "b", "c"]);
    second.await.unwrap().unwrap();
    third.await.unwrap().unwrap();
    assert_eq!(runs.load(SeqCst), 2);
}

#[tokio::test]
async fn a_batch_that_cannot_commit_fails_for_all_but_only_the_culprit_for_good() {
    let shared = shared().await;
    let runs = Arc::new(AtomicU32::new(0));
    let first = shared.begin_and_add("a").await;
    let second = shared.spawn_writer("b", &runs).await;
    let culprit = shared.spawn_failing_writer().await;
    let fourth = shared.spawn_writer("c", &runs).await;
    assert!(matches!(first.commit().await, Err(Error::Busy)));
    second.await.unwrap().unwrap();
    fourth.await.unwrap().unwrap();
    assert!(matches!(culprit.await.unwrap(), Err(Error::ForeignKey)));
    assert_eq!(runs.load(SeqCst), 4, "each ran twice");
    assert_eq!(shared.floor.names().await, ["b", "c"]);
}

#[tokio::test]
async fn a_refusal_waits_until_the_rows_it_saw_are_on_disk() {
    let shared = shared().await;
    let first = shared.begin_and_add("a").await;
    let refusing = shared.spawn_refusing_writer("a").await;
    let commit = tokio::spawn(first.commit());
    assert!(matches!(refusing.await.unwrap(), Err(Error::NotFound)));
    assert_eq!(shared.floor.names().await, ["a"]);
    commit.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_refusal_that_saw_lost_rows_is_retried() {
    let shared = shared().await;
    let mut first = shared.begin_and_add("a").await;
    first.query(ADD_POISON).run().await.unwrap();
    let refusing = shared.spawn_refusing_writer("a").await;
    assert!(first.commit().await.is_err());
    assert_eq!(refusing.await.unwrap().unwrap(), "did not see it");
}

#[tokio::test]
async fn a_dropped_writer_leaves_the_rest_of_the_batch() {
    let shared = shared().await;
    let runs = Arc::new(AtomicU32::new(0));
    let first = shared.begin_and_add("a").await;
    let db = shared.floor.0.clone();
    let dropped = spawn_until_waiting(async move {
        let mut tx = db.write().await.unwrap();
        tx.query(ADD).bind("b").run().await.unwrap();
    })
    .await;
    let third = shared.spawn_writer("c", &runs).await;
    first.commit().await.unwrap();
    dropped.await.unwrap();
    third.await.unwrap().unwrap();
    assert_eq!(shared.floor.names().await, ["a", "c"]);
}

#[tokio::test]
async fn a_commit_whose_caller_is_gone_still_happens() {
    let shared = shared().await;
    let runs = Arc::new(AtomicU32::new(0));
    let first = shared.begin_and_add("a").await;
    let second = shared.spawn_writer("b", &runs).await;
    let mut commit = Box::pin(first.commit());
    assert!(futures::poll!(&mut commit).is_pending());
    drop(commit);
    second.await.unwrap().unwrap();
    assert_eq!(shared.floor.names().await, ["a", "b"]);
}

#[tokio::test]
async fn with_a_full_disk_every_answer_is_true() {
    let shared = shared().await;
    let mut first = shared.begin_and_add("a").await;
    first.query("PRAGMA max_page_count = 1").maybe::<(i64,)>().await.unwrap();
    let db = shared.floor.0.clone();
    let too_large = spawn_until_waiting(async move {
        let outcome: Result<()> = transact!(db, |tx| {
            tx.query("INSERT INTO dish (photo) VALUES ($1)").bind(vec![1_u8; 1 << 20]).run().await?;
            Ok(())
        });
        outcome
    })
    .await;
    let committed = first.commit().await;
    assert!(matches!(too_large.await.unwrap(), Err(Error::DiskFull)));
    assert_eq!(shared.floor.names().await.len(), usize::from(committed.is_ok()), "{committed:?}");
    let mut tx = shared.floor.0.write().await.unwrap();
    tx.query("PRAGMA max_page_count = 1000000").maybe::<(i64,)>().await.unwrap();
    tx.query(ADD).bind("b").run().await.unwrap();
    tx.commit().await.unwrap();
    assert!(shared.floor.names().await.contains(&"b".to_owned()));
}

#[tokio::test]
async fn commits_reach_the_disk() {
    let shared = shared().await;
    let mut tx = shared.floor.0.write().await.unwrap();
    assert_eq!(tx.query("PRAGMA synchronous").scalar::<i64>().await.unwrap(), 2, "FULL");
    assert_eq!(tx.query("PRAGMA journal_mode").scalar::<String>().await.unwrap(), "wal");
    assert_eq!(tx.query("PRAGMA foreign_keys").scalar::<i64>().await.unwrap(), 1);
}

#[tokio::test]
async fn a_backup_is_taken_during_a_write() {
    let shared = shared().await;
    shared.floor.add("a").await.unwrap();
    let unfinished = shared.begin_and_add("b").await;
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.sqlite");
    for _ in 0..2 {
        shared.floor.0.backup_to(&copy).await.unwrap();
    }
    unfinished.commit().await.unwrap();
    let copied = Floor(Db::open_sqlite(&copy).await.unwrap());
    assert_eq!(copied.names().await, ["a"]);
    assert_eq!(shared.floor.names().await, ["a", "b"]);
}

#[tokio::test]
async fn no_writer_starves_among_many() {
    let shared = shared().await;
    let id = shared.floor.add("a").await.unwrap();
    // Each writer joins the queue again as soon as it is done.
    let writers = (0..30).map(|_| {
        let db = shared.floor.0.clone();
        tokio::spawn(async move {
            for _ in 0..20 {
                let outcome: Result<u64> = transact!(db, |tx| {
                    tx.query("UPDATE floor SET seats = seats + 1 WHERE id = $1").bind(id).run().await
                });
                outcome.unwrap();
            }
        })
    });
    for writer in join_all(writers).await {
        writer.unwrap();
    }
    assert_eq!(shared.floor.seats().await, 600);
}

#[tokio::test]
async fn a_file_that_cannot_be_created_is_an_error() {
    assert!(Db::open_sqlite("/nonexistent/folder/company.db").await.is_err());
}
