//! IGV rates by date.

use crate::{on_both_databases, orders::house::House, printing::shop::Shop};
use chrono::Duration;
use serde_json::{Value, json};

const PATH: &str = "/api/tax-rates";

/// Pays an account of one dish by boleta; returns the IGV of the document.
async fn sell_and_read_igv(house: &House, table: &str) -> Value {
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
    cashier.post("/api/payments", body).await.ok()["billing"]["igv_percent"].clone()
}

on_both_databases! {
    async fn a_rate_holds_from_its_day_on_and_issued_documents_stay(shop: Shop) {
        let mut house = House { rosa: shop.app.login("mozo").await, app: shop.app };
        let mut admin = shop.admin;
        assert_eq!(sell_and_read_igv(&house, "12").await, "18");
        // The story's clock shows 21 November.
        let refused = admin.post(PATH, json!({"valid_from": "2026-11-21", "percent": "10.5"})).await.refused(422, "invalid");
        assert!(refused["errors"]["valid_from"].is_array(), "{refused}");
        let added = admin.post(PATH, json!({"valid_from": "2026-11-23", "percent": "10.5", "name": "Restaurantes MYPE"})).await.ok();
        assert_eq!((&added["percent"], &added["name"]), (&json!("10.5"), &json!("Restaurantes MYPE")));
        admin.post(PATH, json!({"valid_from": "2026-11-23", "percent": "8"})).await.refused(409, "already_exists");
        assert_eq!(admin.get("/api/company-info").await.ok()["igv"], "18");
        shop.clock.set(shop.clock.now() + Duration::days(2));
        (admin, house.rosa) = (house.app.login("admin").await, house.app.login("mozo").await);
        assert_eq!(admin.get("/api/company-info").await.ok()["igv"], "10.5");
        assert_eq!(sell_and_read_igv(&house, "11").await, "10.5");
        let rows = admin.get(PATH).await.rows();
        assert_eq!((&rows[0]["valid_from"], rows.len()), (&json!("2026-11-23"), 2));
        for row in &rows {
            admin.delete(&format!("{PATH}/{}", row["id"])).await.refused(409, "in_use");
        }
        let future = admin.post(PATH, json!({"valid_from": "2027-01-01", "percent": 18})).await.ok();
        let path = format!("{PATH}/{}", future["id"]);
        admin.delete(&path).await.ok();
        admin.delete(&path).await.refused(404, "not_found");
    }

    async fn an_invalid_rate_is_refused(shop: Shop) {
        let cases = [
            ("percent", json!({"valid_from": "2027-01-01", "percent": "0"})),
            ("percent", json!({"valid_from": "2027-01-01", "percent": "-1"})),
            ("percent", json!({"valid_from": "2027-01-01", "percent": "30.01"})),
            ("percent", json!({"valid_from": "2027-01-01", "percent": "10.555"})),
            ("valid_from", json!({"valid_from": "mañana", "percent": "18"})),
            ("name", json!({"valid_from": "2027-01-01", "percent": "18", "name": "x".repeat(61)})),
        ];
        for (field, body) in cases {
            let refused = shop.admin.post(PATH, body).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{refused}");
        }
        let supervisor = shop.app.login("supervisor").await;
        supervisor.post(PATH, json!({"valid_from": "2027-01-01", "percent": "18"})).await.refused(422, "not_permitted");
        assert_eq!(supervisor.get(PATH).await.rows().len(), 1);
    }
}
