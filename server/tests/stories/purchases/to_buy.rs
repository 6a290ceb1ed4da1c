//! What to buy: what runs out, from whom and in which unit it was last bought.

use super::{Office, with};
use crate::on_both_databases;
use serde_json::{Value, json};

/// What is to be bought of an item, with its provider.
fn of<'a>(found: &'a Value, name: &str) -> Option<(&'a Value, &'a Value)> {
    let providers = found["providers"].as_array().unwrap().iter();
    providers
        .flat_map(|p| p["items"].as_array().unwrap().iter().map(move |item| (p, item)))
        .find(|(_, item)| item["name"] == name)
}

on_both_databases! {
    async fn what_runs_out_is_bought_where_and_as_it_was_last_bought(o: Office) {
        let kilo = o.unit("kg").await;
        let sack = json!({"symbol": "saco", "name": "Saco de 50 kg", "magnitude_id": kilo, "equivalence": "50"});
        let sack = o.jorge.post("/api/measurements", sack).await.ok()["id"].clone();
        let items = [with(o.rice("1", "189.00").await, json!({"measurement_id": sack}))];
        o.buy(json!({"items": items})).await.ok();
        let rice = o.supply("Arroz").await;
        o.jorge.put(&format!("/api/supplies/{rice}"), json!({"min_stock": "112"})).await.ok();
        o.house.leave("Arroz", "12").await;
        let found = o.jorge.get("/api/purchase/to-buy?days=7").await.ok();
        let (provider, item) = of(&found, "Arroz").unwrap();
        assert_eq!((&provider["provider_id"], &provider["name"]), (&json!(o.provider), &json!("ALICORP S.A.A.")));
        assert_eq!((&item["quantity"], &item["buy_measurement"], &item["price"]), (&json!("2"), &json!("saco"), &json!("189.00")));
        assert_eq!((&item["stock"], &item["measurement"], &provider["total"]), (&json!("12"), &json!("kg"), &json!("378.00")));
        // There is enough of it: nobody has to be told.
        o.house.leave("Arroz", "5000").await;
        assert!(of(&o.jorge.get("/api/purchase/to-buy").await.ok(), "Arroz").is_none());
        let lines = format!("SUPPLY:{rice}:2:{sack}");
        let pdf = o.jorge.get(&format!("/api/purchase/to-buy/pdf?provider_id={}&lines={lines}", o.provider)).await;
        assert_eq!((pdf.status.as_u16(), &pdf.bytes[..4]), (200, b"%PDF".as_slice()));
    }

    async fn the_panel_counts_what_the_list_of_a_week_holds(o: Office) {
        let notice = async || {
            let told = o.jorge.get("/api/dashboard/now").await.ok();
            told["attention"].as_array().unwrap().iter().find(|n| n["kind"] == "TO_BUY").cloned()
        };
        let listed = async || {
            let found = o.jorge.get("/api/purchase/to-buy").await.ok();
            let items = found["providers"].as_array().unwrap().iter().flat_map(|p| p["items"].as_array().unwrap());
            items.filter(|item| item["quantity"] != "0").count()
        };
        let rice = o.supply("Arroz").await;
        o.jorge.put(&format!("/api/supplies/{rice}"), json!({"min_stock": "112"})).await.ok();
        o.house.leave("Arroz", "12").await;
        let (told, count) = (notice().await.unwrap(), listed().await);
        let text = told["text"].as_str().unwrap();
        assert_eq!((text.split(' ').next().unwrap(), &told["path"]), (count.to_string().as_str(), &json!("/inventory/to-buy")));
        assert!(told["level"] == "INFO" && count > 0, "{told}");
        o.house.leave("Arroz", "5000").await;
        let left = notice().await.map_or(0, |n| n["text"].as_str().unwrap().split(' ').next().unwrap().parse().unwrap());
        assert_eq!((left, left), (count - 1, listed().await));
    }

    async fn what_cannot_be_ordered_is_refused(o: Office) {
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
