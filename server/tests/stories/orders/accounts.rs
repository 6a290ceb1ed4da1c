//! Opening accounts, and the waiter to whom each belongs.

use super::house::House;
use crate::on_both_databases;
use serde_json::{Value, json};

on_both_databases! {
    async fn an_account_has_its_place_and_number_of_people(house: House) {
        let id = house.open_table(&house.rosa, "12").await;
        let account = house.load_account(&json!(id)).await;
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

    async fn a_client_is_added_to_an_account_and_removed_again(house: House) {
        let id = house.open_table(&house.rosa, "12").await;
        let path = format!("/api/client-requests/{id}");
        let found = house.rosa.get("/api/clients?term=Carlos").await.rows()[0].clone();
        let account = house.rosa.put(&path, json!({"client_id": found["id"]})).await.ok();
        assert_eq!(account["client"]["id"], found["id"]);
        assert_eq!(house.rosa.put(&path, json!({"persons": 3})).await.ok()["client"]["id"], found["id"], "left as it was");
        assert!(house.rosa.put(&path, json!({"client_id": null})).await.ok()["client"].is_null());
        house.rosa.put(&path, json!({"client_id": "nadie"})).await.refused(422, "invalid");
    }

    async fn a_guests_own_data_stays_on_the_account(house: House) {
        let company = house.rosa.get("/api/clients?term=2060").await.rows().into_iter().find(|c| c["document_type"] == "RUC").unwrap();
        let body = json!({"type": "ORDER", "name": "Lucía", "last_name": "Paz", "document_type": "dni", "document_number": "4418 2290",
                          "name_reference": "casaca roja", "invoice_client_id": company["id"]});
        let created_account = house.rosa.post("/api/client-requests", body).await.ok();
        let path = format!("/api/client-requests/{}", created_account["id"]);
        let account = house.rosa.get(&path).await.ok();
        for (field, value) in [("name", "Lucía"), ("last_name", "Paz"), ("document_type", "DNI"), ("document_number", "44182290"),
                               ("name_reference", "casaca roja"), ("client_name", "Lucía Paz")] {
            assert_eq!(account[field], value, "{field}");
        }
        assert_eq!((&account["invoice_client_id"], &account["invoice_client"]["display_name"]), (&company["id"], &company["display_name"]));
        assert!(account["client"].is_null());
        let changed = house.rosa.put(&path, json!({"name_reference": "mesa de afuera", "invoice_client_id": null})).await.ok();
        assert_eq!((&changed["name_reference"], &changed["name"], &changed["invoice_client"]), (&json!("mesa de afuera"), &json!("Lucía"), &json!(null)));
        // A known client is recognised by their document.
        let known = house.rosa.get("/api/clients?term=45120987").await.rows()[0].clone();
        let body = json!({"type": "ORDER", "document_number": "45120987", "client_name": "Ana"});
        assert_eq!(house.rosa.post("/api/client-requests", body).await.ok()["client"]["id"], known["id"]);
        for (field, value) in [("document_number", json!("123")), ("document_type", json!("BREVETE")), ("name_reference", json!("x".repeat(201)))] {
            let refused = house.rosa.post("/api/client-requests", json!({"type": "ORDER", field: value})).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{refused}");
        }
        house.rosa.post("/api/client-requests", json!({"type": "ORDER", "invoice_client_id": 999_999})).await.refused(404, "not_found");
    }

    async fn accounts_and_lines_are_paged_and_never_cut(house: House) {
        for n in 0..23 {
            let name = if n % 2 == 0 { "Íñigo" } else { "Ana" };
            house.rosa.post("/api/client-requests", json!({"type": "ORDER", "client_name": name})).await.ok();
        }
        let list = async |query: &str| house.rosa.get(&format!("/api/client-requests?{query}")).await.json;
        let count = |page: &Value| page["rows"].as_array().unwrap().len();
        let first = list("").await;
        assert_eq!((count(&first), &first["total_rows"], &first["total_pages"]), (20, &json!(23), &json!(2)));
        assert_eq!((count(&list("page=2").await), count(&list("page=false").await)), (3, 23));
        assert_eq!(list("term=INIGO&open=true").await["total_rows"], 12, "without regard to accents");
        assert_eq!(list("filters=%7B%22type%22%3A%5B%22DELIVERY%22%5D%7D").await["total_rows"], 0);
        assert_eq!(list("filters=%7B%22is_paid%22%3A%5Bfalse%5D%7D&type=ORDER").await["total_rows"], 23);
        house.sql("INSERT INTO client_requests (type, business_day, attendant_id, opened_at)
                   WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
                   SELECT 'ORDER', '2026-01-01', (SELECT MIN(id) FROM users), '2026-01-01T12:00:00.000000+00:00' FROM n").await;
        house.rosa.get("/api/client-requests?page=false").await.refused(422, "invalid");
        // An account's lines are complete unless a page is requested.
        let id = house.open_table(&house.rosa, "1").await;
        let dish = house.product_id("Cau cau").await;
        let products: Vec<_> = (0..22).map(|n| json!({"product": {"id": dish}, "qty": 1, "comment": format!("para {n}")})).collect();
        house.rosa.post("/api/orders", json!({"client_request": id, "products": products, "send": false})).await.ok();
        let lines = async |query: &str| house.rosa.get(&format!("/api/orders?{query}")).await.json;
        assert_eq!(count(&lines(&format!("client_request_id={id}")).await), 22);
        let page = lines(&format!("client_request_id={id}&page=2")).await;
        assert_eq!((count(&page), &page["total_rows"], &page["total_pages"]), (2, &json!(22), &json!(2)));
        assert_eq!(page["rows"][1]["comment"], "para 21");
        let all = lines("per_page=5").await;
        assert_eq!((count(&all), &all["rows"][0]["comment"]), (5, &json!("para 21")), "of all accounts the newest first");
    }

    async fn an_account_is_handed_over_only_to_roles_that_serve_tables(house: House) {
        let id = house.open_table(&house.rosa, "12").await;
        let path = format!("/api/client-requests/{id}");
        let jorge = house.app.login("supervisor").await;
        let waiters = jorge.get("/api/users-as-waiters?page=false").await.rows();
        let waiter_id = |name: &str| waiters.iter().find(|w| w["username"] == name).map(|w| w["id"].clone());
        let diego = waiter_id("mozo2").unwrap();
        assert!(waiter_id("cocina").is_none());
        house.rosa.put(&path, json!({"attendant_id": diego})).await.refused(422, "not_permitted");
        let admin = house.app.login("admin").await;
        let cook = admin.get("/api/users?term=cocina").await.rows()[0]["id"].clone();
        for nobody in [cook, json!(999_999)] {
            jorge.put(&path, json!({"attendant_id": nobody})).await.refused(422, "invalid");
        }
        assert_eq!(jorge.put(&path, json!({"attendant_id": diego})).await.ok()["attendant_id"], diego);
        let log = admin.get("/api/pos-options/action-logs?action_type=REQUEST_HANDED_OVER").await.rows();
        assert_eq!((&log[0]["before"]["attendant_id"], &log[0]["after"]["attendant_id"]), (&json!(house.rosa.user_id()), &diego));
    }

    async fn accounts_of_unknown_places_are_refused(house: House) {
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

    async fn a_waiter_serves_own_tables_unless_they_are_shared(house: House) {
        house.sql("UPDATE global_settings SET waiters_share_tables = FALSE WHERE id = 1").await;
        let id = house.open_table(&house.rosa, "12").await;
        let order = json!({"client_request": id, "products": [house.order_item(1, "Lomo saltado").await]});
        let diego = house.app.login("mozo2").await;
        diego.post("/api/orders", order.clone()).await.refused(422, "not_permitted");
        diego.post(&format!("/api/orders/{id}/pre-order-print"), json!({})).await.refused(422, "not_permitted");
        house.app.login("cajero").await.post("/api/orders", order.clone()).await.ok();
        house.sql("UPDATE global_settings SET waiters_share_tables = TRUE WHERE id = 1").await;
        diego.post("/api/orders", order).await.ok();
    }

    async fn kitchen_and_accountant_take_no_orders(house: House) {
        let id = house.open_table(&house.rosa, "12").await;
        let order = json!({"client_request": id, "products": [house.order_item(1, "Lomo saltado").await]});
        for username in ["cocina", "contador"] {
            let client = house.app.login(username).await;
            client.post("/api/orders", order.clone()).await.refused(422, "not_permitted");
            client.post("/api/client-requests", json!({"type": "ORDER"})).await.refused(422, "not_permitted");
        }
        house.app.anonymous_client().post("/api/orders", order).await.refused(401, "unauthenticated");
    }

    async fn a_closed_account_takes_no_more(house: House) {
        let answer = house.send_order("12", &[house.order_item(1, "Lomo saltado").await]).await;
        house.sql("UPDATE client_requests SET closed_at = opened_at, is_paid = TRUE").await;
        let id = &answer["client_request"]["id"];
        let order = json!({"client_request": id, "products": [house.order_item(1, "Lomo saltado").await]});
        let refusal = house.rosa.post("/api/orders", order).await.refused(409, "conflict");
        assert_eq!(refusal["current"]["is_paid"], true);
        house.rosa.post("/api/commands", json!({"client_request_id": id})).await.refused(409, "conflict");
        house.open_table(&house.rosa, "12").await;
    }
}
