//! Seating: the guests of a reservation, or others, who are warned of it.

use super::{House, status_of, table_on_map, two_tables};
use crate::on_both_databases;
use serde_json::json;

on_both_databases! {
    async fn seating_turns_the_reservation_into_the_tables_account(house: House) {
        let (rosa, diego) = (house.app.login("mozo").await, house.app.login("mozo2").await);
        let (table, _) = two_tables(&rosa).await;
        let product = rosa.get("/api/products?term=cau%20cau").await.rows()[0]["id"].clone();
        let id = rosa.post("/api/client-requests", house.reservation(&table, 20)).await.ok()["id"].clone();
        house.advance_clock(25);
        let path = format!("/api/tables/{table}/open");
        let seated = diego.put(&path, json!({"client_request_id": id, "persons": 5})).await.ok();
        assert_eq!(seated["client_request_id"], id);
        let account = diego.get(&format!("/api/client-requests/{id}")).await.ok();
        assert_eq!((&account["is_reservation"], &account["persons"]), (&json!(false), &json!(5)));
        assert_eq!(account["attendant_id"], diego.user_id());
        let opened: chrono::DateTime<chrono::Utc> = account["opened_at"].as_str().unwrap().parse().unwrap();
        assert_eq!(opened, house.clock.now());
        let shown = table_on_map(&rosa, &table).await;
        assert_eq!((&shown["status_table"], &shown["request"]["client_name"]), (&json!("OCCUPIED"), &json!("Sra. Paredes")));
        assert!(shown["next_reservation"].is_null());
        assert_eq!(rosa.get("/api/reservations").await.rows()[0]["state"], "SEATED");
        let order = json!({"client_request": id, "products": [{"product": {"id": product}, "qty": 1}]});
        diego.post("/api/orders", order).await.ok();
        diego.put(&path, json!({"client_request_id": id})).await.ok();
        rosa.put(&format!("/api/tables/{table}/cancel-reservation"), json!({"client_request_id": id, "pin": "1234", "reason": "No"}))
            .await
            .refused(409, "conflict");
    }

    async fn two_waiters_seat_one_reservation_and_both_get_its_account(house: House) {
        let (rosa, diego) = (house.app.login("mozo").await, house.app.login("mozo2").await);
        let (table, _) = two_tables(&rosa).await;
        let id = rosa.post("/api/client-requests", house.reservation(&table, 10)).await.ok()["id"].clone();
        let path = format!("/api/tables/{table}/open");
        let body = json!({"client_request_id": id});
        let (one, two) = tokio::join!(rosa.put(&path, body.clone()), diego.put(&path, body));
        let (won, other) = if one.status.is_success() { (one, two) } else { (two, one) };
        assert_eq!(won.ok()["client_request_id"], id);
        if !other.status.is_success() {
            assert_eq!(other.refused(409, "conflict")["current"]["client_request_id"], id);
        }
    }

    async fn a_taken_table_seats_nobody_and_another_one_does(house: House) {
        let (rosa, diego) = (house.app.login("mozo").await, house.app.login("mozo2").await);
        let (table, other) = two_tables(&rosa).await;
        let sitting = diego.put(&format!("/api/tables/{table}/open"), json!({})).await.ok()["client_request_id"].clone();
        let id = rosa.post("/api/client-requests", house.reservation(&table, 10)).await.ok()["id"].clone();
        assert_eq!(status_of(&rosa, &table).await, "OCCUPIED");
        let seat = json!({"client_request_id": id});
        let refused = rosa.put(&format!("/api/tables/{table}/open"), seat.clone()).await.refused(409, "table_taken");
        assert_eq!(refused["current"]["client_request_id"], sitting);
        rosa.put(&format!("/api/tables/{other}/open"), seat).await.ok();
        assert_eq!(table_on_map(&rosa, &other).await["client_request_id"], id);
        assert!(table_on_map(&rosa, &table).await["next_reservation"].is_null());
    }

    async fn a_walk_in_is_warned_of_a_reservation(house: House) {
        let rosa = house.app.login("mozo").await;
        let (table, _) = two_tables(&rosa).await;
        let id = rosa.post("/api/client-requests", house.reservation(&table, 31)).await.ok()["id"].clone();
        let open = format!("/api/tables/{table}/open");
        rosa.put(&open, json!({})).await.ok();
        rosa.put(&format!("/api/tables/{table}/close"), json!({})).await.ok();
        house.advance_clock(1);
        let warned = rosa.put(&open, json!({"persons": 2})).await.refused(409, "reserved");
        assert_eq!(warned["current"]["reservation"]["id"], id);
        let walk_in = json!({"type": "TABLE", "table_id": table});
        rosa.post("/api/client-requests", walk_in.clone()).await.refused(409, "reserved");
        let mut on_purpose = walk_in;
        on_purpose["despite_reservation"] = json!(true);
        let account = rosa.post("/api/client-requests", on_purpose).await.ok()["id"].clone();
        let shown = table_on_map(&rosa, &table).await;
        assert_eq!((&shown["status_table"], &shown["client_request_id"]), (&json!("OCCUPIED"), &account));
        assert_eq!(shown["next_reservation"]["id"], id, "still expected");
        // The guests who sit there are mentioned before those who are expected.
        rosa.put(&open, json!({})).await.refused(409, "table_taken");
        house.advance_clock(46);
        rosa.put(&format!("/api/tables/{table}/close"), json!({})).await.ok();
        rosa.put(&open, json!({})).await.ok();
    }

    async fn a_client_is_named_when_the_table_is_opened(house: House) {
        let rosa = house.app.login("mozo").await;
        let (table, other) = two_tables(&rosa).await;
        let client = rosa.post("/api/clients", json!({"name": "Julia", "last_name": "Rivas"})).await.ok();
        let named = json!({"persons": 2, "client_id": client["id"]});
        rosa.put(&format!("/api/tables/{table}/open"), named).await.ok();
        assert_eq!(table_on_map(&rosa, &table).await["request"]["client_name"], "Julia Rivas");
        rosa.put(&format!("/api/tables/{other}/open"), json!({"client_id": 999_999})).await.refused(404, "not_found");
    }
}
