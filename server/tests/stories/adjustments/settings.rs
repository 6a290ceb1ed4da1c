//! A company's settings for recargo, tips and the rest.

use super::{SERVICE, adjust, charge, listed_adjustments, total};
use crate::{on_both_databases, orders::house::House};
use serde_json::json;

on_both_databases! {
    async fn every_new_table_begins_with_the_recargo(house: House) {
        let admin = house.app.login("admin").await;
        let settings = admin.get("/api/global-settings").await.ok();
        assert_eq!((&settings["service_percent"], &settings["tip_on_document"]), (&json!("0"), &json!(false)));
        let settings = admin.put("/api/global-settings", json!({"service_percent": "10"})).await.ok();
        assert_eq!((&settings["service_percent"], &settings["delivery_charge"]), (&json!("10"), &json!("7.00")));
        let answer = house.send_order("12", &[house.order_item(1, "Cau cau").await]).await;
        let id = answer["client_request"]["id"].as_i64().unwrap();
        // 28.00 include 23.73 without IGV.
        assert_eq!(total(&house, id).await, "30.37");
        let charges = listed_adjustments(&house, id).await["charges"].clone();
        assert_eq!((&charges[0]["code"], &charges[0]["name"], &charges[0]["amount"]), (&json!("SERVICE"), &json!("Recargo al consumo 10%"), &json!("2.37")));
        adjust(&house.rosa, id, charge(SERVICE, json!({"percentage": "5"}))).await.refused(409, "already_exists");
        // Take-away has no recargo.
        let away = house.rosa.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Ana"})).await.ok();
        assert_eq!(listed_adjustments(&house, away["id"].as_i64().unwrap()).await["charges"], json!([]));
        let delivery = house.rosa.post("/api/client-requests", json!({"type": "DELIVERY", "client_name": "Ana"})).await.ok();
        let charges = listed_adjustments(&house, delivery["id"].as_i64().unwrap()).await["charges"].clone();
        assert_eq!((&charges[0]["code"], &charges[0]["name"]), (&json!("DELIVERY"), &json!("Delivery")));
    }

    async fn a_reserved_table_begins_with_the_recargo_too(house: House) {
        let admin = house.app.login("admin").await;
        admin.put("/api/global-settings", json!({"service_percent": "10"})).await.ok();
        let table = house.table_id("5").await;
        let at = house.app.app.clock().now() + chrono::Duration::minutes(40);
        let body = json!({"reserved_for": at, "client_name": "Ana", "phone": "999", "persons": 2});
        let id = house.rosa.put(&format!("/api/tables/{table}/reserve"), body).await.ok()["id"].as_i64().unwrap();
        house.rosa.put(&format!("/api/tables/{table}/open"), json!({"client_request_id": id})).await.ok();
        assert_eq!(listed_adjustments(&house, id).await["charges"][0]["code"], "SERVICE");
    }

    async fn only_the_admin_changes_settings_and_within_their_bounds(house: House) {
        house.app.login("supervisor").await.put("/api/global-settings", json!({"cash_rounding": true})).await.refused(422, "not_permitted");
        let admin = house.app.login("admin").await;
        for (body, field) in [
            (json!({"service_percent": "13.01"}), "service_percent"),
            (json!({"service_percent": "-1"}), "service_percent"),
            (json!({"service_percent": "5.005"}), "service_percent"),
            (json!({"delivery_charge": "-1"}), "delivery_charge"),
            (json!({"cash_tolerance": "1000.01"}), "cash_tolerance"),
            (json!({"hour_production": 0}), "hour_production"),
            (json!({"hour_production": 169}), "hour_production"),
            (json!({"tip_on_document": "si"}), "tip_on_document"),
        ] {
            let refused = admin.put("/api/global-settings", body.clone()).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{body} {refused}");
        }
        let all = json!({"hour_production": 12, "delivery_charge": "8.50", "delivery_app_enabled": false, "cleaning_enabled": true, "waiters_share_tables": false, "ask_persons": false, "print_held_courses": true, "cash_rounding": true, "cash_tolerance": "3", "tip_on_document": true, "negative_stock": true});
        let now = admin.put("/api/global-settings", all).await.ok();
        assert_eq!((&now["hour_production"], &now["delivery_charge"], &now["cash_tolerance"]), (&json!(12), &json!("8.50"), &json!("3.00")));
        assert_eq!((&now["cleaning_enabled"], &now["waiters_share_tables"], &now["cash_rounding"], &now["delivery_app_enabled"]), (&json!(true), &json!(false), &json!(true), &json!(false)));
        assert_eq!((&now["ask_persons"], &now["print_held_courses"]), (&json!(false), &json!(true)));
        assert_eq!(admin.get("/api/global-settings").await.ok(), now);
    }
}
