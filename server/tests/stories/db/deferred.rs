//! Writes whose result nobody needs at once: on PostgreSQL they are sent together, with the same meaning.

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

use comanda::{
    attempt,
    db::{Error, Result},
    transact,
};

use super::Floor;
use crate::on_both_databases;

const ADD: &str = "INSERT INTO floor (name) VALUES ($1)";

on_both_databases! {
    async fn a_deferred_write_is_seen_by_the_next_statement_and_by_others(floor: Floor) {
        let seats = "UPDATE floor SET seats = $1 WHERE name = $2";
        let before: Result<i64> = transact!(floor.0, |tx| {
            tx.query(ADD).bind("a").run_later().await?;
            let before = tx.query("SELECT COUNT(*) FROM floor").scalar().await?;
            // Sent with the commit, as one statement on PostgreSQL, each write with its own arguments.
            tx.query(ADD).bind("b").run_later().await?;
            tx.query(seats).bind(7_i64).bind("a").run_later_expecting(1).await?;
            tx.query("INSERT INTO dish (code, size) VALUES ($1, '$1')").bind("c").run_later().await?;
            Ok(before)
        });
        assert_eq!(before.unwrap(), 1);
        assert_eq!(floor.names().await, ["a", "b"]);
        assert_eq!(floor.seats().await, 7);
        let dish: (String, String) =
            floor.0.read().await.unwrap().query("SELECT code, size FROM dish").one().await.unwrap();
        assert_eq!(dish, ("c".into(), "$1".into()));
    }

    async fn rows_of_one_table_are_numbered_in_the_order_of_writing(floor: Floor) {
        let outcome: Result<()> = transact!(floor.0, |tx| {
            for (name, dish) in [("a", "x"), ("b", "y"), ("c", "z")] {
                tx.query(ADD).bind(name).run_later().await?;
                tx.query("INSERT INTO dish (code) VALUES ($1)").bind(dish).run_later_expecting(1).await?;
            }
            Ok(())
        });
        outcome.unwrap();
        let mut tx = floor.0.read().await.unwrap();
        let floors: Vec<String> = tx.query("SELECT name FROM floor ORDER BY id").column().await.unwrap();
        let dishes: Vec<String> = tx.query("SELECT code FROM dish ORDER BY id").column().await.unwrap();
        assert_eq!((floors.join(""), dishes.join("")), ("abc".into(), "xyz".into()));
    }

    async fn a_failing_deferred_write_fails_the_whole_transaction(floor: Floor) {
        floor.add("a").await.unwrap();
        let twice: Result<()> = transact!(floor.0, |tx| {
            tx.query(ADD).bind("b").run_later().await?;
            tx.query(ADD).bind("a").run_later().await
        });
        assert!(twice.is_err_and(|error| error.is_unique_violation("name")));
        let refused: Result<()> = transact!(floor.0, |tx| {
            tx.query(ADD).bind("b").run_later().await?;
            Err(Error::NotFound)
        });
        assert!(matches!(refused, Err(Error::NotFound)));
        assert_eq!(floor.names().await, ["a"]);
    }

    async fn an_attempt_is_undone_with_its_deferred_writes(floor: Floor) {
        floor.add("a").await.unwrap();
        let outcome: Result<()> = transact!(floor.0, |tx| {
            tx.query(ADD).bind("before").run_later().await?;
            let twice = attempt!(tx, {
                tx.query(ADD).bind("within").run_later().await?;
                tx.query(ADD).bind("a").run_later().await
            });
            assert!(twice.is_err_and(|error| error.is_unique_violation("name")));
            attempt!(tx, tx.query(ADD).bind("good").run_later().await)
        });
        outcome.unwrap();
        assert_eq!(floor.names().await, ["a", "before", "good"]);
    }

    async fn a_write_on_a_vanished_table_is_retried(floor: Floor) {
        let tries = AtomicU32::new(0);
        let outcome: Result<()> = transact!(floor.0, |tx| {
            // The table exists when it is read, and is gone when it is written.
            if tries.fetch_add(1, SeqCst) == 1 {
                tx.query(ADD).bind("a").run().await?;
            }
            tx.query("UPDATE floor SET seats = 4 WHERE name = $1").bind("a").run_later_expecting(1).await
        });
        outcome.unwrap();
        assert_eq!((tries.load(SeqCst), floor.seats().await), (2, 4));
    }
}
