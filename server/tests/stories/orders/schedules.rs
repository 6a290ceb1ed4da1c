//! Timed menus and prices: they depend on the server's clock and the company's zone at the moment when a line is added.

use super::house::House;
use crate::{
    on_both_databases,
    support::{
        client::{Client, Reply},
        database_place::{DatabasePlace, Fixture},
    },
};
use chrono::{DateTime, Utc};
use comanda::clock::Clock;
use serde_json::{Value, json};
use uuid::Uuid;

/// The demo restaurant on Friday, 20 November 2026, one minute before six in the evening.
struct Evening {
    house: House,
    clock: Clock,
    jorge: Client,
}

impl Fixture for Evening {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-11-20T22:59:00Z".parse().unwrap());
        let house = House::with_clock(place, clock.clone()).await;
        let jorge = house.app.login("supervisor").await;
        Self { house, clock, jorge }
    }
}

impl Evening {
    fn set_clock(&self, time: &str) {
        self.clock.set(time.parse::<DateTime<Utc>>().unwrap());
    }
    async fn schedule(&self, body: Value) -> Value {
        self.jorge.post("/api/schedules", body).await.ok()
    }
    /// Creates a schedule of half price for cocktails at the table, Fridays from six to eight.
    async fn happy_hour(&self) -> Value {
        let category = self.house.product("Pisco sour").await["category_id"].clone();
        let hours = json!({"name": "After office", "days": [5], "from": "18:00", "until": "20:00", "percent": "-50",
            "channels": ["TABLE"], "category_ids": [category]});
        self.schedule(hours).await
    }
    async fn account(&self, kind: &str) -> i64 {
        match kind {
            "TABLE" => self.house.open_table(&self.house.rosa, "12").await,
            kind => {
                let body = json!({"type": kind, "client_name": "Ana", "phone": "999", "direccion": "Av. Pardo 1"});
                self.house.rosa.post("/api/client-requests", body).await.ok()["id"].as_i64().unwrap()
            }
        }
    }
    async fn add(&self, account: i64, quantity: i64, name: &str) -> Reply {
        let order = json!({"client_request": account, "send": false, "products": [self.house.order_item(quantity, name).await]});
        self.house.rosa.post("/api/orders", order).await
    }
    /// The unit price and total of each line of a product, in the order in which they were added.
    async fn prices(&self, account: i64, name: &str) -> Vec<(String, String)> {
        let account = self.house.load_account(&json!(account)).await;
        let lines = account["lines"].as_array().unwrap().iter().filter(|l| l["name"] == name);
        lines.map(|l| (text(&l["sale_amount"]), text(&l["total"]))).collect()
    }
    /// The schedule that tills are told of a product for a channel.
    async fn offered_price(&self, name: &str, channel: &str) -> Value {
        let product = self.house.product(name).await;
        let all = product["now"].as_array().unwrap().iter().find(|n| n["channel"] == channel).cloned();
        all.unwrap_or(Value::Null)
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

on_both_databases! {
    async fn a_price_changes_at_the_minute_and_lines_keep_theirs(evening: Evening) {
        let happy = evening.happy_hour().await;
        assert_eq!((&happy["running"], &happy["hours"]), (&json!(false), &json!("viernes de 18:00 a 20:00")));
        assert_eq!(happy["preview"], "Hoy de 18:00 a 20:00: 8 productos, con 50 % menos.");
        let sale = evening.house.rosa.get("/api/catalog/sale").await.ok();
        assert_eq!(sale["changes_at"], "2026-11-20T23:00:00Z");
        let tag = format!("\"{}\"", sale["version"].as_str().unwrap());
        let asked_again = async || evening.house.rosa.get_if_none_match("/api/catalog/sale", &tag).await.status.as_u16();
        assert_eq!(asked_again().await, 304);
        let table = evening.account("TABLE").await;
        evening.add(table, 1, "Mojito").await.ok();
        assert_eq!(evening.offered_price("Mojito", "TABLE").await, Value::Null);
        evening.set_clock("2026-11-20T23:00:00Z");
        assert_eq!(asked_again().await, 200);
        let now = evening.offered_price("Mojito", "TABLE").await;
        assert_eq!((&now["price"]["price"], &now["price"]["schedule"], &now["price"]["until"]), (&json!("12.00"), &json!("After office"), &json!("20:00")));
        assert_eq!(evening.offered_price("Mojito", "ORDER").await, Value::Null);
        evening.add(table, 3, "Mojito").await.ok();
        let pairs = |all: &[(&str, &str)]| all.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect::<Vec<_>>();
        assert_eq!(evening.prices(table, "Mojito").await, pairs(&[("24.00", "24.00"), ("12.00", "36.00")]));
        // In other channels it costs what it always does.
        let counter = evening.account("ORDER").await;
        evening.add(counter, 1, "Mojito").await.ok();
        assert_eq!(evening.prices(counter, "Mojito").await, pairs(&[("24.00", "24.00")]));
        // A variant is halved with its product: (26 + 64) / 2 for a jug.
        let sour = evening.house.product("Pisco sour").await;
        let jug = sour["variants"].as_array().unwrap().last().unwrap();
        let order = json!({"client_request": table, "send": false, "products": [{"product": {"id": sour["id"]}, "qty": 1, "variant_id": jug["id"]}]});
        evening.house.rosa.post("/api/orders", order).await.ok();
        assert_eq!(evening.prices(table, "Pisco sour").await, pairs(&[("45.00", "45.00")]));
        let listed = evening.offered_price("Pisco sour", "TABLE").await["price"].clone();
        let extra = listed["variants"].as_array().unwrap().iter().find(|v| v["id"] == jug["id"]).unwrap()["additional_amount"].clone();
        assert_eq!((&listed["price"], extra), (&json!("13.00"), json!("32.00")));
        // A lost answer is repeated after the end of the schedule: it is the first answer.
        evening.set_clock("2026-11-21T00:59:59Z");
        let key = Uuid::new_v4();
        let body = json!({"client_request": counter, "send": false, "products": [evening.house.order_item(2, "Algarrobina").await]});
        let body_at_table = json!({"client_request": table, "send": false, "products": [evening.house.order_item(2, "Algarrobina").await]});
        evening.house.rosa.post("/api/orders", body).await.ok();
        evening.house.rosa.post_with_key("/api/orders", body_at_table.clone(), key).await.ok();
        evening.set_clock("2026-11-21T01:00:00Z");
        evening.house.rosa.post_with_key("/api/orders", body_at_table, key).await.ok();
        assert_eq!(evening.prices(table, "Algarrobina").await, pairs(&[("13.00", "26.00")]));
        evening.add(table, 1, "Algarrobina").await.ok();
        assert_eq!(evening.prices(table, "Algarrobina").await, pairs(&[("13.00", "26.00"), ("26.00", "26.00")]));
    }

    async fn a_line_does_not_grow_at_a_price_that_is_over(evening: Evening) {
        let happy = evening.happy_hour().await;
        let table = evening.account("TABLE").await;
        evening.set_clock("2026-11-20T23:30:00Z");
        let line = evening.add(table, 2, "Mojito").await.ok()["client_request"]["lines"][0].clone();
        assert_eq!(line["schedule"], json!({"name": "After office", "regular_amount": "24.00"}));
        let path = format!("/api/orders/{}", line["id"]);
        evening.house.rosa.put(&path, json!({"qty": 3})).await.ok();
        evening.set_clock("2026-11-21T01:00:00Z");
        let refused = evening.house.rosa.put(&path, json!({"qty": 4})).await.refused(409, "price_changed");
        assert_eq!(refused["message"], "Mojito cuesta ahora S/ 24.00. Agrega los que faltan como pedido nuevo.");
        // Reducing the line, changing its comment or sending it late does not change its price.
        let changed = evening.house.rosa.put(&path, json!({"qty": 2, "comment": "sin hielo"})).await.ok();
        assert_eq!((&changed["unit_total"], &changed["total"]), (&json!("12.00"), &json!("24.00")));
        evening.house.rosa.post("/api/commands", json!({"client_request_id": table})).await.ok();
        assert_eq!(evening.house.load_account(&json!(table)).await["totals"]["total"], "24.00");
        // Before the schedule begins, nothing that is added later is charged the dearer price.
        let other = evening.account("ORDER").await;
        let later = json!({"channels": ["ORDER"], "from": "20:01", "until": "21:00"});
        evening.jorge.put(&format!("/api/schedules/{}", happy["id"]), later).await.ok();
        let early = evening.add(other, 1, "Mojito").await.ok()["client_request"]["lines"][0]["id"].clone();
        evening.set_clock("2026-11-21T01:01:00Z");
        evening.house.rosa.put(&format!("/api/orders/{early}"), json!({"qty": 2})).await.refused(409, "price_changed");
    }

    async fn items_outside_their_hours_are_refused_with_those_hours(evening: Evening) {
        let dish = evening.house.product("Cau cau").await;
        let dinner = json!({"name": "Cenas", "days": [1, 2, 3, 4, 5, 6], "from": "19:00", "until": "22:30", "limits_sale": true,
            "products": [{"product_id": dish["id"]}]});
        let id = evening.schedule(dinner).await["id"].clone();
        let table = evening.account("TABLE").await;
        let text = "Cau cau no se vende ahora. Cenas se vende de lunes a sábado de 19:00 a 22:30.";
        assert_eq!(evening.add(table, 1, "Cau cau").await.refused(409, "not_sold_now")["message"], text);
        for kind in ["ORDER", "DELIVERY"] {
            let account = evening.account(kind).await;
            evening.add(account, 1, "Cau cau").await.refused(409, "not_sold_now");
        }
        let cart = json!({"cart_items": [evening.house.order_item(1, "Cau cau").await]});
        let draft = format!("/api/orders/{table}/command-order-pdf?only_cart=true");
        evening.house.rosa.post(&draft, cart).await.refused(409, "not_sold_now");
        let closed = evening.offered_price("Cau cau", "TABLE").await["closed"].clone();
        assert_eq!(closed, json!({"text": "Cenas se vende de lunes a sábado de 19:00 a 22:30.", "opens": "19:00"}));
        // Other products are sold as always.
        evening.add(table, 1, "Mojito").await.ok();
        evening.set_clock("2026-11-21T00:00:00Z");
        assert_eq!(evening.offered_price("Cau cau", "TABLE").await, Value::Null);
        let added = evening.add(table, 1, "Cau cau").await.ok();
        let line = added["lines"][0].clone();
        evening.set_clock("2026-11-21T03:30:00Z");
        evening.house.rosa.put(&format!("/api/orders/{line}"), json!({"qty": 2})).await.refused(409, "not_sold_now");
        evening.house.rosa.post("/api/commands", json!({"client_request_id": table})).await.ok();
        // A second schedule that is active sells it too; one for tables alone leaves deliveries unchanged.
        let late = json!({"name": "Trasnoche", "days": [5], "from": "22:30", "until": "02:00", "limits_sale": true, "channels": ["TABLE"],
            "category_ids": [dish["category_id"]]});
        evening.schedule(late).await;
        evening.add(table, 1, "Cau cau").await.ok();
        evening.jorge.put(&format!("/api/schedules/{id}"), json!({"status": "INACTIVE"})).await.ok();
        evening.set_clock("2026-11-21T07:00:00Z");
        evening.add(table, 1, "Cau cau").await.refused(409, "not_sold_now");
        let order = evening.account("ORDER").await;
        evening.add(order, 1, "Cau cau").await.ok();
    }

    async fn another_zone_is_another_catalogue_at_once(evening: Evening) {
        evening.happy_hour().await;
        let sale = evening.house.rosa.get("/api/catalog/sale").await.ok();
        let tag = format!("\"{}\"", sale["version"].as_str().unwrap());
        let revalidate = async || evening.house.rosa.get_if_none_match("/api/catalog/sale", &tag).await.status.as_u16();
        assert_eq!(revalidate().await, 304);
        // In a zone an hour ahead of Lima the schedule has begun on the same day.
        let admin = evening.house.app.login("admin").await;
        admin.put("/api/global-settings", json!({"time_zone": "America/La_Paz"})).await.ok();
        assert_eq!(revalidate().await, 200);
    }

    async fn schedules_follow_the_companys_zone_through_clock_changes(evening: Evening) {
        let admin = evening.house.app.login("admin").await;
        let night = |days: Value, from: &str, until: &str| json!({"days": days, "from": from, "until": until});
        let body = json!({"name": "Noche", "days": [5], "from": "22:00", "until": "02:00", "percent": "10",
            "category_ids": [evening.house.product("Mojito").await["category_id"]]});
        let path = format!("/api/schedules/{}", evening.schedule(body).await["id"]);
        for (zone, hours, runs, rests) in [
            // Friday's night, three hours behind Lima's.
            ("America/Sao_Paulo", night(json!([5]), "22:00", "02:00"), "2026-11-21T04:59:59Z", "2026-11-21T05:00:00Z"),
            // At three the clock goes back to two: half past two comes twice, and the second one ends the schedule.
            ("Europe/Madrid", night(json!([7]), "02:00", "02:30"), "2026-10-25T01:29:59Z", "2026-10-25T01:30:00Z"),
            // At two the clock goes on to three: a schedule until half past two ends at three.
            ("Europe/Madrid", night(json!([6]), "23:00", "02:30"), "2027-03-28T00:59:59Z", "2027-03-28T01:00:00Z"),
        ] {
            admin.put("/api/global-settings", json!({"time_zone": zone})).await.ok();
            evening.jorge.put(&path, hours.clone()).await.ok();
            evening.set_clock(runs);
            let jorge = evening.house.app.login("supervisor").await;
            assert_eq!(jorge.get(&path).await.ok()["running"], true, "{zone} {hours}");
            evening.set_clock(rests);
            assert_eq!(jorge.get(&path).await.ok()["running"], false, "{zone} {hours}");
        }
    }

    async fn totals_are_exact_to_the_centimo(evening: Evening) {
        evening.set_clock("2026-11-20T23:00:00Z");
        let dish = evening.house.product("Cau cau").await["id"].clone();
        let (combo, lemonade) = (evening.house.product("Combo criollo para dos").await, evening.house.product("Limonada frozen").await);
        let jug = lemonade["variants"].as_array().unwrap().last().unwrap()["id"].clone();
        let always = json!({"days": [1, 2, 3, 4, 5, 6, 7], "from": "00:00", "until": "00:00"});
        let schedule_with = |more: Value| {
            let mut body = always.clone();
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            body
        };
        evening.schedule(schedule_with(json!({"name": "Tercio", "percent": "-33.33", "products": [{"product_id": combo["id"]}]}))).await;
        evening.schedule(schedule_with(json!({"name": "Fijos", "products": [{"product_id": dish, "price": "10.125"},
            {"product_id": lemonade["id"], "variants": [{"variant_id": jug, "price": "9.90"}]}]}))).await;
        // The lowest price of the active schedules counts.
        evening.schedule(schedule_with(json!({"name": "Más caro", "percent": "10", "products": [{"product_id": dish}]}))).await;
        let table = evening.account("TABLE").await;
        evening.add(table, 3, "Cau cau").await.ok();
        evening.add(table, 3, "Combo criollo para dos").await.ok();
        let order = json!({"client_request": table, "send": false, "products": [{"product": {"id": lemonade["id"]}, "qty": 2, "variant_id": jug}]});
        let added = evening.house.rosa.post("/api/orders", order).await.ok();
        let line = added["lines"][0].clone();
        let pair = |a: &str, b: &str| vec![(a.to_owned(), b.to_owned())];
        // 3 × 10.125 = 30.375; 89 × 0.6667 = 59.3363, three of them 178.02.
        assert_eq!(evening.prices(table, "Cau cau").await, pair("10.125", "30.38"));
        assert_eq!(evening.prices(table, "Combo criollo para dos").await, pair("59.34", "178.02"));
        assert_eq!(evening.prices(table, "Limonada frozen").await, pair("9.90", "19.80"));
        // Its other variant is in no schedule: it costs what it always does.
        let glass = lemonade["variants"][0]["id"].clone();
        let other = evening.house.rosa.put(&format!("/api/orders/{line}"), json!({"variant_id": glass})).await.ok();
        assert_eq!((&other["unit_total"], &other["schedule"]), (&json!("12.00"), &Value::Null));
        let back = evening.house.rosa.put(&format!("/api/orders/{line}"), json!({"variant_id": jug})).await.ok();
        assert_eq!((&back["unit_total"], &back["schedule"]["name"]), (&json!("9.90"), &json!("Fijos")));
        let sent = evening.house.rosa.post("/api/commands", json!({"client_request_id": table})).await;
        assert!(sent.status.is_success(), "{}", sent.json);
        let ten = json!({"client_request_id": table, "pin": "1234", "discounts": [{"discountTypeId": 2, "discountMethod": "PERCENTAGE", "percentage": "10", "description": "Amigos"}]});
        evening.jorge.post("/api/billing-adjustment", ten).await.ok();
        let account = evening.house.load_account(&json!(table)).await;
        // 30.38 + 178.02 + 19.80 = 228.20, less 22.82.
        assert_eq!((&account["totals"]["subtotal"], &account["totals"]["total"]), (&json!("228.20"), &json!("205.38")));
    }
}
