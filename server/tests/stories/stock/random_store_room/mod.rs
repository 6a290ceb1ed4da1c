//! A random store room: whatever is bought, sold, voided, moved, made, rejected, counted and refunded, now or days late and in any
//! order, the stock equals the test's own notebook; each item's value equals a slow recomputation of its moves; and all screens, the
//! kardex and the register of the month agree.
//!
//! `STORE_ROOM_SEED=… cargo test -p comanda --test stories random_store_room` makes the same choices again.

mod buying;
mod checks;
mod counting;
mod goods;
mod making;
mod moving;
mod selling;

use crate::{
    evening::random::{Random, seed},
    money::till::open_cash_box,
    on_both_databases,
    purchases::Office,
    support::{
        client::{Client, Reply},
        database_place::{DatabasePlace, Fixture},
    },
};
use comanda::money::Quantity;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const STEPS: usize = 100;

/// The change of each item's stock, by name, in its base unit.
type Change = BTreeMap<String, Quantity>;

/// A request that is about to be sent, with the change of stock if it succeeds.
struct PlannedChange {
    path: &'static str,
    body: Value,
    change: Change,
}

struct StoreRoom {
    office: Office,
    luis: Client,
    random: Random,
    ids: BTreeMap<&'static str, i64>,
    units: BTreeMap<&'static str, i64>,
    menu: Value,
    /// The stock of each item as the test itself computes it.
    on_hand: BTreeMap<String, Quantity>,
    purchases: Vec<(Value, Change)>,
    movements: Vec<(String, bool, Change)>,
    productions: Vec<(String, bool, Change)>,
    accounts: Vec<selling::Account>,
    papers: usize,
    /// How often each action was done.
    action_counts: BTreeMap<&'static str, usize>,
}

impl Fixture for StoreRoom {
    async fn create(place: &DatabasePlace) -> Self {
        let office = Office::create(place).await;
        let luis = office.house.app.login("cajero").await;
        open_cash_box(&luis, "Principal", "5000.00").await.ok();
        let seed = seed("STORE_ROOM_SEED");
        eprintln!("STORE_ROOM_SEED={seed}");
        making::recipes(&office).await;
        let (mut ids, mut units) = (BTreeMap::new(), BTreeMap::new());
        for good in &goods::GOODS {
            let id = if good.is_product { office.product(good.name).await } else { office.supply(good.name).await };
            ids.insert(good.name, id);
            for (symbol, _) in good.units {
                units.insert(*symbol, office.unit(symbol).await);
            }
        }
        let on_hand = office.house.store_room().await;
        let menu = office.house.rosa.get("/api/catalog/sale").await.ok();
        let (purchases, movements, productions) = (Vec::new(), Vec::new(), Vec::new());
        let (accounts, action_counts) = (Vec::new(), BTreeMap::new());
        let random = Random::for_person(seed, 0);
        Self {
            office,
            luis,
            random,
            ids,
            units,
            menu,
            on_hand,
            purchases,
            movements,
            productions,
            accounts,
            papers: 0,
            action_counts,
        }
    }
}

impl StoreRoom {
    async fn take_random_step(&mut self) {
        match self.random.below(100) {
            0..14 => self.buy().await,
            14..20 => self.void().await,
            20..23 => self.correct().await,
            23..33 => self.make().await,
            33..38 => self.revert_or_repeat_production().await,
            38..53 => self.sell().await,
            53..56 => self.dismiss().await,
            56..64 => self.pay().await,
            64..72 => self.refund().await,
            72..82 => self.move_by_hand().await,
            82..90 => self.decide().await,
            90..95 => self.sell_and_move_at_once().await,
            _ => self.count().await,
        }
    }

    /// Sends a sale and a manual movement at the same moment.
    async fn sell_and_move_at_once(&mut self) {
        let (sale, movement) = (self.random_sale().await, self.random_movement());
        let sells = self.luis.post(sale.path, sale.body.clone());
        let moves = self.office.jorge.post(movement.path, movement.body.clone());
        let (sold, moved) = tokio::join!(sells, moves);
        self.record_sale(sale, sold);
        self.record_movement(movement, moved);
    }

    fn note(&mut self, what: &'static str, change: &Change) {
        *self.action_counts.entry(what).or_default() += 1;
        for (name, quantity) in change {
            *self.on_hand.entry(name.clone()).or_default() += *quantity;
        }
    }
}

/// Returns the response of a success; `None` where a product had too little stock.
fn response_of_success(reply: Reply) -> Option<Value> {
    if reply.status == 409 {
        reply.refused(409, "sold_out");
        return None;
    }
    Some(reply.ok())
}

fn reversed(change: &Change) -> Change {
    change.iter().map(|(name, quantity)| (name.clone(), -*quantity)).collect()
}

fn units_of(change: &Change, units: i64) -> Change {
    let times = |q: Quantity| Quantity::from_millionths(q.millionths() * units);
    change.iter().map(|(name, quantity)| (name.clone(), times(*quantity))).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

on_both_databases! {
    async fn whatever_happens_every_figure_is_the_same(room: StoreRoom) {
        let mut room = room;
        for step in 1..=STEPS {
            room.take_random_step().await;
            if step % 40 == 0 {
                room.notebook_and_ledger_agree().await;
            }
        }
        let all = ["bought", "voided", "sold", "dismissed", "paid", "refunded", "moved", "decided", "counted", "made", "made or not"];
        // Steps continue until every action came up.
        let missing = |room: &StoreRoom| all.iter().filter(|what| !room.action_counts.contains_key(**what)).count();
        let mut more = 0;
        while missing(&room) > 0 && more < 4 * STEPS {
            room.take_random_step().await;
            more += 1;
        }
        room.everything_agrees().await;
        assert_eq!(missing(&room), 0, "{}", json!(room.action_counts));
    }
}
