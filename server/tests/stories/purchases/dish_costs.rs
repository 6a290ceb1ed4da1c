//! The cost of dishes after a purchase compared with before: which rose and because of what, which have too little margin, and the report's
//! file.

use super::{Office, days_ago};
use crate::{on_both_databases, support::client::Client};
use chrono::Duration;
use comanda::clock::Clock;
use serde_json::{Value, json};

async fn load_dish_costs(by: &Client, more: &str) -> Value {
    by.get(&format!("/api/dish-costs?page=false{more}")).await.json.clone()
}

fn dish(list: &Value, name: &str) -> Value {
    list["rows"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("{name}")).clone()
}

impl Office {
    /// Creates a dish of 100 g of beef for S/ 118.00, alone in its category.
    async fn steak(&self) -> Value {
        let category = self.jorge.post("/api/categories", json!({"name": "Parrilla de prueba"})).await.ok();
        let items = json!([{"supply_id": self.supply("Lomo fino").await, "quantity": 100, "measurement_id": self.unit("g").await}]);
        let body = json!({"name": "Bife de prueba", "category_id": category["id"], "sale_amount": "118", "has_supplies": true, "supply_items": items});
        self.jorge.post("/api/products", body).await.ok()
    }
    /// Buys as much beef as there is, at one and a half times its cost: the average becomes 60.00.
    async fn buy_expensive_beef(&self) {
        let beef = json!({"item_type": "SUPPLY", "item_id": self.supply("Lomo fino").await, "quantity": "90", "buy_price": "72"});
        self.buy(json!({"items": [beef], "payment": {"source": "OTHER"}})).await.ok();
        self.house.wait_until_valued().await;
    }
}

on_both_databases! {
    async fn a_dearer_dish_is_shown_with_its_cause(office: Office) {
        let steak = office.steak().await;
        office.house.wait_until_valued().await;
        office.buy_expensive_beef().await;
        let list = load_dish_costs(&office.jorge, "").await;
        let found = dish(&list, "Bife de prueba");
        assert_eq!(found["product_id"], steak["id"]);
        assert_eq!((&found["cost_before"], &found["food_cost"], &found["change"]), (&json!("4.80"), &json!("6.00"), &json!("1.20")));
        assert_eq!((&found["change_percent"], &found["margin_percent"], &found["target_margin"]), (&json!("25"), &json!("94"), &json!("65")));
        assert_eq!(found["because"], json!({"name": "Lomo fino", "change": "1.20", "change_percent": "25"}));
        assert_eq!((&found["suggested_price"], &found["cost_is_pending"]), (&json!(null), &json!(false)));
        assert!(found["cost_at"].is_string());
        let rose = load_dish_costs(&office.jorge, "&filters={\"state\":[\"ROSE\"]}").await;
        assert_eq!(rose["total_rows"], list["totals"]["rose"]);
        assert!(rose["rows"].as_array().unwrap().iter().all(|row| row["because"]["name"] == "Lomo fino"), "{rose}");
        // A comparison with a future day is refused.
        office.jorge.get(&format!("/api/dish-costs?since={}", days_ago(-1))).await.refused(422, "invalid");
        let file = office.jorge.get("/api/dish-costs/file?format=csv&filters={\"state\":[\"ROSE\"]}").await;
        // A business day begins at four in the morning.
        let today = (Clock::system().now() - Duration::hours(4)).with_timezone(&chrono_tz::America::Lima).date_naive();
        let name = format!("costo-platos-{today}-comparado-{}.csv", list["since"].as_str().unwrap());
        assert!(file.content_disposition.as_ref().unwrap().contains(&name), "{name}: {:?}", file.content_disposition);
        let text = String::from_utf8(file.bytes).unwrap();
        let lines = text.lines().filter(|line| line.contains("Lomo fino")).count();
        assert_eq!(lines as i64, rose["total_rows"].as_i64().unwrap(), "{text}");
        for other in ["cajero", "mozo", "cocina", "contador"] {
            let other = office.house.app.login(other).await;
            for path in ["/api/dish-costs", "/api/dish-costs/file", "/api/stock/use", "/api/stock/use/file"] {
                other.get(path).await.refused(422, "not_permitted");
            }
            // The order of a list that everybody reads does not reveal it either.
            for sort in ["food_cost", "-margin_percent"] {
                let path = format!("/api/products?sort={sort}");
                if other.get("/api/products").await.status == 200 {
                    other.get(&path).await.refused(422, "not_permitted");
                }
            }
        }
    }

    async fn what_was_only_typed_is_compared_with_nothing(office: Office) {
        let jorge = &office.jorge;
        let steak = office.steak().await;
        let typed = json!({"name": "Tamal de prueba", "category_id": steak["category_id"], "sale_amount": "20", "cost_amount": "4"});
        let tamal = jorge.post("/api/products", typed).await.ok();
        // An ingredient with a typed cost that is bought for the first time, for less and then for more.
        let body = json!({"name": "Paiche de prueba", "cost_amount": "90", "measurement_id": office.unit("kg").await});
        let fish = jorge.post("/api/supplies", body).await.ok()["id"].clone();
        let items = json!([{"supply_id": fish, "quantity": 100, "measurement_id": office.unit("g").await}]);
        let dish_body = json!({"name": "Paiche asado", "category_id": steak["category_id"], "sale_amount": "50", "has_supplies": true, "supply_items": items});
        jorge.post("/api/products", dish_body).await.ok();
        office.house.wait_until_valued().await;
        let compared = async |name: &str| {
            let row = dish(&load_dish_costs(jorge, "").await, name);
            ["cost_before", "food_cost", "change"].map(|field| row[field].clone())
        };
        assert_eq!(compared("Tamal de prueba").await, [json!(null), json!("4.00"), json!(null)]);
        jorge.put(&format!("/api/products/{}", tamal["id"]), json!({"cost_amount": "6"})).await.ok();
        assert_eq!(compared("Tamal de prueba").await, [json!(null), json!("6.00"), json!(null)], "it did not stay the same");
        assert_eq!(compared("Paiche asado").await, [json!(null), json!("9.00"), json!(null)]);
        let buy = async |price: &str| {
            let line = json!({"item_type": "SUPPLY", "item_id": fish, "quantity": "10", "buy_price": price});
            office.buy(json!({"items": [line], "number": price, "payment": {"source": "OTHER"}})).await.ok();
            office.house.wait_until_valued().await;
            compared("Paiche asado").await
        };
        let first = buy("60").await;
        assert_eq!((&first[0], &first[2]), (&first[1], &json!("0.00")), "the first purchase is no fall");
        let second = buy("80").await;
        assert_eq!(second[0], first[0]);
        assert!(second[2].as_str().unwrap().parse::<f64>().unwrap() > 0.0, "{second:?}");
    }

    async fn a_category_has_its_own_target_and_a_price_that_reaches_it(office: Office) {
        let steak = office.steak().await;
        office.buy_expensive_beef().await;
        let path = format!("/api/categories/{}", steak["category_id"]);
        let product = format!("/api/products/{}", steak["id"]);
        for wrong in ["-1", "95.01", "65.001"] {
            let refused = office.jorge.put(&path, json!({"target_margin": wrong})).await.refused(422, "invalid");
            assert!(refused["errors"]["target_margin"].is_array(), "{refused}");
        }
        assert_eq!(office.jorge.put(&path, json!({"target_margin": "95"})).await.ok()["target_margin"], "95");
        let short = office.jorge.get(&product).await.ok();
        assert_eq!((&short["margin_percent"], &short["target_margin"], &short["suggested_price"]), (&json!("94"), &json!("95"), &json!("141.60")));
        let below = load_dish_costs(&office.jorge, "&filters={\"state\":[\"BELOW_TARGET\"]}").await;
        assert_eq!(dish(&below, "Bife de prueba")["suggested_price"], "141.60");
        office.jorge.put(&product, json!({"sale_amount": "141.60"})).await.ok();
        assert_eq!(office.jorge.get(&product).await.ok()["suggested_price"], json!(null), "it leaves enough now");
        assert_eq!(office.jorge.put(&path, json!({"target_margin": null})).await.ok().get("target_margin"), None);
        let admin = office.house.app.login("admin").await;
        let house = json!({"target_margin": "80"});
        assert_eq!(admin.put("/api/global-settings", house).await.ok()["target_margin"], "80");
        assert_eq!(office.jorge.get(&product).await.ok()["target_margin"], "80");
        let supplies = office.jorge.post("/api/categories", json!({"name": "De insumos", "type": "SUPPLY", "target_margin": "50"})).await;
        assert!(supplies.refused(422, "invalid")["errors"]["target_margin"].is_array());
        let till = office.house.app.login("mozo").await.get("/api/catalog/sale").await.ok();
        assert!(!till["categories"].to_string().contains("target_margin"), "no till is told");
    }
}
