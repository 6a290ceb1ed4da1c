//! Making a production: what goes out and comes in, who may make one, and reverting it.

use super::millionths;
use crate::{on_both_databases, purchases::Office, stock::store_room::parse_quantity};
use futures::future::join_all;
use serde_json::json;
use std::collections::BTreeSet;

on_both_databases! {
    async fn ingredients_go_out_and_the_product_comes_in_at_their_cost(office: Office) {
        let (house, sauce) = (&office.house, office.sauce().await);
        let (aji, oil) = (house.on_hand("Ají amarillo").await, house.on_hand("Aceite vegetal").await);
        let quote = office.jorge.get(&format!("/api/productions/quote?supply_id={}&quantity=9", sauce["id"])).await.ok();
        let items = quote["items"].as_array().unwrap();
        assert_eq!((&items[0]["quantity"], &items[1]["quantity"], &items[0]["is_short"]), (&json!("6"), &json!("1.5"), &json!(false)));
        // 9 l were planned, 8 came out.
        let recorded = office.make(&sauce, "9", json!({"produced": "8", "responsible": "Marco", "note": "Para el sábado"})).await.ok();
        assert_eq!((&recorded["full_number"], &recorded["yield_percent"]), (&json!("PR-00000001"), &json!("88.9")));
        assert_eq!((house.on_hand("Ají amarillo").await, house.on_hand("Aceite vegetal").await), (aji - parse_quantity("6"), oil - parse_quantity("1.5")));
        assert_eq!(house.on_hand("Salsa de ají").await, parse_quantity("8"));
        let production = office.production(&recorded).await;
        assert_eq!((&production["cost"], &production["pending"]), (&quote["cost"], &json!(false)), "{production}");
        let sum: i64 = production["items"].as_array().unwrap().iter().map(|i| millionths(&i["cost"])).sum();
        assert_eq!(sum, millionths(&production["cost"]), "{production}");
        assert_ne!(production["unit_cost"], production["planned_unit_cost"], "what did not come out makes the rest dearer");
        let kardex = house.kardex_of_supply("Salsa de ají").await;
        assert_eq!((&kardex["after_value"], &kardex["after_cost"]), (&production["cost"], &production["unit_cost"]));
        assert_eq!(office.jorge.get(&format!("/api/productions/{}/pdf", recorded["id"])).await.status, 200);
        // The ingredients count as usage, like those of a sale.
        let stock = office.jorge.get("/api/stock?page=false").await.rows();
        assert_eq!(stock.iter().find(|r| r["name"] == "Ají amarillo").unwrap()["used_28_days"], "6");
        house.assert_ledger_adds_up().await;
    }

    async fn actual_quantities_count_and_errors_are_named_at_their_fields(office: Office) {
        let sauce = office.sauce().await;
        let item = |id: i64, quantity: &str| json!([{"supply_id": id, "quantity": quantity}]);
        let aji = office.supply("Ají amarillo").await;
        let before = office.house.on_hand("Ají amarillo").await;
        office.make(&sauce, "3", json!({"items": item(aji, "2.75")})).await.ok();
        assert_eq!(office.house.on_hand("Ají amarillo").await, before - parse_quantity("2.75"));
        let sauce_id = sauce["id"].as_i64().unwrap();
        for (more, field) in [
            (json!({"quantity": "0"}), "quantity"),
            (json!({"quantity": "-3"}), "quantity"),
            (json!({"quantity": "99999999999"}), "quantity"),
            (json!({"produced": "0"}), "produced"),
            (json!({"produced": "-1"}), "produced"),
            (json!({"measurement_id": office.unit("kg").await}), "measurement_id"),
            (json!({"items": []}), "items"),
            (json!({"items": item(sauce_id, "1")}), "items.0.supply_id"),
            (json!({"items": item(999_999, "1")}), "items.0.supply_id"),
            (json!({"items": item(aji, "0")}), "items.0.quantity"),
            (json!({"supply_id": aji}), "supply_id"),
            (json!({"supply_id": 999_999}), "supply_id"),
            (json!({"date": "2099-01-01"}), "date"),
            (json!({"date": "ayer"}), "date"),
        ] {
            let refused = office.make(&sauce, "3", more.clone()).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{more}: {refused}");
        }
        assert_eq!(office.count("SELECT COUNT(*) FROM productions").await, 1);
        assert_eq!(office.house.on_hand("Ají amarillo").await, before - parse_quantity("2.75"));
    }

    async fn uncounted_ingredients_cost_what_their_form_says_or_are_unknown(office: Office) {
        let salt = json!({"name": "Sal", "measurement_id": office.unit("kg").await, "has_stock": false, "cost_amount": "2.00"});
        let salt = office.jorge.post("/api/supplies", salt).await.ok();
        let brine = json!({"name": "Salmuera", "measurement_id": office.unit("l").await, "has_recipe": true, "recipe_yield": "10",
            "supply_items": [{"supply_id": salt["id"], "quantity": "1"}]});
        let brine = office.jorge.post("/api/supplies", brine).await.ok();
        let recorded = office.make(&brine, "20", json!({})).await.ok();
        let production = office.production(&recorded).await;
        assert_eq!((&production["cost"], &production["unit_cost"]), (&json!("4.00"), &json!("0.20")), "{production}");
        office.jorge.put(&format!("/api/supplies/{}", salt["id"]), json!({"cost_amount": null})).await.ok();
        let recorded = office.make(&brine, "10", json!({})).await.ok();
        assert_eq!(office.production(&recorded).await["cost"], json!(null), "unknown is not zero");
        office.house.assert_ledger_adds_up().await;
    }

    async fn a_production_is_reverted_and_repeated(office: Office) {
        let (house, sauce) = (&office.house, office.sauce().await);
        let before = house.store_room().await;
        let recorded = office.make(&sauce, "6", json!({})).await.ok();
        let production = office.production(&recorded).await;
        let back = office.set_status(&recorded, "REJECTED").await.ok();
        assert_eq!((&back["status"], &back["rejected"]["reason"]), (&json!("REJECTED"), &json!("Se botó")));
        assert_eq!(house.stock_changes_since(&before).await, []);
        house.assert_ledger_adds_up().await;
        office.set_status(&recorded, "REJECTED").await.ok();
        let approved = office.set_status(&recorded, "APPROVED").await.ok();
        assert_eq!(approved["status"], "APPROVED");
        assert_eq!(office.production(&recorded).await["cost"], production["cost"]);
        assert_eq!(house.on_hand("Salsa de ají").await, parse_quantity("6"));
        house.assert_ledger_adds_up().await;
    }

    async fn the_same_key_makes_once(office: Office) {
        let sauce = office.sauce().await;
        let key = uuid::Uuid::new_v4();
        let body = json!({"supply_id": sauce["id"], "quantity": "3"});
        let mut ids = Vec::new();
        for _ in 0..3 {
            ids.push(office.jorge.post_with_key("/api/productions", body.clone(), key).await.ok()["id"].clone());
        }
        assert!(ids.iter().all(|id| *id == ids[0]));
        assert_eq!(office.house.on_hand("Salsa de ají").await, parse_quantity("3"));
    }

    async fn simultaneous_productions_and_reversals_happen_once(office: Office) {
        let (house, sauce) = (&office.house, office.sauce().await);
        let before = house.store_room().await;
        let key = uuid::Uuid::new_v4();
        let body = json!({"supply_id": sauce["id"], "quantity": "3"});
        let same = (0..20).map(|_| office.jorge.post_with_key("/api/productions", body.clone(), key));
        let others = (0..5).map(|_| office.make(&sauce, "3", json!({})));
        let (same, others) = tokio::join!(join_all(same), join_all(others));
        let same: Vec<_> = same.into_iter().map(|reply| reply.ok()["id"].clone()).collect();
        assert!(same.iter().all(|id| *id == same[0]));
        let numbers: BTreeSet<_> = others.into_iter().map(|reply| reply.ok()["full_number"].to_string()).collect();
        assert_eq!((numbers.len(), house.on_hand("Salsa de ají").await), (5, parse_quantity("18")));
        // One user reverts it while others do, or repeat it: whoever was last, all of it moved or nothing.
        let recorded = json!({"id": same[0]});
        let statuses = ["REJECTED", "REJECTED", "APPROVED", "REJECTED", "APPROVED"];
        for reply in join_all(statuses.map(|status| office.set_status(&recorded, status))).await {
            reply.ok();
        }
        house.assert_ledger_adds_up().await;
        let is_made = office.production(&recorded).await["status"] == "APPROVED";
        assert_eq!(house.on_hand("Salsa de ají").await, parse_quantity(if is_made { "18" } else { "15" }));
        let aji = before["Ají amarillo"] - house.on_hand("Ají amarillo").await;
        assert_eq!(aji, parse_quantity(if is_made { "12" } else { "10" }));
    }

    async fn a_cook_makes_without_seeing_costs_and_needs_a_pin_beyond_a_value(office: Office) {
        let (house, sauce) = (&office.house, office.sauce().await);
        let cook = house.app.login("cocina").await;
        let body = |quantity: &str| json!({"supply_id": sauce["id"], "quantity": quantity});
        let quote = cook.get(&format!("/api/productions/quote?supply_id={}&quantity=3", sauce["id"])).await.ok();
        assert_eq!((&quote["cost"], &quote["items"][0]["in_stock"], &quote["items"][0]["cost"]), (&json!(null), &json!(null), &json!(null)));
        let recorded = cook.post("/api/productions", body("3")).await.ok();
        house.wait_until_valued().await;
        let production = cook.get(&format!("/api/productions/{}", recorded["id"])).await.ok();
        assert_eq!((&production["cost"], &production["unit_cost"], &production["items"][0]["cost"]), (&json!(null), &json!(null), &json!(null)));
        cook.post("/api/productions", body("60")).await.refused(422, "pin_required");
        // The value of the output counts like that of the input, and the yield has a limit of ten times the recipe's.
        let more = |produced: &str| crate::purchases::merged(body("3"), json!({"produced": produced}));
        cook.post("/api/productions", more("29")).await.refused(422, "pin_required");
        let refused = cook.post("/api/productions", more("5000")).await.refused(422, "invalid");
        assert!(refused["errors"]["produced"].is_array(), "{refused}");
        let with_pin = crate::purchases::merged(body("60"), json!({"pin": comanda::demo::PIN}));
        cook.post("/api/productions", with_pin).await.ok();
        let jorge_production = office.make(&sauce, "3", json!({})).await.ok();
        cook.get(&format!("/api/productions/{}", jorge_production["id"])).await.refused(404, "not_found");
        assert_eq!(cook.get("/api/productions").await.rows().len(), 2);
        cook.patch(&format!("/api/productions/{}", recorded["id"]), json!({"status": "REJECTED"})).await.refused(422, "not_permitted");
        let supplies = cook.get("/api/supplies?page=false").await.rows();
        assert!(supplies.iter().all(|s| s["cost_amount"].is_null() && s["stock"].is_null()), "who counts does not know");
    }

    async fn a_closed_month_takes_no_production(office: Office) {
        let sauce = office.sauce().await;
        let recorded = office.make(&sauce, "3", json!({"date": crate::purchases::days_ago(3).to_string()})).await.ok();
        let admin = office.house.app.login("admin").await;
        admin.put("/api/global-settings", json!({"books_closed_until": crate::purchases::days_ago(2).to_string()})).await.ok();
        office.make(&sauce, "3", json!({"date": crate::purchases::days_ago(3).to_string()})).await.refused(409, "conflict");
        office.set_status(&recorded, "REJECTED").await.refused(409, "conflict");
        office.make(&sauce, "3", json!({})).await.ok();
    }
}
