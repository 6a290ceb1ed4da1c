//! The order screen shows what the catalogue tells: for each channel and variant this is the price that a line gets, with and without
//! schedules, and what it does not sell there is refused.

use super::house::House;
use crate::{
    on_both_databases,
    support::database_place::{DatabasePlace, Fixture},
};
use chrono::{DateTime, Utc};
use comanda::{clock::Clock, money::Money};
use serde_json::{Value, json};

/// The demo restaurant on Friday, 20 November 2026, one minute before its schedules begin, with products that not every channel sells.
struct Menu {
    house: House,
    clock: Clock,
}

/// A channel with the account that sells in it.
const CHANNELS: [(&str, &str, bool); 4] =
    [("TABLE", "TABLE", false), ("ORDER", "ORDER", false), ("DELIVERY", "DELIVERY", false), ("APP", "DELIVERY", true)];

impl Fixture for Menu {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-11-20T22:59:00Z".parse().unwrap());
        let menu = Self { house: House::with_clock(place, clock.clone()).await, clock };
        menu.limit_channels().await;
        menu.create_schedules().await;
        menu
    }
}

impl Menu {
    async fn limit_channels(&self) {
        let admin = self.house.app.login("admin").await;
        let product = async |name: &str| self.house.product(name).await;
        for (name, change) in [
            ("Ají de gallina", json!({"delivery_app_price": null})),
            ("Cau cau", json!({"delivery_price": null})),
            ("Limonada frozen", json!({"delivery_price": "12.50", "delivery_app_price": "14.90"})),
        ] {
            admin.put(&format!("/api/products/{}", product(name).await["id"]), change).await.ok();
        }
        let starters = format!("/api/categories/{}", product("Causa limeña de pollo").await["category_id"]);
        admin.put(&starters, json!({"is_delivered": 0})).await.ok();
        let path = format!("/api/products/{}/sold-out", product("Chicha morada").await["id"]);
        self.house.app.login("cocina").await.put(&path, json!({"sold_out": true})).await.ok();
    }

    async fn create_schedules(&self) {
        let jorge = self.house.app.login("supervisor").await;
        let product = async |name: &str| self.house.product(name).await;
        let (sour, lemonade) = (product("Pisco sour").await, product("Limonada frozen").await);
        let jug = &lemonade["variants"].as_array().unwrap().last().unwrap()["id"];
        for (name, more) in [
            (
                "After office",
                json!({"percent": "-50", "category_ids": [sour["category_id"]], "channels": ["TABLE", "ORDER"]}),
            ),
            ("Tercio", json!({"percent": "-33.33", "category_ids": [product("Lomo saltado").await["category_id"]]})),
            (
                "Fijos",
                json!({"channels": ["DELIVERY", "APP"], "products": [
                {"product_id": product("Cau cau").await["id"], "price": "10.125"},
                {"product_id": lemonade["id"], "variants": [{"variant_id": jug, "price": "9.90"}]}]}),
            ),
            (
                "Cenas",
                json!({"limits_sale": true, "channels": ["ORDER"], "products": [{"product_id": product("Ají de gallina").await["id"]}]}),
            ),
        ] {
            let mut body = json!({"name": name, "days": [5], "from": "18:00", "until": "22:00"});
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            jorge.post("/api/schedules", body).await.ok();
        }
    }

    /// Orders one of each product and variant in each channel, and returns how many lines got the price of a schedule and how many offers
    /// were refused.
    async fn order_everything(&self, table: &str) -> (usize, usize) {
        let products = self.house.rosa.get("/api/catalog/sale").await.ok()["products"].clone();
        let (mut scheduled, mut refused) = (0, 0);
        for (channel, kind, app) in CHANNELS {
            let account = match kind {
                "TABLE" => json!(self.house.open_table(&self.house.rosa, table).await),
                _ => {
                    let body = json!({"type": kind, "delivery_app": app, "client_name": "Ana", "phone": "999", "direccion": "Av. Pardo 1"});
                    self.house.rosa.post("/api/client-requests", body).await.ok()["id"].clone()
                }
            };
            let order = async |items: &[Value]| {
                let body = json!({"client_request": account, "send": false, "products": items});
                self.house.rosa.post("/api/orders", body).await
            };
            let offers: Vec<Offer> = products.as_array().unwrap().iter().flat_map(|p| offers(p, channel)).collect();
            let (sold, others): (Vec<_>, Vec<_>) = offers.iter().partition(|offer| offer.price.is_some());
            for offer in &others {
                let status = order(&[offer.item()]).await.status.as_u16();
                assert!([409, 422].contains(&status), "{channel}: {} is not sold, but {status}", offer.name);
            }
            let items: Vec<Value> = sold.iter().map(|offer| offer.item()).collect();
            let lines = order(&items).await.ok()["client_request"]["lines"].clone();
            let lines = lines.as_array().unwrap();
            assert_eq!(lines.len(), sold.len(), "{channel}");
            for offer in sold {
                let line =
                    lines.iter().find(|line| offer.is_ordered_by(line)).unwrap_or_else(|| panic!("no {}", offer.name));
                assert_eq!(Some(money(&line["unit_total"])), offer.price, "{channel}: {line}");
                if !line["schedule"].is_null() {
                    assert_eq!(money(&line["schedule"]["regular_amount"]), offer.regular, "{channel}: {line}");
                    scheduled += 1;
                }
            }
            refused += others.len();
        }
        (scheduled, refused)
    }
}

/// A product with one of its variants in a channel, as the catalogue offers it.
struct Offer {
    product: Value,
    variant: Value,
    name: String,
    /// The price without schedules.
    regular: Money,
    /// `None`: it is not sold now.
    price: Option<Money>,
}

impl Offer {
    fn item(&self) -> Value {
        json!({"product": {"id": self.product}, "qty": 1, "variant_id": self.variant})
    }
    fn is_ordered_by(&self, line: &Value) -> bool {
        line["product_id"] == self.product && line["variant"]["variant_id"] == self.variant
    }
}

/// Reads what is told of a product for a channel, once for each of its variants. Only lookups: a rule here would be another copy.
fn offers(product: &Value, channel: &str) -> Vec<Offer> {
    let now = product["now"].as_array().unwrap().iter().find(|now| now["channel"] == channel).unwrap_or(&Value::Null);
    let list = match product["sold"][channel].as_str() {
        Some("SALE") => Some(money(&product["sale_amount"])),
        Some("DELIVERY") => Some(money(&product["delivery_price"])),
        Some("APP") => Some(money(&product["delivery_app_price"])),
        _ => None,
    };
    let is_sold = now["closed"].is_null() && product["sold_out"] == false;
    let set = &now["price"];
    let offer = |variant: &Value| {
        let listed = if variant.is_null() { Money::ZERO } else { money(&variant["additional_amount"]) };
        let added = set["variants"].as_array().and_then(|all| all.iter().find(|v| v["id"] == variant["id"]));
        let extra = added.map_or(listed, |v| money(&v["additional_amount"]));
        let price = list.map(|list| if set.is_null() { list } else { money(&set["price"]) } + extra);
        Offer {
            product: product["id"].clone(),
            variant: variant["id"].clone(),
            name: format!("{} {}", product["name"], variant["name"]),
            regular: list.unwrap_or_default() + listed,
            price: price.filter(|_| is_sold),
        }
    };
    match product["variants"].as_array().unwrap().as_slice() {
        [] => vec![offer(&Value::Null)],
        variants => variants.iter().map(offer).collect(),
    }
}

fn money(value: &Value) -> Money {
    value.as_str().unwrap_or_else(|| panic!("{value} is no price")).parse().unwrap()
}

on_both_databases! {
    async fn a_line_costs_what_the_catalogue_tells_for_its_channel(menu: Menu) {
        let (scheduled, refused) = menu.order_everything("12").await;
        assert_eq!(scheduled, 0);
        assert!(refused > 20, "what is not delivered, has no app price or is sold out: {refused}");
        menu.clock.set("2026-11-20T23:00:00Z".parse::<DateTime<Utc>>().unwrap());
        let (scheduled, refused_then) = menu.order_everything("13").await;
        assert!(scheduled > 40, "{scheduled} lines have the price of a schedule");
        assert_eq!(refused_then, refused - 1, "one product is sold to take away in the evening only");
    }
}
