//! Inserts the two salons and their 24 tables with their positions.

use super::bulk::insert_rows_returning_ids;
use comanda_base::{
    args,
    db::{Arg, Tx},
    error::Result,
};
use serde_json::{Value, json};

const ROOM: (i64, i64) = (912, 616);
/// The upper edges of the three rows of tables.
const ROWS: [i64; 3] = [52, 220, 388];
const HEIGHT: i64 = 112;

/// x, row, width, seats, shape.
type TablePlace = (i64, usize, i64, i64, &'static str);

const TERRACE: [TablePlace; 14] = [
    (28, 0, 120, 2, "SQUARE"),
    (180, 0, 120, 2, "SQUARE"),
    (332, 0, 140, 4, "SQUARE"),
    (504, 0, 140, 4, "SQUARE"),
    (676, 0, 208, 6, "RECTANGLE"),
    (28, 1, 140, 4, "SQUARE"),
    (208, 1, 140, 4, "SQUARE"),
    (388, 1, 280, 8, "RECTANGLE"),
    (764, 1, 120, 2, "ROUND"),
    (28, 2, 120, 2, "SQUARE"),
    (180, 2, 120, 2, "SQUARE"),
    (332, 2, 140, 4, "SQUARE"),
    (504, 2, 140, 4, "SQUARE"),
    (676, 2, 208, 6, "RECTANGLE"),
];

const HALL: [TablePlace; 10] = [
    (28, 0, 140, 4, "SQUARE"),
    (208, 0, 140, 4, "SQUARE"),
    (388, 0, 140, 4, "SQUARE"),
    (604, 0, 280, 10, "RECTANGLE"),
    (28, 1, 208, 6, "RECTANGLE"),
    (352, 1, 208, 6, "ROUND"),
    (676, 1, 208, 6, "RECTANGLE"),
    (28, 2, 120, 2, "ROUND"),
    (208, 2, 120, 2, "ROUND"),
    (388, 2, 140, 4, "SQUARE"),
];

/// An inserted table with the data that past sales need.
#[derive(Debug, Clone, Copy)]
pub(in crate::demo) struct SeededTable {
    pub salon_id: i64,
    pub table_id: i64,
    pub seats: i64,
}

/// Inserts salons and tables.
pub(in crate::demo) async fn seed_rooms(tx: &mut Tx) -> Result<Vec<SeededTable>> {
    let salon = |name, about, position: i64, landmarks: Value| args![name, about, position, ROOM.0, ROOM.1, landmarks];
    let rows = vec![
        salon("Terraza", "Vista a la avenida", 1, terrace_landmarks()),
        salon("Salón", "Interior, con barra", 2, hall_landmarks()),
    ];
    let statement = "INSERT INTO salons (name, description, position, width, height, landmarks) VALUES";
    let salons = insert_rows_returning_ids(tx, statement, rows).await?;
    let places: Vec<(i64, TablePlace)> =
        TERRACE.iter().map(|p| (salons[0], *p)).chain(HALL.iter().map(|p| (salons[1], *p))).collect();
    let rows: Vec<[Arg; 8]> = places
        .iter()
        .enumerate()
        .map(|(n, (salon, (x, row, width, seats, shape)))| {
            args![*salon, (n + 1).to_string(), *seats, *x, ROWS[*row], *width, HEIGHT, *shape]
        })
        .collect();
    let statement = "INSERT INTO dining_tables (salon_id, name, seats, x, y, width, height, shape) VALUES";
    let ids = insert_rows_returning_ids(tx, statement, rows).await?;
    Ok(places
        .iter()
        .zip(ids)
        .map(|((salon_id, place), table_id)| SeededTable { salon_id: *salon_id, table_id, seats: place.3 })
        .collect())
}

fn landmark(kind: &str, name: &str, x: i64, y: i64, width: i64, height: i64) -> Value {
    json!({"kind": kind, "name": name, "x": x, "y": y, "width": width, "height": height})
}

fn terrace_landmarks() -> Value {
    json!([
        landmark("WINDOW", "Ventanal · Av. Larco", 28, 0, 856, 28),
        landmark("KITCHEN", "Cocina", 28, 588, 104, 28),
        landmark("BAR", "Barra", 332, 570, 312, 46),
        landmark("DOOR", "Entrada", 780, 588, 104, 28),
    ])
}

fn hall_landmarks() -> Value {
    json!([
        landmark("WINDOW", "Ventanal · Jardín", 28, 0, 500, 28),
        landmark("BAR", "Barra", 604, 432, 280, 64),
        landmark("KITCHEN", "Cocina", 28, 588, 104, 28),
        landmark("DOOR", "A la terraza", 388, 588, 140, 28),
    ])
}
