//! Series of document numbers.

use crate::{money::till::Till, on_both_databases, orders::house::House, support::client::Client};
use serde_json::{Value, json};

const PATH: &str = "/api/billing-series";

async fn named(client: &Client, serie: &str) -> Value {
    let all = client.get(PATH).await.rows();
    all.into_iter().find(|s| s["serie"] == serie).unwrap_or_else(|| panic!("no {serie}"))
}

/// Sells a dish by boleta; returns its number.
async fn boleta(house: &House, table: &str) -> Value {
    let cashier = house.app.login("cajero").await;
    if cashier.get("/api/cashbox-opened-cycle").await.ok().is_null() {
        let boxes = cashier.get("/api/cashboxes").await.rows();
        let turns = cashier.get("/api/turns").await.rows();
        let body =
            json!({"cashbox_id": boxes[0]["id"], "turn_id": turns[0]["id"], "open_amount": "100", "status": "OPEN"});
        cashier.post("/api/cashbox-cycles", body).await.ok();
    }
    let sent = house.send_order(table, &[house.order_item(1, "Cau cau").await]).await;
    let body = json!({"client_request_id": sent["client_request"]["id"], "payment_options": {"Efectivo": "28"}, "billing_type_id": 1});
    cashier.post("/api/payments", body).await.ok()["billing"]["full_number"].clone()
}

on_both_databases! {
    async fn a_document_keeps_the_establishment_that_issued_it(till: Till) {
        let admin = till.house.app.login("admin").await;
        let b001 = named(&admin, "B001").await;
        assert_eq!((&b001["establishment"], &b001["establishment_address"]), (&json!("0000"), &json!("")));
        let path = format!("{PATH}/{}", b001["id"]);
        for code in ["1", "00001", "000A", "-001"] {
            let refused = admin.put(&path, json!({"establishment": code})).await.refused(422, "invalid");
            assert!(refused["errors"]["establishment"].is_array(), "{refused}");
        }
        let refused = admin.put(&path, json!({"establishment_address": "a".repeat(201), "establishment": "0002"})).await.refused(422, "invalid");
        assert!(refused["errors"]["establishment_address"].is_array(), "{refused}");
        let main_boleta = till.boleta(json!({})).await;
        let annex = json!({"establishment": "0002", "establishment_address": "Av. Grau 500, Barranco"});
        assert_eq!(admin.put(&path, annex.clone()).await.ok()["establishment"], "0002");
        let bc01 = named(&admin, "BC01").await;
        admin.put(&format!("{PATH}/{}", bc01["id"]), json!({"establishment": "0003", "establishment_address": "Av. Sol 9"})).await.ok();
        let annex_boleta = till.boleta(json!({})).await;
        // Another establishment takes the series over: issued documents stay what they were.
        assert_eq!(admin.put(&path, json!({"establishment": "", "establishment_address": "nowhere"})).await.ok()["establishment_address"], "");
        for (boleta, code) in [(&main_boleta, "0000"), (&annex_boleta, "0002")] {
            let xml = till.luis.get(&format!("/api/billings/{}/xml", boleta["id"])).await;
            let xml = String::from_utf8(xml.bytes).unwrap();
            assert!(xml.contains(&format!(">{code}</cbc:AddressTypeCode>")), "{xml}");
            assert_eq!(till.document(&boleta["id"]).await["establishment"], code);
        }
        let papers = till.house.papers().await;
        let (main, annex) = (&papers[papers.len() - 2].text, &papers[papers.len() - 1].text);
        assert!(!main.contains("Establecimiento"), "{main}");
        assert!(annex.contains("Domicilio fiscal") && annex.contains("Establecimiento 0002") && annex.contains("Av. Grau 500"), "{annex}");
        let log = admin.get("/api/pos-options/action-logs?action_type=SERIES_CHANGED").await.rows();
        assert_eq!(log.len(), 3, "{log:?}");
        // A note has the establishment of its own series.
        let (_, note) = till.sell_and_credit(json!({})).await;
        let xml = till.luis.get(&format!("/api/credit-notes/{}/xml", note["id"])).await;
        let xml = String::from_utf8(xml.bytes).unwrap();
        assert!(xml.contains(">0003</cbc:AddressTypeCode>"), "{xml}");
        // Users who may not change settings cannot change the establishment either.
        till.luis.put(&path, json!({"establishment": "0002"})).await.refused(422, "not_permitted");
    }

    async fn the_next_document_follows_the_series_number(house: House) {
        let admin = house.app.login("admin").await;
        let b001 = named(&admin, "B001").await;
        assert_eq!((&b001["prefix"], &b001["enabled"], &b001["current_number"]), (&json!("BOLETA"), &json!(true), &json!(0)));
        let path = format!("{PATH}/{}", b001["id"]);
        // A restaurant that comes from another program continues where that one ended.
        assert_eq!(admin.put(&path, json!({"current_number": 346})).await.ok()["current_number"], 346);
        assert_eq!(boleta(&house, "12").await, "B001-00000347");
        let refused = admin.put(&path, json!({"current_number": 346})).await.refused(422, "invalid");
        assert!(refused["errors"]["current_number"].is_array(), "{refused}");
        admin.put(&path, json!({"serie": "B009"})).await.refused(409, "in_use");
        admin.delete(&path).await.refused(409, "in_use");
        assert_eq!(admin.put(&path, json!({"current_number": 347})).await.ok()["last_issued"], 347);
        // The restaurant changes to another series.
        let b002 = admin.post(PATH, json!({"billing_type_id": "1", "serie": "b002"})).await.ok();
        assert_eq!((&b002["serie"], &b002["enabled"]), (&json!("B002"), &json!(true)));
        assert_eq!(admin.put(&path, json!({"enabled": false})).await.ok()["enabled"], false);
        assert_eq!(boleta(&house, "11").await, "B002-00000001");
        let log = admin.get("/api/pos-options/action-logs?action_type=SERIES_CHANGED").await.rows();
        assert_eq!(log.len(), 3, "{log:?}");
    }

    async fn a_kind_in_use_keeps_a_series(house: House) {
        let admin = house.app.login("admin").await;
        let f001 = named(&admin, "F001").await;
        let path = format!("{PATH}/{}", f001["id"]);
        admin.put(&path, json!({"enabled": false})).await.refused(409, "in_use");
        admin.delete(&path).await.refused(409, "in_use");
        // Of two that are disabled at once one stays.
        let other = admin.post(PATH, json!({"billing_type_id": 2, "serie": "F002"})).await.ok();
        let other = format!("{PATH}/{}", other["id"]);
        let disabled = json!({"enabled": false});
        let (one, two) = tokio::join!(admin.put(&path, disabled.clone()), admin.put(&other, disabled.clone()));
        assert_eq!([one.status.as_u16(), two.status.as_u16()].iter().sum::<u16>(), 200 + 409);
        let enabled = admin.get(&format!("{PATH}?filters=%7B%22billing_type_id%22%3A%5B2%5D%2C%22status%22%3A%5B%22ACTIVE%22%5D%7D")).await.rows();
        assert_eq!(enabled.len(), 1);
        // A restaurant that issues no facturas switches the kind off.
        admin.put("/api/billing-types/2", json!({"status": "INACTIVE"})).await.ok();
        admin.put(&format!("{PATH}/{}", enabled[0]["id"]), disabled).await.ok();
        admin.put("/api/billing-types/2", json!({"status": "ACTIVE"})).await.refused(409, "conflict");
    }

    async fn names_and_numbers_have_their_rules(house: House) {
        let admin = house.app.login("admin").await;
        for (kind, serie) in [(1, "F003"), (1, "B03"), (1, "B0003"), (2, "B003"), (3, "N003"), (3, ""), (1, "B0 3")] {
            let refused = admin.post(PATH, json!({"billing_type_id": kind, "serie": serie})).await.refused(422, "invalid");
            assert!(refused["errors"]["serie"].is_array(), "{refused}");
        }
        for number in [json!(-1), json!(100_000_000), json!("x"), json!(1.5)] {
            let body = json!({"billing_type_id": 1, "serie": "B003", "current_number": number});
            let refused = admin.post(PATH, body).await.refused(422, "invalid");
            assert!(refused["errors"]["current_number"].is_array(), "{refused}");
        }
        admin.post(PATH, json!({"billing_type_id": 1, "serie": "B001"})).await.refused(409, "already_exists");
        admin.post(PATH, json!({"billing_type_id": 99, "serie": "T001"})).await.refused(404, "not_found");
        let refused = admin.post(PATH, json!({"serie": "B003"})).await.refused(422, "invalid");
        assert!(refused["errors"]["billing_type_id"].is_array(), "{refused}");
        let spare = admin.post(PATH, json!({"billing_type_id": 1, "serie": "B00A", "enabled": false})).await.ok();
        let path = format!("{PATH}/{}", spare["id"]);
        let refused = admin.put(&path, json!({"billing_type_id": 2})).await.refused(422, "invalid");
        assert!(refused["errors"]["billing_type_id"].is_array(), "{refused}");
        assert_eq!(admin.put(&path, json!({"serie": "B00C"})).await.ok()["serie"], "B00C");
        admin.delete(&path).await.ok();
        admin.get(&path).await.refused(404, "not_found");
        for role in ["supervisor", "cajero"] {
            let client = house.app.login(role).await;
            assert_eq!(client.get(PATH).await.rows().len(), 7);
            client.post(PATH, json!({"billing_type_id": 1, "serie": "B004"})).await.refused(422, "not_permitted");
        }
    }
}
