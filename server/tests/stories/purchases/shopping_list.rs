//! The shopping list: items that run out, with the provider and unit of their last purchase.

use super::{Office, merged};
use crate::{
    on_both_databases,
    orders::house::House,
    stock::store_room::parse_quantity,
    support::{
        client::Client,
        database_place::{DatabasePlace, Fixture},
    },
};
use chrono::NaiveDate;
use comanda::clock::Clock;
use serde_json::{Value, json};

/// The restaurant on Monday 16/11/2026 at one o'clock in Lima, with Jorge, who buys.
struct Kitchen {
    house: House,
    jorge: Client,
    clock: Clock,
}

impl Fixture for Kitchen {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-11-16T18:00:00Z".parse().unwrap());
        let house = House::with_clock(place, clock.clone()).await;
        let jorge = house.app.login("supervisor").await;
        Self { house, jorge, clock }
    }
}

impl Kitchen {
    /// Sets the minimum of a supply, and a usage of it yesterday.
    async fn set_minimum_and_usage(&self, name: &'static str, least: &str, used: &str) {
        let yesterday: NaiveDate = "2026-11-15".parse().unwrap();
        let outcome: comanda::db::Result<()> = comanda::transact!(self.house.db(), |tx| {
            tx.query("UPDATE supplies SET min_stock = $1 WHERE name = $2")
                .bind(parse_quantity(least))
                .bind(name)
                .run()
                .await?;
            tx.query(
                "INSERT INTO stock_days (item_kind, item_id, business_day, used)
                 SELECT 'SUPPLY', id, $1, $2 FROM supplies WHERE name = $3",
            )
            .bind(yesterday)
            .bind(parse_quantity(used))
            .bind(name)
            .run()
            .await
            .map(drop)
        });
        outcome.unwrap();
    }
    async fn notice(&self) -> Option<Value> {
        let panel = self.jorge.get("/api/dashboard/now").await.ok();
        panel["attention"].as_array().unwrap().iter().find(|n| n["kind"] == "TO_BUY").cloned()
    }
    /// The number of items in the list for a week.
    async fn listed(&self) -> usize {
        let found = self.jorge.get("/api/purchase/to-buy").await.ok();
        let items = found["providers"].as_array().unwrap().iter().flat_map(|p| p["items"].as_array().unwrap());
        items.filter(|item| item["quantity"] != "0").count()
    }
}

/// The number of items that a notice mentions.
fn counted(notice: Option<&Value>) -> usize {
    notice.map_or(0, |n| n["text"].as_str().unwrap().split(' ').next().unwrap().parse().unwrap())
}

/// The entry of an item in the list, with its provider.
fn find_item<'a>(found: &'a Value, name: &str) -> Option<(&'a Value, &'a Value)> {
    let providers = found["providers"].as_array().unwrap().iter();
    providers
        .flat_map(|p| p["items"].as_array().unwrap().iter().map(move |item| (p, item)))
        .find(|(_, item)| item["name"] == name)
}

on_both_databases! {
    async fn items_that_run_out_are_listed_as_they_were_last_bought(o: Office) {
        let kilo = o.unit("kg").await;
        let sack = json!({"symbol": "saco", "name": "Saco de 50 kg", "magnitude_id": kilo, "equivalence": "50"});
        let sack = o.jorge.post("/api/measurements", sack).await.ok()["id"].clone();
        let items = [merged(o.rice_line("1", "189.00").await, json!({"measurement_id": sack}))];
        o.buy(json!({"items": items})).await.ok();
        let rice = o.supply("Arroz").await;
        o.jorge.put(&format!("/api/supplies/{rice}"), json!({"min_stock": "112"})).await.ok();
        o.house.leave_in_stock("Arroz", "12").await;
        let found = o.jorge.get("/api/purchase/to-buy?days=7").await.ok();
        let (provider, item) = find_item(&found, "Arroz").unwrap();
        assert_eq!((&provider["provider_id"], &provider["name"]), (&json!(o.provider), &json!("ALICORP S.A.A.")));
        assert_eq!((&item["quantity"], &item["buy_measurement"], &item["price"]), (&json!("2"), &json!("saco"), &json!("189.00")));
        assert_eq!((&item["stock"], &item["measurement"], &provider["total"]), (&json!("12"), &json!("kg"), &json!("378.00")));
        // There is enough of it: no notice is needed.
        o.house.leave_in_stock("Arroz", "5000").await;
        assert!(find_item(&o.jorge.get("/api/purchase/to-buy").await.ok(), "Arroz").is_none());
        let lines = format!("SUPPLY:{rice}:2:{sack}");
        let pdf = o.jorge.get(&format!("/api/purchase/to-buy/pdf?provider_id={}&lines={lines}", o.provider)).await;
        assert_eq!((pdf.status.as_u16(), &pdf.bytes[..4]), (200, b"%PDF".as_slice()));
    }

    async fn the_dashboard_counts_what_the_list_of_a_week_holds(kitchen: Kitchen) {
        kitchen.set_minimum_and_usage("Arroz", "112", "0").await;
        kitchen.house.leave_in_stock("Arroz", "12").await;
        let (notice, count) = (kitchen.notice().await.unwrap(), kitchen.listed().await);
        assert_eq!((counted(Some(&notice)), &notice["path"]), (count, &json!("/inventory/to-buy")));
        assert!(notice["level"] == "INFO" && count > 0, "{notice}");
        // The dashboard caches what it found for a minute; the list never does.
        kitchen.house.leave_in_stock("Arroz", "5000").await;
        assert_eq!((counted(kitchen.notice().await.as_ref()), kitchen.listed().await), (count, count - 1));
        kitchen.clock.set("2026-11-16T18:01:00Z".parse().unwrap());
        assert_eq!(counted(kitchen.notice().await.as_ref()), count - 1);
    }

    async fn the_dashboard_names_first_what_runs_out_first(kitchen: Kitchen) {
        for (name, on_hand, used) in [("Arroz", "50", "28"), ("Pollo", "40", "2800")] {
            kitchen.set_minimum_and_usage(name, "112", used).await;
            kitchen.house.leave_in_stock(name, on_hand).await;
        }
        let detail = kitchen.notice().await.unwrap()["detail"].as_str().unwrap().to_owned();
        let at = |name: &str| detail.find(name).unwrap_or(usize::MAX);
        assert!(at("Pollo") < at("Arroz"), "{detail}");
    }

    async fn invalid_queries_are_refused(o: Office) {
        let rice = o.supply("Arroz").await;
        for days in ["0", "61", "-1"] {
            o.jorge.get(&format!("/api/purchase/to-buy?days={days}")).await.refused(422, "invalid");
        }
        for lines in ["", "SUPPLY:1", "SUPPLY:x:1:", "SUPPLY:999999:1:", "OTHER:1:1:", &format!("SUPPLY:{rice}:-1:"), &format!("SUPPLY:{rice}:1:99999")] {
            let path = format!("/api/purchase/to-buy/pdf?provider_id={}&lines={lines}", o.provider);
            o.jorge.get(&path).await.refused(422, "invalid");
        }
        o.jorge.get(&format!("/api/purchase/to-buy/pdf?provider_id=99999&lines=SUPPLY:{rice}:1:")).await.refused(404, "not_found");
        o.house.rosa.get("/api/purchase/to-buy").await.refused(422, "not_permitted");
    }
}
