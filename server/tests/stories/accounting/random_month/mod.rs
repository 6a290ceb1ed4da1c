//! A month by chance, from the evening before it to the night after it, on which the rate of IGV changes: boletas, facturas and notas
//! de venta, accounts that stay open over midnight, refunds, voids, credit notes, a document that SUNAT refuses, in a house of any zone.
//! Then every document stands on one day and with one sum in its XML, the register of sales, SUNAT's file and the register of
//! inventory, and all of them come to what the sales report says was sold.
//!
//! `RANDOM_MONTH_SEED=… cargo test -p comanda --test stories random_month` makes the same choices again.

mod agreeing;
mod living;
mod papers;

use crate::{
    evening::dice::{Dice, seed},
    money::till::Till,
    on_both_databases,
    orders::house::House,
    sending::office::Office,
    support::{
        client::Reply,
        places::{Place, Stage},
    },
};
use chrono::NaiveDateTime;
use chrono_tz::America::Lima;
use comanda::clock::Clock;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Of the product first: bottles that are counted.
const MENU: [&str; 3] = ["Inca Kola 500 ml", "Lomo saltado", "Cau cau"];
/// Random moments of the month, and what happens at each.
const MOMENTS: usize = 12;
const STEPS: usize = 3;
/// Most of them where a night is between two days.
const HOURS: [i64; 10] = [0, 1, 2, 3, 13, 20, 21, 22, 23, 23];

struct RandomMonth {
    office: Office,
    clock: Clock,
    dice: Dice,
    menu: BTreeMap<&'static str, Value>,
    ruc: i64,
    /// Accounts that are not paid.
    open: Vec<i64>,
    /// The notebook: bottles on accounts that are not paid, and on documents of which none came back.
    bottles_of: BTreeMap<i64, i64>,
    bottles: BTreeMap<String, i64>,
    /// Payments that nothing was given back of.
    paid: Vec<Value>,
    /// Refused, and not issued again.
    refused: Vec<Value>,
    /// How often each thing was done.
    done: BTreeMap<&'static str, usize>,
}

impl Stage for RandomMonth {
    async fn set(place: &Place) -> Self {
        let seed = seed("RANDOM_MONTH_SEED");
        eprintln!("RANDOM_MONTH_SEED={seed}");
        let mut dice = Dice::of(seed, 0);
        let clock = Clock::fixed(in_lima("2026-11-30T16:00:00"));
        let house = House::at(place, clock.clone()).await;
        let zone = dice.pick(&["America/Lima", "America/Lima", "Europe/Madrid"]);
        let rules = json!({"time_zone": zone, "business_day_start": "04:00"});
        let admin = house.app.login("admin").await;
        admin.put("/api/global-settings", rules).await.ok();
        for (valid_from, percent) in [("2026-01-01", "10.5"), ("2027-01-01", "15")] {
            let rate = json!({"valid_from": valid_from, "percent": percent, "name": "Restaurantes MYPE"});
            admin.post("/api/tax-rates", rate).await.ok();
        }
        let mut menu = BTreeMap::new();
        for name in MENU {
            menu.insert(name, house.product(name).await);
        }
        let office = Office::of(Till::of(house).await).await;
        let ruc = office.till.client("RUC", "20100070970", "Inversiones del Sur").await;
        let (bottles_of, bottles, done) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let (open, paid, refused) = (Vec::new(), Vec::new(), Vec::new());
        Self { office, clock, dice, menu, ruc, open, bottles_of, bottles, paid, refused, done }
    }
}

fn in_lima(local: &str) -> chrono::DateTime<chrono::Utc> {
    local.parse::<NaiveDateTime>().unwrap().and_local_timezone(Lima).unwrap().to_utc()
}

/// What was granted; nothing where the law's days or the stock did not allow it.
fn granted(reply: Reply) -> Option<Value> {
    if reply.status == 409 || reply.status == 422 {
        assert_ne!(reply.json["code"], "not_permitted", "{}", reply.json);
        return None;
    }
    Some(reply.ok())
}

on_both_databases! {
    async fn every_register_of_a_month_by_chance_says_the_same(month: RandomMonth) {
        let mut month = month;
        month.goes_by().await;
        month.agrees().await;
    }
}
