//! Values, and the statements that carry them.

use chrono::{DateTime, NaiveDate, Utc};
use comanda::{
    args,
    db::{Error, Json, Sql},
    transact,
};
use serde_json::json;

use super::Floor;
use crate::on_both_databases;

#[derive(comanda_from_row::FromRow, Debug, PartialEq)]
struct Dish {
    code: Option<String>,
    made_at: Option<DateTime<Utc>>,
    day: Option<NaiveDate>,
    active: Option<bool>,
    extras: Option<Json<Extras>>,
    photo: Option<Vec<u8>>,
}

#[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq, Clone)]
struct Extras {
    sauces: Vec<String>,
    spicy: bool,
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

const INSERT: &str = "INSERT INTO dish (code, made_at, day, active, extras, photo) VALUES ($1, $2, $3, $4, $5, $6)";
const SELECT: &str = "SELECT code, made_at, day, active, extras, photo FROM dish ORDER BY id";

on_both_databases! {
    async fn every_kind_of_value_is_read_as_it_was_written(floor: Floor) {
        let full = Dish {
            code: Some("ají 'ñ' $1 ?".into()),
            made_at: Some(at("2026-02-28T23:59:59.123456Z")),
            day: NaiveDate::from_ymd_opt(2026, 2, 28),
            active: Some(true),
            extras: Some(Json(Extras { sauces: vec!["huancaína".into()], spicy: false })),
            photo: Some(vec![0, 255, 10]),
        };
        let empty = Dish { code: None, made_at: None, day: None, active: None, extras: None, photo: None };
        for dish in [&full, &empty] {
            let outcome = transact!(floor.0, |tx| {
                let insert = tx.query(INSERT).bind(&dish.code).bind(dish.made_at).bind(dish.day).bind(dish.active);
                insert.bind(&dish.extras).bind(&dish.photo).run().await
            });
            assert_eq!(outcome.unwrap(), 1);
        }
        let mut tx = floor.0.read().await.unwrap();
        assert_eq!(tx.query(SELECT).all::<Dish>().await.unwrap(), [full, empty]);
        let active: i64 = tx.query("SELECT COUNT(*) FROM dish WHERE active").scalar().await.unwrap();
        assert_eq!(active, 1);
    }

    async fn timestamps_are_ordered_to_the_microsecond(floor: Floor) {
        let moments = ["2026-01-01T10:00:00Z", "2026-01-01T10:00:00.000001Z", "2026-01-01T10:00:00.1Z", "2026-01-01T10:00:01Z"]
            .map(at);
        transact!(floor.0, |tx| {
            let rows = moments.iter().rev().map(|moment| args![moment]);
            tx.query(Sql::new("INSERT INTO dish (made_at) VALUES").rows(rows)).run().await
        })
        .unwrap();
        let mut tx = floor.0.read().await.unwrap();
        let ordered: Vec<(DateTime<Utc>,)> = tx.query("SELECT made_at FROM dish ORDER BY made_at").all().await.unwrap();
        assert_eq!(ordered, moments.map(|moment| (moment,)));
        for (i, moment) in moments.iter().enumerate() {
            let count = tx.query("SELECT COUNT(*) FROM dish WHERE made_at > $1").bind(moment).scalar::<i64>().await;
            assert_eq!(count.unwrap(), 3 - i as i64);
        }
    }

    async fn nanoseconds_are_cut_so_that_a_timestamp_equals_itself(floor: Floor) {
        let moment = at("2026-01-01T10:00:00.123456789Z");
        transact!(floor.0, |tx| { tx.query("INSERT INTO dish (made_at) VALUES ($1)").bind(moment).run().await }).unwrap();
        let mut tx = floor.0.read().await.unwrap();
        let found = tx.query("SELECT COUNT(*) FROM dish WHERE made_at = $1").bind(moment).scalar::<i64>().await;
        assert_eq!(found.unwrap(), 1);
    }

    async fn a_json_column_takes_objects_and_arrays_only(floor: Floor) {
        for (value, is_accepted) in [(json!({"a": [1]}), true), (json!([]), true), (json!(7), false), (json!(null), false)] {
            let outcome = transact!(floor.0, |tx| { tx.query("INSERT INTO dish (extras) VALUES ($1)").bind(&value).run().await });
            assert_eq!(outcome.is_ok(), is_accepted, "{value}: {outcome:?}");
        }
        let mut tx = floor.0.read().await.unwrap();
        let stored: Vec<(serde_json::Value,)> = tx.query("SELECT extras FROM dish ORDER BY id").all().await.unwrap();
        assert_eq!(stored, [(json!({"a": [1]}),), (json!([]),)]);
    }

    async fn lists_and_optional_fragments_number_their_arguments(floor: Floor) {
        for name in ["a", "b", "c"] {
            floor.add(name).await.unwrap();
        }
        let mut tx = floor.0.read().await.unwrap();
        for (sql, expected) in [
            (Sql::new("SELECT name FROM floor WHERE seats = $1").bind(0).list("AND name IN (?)", ["a", "c"]), "ac"),
            (Sql::new("SELECT name FROM floor WHERE seats = $1").bind(0).list("AND name NOT IN (?)", ["a", "c"]), "b"),
            (Sql::new("SELECT name FROM floor WHERE 1 = 1").list("AND name IN (?)", [""; 0]), ""),
            (Sql::new("SELECT name FROM floor WHERE 1 = 1").list("AND name NOT IN (?)", [""; 0]), "abc"),
            (Sql::new("SELECT name FROM floor WHERE 1 = 1").list("AND id NOT IN (?)", [0_i64; 0]), "abc"),
            (Sql::new("SELECT name FROM floor WHERE 1 = 1").when("AND name > ?", None::<&str>).when("AND name < ?", Some("b")), "a"),
            (Sql::new("SELECT name FROM floor WHERE 1 = 1").with("AND (name = ? OR name || 'x' = ?)", "c"), "c"),
        ] {
            let rows: Vec<(String,)> = tx.query(sql.add("ORDER BY name")).all().await.unwrap();
            assert_eq!(rows.into_iter().map(|(name,)| name).collect::<String>(), expected);
        }
    }

    async fn a_missing_argument_is_refused(floor: Floor) {
        let mut tx = floor.0.write().await.unwrap();
        let missing = tx.query("UPDATE floor SET name = $2 /* $3 */ WHERE id = $1").bind(1).run().await;
        assert!(matches!(missing, Err(Error::Binds { want: 2, got: 1, .. })));
        let surplus = tx.query("SELECT name FROM floor WHERE name = '$1'").bind("x").all::<(String,)>().await;
        assert!(matches!(surplus, Err(Error::Binds { want: 0, got: 1, .. })));
    }

    async fn no_row_differs_from_a_null(floor: Floor) {
        let mut tx = floor.0.read().await.unwrap();
        let missing = tx.query("SELECT name FROM floor WHERE id = $1").bind(7).scalar::<String>().await;
        assert!(matches!(missing, Err(Error::NotFound)));
        assert_eq!(tx.query("SELECT name FROM floor").maybe::<(String,)>().await.unwrap(), None);
        let sum = tx.query("SELECT CAST(SUM(seats) AS BIGINT) FROM floor").scalar::<Option<i64>>().await;
        assert_eq!(sum.unwrap(), None);
    }

    #[should_panic = "name the columns instead of *"]
    async fn select_star_is_refused_in_debug_builds(floor: Floor) {
        let mut tx = floor.0.read().await.unwrap();
        tx.query("SELECT * FROM floor").all::<(i64,)>().await.unwrap();
    }

    #[should_panic = "arguments of other kinds"]
    async fn one_sql_text_has_one_kind_of_arguments(floor: Floor) {
        let mut tx = floor.0.read().await.unwrap();
        let text = "SELECT name FROM floor WHERE id = $1 AND 3 = 3";
        tx.query(text).bind(1).all::<(String,)>().await.unwrap();
        let _ = tx.query(text).bind("12345678").all::<(String,)>().await;
    }
}
