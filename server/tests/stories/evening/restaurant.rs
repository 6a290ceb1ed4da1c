//! The restaurant of the evening: its people and tables, what the staff know in common, and what they remember for the end.

use super::{
    TILLS, WAITERS,
    dice::{self, Dice},
    dishes::{Menu, Tally},
    wire::Wire,
};
use crate::{
    orders::house::House,
    support::places::{Place, Stage},
};
use chrono::{DateTime, Duration, Utc};
use comanda::clock::Clock;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicI64, Ordering},
    },
};

/// Tables that are served, where a story does not say otherwise.
pub const TABLES: usize = 12;
/// Between one thing that is done and the next: a thousand orders fit into an evening.
const PACE_MS: i64 = 1_500;

pub struct Evening {
    pub house: House,
    pub seed: u64,
    pub menu: Menu,
    /// Ids of the tables that are served.
    pub tables: Vec<i64>,
    /// The account that is open at each, as the staff believe.
    pub board: Mutex<Vec<Option<i64>>>,
    /// The account that a till is busy with, for another one to get in its way.
    pub hot: Mutex<Option<i64>>,
    pub memory: Mutex<Memory>,
    clock: Clock,
    moments: AtomicI64,
}

/// What people know to have been done, because they were told so.
#[derive(Debug, Default)]
pub struct Memory {
    pub asked: Tally,
    pub dismissed: Tally,
    /// What each write's screen was told in the end, by its key.
    pub told: BTreeMap<String, Outcome>,
    /// Ids of sends.
    pub commands: BTreeSet<i64>,
    /// Full numbers of documents with their totals in céntimos.
    pub documents: BTreeMap<String, i64>,
    /// Those whose payment was given back.
    pub voided: BTreeSet<String>,
    /// What happened how often.
    pub counts: BTreeMap<String, i64>,
    pub differences: Vec<String>,
}

/// How a write ended for whoever sent it.
#[derive(Debug, Clone)]
pub struct Outcome {
    pub done: bool,
    /// How it was sent, where to, and what was answered.
    pub story: String,
}

impl Stage for Evening {
    async fn set(place: &Place) -> Self {
        Self::of(place, dice::seed("EVENING_SEED")).await
    }
}

impl Evening {
    /// The evening of this seed.
    pub async fn of(place: &Place, seed: u64) -> Self {
        let start: DateTime<Utc> = "2026-11-21T23:30:00Z".parse().unwrap();
        let clock = Clock::fixed(start);
        println!("EVENING_SEED={seed}");
        let house = House::at(place, clock.clone()).await;
        house.sql(PEOPLE).await;
        house.sql("INSERT INTO cashboxes (name) VALUES ('Jardín')").await;
        // Of a difference of one céntimo the closing has to tell.
        house.sql("UPDATE global_settings SET cash_tolerance = 0").await;
        // Nobody runs out of beer tonight: that is a story of its own.
        house.sql("UPDATE stock_moves SET quantity = quantity + 5000000000 WHERE item_kind = 'PRODUCT'").await;
        house.sql("UPDATE stock_items SET on_hand = on_hand + 5000000000 WHERE item_kind = 'PRODUCT'").await;
        if seed.is_multiple_of(2) {
            house.sql("UPDATE global_settings SET cash_rounding = TRUE").await;
        }
        let menu = Menu::of(&house.rosa.get("/api/catalog/sale").await.ok());
        let tables = house.rosa.get("/api/tables").await.rows();
        let tables = tables.iter().take(TABLES).map(|t| t["id"].as_i64().unwrap()).collect();
        let (board, moments) = (Mutex::new(vec![None; TABLES]), AtomicI64::new(0));
        Self { house, seed, menu, tables, board, hot: Mutex::default(), memory: Mutex::default(), clock, moments }
    }
}

/// As many as work tonight, with the password of those who are there already.
const PEOPLE: &str = "INSERT INTO users (role_id, name, username, password_hash, created_at)
    SELECT u.role_id, n.column2, n.column2, u.password_hash, u.created_at FROM users u JOIN
    (VALUES ('mozo', 'mozo3'), ('mozo', 'mozo4'), ('mozo', 'mozo5'), ('mozo', 'mozo6'), ('mozo', 'mozo7'), ('mozo', 'mozo8'),
            ('mozo', 'mozo9'), ('mozo', 'mozo10'), ('cajero', 'cajero2'), ('cajero', 'cajero3')) AS n ON n.column1 = u.username";

impl Evening {
    /// The screen of somebody; each has a session and dice of their own.
    pub async fn screen(self: &Arc<Self>, username: &str, person: usize) -> Wire {
        let client = self.house.app.login(username).await;
        Wire::new(self, client, Dice::of(self.seed, person))
    }
    pub async fn waiter(self: &Arc<Self>, number: usize) -> Wire {
        let name = if number == 0 { "mozo".to_owned() } else { format!("mozo{}", number + 1) };
        self.screen(&name, number).await
    }
    pub async fn cashier(self: &Arc<Self>, number: usize) -> Wire {
        let name = if number == 0 { "cajero".to_owned() } else { format!("cajero{}", number + 1) };
        self.screen(&name, WAITERS + number).await
    }
    pub async fn cook(self: &Arc<Self>) -> Wire {
        self.screen("cocina", WAITERS + TILLS).await
    }
    /// Time passes with every write.
    pub fn later(&self) {
        let moment = self.moments.fetch_add(1, Ordering::Relaxed) + 1;
        let start: DateTime<Utc> = "2026-11-21T23:30:00Z".parse().unwrap();
        self.clock.set(start + Duration::milliseconds(PACE_MS * moment));
    }
    pub fn remember<T>(&self, what: impl FnOnce(&mut Memory) -> T) -> T {
        what(&mut self.memory.lock().unwrap())
    }
    pub fn count(&self, what: &str) {
        self.remember(|m| *m.counts.entry(what.to_owned()).or_default() += 1);
    }
    /// Something that does not add up.
    pub fn differs(&self, what: String) {
        self.remember(|m| m.differences.push(what));
    }
    /// The account that staff believe is open at a table.
    pub fn at_table(&self, table: usize) -> Option<i64> {
        self.board.lock().unwrap()[table]
    }
    pub fn seat(&self, table: usize, account: Option<i64>) {
        self.board.lock().unwrap()[table] = account;
    }
}
