//! Reserving a table: possible times, the map and the list, changes, moves and cancellation.

use super::{House, status_of, table_on_map, two_tables};
use crate::on_both_databases;
use serde_json::{Value, json};
use uuid::Uuid;

on_both_databases! {
    async fn a_reservation_shows_half_an_hour_before_and_is_missed_a_quarter_after(house: House) {
        let rosa = house.app.login("mozo").await;
        let (table, _) = two_tables(&rosa).await;
        let reservation = rosa.post("/api/client-requests", house.reservation(&table, 60)).await.ok();
        assert_eq!((&reservation["is_reservation"], &reservation["note"]), (&json!(true), &json!("Cumpleaños")));
        let shown = table_on_map(&rosa, &table).await;
        assert_eq!(shown["status_table"], "AVAILABLE");
        assert!(shown["request"].is_null(), "nobody sits there");
        let next = &shown["next_reservation"];
        assert_eq!((&next["client_name"], &next["persons"]), (&json!("Sra. Paredes"), &json!(4)));
        for (later, state, on_map) in [
            (29, "UPCOMING", "AVAILABLE"),
            (1, "DUE", "RESERVED"),
            (45, "DUE", "RESERVED"),
            (1, "NO_SHOW", "AVAILABLE"),
        ] {
            house.advance_clock(later);
            let row = &rosa.get("/api/reservations").await.rows()[0];
            assert_eq!((&row["state"], &status_of(&rosa, &table).await), (&json!(state), &json!(on_map)));
        }
        assert!(table_on_map(&rosa, &table).await["next_reservation"].is_null());
    }

    async fn a_late_guest_keeps_the_table_when_the_next_day_has_begun(house: House) {
        house.advance_clock((14 * 60) + 50);
        let rosa = house.app.login("mozo").await;
        let (table, _) = two_tables(&rosa).await;
        rosa.post("/api/client-requests", house.reservation(&table, 15)).await.ok();
        assert_eq!(status_of(&rosa, &table).await, "RESERVED", "at ten to four, for five past four");
    }

    async fn reservations_that_are_near_each_other_need_a_confirmation(house: House) {
        let rosa = house.app.login("mozo").await;
        let (table, other) = two_tables(&rosa).await;
        rosa.post("/api/client-requests", house.reservation(&table, 120)).await.ok();
        let refused = rosa.post("/api/client-requests", house.reservation(&table, 209)).await.refused(409, "reserved");
        assert_eq!(refused["current"]["reservation"]["client_name"], "Sra. Paredes");
        assert!(refused["message"].as_str().unwrap().contains("15:00"), "{refused}");
        rosa.post("/api/client-requests", house.reservation(&other, 209)).await.ok();
        rosa.post("/api/client-requests", house.reservation(&table, 210)).await.ok();
        rosa.put(&format!("/api/tables/{table}/reserve"), house.reservation(&table, 31)).await.refused(409, "reserved");
        let mut on_purpose = house.reservation(&table, 209);
        on_purpose["despite_reservation"] = json!(true);
        rosa.post("/api/client-requests", on_purpose).await.ok();
        let rows = rosa.get(&format!("/api/reservations?table_id={table}")).await.rows();
        assert_eq!(rows.len(), 3);
        assert_eq!(rosa.get("/api/reservations").await.rows().len(), 4);
        assert!(rosa.get("/api/reservations?date=2026-11-22").await.rows().is_empty());
        rosa.get("/api/reservations?date=ayer").await.refused(422, "invalid");
    }

    async fn a_distant_restaurant_reserves_by_its_own_clock(house: House) {
        let (admin, rosa) = (house.app.login("admin").await, house.app.login("mozo").await);
        let (table, _) = two_tables(&rosa).await;
        for (zone, offset, at) in [("Europe/Madrid", "+01:00", "23:30"), ("America/Sao_Paulo", "-03:00", "19:30")] {
            admin.put("/api/global-settings", json!({"time_zone": zone, "business_day_start": "05:00"})).await.ok();
            let restaurant = rosa.get("/api/profile").await.ok()["house"].clone();
            assert_eq!((&restaurant["time_zone"], &restaurant["business_day_start"]), (&json!(zone), &json!("05:00")));
            assert_eq!((&restaurant["currency_symbol"], &restaurant["max_unnamed_boleta"]), (&json!("S/"), &json!("700.00")));
            let mut body = house.reservation(&table, 0);
            body["reserved_for"] = json!(format!("2026-11-21T{at}:00{offset}"));
            let reservation = rosa.put(&format!("/api/tables/{table}/reserve"), body.clone()).await.ok();
            let refused = rosa.put(&format!("/api/tables/{table}/reserve"), body).await.refused(409, "reserved");
            assert!(refused["message"].as_str().unwrap().contains(&format!("el 21/11/2026 {at}.")), "{refused}");
            let day = |day: &str| format!("/api/reservations?date={day}&table_id={table}");
            let listed = rosa.get(&day("2026-11-21")).await.rows();
            assert!(listed.iter().any(|row| row["id"] == reservation["id"]), "{listed:?}");
            assert!(rosa.get(&day("2026-11-22")).await.rows().is_empty());
            let cancel = json!({"client_request_id": reservation["id"], "reason": "No vienen", "pin": "1234"});
            rosa.put(&format!("/api/tables/{table}/cancel-reservation"), cancel).await.ok();
        }
    }

    async fn a_reservation_needs_a_name_and_a_future_time(house: House) {
        let rosa = house.app.login("mozo").await;
        let (table, _) = two_tables(&rosa).await;
        for (field, value, at) in [
            ("reserved_for", json!(house.time_in_minutes(-6)), "reserved_for"),
            ("reserved_for", json!(house.time_in_minutes(60 * 24 * 400)), "reserved_for"),
            ("reserved_for", json!("mañana"), "reserved_for"),
            ("reserved_for", Value::Null, "reserved_for"),
            ("table_id", Value::Null, "table_id"),
            ("type", json!("ORDER"), "type"),
            ("client_name", json!("  "), "client_name"),
            ("phone", Value::Null, "phone"),
            ("phone", json!("abc-telefono!!"), "phone"),
            ("persons", json!(0), "persons"),
            ("persons", json!(100), "persons"),
            ("note", json!("x".repeat(201)), "note"),
        ] {
            let mut body = house.reservation(&table, 60);
            body[field] = value;
            let refused = rosa.post("/api/client-requests", body).await.refused(422, "invalid");
            assert!(refused["errors"][at].is_array(), "{field}: {refused}");
        }
        let mut unknown = house.reservation(&table, 60);
        unknown["client_id"] = json!(999_999);
        rosa.post("/api/client-requests", unknown).await.refused(404, "not_found");
        rosa.post("/api/client-requests", house.reservation(&json!(999_999), 60)).await.refused(404, "not_found");
        house.app.login("cocina").await.post("/api/client-requests", house.reservation(&table, 60)).await.refused(422, "not_permitted");
        assert!(rosa.get("/api/reservations").await.rows().is_empty());
    }

    async fn a_known_client_needs_no_name_and_a_repeated_call_makes_one_reservation(house: House) {
        let rosa = house.app.login("mozo").await;
        let (table, _) = two_tables(&rosa).await;
        let client = rosa.post("/api/clients", json!({"name": "Julia", "last_name": "Rivas", "phone": "911222333"})).await.ok();
        let body = json!({"reserved_for": house.time_in_minutes(45), "client_id": client["id"], "persons": 2});
        let (path, key) = (format!("/api/tables/{table}/reserve"), Uuid::new_v4());
        let put = |body: Value| rosa.send(reqwest::Method::PUT, &path, Some(body), Some(key));
        let (one, two) = (put(body.clone()).await.ok(), put(body).await.ok());
        assert_eq!(one, two);
        let rows = rosa.get("/api/reservations").await.rows();
        assert_eq!(rows.len(), 1);
        assert_eq!((&rows[0]["client_name"], &rows[0]["phone"]), (&json!("Julia Rivas"), &json!("911222333")));
    }

    async fn of_two_reservations_at_the_same_moment_one_is_told_of_the_other(house: House) {
        let (rosa, diego) = (house.app.login("mozo").await, house.app.login("mozo2").await);
        let (table, _) = two_tables(&rosa).await;
        let (one, two) = tokio::join!(
            rosa.post("/api/client-requests", house.reservation(&table, 90)),
            diego.post("/api/client-requests", house.reservation(&table, 100)),
        );
        let (won, lost) = if one.status.is_success() { (one, two) } else { (two, one) };
        assert_eq!(lost.refused(409, "reserved")["current"]["reservation"]["id"], won.ok()["id"]);
    }

    async fn a_reservation_is_changed_and_moved_to_another_table(house: House) {
        let rosa = house.app.login("mozo").await;
        let diego = house.app.login("mozo2").await;
        let (table, other) = two_tables(&rosa).await;
        let id = rosa.post("/api/client-requests", house.reservation(&table, 60)).await.ok()["id"].clone();
        let path = format!("/api/client-requests/{id}");
        let version = rosa.get(&path).await.ok()["version"].clone();
        let change = json!({"persons": 6, "reserved_for": house.time_in_minutes(180), "note": "Silla para bebé", "version": version});
        let changed = diego.put(&path, change).await.ok();
        assert_eq!((&changed["persons"], &changed["note"]), (&json!(6), &json!("Silla para bebé")));
        let stale = rosa.put(&path, json!({"persons": 2, "version": version})).await.refused(409, "stale_version");
        assert_eq!(stale["current"]["persons"], 6);
        rosa.put(&path, json!({"reserved_for": house.time_in_minutes(-60)})).await.refused(422, "invalid");

        rosa.post("/api/client-requests", house.reservation(&other, 170)).await.ok();
        let move_to = format!("/api/tables/{other}/reserve");
        diego.put(&move_to, json!({"client_request_id": id})).await.refused(409, "reserved");
        let moved = diego.put(&move_to, json!({"client_request_id": id, "reserved_for": house.time_in_minutes(300)})).await.ok();
        assert_eq!((&moved["table_id"], &moved["client_name"]), (&other, &json!("Sra. Paredes")));
        assert!(rosa.get(&format!("/api/reservations?table_id={table}")).await.rows().is_empty());
    }

    async fn cancelling_needs_pin_and_reason_from_everybody(house: House) {
        let (admin, rosa) = (house.app.login("admin").await, house.app.login("mozo").await);
        let (table, other) = two_tables(&rosa).await;
        let soon = rosa.post("/api/client-requests", house.reservation(&table, 20)).await.ok()["id"].clone();
        let late = rosa.post("/api/client-requests", house.reservation(&table, 200)).await.ok()["id"].clone();
        let path = format!("/api/tables/{table}/cancel-reservation");
        admin.put(&path, json!({"reason": "Llamó"})).await.refused(422, "pin_required");
        rosa.put(&path, json!({"reason": "Llamó", "pin": "0000"})).await.refused(422, "wrong_pin");
        let missing = rosa.put(&path, json!({"pin": "1234", "reason": " "})).await.refused(422, "invalid");
        assert!(missing["errors"]["reason"].is_array());
        house.app.login("cocina").await.put(&path, json!({"pin": "1234", "reason": "No"})).await.refused(422, "not_permitted");
        let elsewhere = format!("/api/tables/{other}/cancel-reservation");
        rosa.put(&elsewhere, json!({"pin": "1234", "reason": "No"})).await.refused(409, "conflict");
        rosa.put(&elsewhere, json!({"client_request_id": soon, "pin": "1234", "reason": "No"})).await.refused(409, "conflict");

        assert_eq!(status_of(&rosa, &table).await, "RESERVED");
        let cancelled = rosa.put(&path, json!({"pin": "1234", "reason": "Llamó para  cancelar"})).await.ok();
        assert_eq!((&cancelled["id"], &cancelled["state"], &cancelled["reason"]), (&soon, &json!("CANCELLED"), &json!("Llamó para cancelar")));
        assert_eq!(status_of(&rosa, &table).await, "AVAILABLE");
        let second_cancellation = json!({"client_request_id": soon, "pin": "1234", "reason": "Otra vez"});
        rosa.put(&path, second_cancellation).await.refused(409, "conflict");
        let rows = rosa.get("/api/reservations").await.rows();
        assert_eq!(rows.iter().map(|r| &r["state"]).collect::<Vec<_>>(), ["CANCELLED", "UPCOMING"]);
        house.advance_clock(300);
        assert_eq!(admin.put(&path, json!({"pin": "1234", "reason": "No vino"})).await.ok()["id"], late, "the one missed");
    }

    async fn a_reservation_is_not_an_account(house: House) {
        let (cashier, rosa) = (house.app.login("cajero").await, house.app.login("mozo").await);
        let (table, _) = two_tables(&rosa).await;
        let product = rosa.get("/api/products?term=cau%20cau").await.rows()[0]["id"].clone();
        let id = rosa.post("/api/client-requests", house.reservation(&table, 20)).await.ok()["id"].clone();
        assert!(rosa.get("/api/client-requests?open=true").await.rows().is_empty());
        let order = json!({"client_request": id, "products": [{"product": {"id": product}, "qty": 1}]});
        rosa.post("/api/orders", order).await.refused(409, "conflict");
        rosa.put(&format!("/api/tables/{table}/close"), json!({})).await.refused(409, "conflict");
        rosa.delete(&format!("/api/client-requests/{id}")).await.refused(409, "conflict");
        let boxes = cashier.get("/api/cashboxes").await.rows();
        let turns = cashier.get("/api/turns").await.rows();
        let open = json!({"cashbox_id": boxes[0]["id"], "turn_id": turns[0]["id"], "user_id": cashier.user_id(),
                          "open_amount": "100", "status": "OPEN"});
        cashier.post("/api/cashbox-cycles", open).await.ok();
        let pay = json!({"client_request_id": id, "payment_options": {}, "billing_type_id": 3});
        cashier.post("/api/payments", pay).await.refused(409, "conflict");
        assert_eq!(status_of(&rosa, &table).await, "RESERVED");
    }
}
