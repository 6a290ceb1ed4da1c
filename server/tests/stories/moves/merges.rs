//! Merging two tables.

use super::{
    NO_CHARGE, Rate, SERVICE, TIP, adjust, kitchen_cards, merge, state, table_change_papers, table_on_map,
    transfer_body,
};
use crate::{
    money::till::Till,
    on_both_databases,
    orders::house::{House, lines},
};
use serde_json::{Value, json};

/// The preview of a merge.
async fn preview(house: &House, from: &str, to: &str) -> Value {
    let path = format!(
        "/api/pos-options/merge-preview?origin_table_id={}&destination_table_id={}",
        house.table_id(from).await,
        house.table_id(to).await
    );
    house.rosa.get(&path).await.ok()
}

on_both_databases! {
    async fn lines_and_people_add_up_and_the_first_account_is_no_sale(house: House) {
        let one = house.send_order("5", &[house.order_item(2, "Lomo saltado").await, house.order_item(1, "Chicha morada").await]).await;
        let two = house.send_order("20", &[house.order_item(1, "Lomo saltado").await]).await;
        let (ending, going_on) = (&one["client_request"]["id"], &two["client_request"]["id"]);
        house.rosa.put(&format!("/api/client-requests/{ending}"), json!({"client_name": "Familia Ríos"})).await.ok();
        house.rosa.post("/api/orders", json!({"client_request": ending, "products": [house.order_item(1, "Cau cau").await], "send": false})).await.ok();
        house.rosa.post(&format!("/api/orders/{going_on}/pre-order-print"), json!({})).await.ok();
        let merged = merge(&house, &house.rosa, "5", "20").await.ok();

        let both = &merged["client_request"];
        assert_eq!((&both["id"], &both["persons"], &both["client_name"], &both["billed_at"]), (going_on, &json!(8), &json!("Familia Ríos"), &Value::Null));
        let named: Vec<_> = lines(both).into_iter().map(|(name, qty)| format!("{qty} {name}")).collect();
        assert_eq!(named, ["2 Lomo saltado", "1 Chicha morada", "1 Lomo saltado", "1 Cau cau"], "lines never collapse");
        let ids: Vec<_> = both["lines"].as_array().unwrap().iter().take(3).map(|l| l["id"].clone()).collect();
        assert_eq!(ids, [one["lines"][0].clone(), one["lines"][1].clone(), two["lines"][0].clone()]);
        assert_eq!(both["commands"].as_array().unwrap().iter().map(|c| c["number"].clone()).collect::<Vec<_>>(), [1, 2]);
        // 76 + 9 + 28, and 38.
        assert_eq!(both["totals"]["total"], "151.00");

        let ended = house.load_account(ending).await;
        assert_eq!((&ended["is_paid"], &ended["merged_into_id"], &ended["lines"]), (&json!(false), going_on, &json!([])));
        assert!(!ended["closed_at"].is_null());
        assert_eq!((state(&house, "5").await.as_str(), state(&house, "20").await.as_str()), ("AVAILABLE", "OCCUPIED"));
        let late = json!({"client_request": ending, "products": [house.order_item(1, "Cau cau").await]});
        let refusal = house.rosa.post("/api/orders", late).await.refused(409, "conflict");
        assert_eq!(refusal["current"]["merged_into_id"], *going_on);
        let today = house.app.login("admin").await.get("/api/dashboard").await.ok();
        assert_eq!((&today["sales_today"]["count"], &today["open_accounts"]), (&json!(0), &json!({"count": 1, "total": "151.00"})));

        assert!(kitchen_cards(&house).await.iter().all(|card| card.0 == "MESA 20"));
        let papers = table_change_papers(&house).await;
        assert_eq!(papers.iter().map(|p| p.area.as_str()).collect::<Vec<_>>(), ["COCINA", "BAR"]);
        assert!(papers[0].text.contains(" 2 LOMO SALTADO") && !papers[0].text.contains(" 1 LOMO"), "{}", papers[0].text);
        assert!(!papers[0].text.contains("CAU CAU"), "what was never sent is no news");
    }

    async fn discounts_and_charges_are_merged_and_the_preview_says_so(house: House) {
        let one = house.send_order("5", &[house.order_item(2, "Lomo saltado").await]).await;
        let two = house.send_order("6", &[house.order_item(1, "Cau cau").await]).await;
        let (ending, going_on) = (&one["client_request"]["id"], &two["client_request"]["id"]);
        adjust(&house, ending, "DISCOUNT", NO_CHARGE, Rate::Percent(10), None).await;
        adjust(&house, ending, "CHARGE", TIP, Rate::Percent(5), None).await;
        adjust(&house, ending, "CHARGE", SERVICE, Rate::Percent(10), None).await;
        adjust(&house, going_on, "CHARGE", SERVICE, Rate::Percent(10), None).await;
        let previewed = preview(&house, "5", "6").await;
        assert_eq!((&previewed["origin"], &previewed["persons"], &previewed["lines"], &previewed["units"], &previewed["service_ends"]), (&json!("Mesa 5 - Terraza"), &json!(8), &json!(2), &json!("3"), &json!(true)));
        let both = merge(&house, &house.rosa, "5", "6").await.ok()["client_request"].clone();
        assert_eq!(both["totals"]["total"], previewed["totals"]["total"]);
        let amount = |of: &str, i: usize| both["totals"][of][i]["amount"].as_str().unwrap().to_owned();
        assert_eq!(amount("discounts", 0), "7.60", "a tenth of its own 76.00, of the 28.00 nothing");
        assert!(both["totals"]["discounts"][0]["description"].as_str().unwrap().ends_with("10% de S/ 76.00"), "{both}");
        // 76 − 7.60 + 28 is 96.40, of which 81.69 is value: one recargo of a tenth.
        let charges: Vec<_> = (0..2).map(|i| amount("charges", i)).collect();
        assert!(charges.contains(&"8.17".to_owned()) && charges.contains(&"3.80".to_owned()), "{charges:?}");
        assert_eq!(both["totals"]["charges"].as_array().unwrap().len(), 2);
        assert_eq!(both["totals"]["total"], "108.37");
        // Dishes that are ordered afterwards are in no discount.
        let order = json!({"client_request": going_on, "products": [house.order_item(1, "Cau cau").await]});
        let later = house.rosa.post("/api/orders", order).await.ok();
        assert_eq!(later["client_request"]["totals"]["discounts"][0]["amount"], "7.60");
    }

    async fn a_discount_of_a_table_without_dishes_does_not_spread(house: House) {
        let empty = house.open_table(&house.rosa, "5").await;
        adjust(&house, &json!(empty), "DISCOUNT", NO_CHARGE, Rate::Percent(100), None).await;
        house.send_order("6", &[house.order_item(1, "Cau cau").await]).await;
        let merged = merge(&house, &house.rosa, "5", "6").await.ok();
        assert_eq!(merged["client_request"]["totals"]["total"], "28.00");
        assert!(table_change_papers(&house).await.is_empty());
    }

    async fn a_table_with_payments_is_collected_first(till: Till) {
        let house = &till.house;
        let one = house.send_order("5", &[house.order_item(2, "Lomo saltado").await]).await;
        let two = house.send_order("6", &[house.order_item(1, "Cau cau").await]).await;
        let (paid, other) = (one["client_request"]["id"].as_i64().unwrap(), &two["client_request"]["id"]);
        till.pay(paid, json!({"Efectivo": "38"}), json!({"products": [{"id": one["lines"][0], "qty": 1}]})).await.ok();
        let refusal = merge(house, &house.rosa, "5", "6").await.refused(409, "conflict");
        assert!(refusal["message"].as_str().unwrap().contains("pagos por S/ 38.00"), "{refusal}");
        assert_eq!(refusal["current"]["paid"], "38.00");
        let moving = crate::moves::move_table(house, &house.rosa, "5", "6").await.refused(409, "table_taken");
        assert_eq!(moving["current"]["can_merge"], false);
        assert_eq!(house.load_account(other).await["lines"].as_array().unwrap().len(), 1);
        // In the other direction the money stays where it was paid.
        let merged = merge(house, &house.rosa, "6", "5").await.ok();
        assert_eq!((&merged["client_request"]["totals"]["paid"], &merged["client_request"]["totals"]["due"]), (&json!("38.00"), &json!("66.00")));
        till.pay(paid, json!({"Efectivo": "66"}), json!({})).await.ok();
        assert_eq!(till.expected_amount("Efectivo").await, "304.00");
    }

    async fn a_merge_never_makes_an_account_less_than_was_paid_of_it(till: Till) {
        let house = &till.house;
        let one = house.send_order("5", &[house.order_item(2, "Lomo saltado").await]).await;
        adjust(house, &one["client_request"]["id"], "DISCOUNT", NO_CHARGE, Rate::Percent(100), Some(one["lines"].clone())).await;
        let two = house.send_order("6", &[house.order_item(1, "Combo criollo para dos").await]).await;
        let id = two["client_request"]["id"].as_i64().unwrap();
        adjust(house, &json!(id), "DISCOUNT", NO_CHARGE, Rate::Percent(50), None).await;
        till.pay(id, json!({"Efectivo": "40"}), json!({"amount": "40"})).await.ok();
        // Half of 76 + 89 would come off the 89, for the 76 are given already: 6.50 would be left.
        let refusal = merge(house, &house.rosa, "5", "6").await.refused(409, "already_paid");
        assert!(refusal["message"].as_str().unwrap().contains("S/ 6.50"), "{refusal}");
        let path = format!("/api/pos-options/merge-preview?origin_table_id={}&destination_table_id={}", house.table_id("5").await, house.table_id("6").await);
        house.rosa.get(&path).await.refused(409, "already_paid");
        let command = &one["command"]["id"];
        crate::moves::move_order(house, &house.rosa, command, "5", "6").await.refused(409, "already_paid");
        let account = house.load_account(&json!(id)).await;
        assert_eq!((&account["totals"]["total"], &account["totals"]["due"]), (&json!("44.50"), &json!("4.50")));
        assert_eq!(till.pay(id, json!({"Efectivo": "4.50"}), json!({})).await.ok()["client_request"]["is_paid"], true);
    }

    async fn both_tables_must_be_taken_and_ones_own(house: House) {
        house.sql("UPDATE global_settings SET waiters_share_tables = FALSE").await;
        house.open_table(&house.rosa, "5").await;
        let diego = house.app.login("mozo2").await;
        house.open_table(&diego, "6").await;
        let free = merge(&house, &house.rosa, "5", "7").await.refused(409, "conflict");
        assert_eq!(free["current"]["status_table"], "AVAILABLE");
        merge(&house, &house.rosa, "7", "5").await.refused(409, "conflict");
        merge(&house, &house.rosa, "5", "5").await.refused(422, "invalid");
        merge(&house, &house.rosa, "5", "6").await.refused(422, "not_permitted");
        merge(&house, &house.rosa, "6", "5").await.refused(422, "not_permitted");
        house.rosa.post("/api/pos-options/merge-tables", json!({"origin_table_id": 1})).await.refused(422, "invalid");
        let unknown = json!({"origin_table_id": house.table_id("5").await, "destination_table_id": 999_999});
        house.rosa.post("/api/pos-options/merge-tables", unknown).await.refused(404, "not_found");
        merge(&house, &house.app.login("supervisor").await, "5", "6").await.ok();
        assert_eq!(table_on_map(&house, "6").await["request"]["attendant_name"], diego.user["name"].as_str().unwrap().to_owned() + " " + diego.user["lastname"].as_str().unwrap());
        let cook = house.app.login("cocina").await;
        cook.post("/api/pos-options/merge-tables", transfer_body(&house, "5", "6").await).await.refused(422, "not_permitted");
    }
}
