//! Orders to collect: accounts that are open and not paid, for the cash desk.

use super::till::Till;
use crate::on_both_databases;
use serde_json::{Value, json};

const ALL: &str = "/api/cash-movements-all-orders-by-client";

async fn list(till: &Till, query: &str) -> Value {
    till.luis.get(&format!("{ALL}?{query}")).await.json
}

fn labels(list: &Value) -> Vec<(&str, &str)> {
    let rows = list["rows"].as_array().unwrap();
    rows.iter().map(|r| (r["label"].as_str().unwrap(), r["due"].as_str().unwrap())).collect()
}

on_both_databases! {
    async fn the_list_says_what_is_due_on_each_and_in_total(till: Till) {
        let before = list(&till, "").await;
        assert_eq!((&before["rows"], &before["totals"]), (&json!([]), &json!({"count": 0, "pending_amount": "0.00"})));
        till.house.send_order("5", &[till.house.order_item(2, "Cau cau").await]).await;
        let takeaway = till.send_takeaway(&[(1, "Cau cau"), (1, "Inca Kola 500 ml")]).await;
        till.pay(takeaway, json!({"Efectivo": "10"}), json!({"amount": "10.00"})).await.ok();
        let empty = till.house.open_table(&till.house.rosa, "6").await;
        let paid = till.send_takeaway(&[(1, "Cau cau")]).await;
        till.pay(paid, json!({"Efectivo": "28"}), json!({})).await.ok();
        let now = list(&till, "").await;
        assert_eq!(labels(&now), [("Mesa 5", "56.00"), ("LLEVAR #1", "25.00")], "nothing of {empty} or {paid}");
        assert_eq!(now["totals"], json!({"count": 2, "pending_amount": "81.00"}));
        let llevar = &now["rows"][1];
        assert_eq!((&llevar["total"], &llevar["paid"], &llevar["client_name"], &llevar["type"]), (&json!("35.00"), &json!("10.00"), &json!("Ana"), &json!("ORDER")));
        assert_eq!((&now["rows"][0]["attendant_name"], &now["rows"][0]["minutes"]), (&json!("Rosa Quispe"), &json!(0)));
    }

    async fn discounts_count_and_the_screen_and_the_payment_agree(till: Till) {
        let id = till.send_takeaway(&[(2, "Cau cau"), (1, "Inca Kola 500 ml")]).await;
        till.house.sql("INSERT INTO billing_adjustments (client_request_id, kind, discount_type_id, is_percentage, percentage, description, created_by, created_at)
                        SELECT r.id, 'DISCOUNT', 2, TRUE, 10000000, 'Descuento 10%', r.attendant_id, r.opened_at FROM client_requests r WHERE r.closed_at IS NULL").await;
        let due = list(&till, "").await["rows"][0]["due"].clone();
        assert_eq!((&due, &till.payment_info(id).await["total"]), (&json!("56.70"), &json!("56.70")));
    }

    async fn the_list_is_searched_filtered_and_paged(till: Till) {
        till.house.send_order("5", &[till.house.order_item(1, "Cau cau").await]).await;
        till.house.send_order("6", &[till.house.order_item(1, "Cau cau").await]).await;
        till.send_takeaway(&[(1, "Cau cau")]).await;
        for (query, expected) in [
            ("type=TABLE", vec!["Mesa 5", "Mesa 6"]), ("type=ORDER", vec!["LLEVAR #1"]), ("type=DELIVERY", vec![]),
            ("term=mesa%205", vec!["Mesa 5"]), ("term=ANA", vec!["LLEVAR #1"]), ("term=quispe", vec!["Mesa 5", "Mesa 6"]),
            ("per_page=2", vec!["Mesa 5", "Mesa 6"]), ("per_page=2&page=2", vec!["LLEVAR #1"]), ("page=9", vec![]),
        ] {
            let found = list(&till, query).await;
            assert_eq!(labels(&found).iter().map(|r| r.0).collect::<Vec<_>>(), expected, "{query}");
        }
        // The totals cover all results of the query, not the page.
        assert_eq!(list(&till, "per_page=1").await["totals"], json!({"count": 3, "pending_amount": "84.00"}));
        for query in ["type=SALON", "page=0", "per_page=1000"] {
            till.luis.get(&format!("{ALL}?{query}")).await.refused(422, "invalid");
        }
        till.house.rosa.get(ALL).await.refused(422, "not_permitted");
    }

    async fn a_clients_own_accounts_are_filtered_by_the_client(till: Till) {
        let dni = till.create_client("DNI", "45871236", "María Fernanda Soto").await;
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        till.send_takeaway(&[(1, "Cau cau")]).await;
        till.luis.put(&format!("/api/client-requests/{id}"), json!({"client_id": dni})).await.ok();
        let path = "/api/cash-movements-orders-by-client";
        let found = till.luis.get(&format!("{path}?client_id={dni}")).await.rows();
        assert_eq!(found.iter().map(|r| (&r["client_request_id"], &r["client_document"])).collect::<Vec<_>>(), [(&json!(id), &json!("45871236"))]);
        till.luis.get(path).await.refused(422, "invalid");
        assert_eq!(till.luis.get(&format!("{path}?client_id=999999")).await.rows().len(), 0);
    }
}
