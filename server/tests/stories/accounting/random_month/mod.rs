//! A random month or year, from the evening before it to the night after it, with the IGV rates of the law: boletas, facturas and notas de
//! venta, accounts that stay open over midnight, refunds, voids, credit notes, a document that SUNAT refuses, in a restaurant of any zone.
//! Then every document is on one day and with one sum in its XML, the register of sales, SUNAT's file and the register of inventory, and
//! all of them come to what the sales report says was sold. `RANDOM_MONTH_SEED=… cargo test -p comanda --test stories random_month` makes
//! the same choices again. The year takes minutes: `scripts/by-chance` runs it, with `--ignored`.

mod activity;
mod checks;
mod period;
mod registers;

use crate::{
    evening::random::{Random, seed},
    money::till::Till,
    on_both_databases,
    orders::house::House,
    sending::office::Office,
    support::{
        client::Reply,
        database_place::{DatabasePlace, Fixture},
    },
};
use chrono::NaiveDateTime;
use chrono_tz::America::Lima;
use comanda::clock::Clock;
use period::Period;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The products that are sold; the first, a bottle, is counted in stock.
const MENU: [&str; 3] = ["Inca Kola 500 ml", "Lomo saltado", "Cau cau"];
/// The number of random actions at each moment of a month.
const STEPS: usize = 3;
/// The hours of the day at which something happens, most of them around midnight.
const HOURS: [i64; 10] = [0, 1, 2, 3, 13, 20, 21, 22, 23, 23];

struct RandomBooks {
    period: Period,
    office: Office,
    clock: Clock,
    random: Random,
    menu: BTreeMap<&'static str, Value>,
    ruc: i64,
    /// The series of the booklets of boletas and of facturas, and the last number that was written in them.
    booklets: [i64; 2],
    papers: i64,
    /// The product id of plastic bags.
    bag: Value,
    /// Accounts that are not paid.
    open: Vec<i64>,
    /// Bottles on accounts that are not paid, and on documents of which none came back: kept by the test itself.
    bottles_of: BTreeMap<i64, i64>,
    bottles: BTreeMap<String, i64>,
    /// Payments of which nothing was refunded.
    paid: Vec<Value>,
    /// Refused documents that were not issued again.
    refused: Vec<Value>,
    /// How often each action was done.
    step_counts: BTreeMap<&'static str, usize>,
}

impl RandomBooks {
    async fn open(place: &DatabasePlace, period: fn(&mut Random) -> Period) -> Self {
        let seed = seed("RANDOM_MONTH_SEED");
        eprintln!("RANDOM_MONTH_SEED={seed}");
        let mut random = Random::for_person(seed, 0);
        let period = period(&mut random);
        let clock = Clock::fixed(in_lima(&format!("{}T16:00:00", period.eve())));
        let house = House::with_clock(place, clock.clone()).await;
        let zone = random.pick(&["America/Lima", "America/Lima", "Europe/Madrid"]);
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
        let office = Office::with_till(Till::open_in(house).await).await;
        let ruc = office.till.create_client("RUC", "20100070970", "Inversiones del Sur").await;
        let mut booklets = [0; 2];
        for (kind, id) in (1..).zip(&mut booklets) {
            let series = json!({"billing_type_id": kind, "serie": "0001", "is_contingency": true});
            *id = office.admin.post("/api/billing-series", series).await.ok()["id"].as_i64().unwrap();
        }
        let (bottles_of, bottles, step_counts) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let (open, paid, refused) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            period,
            office,
            clock,
            random,
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
            step_counts,
        }
    }
}

/// December 2026, before a new rate.
struct RandomMonth(RandomBooks);

impl Fixture for RandomMonth {
    async fn create(place: &DatabasePlace) -> Self {
        Self(RandomBooks::open(place, Period::december).await)
    }
}

/// A year in which the restaurant may change to another rate, and at whose end the law's lower rate ends.
struct RandomYear(RandomBooks);

impl Fixture for RandomYear {
    async fn create(place: &DatabasePlace) -> Self {
        Self(RandomBooks::open(place, Period::year).await)
    }
}

pub(super) fn in_lima(local: &str) -> chrono::DateTime<chrono::Utc> {
    local.parse::<NaiveDateTime>().unwrap().and_local_timezone(Lima).unwrap().to_utc()
}

/// Returns the response of a success; `None` where the law's days or the stock did not allow the action.
fn response_of_success(reply: Reply) -> Option<Value> {
    if reply.status == 409 || reply.status == 422 {
        assert_ne!(reply.json["code"], "not_permitted", "{}", reply.json);
        return None;
    }
    Some(reply.ok())
}

on_both_databases! {
    async fn every_register_of_a_random_month_says_the_same(month: RandomMonth) {
        let RandomMonth(mut books) = month;
        books.live_all_months().await;
        books.assert_everything_agrees().await;
    }

    #[ignore = "takes minutes; scripts/by-chance runs it"]
    async fn every_register_of_a_random_year_says_the_same(year: RandomYear) {
        let RandomYear(mut books) = year;
        books.live_all_months().await;
        books.assert_everything_agrees().await;
    }
}
