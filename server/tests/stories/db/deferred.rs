//! Writes that nobody waits for: on PostgreSQL they are sent together, and mean the same.

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
    async fn what_runs_later_is_there_for_the_next_statement_and_for_others(floor: Floor) {
        let seats = "UPDATE floor SET seats = $1 WHERE name = $2";
        let before: Result<i64> = transact!(floor.0, |tx| {
            tx.query(ADD).bind("a").run_later().await?;
            let before = tx.query("SELECT COUNT(*) FROM floor").scalar().await?;
            // Sent with the commit, as one statement on PostgreSQL: each with its own arguments.
            tx.query(ADD).bind("b").run_later().await?;
            tx.query(seats).bind(7_i64).bind("a").run_later_on(1).await?;
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

    async fn rows_of_one_table_are_numbered_as_they_were_written(floor: Floor) {
        let done: Result<()> = transact!(floor.0, |tx| {
            for (name, dish) in [("a", "x"), ("b", "y"), ("c", "z")] {
                tx.query(ADD).bind(name).run_later().await?;
                tx.query("INSERT INTO dish (code) VALUES ($1)").bind(dish).run_later_on(1).await?;
            }
            Ok(())
        });
        done.unwrap();
        let mut tx = floor.0.read().await.unwrap();
        let floors: Vec<String> = tx.query("SELECT name FROM floor ORDER BY id").column().await.unwrap();
        let dishes: Vec<String> = tx.query("SELECT code FROM dish ORDER BY id").column().await.unwrap();
        assert_eq!((floors.join(""), dishes.join("")), ("abc".into(), "xyz".into()));
    }

    async fn what_runs_later_and_fails_fails_the_whole(floor: Floor) {
        floor.add("a").await.unwrap();
        let twice: Result<()> = transact!(floor.0, |tx| {
            tx.query(ADD).bind("b").run_later().await?;
            tx.query(ADD).bind("a").run_later().await
        });
        assert!(twice.is_err_and(|error| error.is_unique("name")));
        let refused: Result<()> = transact!(floor.0, |tx| {
            tx.query(ADD).bind("b").run_later().await?;
            Err(Error::NotFound)
        });
        assert!(matches!(refused, Err(Error::NotFound)));
        assert_eq!(floor.names().await, ["a"]);
    }

    async fn an_attempt_is_undone_with_what_runs_later_in_it(floor: Floor) {
        floor.add("a").await.unwrap();
        let done: Result<()> = transact!(floor.0, |tx| {
            tx.query(ADD).bind("before").run_later().await?;
            let twice = attempt!(tx, {
                tx.query(ADD).bind("within").run_later().await?;
                tx.query(ADD).bind("a").run_later().await
            });
            assert!(twice.is_err_and(|error| error.is_unique("name")));
            attempt!(tx, tx.query(ADD).bind("good").run_later().await)
        });
        done.unwrap();
        assert_eq!(floor.names().await, ["a", "before", "good"]);
    }

    async fn what_others_took_away_meanwhile_is_tried_again(floor: Floor) {
        let tries = AtomicU32::new(0);
        let done: Result<()> = transact!(floor.0, |tx| {
            // As if the table had been there when it was read, and was gone when it was written.
            if tries.fetch_add(1, SeqCst) == 1 {
                tx.query(ADD).bind("a").run().await?;
            }
            tx.query("UPDATE floor SET seats = 4 WHERE name = $1").bind("a").run_later_on(1).await
        });
        done.unwrap();
        assert_eq!((tries.load(SeqCst), floor.seats().await), (2, 4));
    }
}
