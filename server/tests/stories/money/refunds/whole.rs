//! Full refunds of a payment.

use super::{super::till::Till, refund_as, refund_body};
use crate::on_both_databases;
use serde_json::{Value, json};
use uuid::Uuid;

/// The last log entry of this action: amount, reason, and whether the user's own PIN allowed it.
async fn logged(till: &Till, action: &'static str) -> (i64, String, bool) {
    let mut tx = till.house.db().read().await.unwrap();
    tx.query("SELECT amount, reason, approver_id IS NOT NULL FROM action_logs WHERE action_type = $1 ORDER BY id DESC LIMIT 1")
        .bind(action)
        .one()
        .await
        .unwrap()
}

/// Sells 63.00 with a fixed discount of 6.30 to two guests; returns the account and the payment of the first, who had one Cau cau.
async fn sell_discounted_to_two(till: &Till) -> (i64, Value) {
    let id = till.send_takeaway(&[(2, "Cau cau"), (1, "Inca Kola 500 ml")]).await;
    till.house.sql("INSERT INTO billing_adjustments (client_request_id, kind, discount_type_id, is_percentage, amount, description, created_by, created_at)
        SELECT id, 'DISCOUNT', 2, FALSE, 6300000, 'Descuento', attendant_id, opened_at FROM client_requests").await;
    let line = till.line_ids(id).await[0];
    let first = till.pay(id, json!({"Efectivo": "25.20"}), json!({"products": [{"id": line, "qty": 1}]})).await.ok();
    till.pay(id, json!({"Efectivo": "31.50"}), json!({})).await.ok();
    (id, first)
}

on_both_databases! {
    async fn a_boleta_becomes_a_factura(till: Till) {
        let table = till.house.send_order("7", &[till.house.order_item(1, "Lomo saltado").await]).await;
        let id = table["client_request"]["id"].as_i64().unwrap();
        let paid = till.pay(id, json!({"Efectivo": "50"}), json!({})).await.ok();
        let quoted = till.refund_quote(&paid, "").await;
        assert_eq!((&quoted["document"], &quoted["total"], &quoted["can_close"]), (&json!("B001-00000001"), &json!("38.00"), &json!(true)));
        assert_eq!((&quoted["entries"][0]["name"], &quoted["entries"][0]["amount"]), (&json!("Efectivo"), &json!("38.00")));

        let refunded = till.refund(&paid, "REOPEN", json!({})).await.ok();
        let refund_row = &refunded["refund"];
        assert_eq!((&refund_row["document"], &refund_row["total"], &refund_row["rounding"]), (&json!("B001-00000001"), &json!("38.00"), &json!("0.00")));
        assert_eq!((&refund_row["entries"][0]["amount"], &refund_row["reason"], &refund_row["user_name"]), (&json!("38.00"), &json!("Pidió factura"), &json!("Luis Cárdenas")));
        assert_eq!(refunded["client_request"], json!({"id": id, "is_paid": false, "due": "38.00", "closed_at": null}));

        let account = till.order(&json!(id)).await;
        assert_eq!((&account["closed_at"], &account["is_paid"]), (&Value::Null, &json!(false)));
        assert_eq!((&account["lines"][0]["qty_paid"], &account["lines"][0]["status"]), (&json!("0"), &json!("PENDING")));
        let tables = till.luis.get("/api/tables").await.rows();
        assert_eq!(tables.iter().find(|t| t["name"] == "7").unwrap()["status_table"], "OCCUPIED");

        let ruc = till.create_client("RUC", "20100070970", "Inversiones del Sur").await;
        let new_payment = till.pay(id, json!({"Efectivo": "38"}), json!({"billing_type_id": 2, "client_id": ruc})).await.ok();
        assert_eq!((&new_payment["billing"]["full_number"], &new_payment["client_request"]["is_paid"]), (&json!("F001-00000001"), &json!(true)));
        // Both documents stay; the number of the voided one is never used again.
        let documents = till.luis.get(&format!("/api/billings?client_request_id={id}")).await.rows();
        assert_eq!(documents.iter().map(|d| &d["state"]).collect::<Vec<_>>(), ["PENDING", "VOIDING"]);
        let voided = &documents[1];
        assert_eq!((&voided["voided_by_name"], &voided["void_reason"]), (&json!("Luis Cárdenas"), &json!("Pidió factura")));
        assert!(voided["voided_at"].is_string());
        assert_eq!(till.sell(&[(1, "Cau cau")]).await["billing"]["full_number"], "B001-00000002");
        assert_eq!(till.expected_amount("Efectivo").await, "266.00");
        let payment = till.payment(&paid["id"]).await;
        assert_eq!((&payment["refund"]["id"], payment["voided_at"].is_string()), (&refund_row["id"], true));
        // The account's own PDF is of the valid document, and the voided one says so.
        let pdf = till.luis.get(&format!("/api/orders/{id}/1/billing-order-pdf?payment_id={}", paid["id"])).await;
        assert!(pdf.status.is_success());
    }

    async fn guests_who_leave_are_refunded_and_nothing_is_sold(till: Till) {
        let paid = till.sell(&[(1, "Lomo saltado"), (2, "Chicha morada")]).await;
        let before = till.house.papers().await.len();
        let refunded = till.refund(&paid, "CLOSE", json!({"reason": "  Se fueron   sin esperar "})).await.ok();
        assert_eq!((&refunded["refund"]["reason"], &refunded["refund"]["total"]), (&json!("Se fueron sin esperar"), &json!("56.00")));
        assert_eq!((&refunded["client_request"]["is_paid"], refunded["client_request"]["closed_at"].is_string()), (&json!(false), true));
        let account = till.order(&paid["client_request_id"]).await;
        for line in account["lines"].as_array().unwrap() {
            assert_eq!((&line["status"], &line["qty_paid"], &line["dismissed_reason"]), (&json!("DISMISSED"), &json!("0"), &json!("Se fueron sin esperar")));
        }
        assert_eq!(account["totals"]["total"], "0.00");
        // The kitchen is told to stop what it has not served; the client signs for the money.
        let papers = till.house.papers().await.split_off(before);
        assert_eq!(papers.iter().filter(|p| p.document == "CANCELLATION").count(), 2, "{papers:?}");
        let slip = papers.iter().find(|p| p.printer == "Ticket CAJA").unwrap();
        for text in ["D E V O L U C I Ó N", "ANULA BOLETA B001-00000001", "Lomo saltado", "56.00", "EFECTIVO", "Motivo: Se fueron sin esperar", "Pidió: Luis Cárdenas", "Autorizó: PIN de seguridad", "Firma del cliente"] {
            assert!(slip.text.contains(text), "{text}:\n{}", slip.text);
        }
        assert_eq!(refunded["print_jobs"][0]["printer"], "Ticket CAJA");
        assert_eq!(till.expected_amount("Efectivo").await, "200.00");
    }

    async fn dishes_that_were_served_are_no_news_to_the_kitchen(till: Till) {
        let paid = till.sell(&[(1, "Lomo saltado"), (1, "Chicha morada")]).await;
        let lines = till.order(&paid["client_request_id"]).await["lines"].clone();
        for status in ["PROCESSING", "PREPARED", "DELIVERED"] {
            let path = format!("/api/update-status-order/{}/status", lines[0]["id"]);
            till.luis.patch(&path, json!({"status": status})).await.ok();
        }
        let before = till.house.papers().await.len();
        till.refund(&paid, "CLOSE", json!({})).await.ok();
        let papers = till.house.papers().await.split_off(before);
        let cancelled: Vec<_> = papers.iter().filter(|p| p.document == "CANCELLATION").collect();
        assert_eq!(cancelled.iter().map(|p| p.area.as_str()).collect::<Vec<_>>(), ["BAR"]);
        let wall = till.luis.get("/api/kitchen").await.ok();
        let shown_lines: Vec<&Value> = wall["cards"].as_array().unwrap().iter().flat_map(|c| c["lines"].as_array().unwrap()).collect();
        assert!(shown_lines.iter().all(|l| l["name"] != "Lomo saltado" || l["dismissal_acknowledged"] == true), "{shown_lines:?}");
        assert!(shown_lines.iter().any(|l| l["name"] == "Chicha morada" && l["dismissed"] == true), "{shown_lines:?}");
    }

    async fn a_refund_returns_each_method_and_the_tip(till: Till) {
        let id = till.send_takeaway(&[(1, "Cau cau"), (1, "Lomo saltado")]).await;
        till.house.sql("INSERT INTO billing_adjustments (client_request_id, kind, additional_charge_type_id, is_percentage, amount, description, created_by, created_at)
            SELECT r.id, 'CHARGE', t.id, FALSE, 5000000, 'Propina', r.attendant_id, r.opened_at FROM client_requests r, additional_charge_types t WHERE t.code = 'TIP'").await;
        let paid = till.pay(id, json!({"Yape": "30", "Efectivo": "50"}), json!({"operation_numbers": {"Yape": "77"}})).await.ok();
        assert_eq!((&paid["total"], &paid["billing"]["total"], &paid["turned"]), (&json!("71.00"), &json!("66.00"), &json!("9.00")));
        let refunded = till.refund(&paid, "REOPEN", json!({"operation_numbers": {"Yape": " 78 "}})).await.ok();
        let entries = refunded["refund"]["entries"].as_array().unwrap();
        let by_name = |n: &str| entries.iter().find(|e| e["name"] == n).unwrap();
        assert_eq!((&by_name("Yape")["amount"], &by_name("Yape")["operation_number"]), (&json!("30.00"), &json!("78")));
        assert_eq!((&by_name("Efectivo")["amount"], &refunded["client_request"]["due"]), (&json!("41.00"), &json!("71.00")));
        assert_eq!((till.expected_amount("Efectivo").await, till.expected_amount("Yape").await), (json!("200.00"), json!("0.00")));
        // Paid again, the tip is charged again.
        let new_payment = till.pay(id, json!({"Efectivo": "71"}), json!({})).await.ok();
        assert_eq!((&new_payment["billing"]["total"], &new_payment["total"]), (&json!("66.00"), &json!("71.00")));
    }

    async fn a_table_that_others_sit_at_is_left_to_them(till: Till) {
        let sent = till.house.send_order("7", &[till.house.order_item(1, "Lomo saltado").await]).await;
        let id = sent["client_request"]["id"].as_i64().unwrap();
        let paid = till.pay(id, json!({"Efectivo": "38"}), json!({})).await.ok();
        let others = till.house.open_table(&till.house.rosa, "7").await;
        assert_eq!(till.refund_quote(&paid, "").await["table_taken_by"], "Rosa Quispe");
        let refusal = till.refund(&paid, "REOPEN", json!({})).await.refused(409, "table_taken");
        assert_eq!((&refusal["current"]["client_request_id"], &refusal["current"]["table"]), (&json!(others), &json!("7")));
        // Nothing happened.
        assert_eq!(till.payment(&paid["id"]).await["billing"]["state"], "PENDING");
        assert_eq!(till.expected_amount("Efectivo").await, "238.00");

        let refunded = till.refund(&paid, "REOPEN", json!({"without_table": true})).await.ok();
        assert_eq!(refunded["client_request"]["due"], "38.00");
        let account = till.order(&json!(id)).await;
        assert_eq!((&account["type"], &account["table_id"], &account["client_name"]), (&json!("ORDER"), &Value::Null, &json!("Mesa 7")));
        assert_eq!(account["correlative_counter"], 1);
        till.pay(id, json!({"Efectivo": "38"}), json!({})).await.ok();
        let tables = till.luis.get("/api/tables").await.rows();
        assert_eq!(tables.iter().find(|t| t["name"] == "7").unwrap()["client_request_id"], others);
    }

    async fn a_second_refund_is_told_the_current_state(till: Till) {
        let paid = till.sell(&[(1, "Cau cau")]).await;
        let jorge = till.open_second_till().await;
        let (a, b) = tokio::join!(
            refund_as(&till.luis, &paid, "CLOSE", json!({})),
            refund_as(&jorge, &paid, "CLOSE", json!({"payment_options": {"Yape": "28"}})),
        );
        let (won, lost) = if a.status.is_success() { (a, b) } else { (b, a) };
        let won = won.ok();
        let lost = lost.refused(409, "conflict");
        assert_eq!(lost["current"]["refund"]["id"], won["refund"]["id"]);
        assert!(lost["message"].as_str().unwrap().contains("B001-00000001 ya fue anulado por"), "{lost}");
        let refunds = jorge.get(&format!("/api/refunds?client_request_id={}", paid["client_request_id"])).await.rows();
        assert_eq!(refunds.len(), 1);
    }

    async fn the_same_key_refunds_once(till: Till) {
        let paid = till.sell(&[(1, "Cau cau")]).await;
        let (key, path) = (Uuid::new_v4(), format!("/api/payments/{}/refund", paid["id"]));
        let send = || till.luis.post_with_key(&path, refund_body("CLOSE", json!({})), key);
        let (first, second) = (send().await.ok(), send().await.ok());
        assert_eq!(first, second);
        assert_eq!(till.expected_amount("Efectivo").await, "200.00");
        till.luis.post_with_key(&path, refund_body("REOPEN", json!({})), key).await.refused(422, "idempotency_mismatch");
    }

    async fn refunds_need_a_role_a_pin_and_a_cash_box(till: Till) {
        let paid = till.sell(&[(1, "Cau cau")]).await;
        let app = &till.house.app;
        for role in ["mozo", "cocina", "contador"] {
            refund_as(&app.login(role).await, &paid, "CLOSE", json!({})).await.refused(422, "not_permitted");
        }
        till.refund(&paid, "CLOSE", json!({"pin": null})).await.refused(422, "pin_required");
        till.refund(&paid, "CLOSE", json!({"pin": "0000"})).await.refused(422, "wrong_pin");
        // An administrator needs the PIN as well, and an open cash box from which the money is paid.
        let admin = app.login("admin").await;
        refund_as(&admin, &paid, "CLOSE", json!({"pin": null})).await.refused(422, "pin_required");
        refund_as(&admin, &paid, "CLOSE", json!({})).await.refused(409, "no_open_cycle");
        for bad in [
            json!({"reason": "  "}), json!({"reason": "x".repeat(201)}), json!({"outcome": "LATER"}), json!({"products": []}),
            json!({"products": [{"id": 1, "qty": "0.5"}]}), json!({"payment_options": {"Efectivo": "27.00"}}),
            json!({"payment_options": {"Oro": "28.00"}}), json!({"payment_options": {"Efectivo": "-28"}}),
            json!({"payment_options": {"Efectivo": "99999999999999999999"}}), json!({"remove_inventory": "si"}),
        ] {
            till.refund(&paid, "CLOSE", bad).await.refused(422, "invalid");
        }
        till.refund(&paid, "REOPEN", json!({"remove_inventory": true})).await.refused(422, "invalid");
        till.refund(&json!({"id": 999}), "CLOSE", json!({})).await.refused(404, "not_found");
        assert_eq!(till.payment(&paid["id"]).await["refund"], Value::Null);
        till.luis.delete(&format!("/api/payments/{}", paid["id"])).await.refused(409, "conflict");
    }

    async fn the_log_names_who_asked_and_who_allowed_it(till: Till) {
        till.house.sql("UPDATE users SET pin_hash = (SELECT security_pin_hash FROM global_settings) WHERE username = 'supervisor'").await;
        let jorge = till.house.app.login("supervisor").await;
        let paid = till.sell(&[(1, "Cau cau")]).await;
        let before = till.house.papers().await.len();
        till.refund(&paid, "CLOSE", json!({"approver_id": jorge.user_id()})).await.ok();
        let slip = till.house.papers().await.split_off(before).into_iter().find(|p| p.printer == "Ticket CAJA").unwrap();
        assert!(slip.text.contains("Autorizó: Jorge"), "{}", slip.text);
        assert_eq!(logged(&till, "REFUND").await, (28_000_000, "Pidió factura".into(), true));
        assert_eq!(logged(&till, "DOCUMENT_VOIDED").await, (28_000_000, "B001-00000001: Pidió factura".into(), true));
    }

    async fn shares_are_refunded_one_by_one(till: Till) {
        let id = till.send_takeaway(&[(1, "Cau cau"), (1, "Inca Kola 500 ml")]).await;
        let mut paid = Vec::new();
        for _ in 0..2 {
            paid.push(till.pay(id, json!({"Efectivo": "20"}), json!({"share": {"of": 2}})).await.ok());
        }
        assert_eq!(paid[1]["client_request"]["is_paid"], true);
        // A share names no dishes.
        assert_eq!(till.refund_quote(&paid[0], "").await["returns_stock"], false);
        let refunded = till.refund(&paid[0], "REOPEN", json!({})).await.ok();
        assert_eq!(refunded["client_request"]["due"], "17.50");
        let info = till.payment_info(id).await;
        assert_eq!((&info["mode"], &info["lines"][0]["qty_paid"], &info["total"]), (&json!("AMOUNT"), &json!("0"), &json!("17.50")));
        let refunded = till.refund(&paid[1], "CLOSE", json!({})).await.ok();
        assert_eq!((&refunded["client_request"]["due"], refunded["client_request"]["closed_at"].is_string()), (&json!("0.00"), true));
        assert_eq!(till.expected_amount("Efectivo").await, "200.00");
    }

    async fn other_payments_of_the_account_stay(till: Till) {
        let id = till.send_takeaway(&[(2, "Cau cau"), (1, "Inca Kola 500 ml")]).await;
        let line = till.line_ids(id).await[0];
        let first = till.pay(id, json!({"Efectivo": "28"}), json!({"products": [{"id": line, "qty": 1}]})).await.ok();
        // On an open account the dish is unpaid again, or dismissed.
        let open = till.refund(&first, "REOPEN", json!({})).await.ok();
        assert_eq!(open["client_request"]["due"], "63.00");
        let first = till.pay(id, json!({"Efectivo": "28"}), json!({"products": [{"id": line, "qty": 1}]})).await.ok();
        let second = till.pay(id, json!({"Efectivo": "35"}), json!({})).await.ok();
        assert_eq!(second["client_request"]["is_paid"], true);
        let refunded = till.refund(&first, "CLOSE", json!({})).await.ok();
        assert_eq!((&refunded["client_request"]["is_paid"], &refunded["client_request"]["due"]), (&json!(true), &json!("0.00")));
        let account = till.order(&json!(id)).await;
        assert_eq!((&account["totals"]["total"], &account["totals"]["paid"]), (&json!("35.00"), &json!("35.00")));
        let quantities: Vec<_> = account["lines"].as_array().unwrap().iter().map(|l| (l["qty"].clone(), l["qty_paid"].clone(), l["status"].clone())).collect();
        assert!(quantities.contains(&(json!("1"), json!("1"), json!("PENDING"))) && quantities.contains(&(json!("1"), json!("0"), json!("DISMISSED"))), "{quantities:?}");
        let refunded = till.refund(&second, "CLOSE", json!({})).await.ok();
        assert_eq!(refunded["client_request"]["is_paid"], false);
        assert_eq!(till.expected_amount("Efectivo").await, "200.00");
    }

    async fn a_refund_leaves_the_others_the_price_that_they_paid(till: Till) {
        let (id, first) = sell_discounted_to_two(&till).await;
        // 2.80 of the discount of 6.30 were for this dish and go with it.
        let refunded = till.refund(&first, "CLOSE", json!({})).await.ok();
        assert_eq!((&refunded["refund"]["total"], &refunded["client_request"]["is_paid"]), (&json!("25.20"), &json!(true)));
        let account = till.order(&json!(id)).await;
        assert_eq!((&account["totals"]["total"], &account["totals"]["paid"]), (&json!("31.50"), &json!("31.50")));
        assert_eq!(till.expected_amount("Efectivo").await, "231.50");
    }

    async fn an_account_that_is_collected_anew_has_its_whole_discount(till: Till) {
        let (_, first) = sell_discounted_to_two(&till).await;
        let refunded = till.refund(&first, "REOPEN", json!({})).await.ok();
        assert_eq!(refunded["client_request"]["due"], "25.20");
    }

    async fn a_courtesy_is_undone_without_money(till: Till) {
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        till.house.sql("INSERT INTO billing_adjustments (client_request_id, kind, discount_type_id, is_percentage, percentage, description, created_by, created_at)
            SELECT id, 'DISCOUNT', 1, TRUE, 100000000, 'Cortesía', attendant_id, opened_at FROM client_requests").await;
        let paid = till.pay(id, json!({}), json!({})).await.ok();
        assert_eq!(paid["total"], "0.00");
        let refunded = till.refund(&paid, "REOPEN", json!({})).await.ok();
        assert_eq!((&refunded["refund"]["entries"], &refunded["refund"]["total"]), (&json!([]), &json!("0.00")));
        assert_eq!(till.order(&json!(id)).await["is_paid"], false);
    }
}
