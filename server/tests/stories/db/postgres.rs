//! Behaviour of PostgreSQL alone: several writers at once, a server that disconnects, plans that become outdated.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::SeqCst},
    },
    time::Duration,
};

use comanda::{
    db::{Db, Engine, Error, PostgresPool, Result},
    transact,
};
use tokio::sync::Barrier;

use super::{Floor, TABLES, one_migration};
use crate::support::{
    database_place::{DatabasePlace, Fixture},
    postgres::cluster_url,
};

#[tokio::test]
async fn invalid_schema_names_are_refused() {
    let pool = PostgresPool::connect(cluster_url(), 1).await.unwrap();
    for name in ["", "A", "a\"; DROP SCHEMA public", "pg_catalog", "1a"] {
        assert!(matches!(pool.schema(name), Err(Error::Name(_))), "{name}");
    }
}

#[tokio::test]
async fn companies_in_one_pool_do_not_see_each_other() {
    let place = DatabasePlace::on(Engine::Postgres).await;
    let floors = [Floor(place.db("one").await), Floor(place.db("two").await)];
    for floor in &floors {
        floor.0.migrate(&one_migration(TABLES)).await.unwrap();
        floor.add("a").await.unwrap();
        assert_eq!(floor.names().await, ["a"]);
    }
}

#[tokio::test]
async fn a_commit_waits_for_the_disk_even_where_the_default_does_not() {
    let floor = Floor::create(&DatabasePlace::on(Engine::Postgres).await).await;
    let setting = "SHOW synchronous_commit";
    // The tests' cluster is started with `off`.
    let usual: String = floor.0.read().await.unwrap().query(setting).scalar().await.unwrap();
    let writing: String = floor.0.write().await.unwrap().query(setting).scalar().await.unwrap();
    assert_eq!((usual.as_str(), writing.as_str()), ("off", "on"));
}

#[tokio::test]
async fn statements_time_out_unless_they_may_take_long() {
    let floor = Floor::create(&DatabasePlace::on(Engine::Postgres).await).await;
    let setting = "SHOW statement_timeout";
    let mut tx = floor.0.write().await.unwrap();
    let usual: String = tx.query(setting).scalar().await.unwrap();
    tx.allow_long_statements().await.unwrap();
    let long: String = tx.query(setting).scalar().await.unwrap();
    drop(tx);
    let after: String = floor.0.read().await.unwrap().query(setting).scalar().await.unwrap();
    assert_eq!((usual.as_str(), long.as_str(), after.as_str()), ("30s", "0", "30s"));
}

#[tokio::test]
async fn requests_proceed_while_print_agents_wait_for_each_other() {
    let DatabasePlace::Postgres { pool, prefix } = DatabasePlace::on(Engine::Postgres).await else { unreachable!() };
    let companies = ["one", "two"].map(|name| Floor(pool.schema(&format!("{prefix}_{name}")).unwrap()));
    let [one, other] = &companies;
    one.0.migrate(&one_migration(TABLES)).await.unwrap();
    let mut slots = Vec::new();
    for at in 0..16 {
        slots.push(companies[at % 2].0.acquire_agent_slot().await.unwrap());
    }
    let next = tokio::spawn({
        let db = other.0.clone();
        async move { db.acquire_agent_slot().await }
    });
    one.add("a").await.unwrap();
    assert_eq!(one.names().await, ["a"]);
    assert!(!next.is_finished(), "they have one PostgreSQL, whichever their company");
    slots.pop();
    assert!(next.await.unwrap().unwrap().is_some());
}

#[tokio::test]
async fn a_cancelled_begin_leaves_nothing_behind() {
    let DatabasePlace::Postgres { prefix, .. } = DatabasePlace::on(Engine::Postgres).await else { unreachable!() };
    let pool = PostgresPool::connect(cluster_url(), 1).await.unwrap();
    let floor = Floor(pool.schema(&format!("{prefix}_story")).unwrap());
    floor.0.migrate(&one_migration(TABLES)).await.unwrap();
    for round in 0..60 {
        let name = format!("table {round}");
        tokio::time::timeout(Duration::from_micros(round * 5), floor.0.read()).await.ok();
        floor.add(&name).await.unwrap();
    }
    assert_eq!(floor.names().await.len(), 60);
}

#[tokio::test]
async fn two_deadlocked_transactions_both_finish() {
    let floor = Floor::create(&DatabasePlace::on(Engine::Postgres).await).await;
    let ids = [floor.add("a").await.unwrap(), floor.add("b").await.unwrap()];
    let (met, runs) = (Arc::new(Barrier::new(2)), Arc::new(AtomicU32::new(0)));
    let swap = |first: i64, second: i64| {
        let (db, met, runs) = (floor.0.clone(), met.clone(), runs.clone());
        tokio::spawn(async move {
            let outcome: Result<()> = transact!(db, |tx| {
                let take_seat = "UPDATE floor SET seats = seats + 1 WHERE id = $1";
                tx.query(take_seat).bind(first).run().await?;
                if runs.fetch_add(1, SeqCst) < 2 {
                    met.wait().await;
                }
                tx.query(take_seat).bind(second).run().await?;
                Ok(())
            });
            outcome
        })
    };
    let (one, other) = tokio::join!(swap(ids[0], ids[1]), swap(ids[1], ids[0]));
    one.unwrap().unwrap();
    other.unwrap().unwrap();
    assert!(runs.load(SeqCst) >= 3, "one of them had to give way");
    assert_eq!(floor.seats().await, 4);
}

#[tokio::test]
async fn a_dead_connection_is_not_noticed_by_the_next_transaction() {
    let place = DatabasePlace::on(Engine::Postgres).await;
    let floor = Floor::create(&place).await;
    let mut tx = floor.0.write().await.unwrap();
    let pid: i64 = tx.query("SELECT CAST(pg_backend_pid() AS BIGINT)").scalar().await.unwrap();
    drop(tx);
    let other = Db::open_postgres(cluster_url(), "public").await.unwrap();
    let killed: Result<bool> = transact!(other, |tx| {
        tx.query("SELECT pg_terminate_backend(CAST($1 AS INTEGER), 5000)").bind(pid).scalar().await
    });
    assert!(killed.unwrap());
    for name in ["a", "b", "c"] {
        floor.add(name).await.unwrap();
    }
    assert_eq!(floor.names().await, ["a", "b", "c"]);
}

#[tokio::test]
async fn an_outdated_plan_is_made_anew() {
    let DatabasePlace::Postgres { prefix, .. } = DatabasePlace::on(Engine::Postgres).await else { unreachable!() };
    let one_connection = PostgresPool::connect(cluster_url(), 1).await.unwrap();
    let db = one_connection.schema(&prefix).unwrap();
    db.migrate(&one_migration(TABLES)).await.unwrap();
    let floor = Floor(db);
    floor.add("a").await.unwrap();
    let seats = || async {
        let seats: Result<i64> = transact!(floor.0, |tx| { tx.query("SELECT seats FROM floor").scalar().await });
        seats
    };
    transact!(floor.0, |tx| { tx.query("ALTER TABLE floor ALTER seats TYPE INTEGER").run().await }).unwrap();
    let narrow: Result<u64> = transact!(floor.0, |tx| { tx.query("SELECT seats FROM floor").run().await });
    assert_eq!(narrow.unwrap(), 1);
    transact!(floor.0, |tx| { tx.query("ALTER TABLE floor ALTER seats TYPE BIGINT").run().await }).unwrap();
    assert_eq!(seats().await.unwrap(), 0);
}
