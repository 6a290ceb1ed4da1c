//! A month or a year by chance, from the evening before it to the night after it, with the rates of IGV that the law knows: boletas,
//! facturas and notas de venta, accounts that stay open over midnight, refunds, voids, credit notes, a document that SUNAT refuses, in a house of any zone.
//! Then every document stands on one day and with one sum in its XML, the register of sales, SUNAT's file and the register of
//! inventory, and all of them come to what the sales report says was sold.
//!
//! `RANDOM_MONTH_SEED=… cargo test -p comanda --test stories random_month` makes the same choices again. The year takes minutes:
//! `scripts/by-chance` lives it, with `--ignored`.

mod agreeing;
mod living;
mod papers;
mod period;

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
use period::Period;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Of the product first: bottles that are counted.
const MENU: [&str; 3] = ["Inca Kola 500 ml", "Lomo saltado", "Cau cau"];
/// What happens at each moment of a month.
const STEPS: usize = 3;
/// Most of them where a night is between two days.
const HOURS: [i64; 10] = [0, 1, 2, 3, 13, 20, 21, 22, 23, 23];

struct RandomBooks {
    period: Period,
    office: Office,
    clock: Clock,
    dice: Dice,
    menu: BTreeMap<&'static str, Value>,
    ruc: i64,
    /// Series of paper, of boletas and of facturas, and the last number that was written.
    booklets: [i64; 2],
    papers: i64,
    /// The product of plastic bags.
    bag: Value,
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

impl RandomBooks {
    async fn open(place: &Place, period: fn(&mut Dice) -> Period) -> Self {
        let seed = seed("RANDOM_MONTH_SEED");
        eprintln!("RANDOM_MONTH_SEED={seed}");
        let mut dice = Dice::of(seed, 0);
        let period = period(&mut dice);
        let clock = Clock::fixed(in_lima(&format!("{}T16:00:00", period.eve())));
        let house = House::at(place, clock.clone()).await;
        let zone = dice.pick(&["America/Lima", "America/Lima", "Europe/Madrid"]);
        let rules = json!({"time_zone": zone, "business_day_start": "04:00"});
        let admin = house.app.login("admin").await;
        admin.put("/api/global-settings", rules).await.ok();
        for (valid_from, percent) in &period.rates {
            eprintln!("{valid_from}: {percent} %");
            let rate = json!({"valid_from": valid_from, "percent": percent, "name": "De la ley"});
            admin.post("/api/tax-rates", rate).await.ok();
        }
        let mut menu = BTreeMap::new();
        for name in MENU {
            menu.insert(name, house.product(name).await);
        }
        let bag = json!({"name": "Bolsa", "category_id": menu[MENU[0]]["category_id"], "sale_amount": "0.60", "is_plastic_bag": true});
        let bag = admin.post("/api/products", bag).await.ok()["id"].clone();
        let office = Office::of(Till::of(house).await).await;
        let ruc = office.till.client("RUC", "20100070970", "Inversiones del Sur").await;
        let mut booklets = [0; 2];
        for (kind, id) in (1..).zip(&mut booklets) {
            let series = json!({"billing_type_id": kind, "serie": "0001", "is_contingency": true});
            *id = office.admin.post("/api/billing-series", series).await.ok()["id"].as_i64().unwrap();
        }
        let (bottles_of, bottles, done) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let (open, paid, refused) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            period,
            office,
            clock,
            dice,
            menu,
            ruc,
            bag,
            booklets,
            papers: 0,
            open,
            bottles_of,
            bottles,
            paid,
            refused,
            done,
        }
    }
}

/// December before a new rate.
struct RandomMonth(RandomBooks);

impl Stage for RandomMonth {
    async fn set(place: &Place) -> Self {
        Self(RandomBooks::open(place, Period::december).await)
    }
}

/// A year in which the house may come under another rate, and the law ends the lower one.
struct RandomYear(RandomBooks);

impl Stage for RandomYear {
    async fn set(place: &Place) -> Self {
        Self(RandomBooks::open(place, Period::year).await)
    }
}

pub(super) fn in_lima(local: &str) -> chrono::DateTime<chrono::Utc> {
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
        let RandomMonth(mut books) = month;
        books.go_by().await;
        books.agree().await;
    }

    #[ignore = "takes minutes; scripts/by-chance runs it"]
    async fn every_register_of_a_year_by_chance_says_the_same(year: RandomYear) {
        let RandomYear(mut books) = year;
        books.go_by().await;
        books.agree().await;
    }
}
