//! Transactions: failures are undone, successes stay, and concurrent writers lose nothing.

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

use comanda::{
    attempt,
    db::{CriticalSection, Error, Result, Retry},
    transact,
};
use futures::future::join_all;

use super::Floor;
use crate::on_both_databases;

/// A use case's error, as slices define them.
#[derive(Debug)]
enum Refusal {
    Closed,
    Db(Error),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Refusal::Db(error)
    }
}

impl Retry for Refusal {
    fn is_busy(&self) -> bool {
        matches!(self, Refusal::Db(error) if error.is_busy())
    }
}

const ADD: &str = "INSERT INTO floor (name) VALUES ($1)";

on_both_databases! {
    async fn a_committed_row_is_seen_by_others(floor: Floor) {
        assert!(floor.add("Salón").await.unwrap() > 0);
        assert_eq!(floor.names().await, ["Salón"]);
    }

    async fn a_refusal_undoes_the_whole_transaction(floor: Floor) {
        let refused: Result<(), Refusal> = transact!(floor.0, |tx| {
            tx.query(ADD).bind("a").run().await?;
            Err(Refusal::Closed)
        });
        assert!(matches!(refused, Err(Refusal::Closed)));
        assert!(floor.names().await.is_empty());
    }

    async fn a_transaction_that_releases_its_locks_early_is_there_completely_or_not_at_all(floor: Floor) {
        let dish = "INSERT INTO dish (code, late_floor_id) VALUES ($1, $2)";
        let add = async |name: &'static str, late: Option<i64>| -> Result<()> {
            transact!(floor.0, |tx| {
                for section in [CriticalSection::Stock, CriticalSection::Series, CriticalSection::Series] {
                    tx.begin_critical_section(section).await;
                }
                tx.query(ADD).bind(name).run().await?;
                tx.query(dish).bind(name).bind(late).run().await?;
                Ok(())
            })
        };
        add("a", None).await.unwrap();
        // A foreign key that is checked at the commit.
        assert!(matches!(add("b", Some(99)).await, Err(Error::ForeignKey)));
        assert!(add("a", None).await.is_err_and(|error| error.is_unique_violation("name")));
        // The connection is as usable as before.
        add("c", None).await.unwrap();
        assert_eq!(floor.names().await, ["a", "c"]);
        let codes: Vec<String> =
            floor.0.read().await.unwrap().query("SELECT code FROM dish ORDER BY code").column().await.unwrap();
        assert_eq!(codes, ["a", "c"]);
    }

    async fn a_failed_attempt_leaves_the_rest_of_the_transaction(floor: Floor) {
        floor.add("a").await.unwrap();
        let outcome: Result<bool> = transact!(floor.0, |tx| {
            tx.query(ADD).bind("b").run().await?;
            let twice = attempt!(tx, {
                tx.query(ADD).bind("c").run().await?;
                tx.query(ADD).bind("a").run().await
            });
            attempt!(tx, tx.query(ADD).bind("d").run().await)?;
            Ok(twice.is_err_and(|error| error.is_unique_violation("name")))
        });
        assert!(outcome.unwrap());
        assert_eq!(floor.names().await, ["a", "b", "d"]);
    }

    async fn a_nested_attempt_undoes_only_itself(floor: Floor) {
        let outcome: Result<()> = transact!(floor.0, |tx| {
            attempt!(tx, {
                tx.query(ADD).bind("a").run().await?;
                let inner = attempt!(tx, tx.query(ADD).bind("").run().await);
                assert!(matches!(inner, Err(Error::Check)));
                tx.query(ADD).bind("b").run().await
            })?;
            Ok(())
        });
        outcome.unwrap();
        assert_eq!(floor.names().await, ["a", "b"]);
    }

    async fn after_a_failed_statement_nothing_more_happens(floor: Floor) {
        let swallowed: Result<()> = transact!(floor.0, |tx| {
            tx.query(ADD).bind("a").run().await?;
            assert!(tx.query(ADD).bind("a").run().await.is_err());
            assert!(matches!(tx.query(ADD).bind("b").run().await, Err(Error::Aborted)));
            Ok(())
        });
        assert!(matches!(swallowed, Err(Error::Aborted)));
        assert!(floor.names().await.is_empty());
        floor.add("c").await.unwrap();
    }

    async fn constraint_violations_are_distinguished(floor: Floor) {
        let first = "INSERT INTO dish (code, size, active, floor_id, late_floor_id) VALUES ($1, $2, $3, $4, $5)";
        for (code, active, floor_id, late, expected) in [
            ("A1", false, None, None, "Ok(1)"),
            ("A1", false, None, None, "Err(Unique([\"code\", \"size\"]))"),
            ("B1", true, None, None, "Ok(1)"),
            ("b1", true, None, None, "Err(Unique([\"dish_active_key\"]))"),
            ("C1", true, Some(99), None, "Err(ForeignKey)"),
            ("C1", true, None, Some(99), "Err(ForeignKey)"), // found at the commit
            ("C1", true, None, None, "Ok(1)"),
        ] {
            let outcome: Result<u64> = transact!(floor.0, |tx| {
                tx.query(first).bind(code).bind("L").bind(active).bind(floor_id).bind(late).run().await
            });
            assert_eq!(format!("{outcome:?}"), expected, "{code}");
        }
        let outcome: Result<u64> = transact!(floor.0, |tx| { tx.query(ADD).bind(None::<&str>).run().await });
        assert!(matches!(outcome, Err(Error::NotNull)));
        assert!(matches!(floor.add("").await, Err(Error::Check)));
    }

    async fn a_missing_parent_is_found_even_when_only_the_new_id_is_read(floor: Floor) {
        let added: Result<i64> = transact!(floor.0, |tx| {
            tx.query("INSERT INTO dish (floor_id) VALUES ($1) RETURNING id").bind(99).scalar().await
        });
        assert!(matches!(added, Err(Error::ForeignKey)), "{added:?}");
    }

    async fn concurrent_writers_of_one_row_lose_nothing(floor: Floor) {
        let id = floor.add("a").await.unwrap();
        let writers = (0..40).map(|_| {
            let db = floor.0.clone();
            tokio::spawn(async move {
                let outcome: Result<()> = transact!(db, |tx| {
                    let seats: i64 =
                        tx.query("SELECT seats FROM floor WHERE id = $1").bind(id).for_update().scalar().await?;
                    tx.query("UPDATE floor SET seats = $1 WHERE id = $2").bind(seats + 1).bind(id).run().await?;
                    Ok(())
                });
                outcome
            })
        });
        for outcome in join_all(writers).await {
            outcome.unwrap().unwrap();
        }
        assert_eq!(floor.seats().await, 40);
    }

    async fn a_busy_transaction_is_retried(floor: Floor) {
        let runs = AtomicU32::new(0);
        let outcome: Result<u32, Refusal> = transact!(floor.0, |tx| {
            tx.query(ADD).bind("a").run().await?;
            if runs.fetch_add(1, SeqCst) < 2 { Err(Error::Busy)? } else { Ok(runs.load(SeqCst)) }
        });
        assert_eq!(outcome.unwrap(), 3);
        assert_eq!(floor.names().await, ["a"]);
    }

    async fn a_dropped_transaction_leaves_nothing(floor: Floor) {
        let mut dropped = floor.0.write().await.unwrap();
        dropped.query(ADD).bind("a").run().await.unwrap();
        drop(dropped);
        floor.add("b").await.unwrap();
        assert_eq!(floor.names().await, ["b"]);
    }

    async fn a_panicking_body_leaves_nothing_and_blocks_nobody(floor: Floor) {
        let db = floor.0.clone();
        let panicked = tokio::spawn(async move {
            let outcome: Result<()> = transact!(db, |tx| {
                tx.query(ADD).bind("a").run().await?;
                panic!("in the middle")
            });
            outcome
        });
        assert!(panicked.await.is_err());
        floor.add("b").await.unwrap();
        assert_eq!(floor.names().await, ["b"]);
    }

    async fn a_writer_that_is_cancelled_at_any_point_leaves_nothing_half_done(floor: Floor) {
        for steps in 0..40 {
            let name = format!("{steps:02}");
            let work = async {
                let outcome: Result<()> = transact!(floor.0, |tx| {
                    tx.query(ADD).bind(&name).run().await?;
                    tx.query("INSERT INTO dish (code, floor_id) SELECT name, id FROM floor WHERE name = $1")
                        .bind(&name)
                        .run()
                        .await?;
                    Ok(())
                });
                outcome.unwrap();
            };
            let mut work = Box::pin(work);
            for _ in 0..steps {
                if futures::poll!(&mut work).is_ready() {
                    break;
                }
                tokio::task::yield_now().await;
            }
            drop(work);
        }
        floor.add("last").await.unwrap();
        let mut tx = floor.0.read().await.unwrap();
        let dishes: Vec<(String,)> = tx.query("SELECT code FROM dish ORDER BY code").all().await.unwrap();
        let floors: Vec<(String,)> =
            tx.query("SELECT name FROM floor WHERE name <> 'last' ORDER BY name").all().await.unwrap();
        assert_eq!(dishes, floors);
    }

    async fn a_reader_keeps_its_view_and_cannot_write(floor: Floor) {
        floor.add("a").await.unwrap();
        let mut reader = floor.0.read().await.unwrap();
        let count = "SELECT COUNT(*) FROM floor";
        assert_eq!(reader.query(count).scalar::<i64>().await.unwrap(), 1);
        floor.add("b").await.unwrap();
        assert_eq!(reader.query(count).scalar::<i64>().await.unwrap(), 1);
        assert!(reader.query(ADD).bind("c").run().await.is_err());
        assert_eq!(floor.names().await, ["a", "b"]);
    }
}
