//! Paying a whole account: methods, change, and exactly once.

use super::till::{Till, payment};
use crate::on_both_databases;
use serde_json::{Value, json};
use uuid::Uuid;

on_both_databases! {
    async fn cash_and_yape_with_change(till: Till) {
        till.house.sql("UPDATE printers SET opens_drawer = TRUE WHERE name = 'Ticket CAJA'").await;
        till.house.sql("UPDATE payment_options SET asks_operation_number = TRUE WHERE name = 'Yape'").await;
        let id = till.send_takeaway(&[(1, "Cau cau"), (1, "Inca Kola 500 ml")]).await;
        let asks = till.pay(id, json!({"Yape": "20.00", "Efectivo": "20"}), json!({})).await.refused(422, "invalid");
        assert!(asks["errors"]["operation_numbers.Yape"].is_array(), "{asks}");
        let more = json!({"operation_numbers": {"Yape": "00482915"}});
        let paid = till.pay(id, json!({"Yape": "20.00", "Efectivo": "20"}), more).await.ok();
        assert_eq!((&paid["total"], &paid["turned"]), (&json!("35.00"), &json!("5.00")));
        let entries: Vec<_> = paid["entries"].as_array().unwrap().iter().map(|e| (&e["name"], &e["amount"], &e["tendered"])).collect();
        assert_eq!(entries, [(&json!("Efectivo"), &json!("15.00"), &json!("20.00")), (&json!("Yape"), &json!("20.00"), &json!("20.00"))]);
        assert_eq!((&paid["client_request"]["is_paid"], &paid["client_request"]["due"]), (&json!(true), &json!("0.00")));
        let b = &paid["billing"];
        assert_eq!((&b["full_number"], &b["client_name"]), (&json!("B001-00000001"), &json!("CLIENTES VARIOS")));
        assert_eq!((&b["taxable"], &b["igv"], &b["total"]), (&json!("29.66"), &json!("5.34"), &json!("35.00")));
        assert_eq!(b["total_in_words"], "TREINTA Y CINCO CON 00/100 SOLES");
        assert_eq!(till.expected_amount("Efectivo").await, "215.00");
        assert_eq!(till.expected_amount("Yape").await, "20.00");

        assert_eq!(paid["print_jobs"].as_array().unwrap().len(), 1, "{paid}");
        let papers = till.house.papers().await;
        let receipt = papers.iter().rfind(|p| p.document == "RECEIPT").unwrap();
        assert_eq!(receipt.printer, "Ticket CAJA");
        for text in ["B001-00000001", "Caja: Principal", "LLEVAR #1", "VUELTO", "SON: TREINTA Y CINCO CON 00/100 SOLES"] {
            assert!(receipt.text.contains(text), "{text}:\n{}", receipt.text);
        }
        assert_eq!(till.count_drawer_jobs().await, 1);
        let pdf = till.luis.get(&format!("/api/orders/{id}/1/billing-order-pdf?payment_id={}", paid["id"])).await;
        assert!(pdf.status.is_success() && pdf.bytes.starts_with(b"%PDF"));
        till.luis.get(&format!("/api/orders/{id}/FACTURA/billing-order-pdf")).await.refused(404, "not_found");
        till.pay(id, json!({"Efectivo": "35"}), json!({})).await.refused(409, "already_paid");
        till.luis.put(&format!("/api/payments/{}", paid["id"]), json!({})).await.refused(409, "conflict");
        till.luis.delete(&format!("/api/payments/{}", paid["id"])).await.refused(409, "conflict");
        assert_eq!(till.luis.get(&format!("/api/payments/{}", paid["id"])).await.ok()["total"], "35.00");
    }

    async fn a_paid_table_is_free_and_its_unsent_lines_are_sent(till: Till) {
        let table = till.house.open_table(&till.house.rosa, "5").await;
        let ask = till.house.order_item(2, "Cau cau").await;
        let order = json!({"client_request": table, "products": [ask], "send": false});
        till.house.rosa.post("/api/orders", order).await.ok();
        let before = till.house.papers().await.len();
        till.pay(table, json!({"Efectivo": "56"}), json!({"print": false})).await.ok();
        let papers = till.house.papers().await;
        assert_eq!(papers[before..].iter().map(|p| p.document.as_str()).collect::<Vec<_>>(), ["COMMAND"]);
        let tables = till.luis.get("/api/tables").await.rows();
        let five = tables.iter().find(|t| t["name"] == "5").unwrap();
        assert_eq!(five["status_table"], "AVAILABLE");
    }

    async fn the_amount_given_must_cover_the_account_and_only_cash_gives_change(till: Till) {
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        for options in [json!({}), json!({"Efectivo": "27.99"}), json!({"Transferencia": "28.01"}), json!({"Oro": "28"}), json!({"Efectivo": "-1"})] {
            let numbers = json!({"operation_numbers": {"Transferencia": "1"}});
            till.pay(id, options, numbers).await.refused(422, "invalid");
        }
        let expected = json!({"expected_total": "27.00"});
        let changed = till.pay(id, json!({"Efectivo": "28"}), expected).await.refused(409, "balance_changed");
        assert_eq!(changed["current"]["total"], "28.00");
        assert_eq!(till.payment_info(id).await["total"], "28.00");
        till.pay(id, json!({"Efectivo": "28"}), json!({"expected_total": "28.00"})).await.ok();
    }

    async fn cash_is_rounded_down_and_the_document_is_not(till: Till) {
        till.house.sql("UPDATE global_settings SET cash_rounding = TRUE").await;
        till.house.sql("UPDATE products SET sale_amount = 10380000 WHERE name = 'Cau cau'").await;
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        let paid = till.pay(id, json!({"Efectivo": "20.00"}), json!({})).await.ok();
        assert_eq!((&paid["total"], &paid["rounding"], &paid["turned"]), (&json!("10.38"), &json!("0.08"), &json!("9.70")));
        assert_eq!(paid["billing"]["total"], "10.38");
        assert_eq!(till.expected_amount("Efectivo").await, "210.30");
    }

    async fn a_courtesy_of_everything_closes_with_no_money(till: Till) {
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        till.house.sql("INSERT INTO billing_adjustments (client_request_id, kind, discount_type_id, is_percentage, percentage, description, created_by, created_at)
                        SELECT r.id, 'DISCOUNT', 1, TRUE, 100000000, 'Cortesía', r.attendant_id, r.opened_at FROM client_requests r WHERE r.closed_at IS NULL").await;
        let paid = till.pay(id, json!({}), json!({})).await.ok();
        assert_eq!((&paid["total"], &paid["client_request"]["is_paid"]), (&json!("0.00"), &json!(true)));
        let b = &paid["billing"];
        assert_eq!((&b["total"], &b["free"], &b["lines"][0]["total"]), (&json!("0.00"), &json!("23.73"), &json!("0.00")));
    }

    async fn the_same_payment_sent_twice_and_at_once_is_one(till: Till) {
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        let (key, body) = (Uuid::new_v4(), payment(id, json!({"Efectivo": "30"}), json!({})));
        let send = || till.luis.post_with_key("/api/payments", body.clone(), key);
        let (a, b) = tokio::join!(send(), send());
        let (a, b, third) = (a.ok(), b.ok(), send().await.ok());
        assert_eq!((&a, &a), (&b, &third));
        assert_eq!(till.luis.get(&format!("/api/payments?client_request_id={id}")).await.rows().len(), 1);
        assert_eq!(till.expected_amount("Efectivo").await, "228.00");
    }

    async fn of_two_tills_that_take_one_account_one_succeeds(till: Till) {
        let jorge = till.open_second_till().await;
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        let body = payment(id, json!({"Efectivo": "28"}), json!({}));
        let (a, b) = tokio::join!(till.luis.post("/api/payments", body.clone()), jorge.post("/api/payments", body));
        let (won, lost) = if a.status.is_success() { (a, b) } else { (b, a) };
        assert_eq!(won.ok()["client_request"]["is_paid"], true);
        let lost = lost.refused(409, "already_paid");
        assert_eq!((&lost["current"]["total"], &lost["current"]["paid"]), (&json!("0.00"), &json!("28.00")));
        assert_eq!(jorge.get(&format!("/api/billings?client_request_id={id}")).await.rows().len(), 1);
    }

    async fn without_the_right_or_an_open_box_nobody_collects(till: Till) {
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        let body = payment(id, json!({"Efectivo": "28"}), json!({}));
        till.house.rosa.post("/api/payments", body.clone()).await.refused(422, "not_permitted");
        till.house.rosa.get(&format!("/api/payments-get-info/{id}")).await.refused(422, "not_permitted");
        let jorge = till.house.app.login("supervisor").await;
        jorge.post("/api/payments", body).await.refused(409, "no_open_cycle");
        assert_eq!(jorge.get("/api/payments-get-config").await.ok()["cycle"], Value::Null);
        let config = till.luis.get("/api/payments-get-config").await.ok();
        assert_eq!(config["cycle"]["id"], till.cycle);
        assert_eq!(config["default_client"]["document_number"], "00000000");
        assert_eq!(config["quick_amounts"], json!(["10.00", "20.00", "50.00", "100.00", "200.00"]));
        assert_eq!(config["billing_types"][0]["serie"], "B001");
    }
}
