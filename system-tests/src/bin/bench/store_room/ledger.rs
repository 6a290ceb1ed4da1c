//! The long stock ledger itself, written beside the server with all values computed.

use crate::direct_database::DirectDatabase;
use std::{path::Path, time::Duration};

const ITEMS: i64 = 5_000;
const MOVES: i64 = 1_000_000;
const BUSY_MOVES: i64 = 100_000;
/// The number of moves of each other item.
const MOVES_OF_AN_ITEM: i64 = 184;
/// The seconds between two moves: the ledger covers nearly three years.
const BUSY_SECONDS: i64 = 864;
const SECONDS: i64 = BUSY_SECONDS * BUSY_MOVES / MOVES_OF_AN_ITEM;

pub struct Ledger(DirectDatabase);

/// Each item begins with 1,000,000 kg at S/ 5.00, and is sold by 200 g.
const LONG: [&str; 6] = [
    "WITH RECURSIVE n(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {items} - (SELECT COUNT(*) FROM stock_items))
     INSERT INTO supplies (name, search_key, min_stock, category_id, measurement_id)
     SELECT 'Insumo ' || i, 'insumo ' || i, CASE i % 20 WHEN 0 THEN 2000000000000 ELSE 10000000 END, s.category_id, s.measurement_id
     FROM n CROSS JOIN supplies s WHERE s.name = 'Arroz'",
    "UPDATE supplies SET name = 'Insumo ocupado', search_key = 'insumo ocupado' WHERE name = 'Insumo 1'",
    "WITH RECURSIVE k(i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM k WHERE i < {busy} - 1)
     INSERT INTO stock_moves (item_kind, item_id, quantity, cost, reason, source, business_day, at, user_id, value, balance,
         balance_value, balance_cost)
     SELECT 'SUPPLY', w.id, CASE w.i WHEN 0 THEN 1000000000000 ELSE -200000 END, CASE w.i WHEN 0 THEN 5000000000000 END,
            CASE w.i WHEN 0 THEN 'ENTRY' ELSE 'SALE' END, 'seed:' || w.i, {day:w.ago}, {at:w.ago}, 1,
            CASE w.i WHEN 0 THEN 5000000000000 ELSE -1000000 END, 1000000000000 - w.i * 200000,
            (1000000000000 - w.i * 200000) * 5, 5000000
     FROM (SELECT s.id, k.i, ({busy} - k.i) * {busy_seconds} AS ago FROM k CROSS JOIN supplies s WHERE s.name = 'Insumo ocupado'
           UNION ALL
           SELECT s.id, k.i, ({each} - k.i) * {seconds} AS ago FROM k CROSS JOIN supplies s
           WHERE k.i < {each} AND s.name LIKE 'Insumo %' AND s.name <> 'Insumo ocupado') w
     ORDER BY w.ago DESC, w.id",
    "INSERT INTO stock_items (item_kind, item_id, on_hand, changes)
     SELECT m.item_kind, m.item_id, CAST(SUM(m.quantity) AS BIGINT), 1 FROM stock_moves m WHERE m.source LIKE 'seed:%'
     GROUP BY m.item_kind, m.item_id",
    "INSERT INTO stock_values (item_kind, item_id, changes, valued_at, quantity, value, unit_cost, last_price, previous_price,
         last_bought_at, last_bought)
     SELECT m.item_kind, m.item_id, 1, MAX(m.at), CAST(SUM(m.quantity) AS BIGINT), CAST(SUM(m.value) AS BIGINT), 5000000, 5000000,
            4500000, MIN(m.at), 'purchase:1'
     FROM stock_moves m WHERE m.source LIKE 'seed:%' GROUP BY m.item_kind, m.item_id",
    "WITH RECURSIVE n(i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < 60)
     INSERT INTO stock_days (item_kind, item_id, business_day, used)
     SELECT 'SUPPLY', s.id, {day:n.i * 86400}, 400000 + s.id FROM n CROSS JOIN supplies s WHERE s.name LIKE 'Insumo %'",
];

impl Ledger {
    pub async fn open_file(file: &Path) -> Self {
        Self(DirectDatabase::open_file(file).await)
    }

    pub async fn at(database: &str) -> Self {
        Self(DirectDatabase::at(database).await)
    }

    /// Writes the ledger while no server runs.
    pub async fn fill(&mut self) {
        for sql in LONG {
            self.0.run(&numbered(sql)).await;
        }
        self.0.tidy().await;
        let moves = self.0.number("SELECT COUNT(*) FROM stock_moves").await;
        let items = self.0.number("SELECT COUNT(*) FROM stock_items").await;
        assert!(moves >= MOVES && items == ITEMS, "{moves} moves of {items} items");
    }

    pub async fn close(self) {
        self.0.close().await;
    }

    /// The item with the most moves.
    pub async fn busy_item(&mut self) -> i64 {
        self.0.number("SELECT id FROM supplies WHERE name = 'Insumo ocupado'").await
    }

    /// Some of the other items.
    pub async fn items(&mut self, count: usize) -> Vec<i64> {
        let first = self.0.number("SELECT MIN(id) FROM supplies WHERE name LIKE 'Insumo 2%'").await;
        (first..).take(count).collect()
    }

    pub async fn month_ago(&mut self) -> String {
        self.0.text("SELECT CAST({day:30 * 86400} AS TEXT)").await
    }

    /// A day before the first move.
    pub async fn before_all(&mut self) -> String {
        self.0.text("SELECT CAST({day:1010 * 86400} AS TEXT)").await
    }

    /// Waits until every move has its value.
    pub async fn wait_until_valued(&mut self, look_again: Duration) {
        let waits = "SELECT COUNT(*) FROM stock_values v LEFT JOIN stock_items i ON i.item_kind = v.item_kind AND i.item_id = v.item_id
             WHERE v.replay_from IS NOT NULL OR v.changes <> i.changes";
        while self.0.number(waits).await > 0 {
            tokio::time::sleep(look_again).await;
        }
    }
}

fn numbered(sql: &str) -> String {
    let numbers = [
        ("{items}", ITEMS),
        ("{busy}", BUSY_MOVES),
        ("{busy_seconds}", BUSY_SECONDS),
        ("{each}", MOVES_OF_AN_ITEM),
        ("{seconds}", SECONDS),
    ];
    numbers.iter().fold(sql.to_owned(), |text, (name, n)| text.replace(name, &n.to_string()))
}
