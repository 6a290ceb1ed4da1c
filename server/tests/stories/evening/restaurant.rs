//! The restaurant of the evening: its people and tables, what the staff know in common, and what they remember for the end.

use super::{
    TILLS, WAITERS,
    courses::serve_in_courses,
    dishes::{Menu, Tally},
    random::{self, Random},
    screen::Screen,
};
use crate::{
    orders::house::House,
    support::database_place::{DatabasePlace, Fixture},
};
use chrono::{DateTime, Duration, Utc};
use comanda::clock::Clock;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicI64, Ordering},
    },
};

/// The number of tables in use, where a story does not say otherwise.
pub const TABLES: usize = 12;
/// The time between two actions on the clock: a thousand orders fit into an evening.
const PACE_MS: i64 = 1_500;

pub struct Evening {
    pub house: House,
    pub seed: u64,
    pub menu: Menu,
    /// The ids of the tables in use.
    pub tables: Vec<i64>,
    /// The account that is open at each table, as the staff believe.
    pub board: Mutex<Vec<Option<i64>>>,
    /// The account that a till is busy with, so that another one gets in its way.
    pub hot: Mutex<Option<i64>>,
    pub memory: Mutex<Memory>,
    clock: Clock,
    moments: AtomicI64,
}

/// The writes that people know to have been done, because the server said so.
#[derive(Debug, Default)]
pub struct Memory {
    pub ordered: Tally,
    pub dismissed: Tally,
    /// The final answer to each write, by its key.
    pub outcomes: BTreeMap<String, Outcome>,
    /// The ids of sends to the kitchen.
    pub commands: BTreeSet<i64>,
    /// The full numbers of documents with their totals in céntimos.
    pub documents: BTreeMap<String, i64>,
    /// The documents whose payment was refunded.
    pub voided: BTreeSet<String>,
    /// How often each kind of event happened.
    pub counts: BTreeMap<String, i64>,
    pub differences: Vec<String>,
}

/// The final outcome of a write for its sender.
#[derive(Debug, Clone)]
pub struct Outcome {
    pub is_success: bool,
    /// The method and path of the request, and the answer.
    pub story: String,
}

impl Fixture for Evening {
    async fn create(place: &DatabasePlace) -> Self {
        Self::with_seed(place, random::seed("EVENING_SEED")).await
    }
}

impl Evening {
    /// Opens the evening of this seed.
    pub async fn with_seed(place: &DatabasePlace, seed: u64) -> Self {
        let start: DateTime<Utc> = "2026-11-21T23:30:00Z".parse().unwrap();
        let clock = Clock::fixed(start);
        println!("EVENING_SEED={seed}");
        let house = House::with_clock(place, clock.clone()).await;
        house.sql(PEOPLE).await;
        house.sql("INSERT INTO cashboxes (name) VALUES ('Jardín')").await;
        // Every drawer difference of a céntimo must show at the closing.
        house.sql("UPDATE global_settings SET cash_tolerance = 0").await;
        // Bottles do not run out tonight: another story covers that.
        house.sql("UPDATE stock_moves SET quantity = quantity + 5000000000 WHERE item_kind = 'PRODUCT'").await;
        house.sql("UPDATE stock_items SET on_hand = on_hand + 5000000000 WHERE item_kind = 'PRODUCT'").await;
        if seed.is_multiple_of(2) {
            house.sql("UPDATE global_settings SET cash_rounding = TRUE").await;
        }
        sell_fish_by_weight(&house).await;
        sell_grills_with_choices(&house).await;
        serve_in_courses(&house).await;
        let menu = Menu::from_catalog(&house.rosa.get("/api/catalog/sale").await.ok());
        let tables = house.rosa.get("/api/tables").await.rows();
        let tables = tables.iter().take(TABLES).map(|t| t["id"].as_i64().unwrap()).collect();
        let (board, moments) = (Mutex::new(vec![None; TABLES]), AtomicI64::new(0));
        Self { house, seed, menu, tables, board, hot: Mutex::default(), memory: Mutex::default(), clock, moments }
    }
}

/// Puts three fish by the kilo on the menu, at prices that most weights do not divide into whole céntimos.
async fn sell_fish_by_weight(house: &House) {
    let admin = house.app.login("admin").await;
    let dish = house.product("Lomo saltado").await;
    let supply = &admin.get("/api/supplies").await.rows()[0]["id"];
    for (name, price) in [("Lenguado por kilo", "119.90"), ("Cojinova por kilo", "67.33"), ("Pulpo por kilo", "88")] {
        let fish = json!({"name": name, "category_id": dish["category_id"], "production_area_id": dish["production_area_id"],
            "sale_amount": price, "sale_unit": "KG", "has_toppings": true, "topping_ids": dish["toppings"],
            "has_stock": true, "opening_stock": {"quantity": "5000", "unit_price": "31.77"},
            "has_supplies": true, "supply_items": [{"supply_id": supply, "quantity": "1"}]});
        admin.post("/api/products", fish).await.ok();
    }
}

/// Puts two grills on the menu of which guests choose meats with their term, and sides of which the first one is included.
async fn sell_grills_with_choices(house: &House) {
    let admin = house.app.login("admin").await;
    let dish = house.product("Lomo saltado").await;
    let supply = &admin.get("/api/supplies").await.rows()[0]["id"];
    let create = async |name: &str, counts: (i64, i64, i64), options: Value| {
        let (minimum, maximum, free) = counts;
        let body = json!({"name": name, "minimum": minimum, "maximum": maximum, "free": free, "options": options});
        admin.post("/api/choice-groups", body).await.ok()["id"].clone()
    };
    let plain = |names: [&str; 3], amount: &str| {
        json!(names.map(|name| json!({"name": name, "amount": amount, "supply_id": supply})))
    };
    let term = create("Punto", (1, 1, 0), plain(["Jugoso", "A punto", "Cocido"], "0")).await;
    let mut meats = plain(["Bife angosto", "Picaña", "Entraña"], "7.77");
    meats[0]["group_id"] = term.clone();
    meats[1]["group_id"] = term;
    let meats = create("Carnes a elegir", (1, 2, 0), meats).await;
    let sides =
        create("Guarnición de parrilla", (0, 3, 1), plain(["Choclo tierno", "Yuca frita", "Puré rústico"], "5.35"))
            .await;
    for (name, price, groups) in
        [("Parrilla de uno", "61.90", json!([meats, sides])), ("Parrilla del día", "33.33", json!([sides]))]
    {
        let grill = json!({"name": name, "category_id": dish["category_id"], "production_area_id": dish["production_area_id"],
            "sale_amount": price, "has_toppings": true, "topping_ids": dish["toppings"], "choice_group_ids": groups});
        admin.post("/api/products", grill).await.ok();
    }
}

/// Creates more users of the existing roles, with the existing password, until there are enough for tonight.
const PEOPLE: &str = "INSERT INTO users (role_id, name, username, password_hash, created_at)
    SELECT u.role_id, n.column2, n.column2, u.password_hash, u.created_at FROM users u JOIN
    (VALUES ('mozo', 'mozo3'), ('mozo', 'mozo4'), ('mozo', 'mozo5'), ('mozo', 'mozo6'), ('mozo', 'mozo7'), ('mozo', 'mozo8'),
            ('mozo', 'mozo9'), ('mozo', 'mozo10'), ('cajero', 'cajero2'), ('cajero', 'cajero3')) AS n ON n.column1 = u.username";

impl Evening {
    /// Signs in a user at a screen with random choices of its own.
    pub async fn screen(self: &Arc<Self>, username: &str, person: usize) -> Screen {
        let client = self.house.app.login(username).await;
        Screen::new(self, client, Random::for_person(self.seed, person))
    }
    pub async fn waiter(self: &Arc<Self>, number: usize) -> Screen {
        let name = if number == 0 { "mozo".to_owned() } else { format!("mozo{}", number + 1) };
        self.screen(&name, number).await
    }
    pub async fn cashier(self: &Arc<Self>, number: usize) -> Screen {
        let name = if number == 0 { "cajero".to_owned() } else { format!("cajero{}", number + 1) };
        self.screen(&name, WAITERS + number).await
    }
    pub async fn cook(self: &Arc<Self>) -> Screen {
        self.screen("cocina", WAITERS + TILLS).await
    }
    /// Lets time pass, as every write does.
    pub fn advance_clock(&self) {
        let moment = self.moments.fetch_add(1, Ordering::Relaxed) + 1;
        let start: DateTime<Utc> = "2026-11-21T23:30:00Z".parse().unwrap();
        self.clock.set(start + Duration::milliseconds(PACE_MS * moment));
    }
    pub fn remember<T>(&self, what: impl FnOnce(&mut Memory) -> T) -> T {
        what(&mut self.memory.lock().unwrap())
    }
    pub fn tally(&self, what: &str) {
        self.remember(|m| *m.counts.entry(what.to_owned()).or_default() += 1);
    }
    /// Records something that does not add up.
    pub fn report_difference(&self, what: String) {
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
