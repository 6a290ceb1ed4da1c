//! Opening accounts, and whose they are.

use super::house::House;
use crate::on_both_databases;
use serde_json::json;

on_both_databases! {
    async fn an_account_knows_its_place_and_people(house: House) {
        let id = house.open(&house.rosa, "12").await;
        let account = house.account(&json!(id)).await;
        assert_eq!(account["client_request_table"], json!({"salon": "Terraza", "table": "12"}));
        assert_eq!(account["user"]["name"], "Rosa Quispe");
        assert_eq!((&account["persons"], &account["type"], &account["status"]), (&json!(4), &json!("TABLE"), &json!("PENDING")));
        let changed = house.rosa.put(&format!("/api/client-requests/{id}"), json!({"persons": 6, "client_name": "Familia Ríos"})).await.ok();
        assert_eq!((&changed["persons"], &changed["client_name"]), (&json!(6), &json!("Familia Ríos")));
        assert!(changed["version"].as_i64() > account["version"].as_i64());
        for persons in [json!(0), json!(100), json!("cuatro")] {
            house.rosa.put(&format!("/api/client-requests/{id}"), json!({"persons": persons})).await.refused(422, "invalid");
        }
    }

    async fn a_client_is_put_on_an_account_and_taken_off_again(house: House) {
        let id = house.open(&house.rosa, "12").await;
        let path = format!("/api/client-requests/{id}");
        let found = house.rosa.get("/api/clients?term=Carlos").await.rows()[0].clone();
        let with = house.rosa.put(&path, json!({"client_id": found["id"]})).await.ok();
        assert_eq!(with["client"]["id"], found["id"]);
        assert_eq!(house.rosa.put(&path, json!({"persons": 3})).await.ok()["client"]["id"], found["id"], "left as it was");
        assert!(house.rosa.put(&path, json!({"client_id": null})).await.ok()["client"].is_null());
        house.rosa.put(&path, json!({"client_id": "nadie"})).await.refused(422, "invalid");
    }

    async fn what_does_not_exist_cannot_be_opened(house: House) {
        house.rosa.post("/api/client-requests", json!({"type": "TABLE"})).await.refused(422, "invalid");
        house.rosa.post("/api/client-requests", json!({"type": "TABLE", "table_id": 999_999})).await.refused(404, "not_found");
        house.rosa.post("/api/client-requests", json!({"type": "BARRA"})).await.refused(422, "invalid");
        house.rosa.post("/api/client-requests", json!({"type": "ORDER", "client_id": 999_999})).await.refused(404, "not_found");
        house.rosa.get("/api/client-requests/999999").await.refused(404, "not_found");
        house.rosa.get("/api/orders/999999").await.refused(404, "not_found");
        house.rosa.get("/api/orders/abc").await.refused(422, "invalid");
        house.rosa.get("/api/client-requests?type=BARRA").await.refused(422, "invalid");
        house.rosa.patch("/api/client-requests", json!({})).await.refused(404, "not_found");
    }

    async fn a_waiter_serves_own_tables_unless_they_share(house: House) {
        house.sql("UPDATE global_settings SET waiters_share_tables = FALSE WHERE id = 1").await;
        let id = house.open(&house.rosa, "12").await;
        let order = json!({"client_request": id, "products": [house.ask(1, "Lomo saltado").await]});
        let diego = house.app.login("mozo2").await;
        diego.post("/api/orders", order.clone()).await.refused(422, "not_permitted");
        diego.post(&format!("/api/orders/{id}/pre-order-print"), json!({})).await.refused(422, "not_permitted");
        house.app.login("cajero").await.post("/api/orders", order.clone()).await.ok();
        house.sql("UPDATE global_settings SET waiters_share_tables = TRUE WHERE id = 1").await;
        diego.post("/api/orders", order).await.ok();
    }

    async fn kitchen_and_accountant_take_no_orders(house: House) {
        let id = house.open(&house.rosa, "12").await;
        let order = json!({"client_request": id, "products": [house.ask(1, "Lomo saltado").await]});
        for username in ["cocina", "contador"] {
            let client = house.app.login(username).await;
            client.post("/api/orders", order.clone()).await.refused(422, "not_permitted");
            client.post("/api/client-requests", json!({"type": "ORDER"})).await.refused(422, "not_permitted");
        }
        house.app.nobody().post("/api/orders", order).await.refused(401, "unauthenticated");
    }

    async fn a_closed_account_takes_no_more(house: House) {
        let answer = house.sent("12", &[house.ask(1, "Lomo saltado").await]).await;
        house.sql("UPDATE client_requests SET closed_at = opened_at, is_paid = TRUE").await;
        let id = &answer["client_request"]["id"];
        let order = json!({"client_request": id, "products": [house.ask(1, "Lomo saltado").await]});
        let refusal = house.rosa.post("/api/orders", order).await.refused(409, "conflict");
        assert_eq!(refusal["current"]["is_paid"], true);
        house.rosa.post("/api/commands", json!({"client_request_id": id})).await.refused(409, "conflict");
        house.open(&house.rosa, "12").await;
    }
}
