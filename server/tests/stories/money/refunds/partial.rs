//! Partial refunds: some units are refunded, the rest is charged again.

use super::{super::till::Till, notes::assert_products_match_documents, refund_as};
use crate::on_both_databases;
use comanda::money::Money;
use serde_json::{Value, json};

fn units(line: i64, quantity: i64) -> Value {
    json!({"products": [{"id": line, "qty": quantity}]})
}

on_both_databases! {
    async fn one_dish_of_three_is_refunded(till: Till) {
        let id = till.send_takeaway(&[(2, "Lomo saltado"), (1, "Chicha morada")]).await;
        let lines = till.line_ids(id).await;
        let paid = till.pay(id, json!({"Efectivo": "100"}), json!({})).await.ok();
        assert_eq!(paid["total"], "85.00");
        let quoted = till.refund_quote(&paid, &format!("?products={}:1", lines[0])).await;
        assert_eq!((&quoted["total"], &quoted["rest_total"], &quoted["entries"][0]["amount"]), (&json!("38.00"), &json!("47.00"), &json!("38.00")));
        assert_eq!(quoted["lines"].as_array().unwrap().len(), 2);

        let before = till.house.papers().await.len();
        let refunded = till.refund(&paid, "CLOSE", units(lines[0], 1)).await.ok();
        let (refund, new_charge) = (&refunded["refund"], &refunded["charged_again"]);
        assert_eq!((&refund["total"], &refund["charged_again_id"]), (&json!("38.00"), &new_charge["id"]));
        assert_eq!((&refund["lines"][0]["name"], &refund["lines"][0]["quantity"], &refund["lines"][0]["amount"]), (&json!("Lomo saltado"), &json!("1"), &json!("38.00")));
        assert_eq!((&new_charge["total"], &new_charge["turned"], &new_charge["replaces_id"]), (&json!("47.00"), &json!("0.00"), &paid["id"]));
        assert_eq!((&new_charge["billing"]["full_number"], &new_charge["billing"]["total"]), (&json!("B001-00000001"), &json!("85.00")));
        assert_eq!((&new_charge["entries"][0]["name"], &new_charge["entries"][0]["amount"]), (&json!("Efectivo"), &json!("47.00")));
        assert_eq!((&refunded["client_request"]["is_paid"], &refunded["client_request"]["due"]), (&json!(true), &json!("0.00")));

        // Exactly the refund left the drawer.
        assert_eq!(till.expected_amount("Efectivo").await, "247.00");
        let account = till.order(&json!(id)).await;
        assert_eq!((&account["totals"]["total"], &account["totals"]["paid"]), (&json!("47.00"), &json!("47.00")));
        let papers = till.house.papers().await.split_off(before);
        let desk_papers: Vec<_> = papers.iter().filter(|p| p.printer == "Ticket CAJA").map(|p| p.document.as_str()).collect();
        assert_eq!(desk_papers, ["RECEIPT", "CASH"]);
        assert_eq!(papers.iter().filter(|p| p.document == "CANCELLATION").count(), 1);
        assert!(papers.iter().any(|p| p.text.contains("Queda de B001-00000001")), "{papers:?}");
    }

    async fn the_rest_can_be_refunded_too(till: Till) {
        let id = till.send_takeaway(&[(2, "Lomo saltado"), (1, "Chicha morada")]).await;
        let lines = till.line_ids(id).await;
        let paid = till.pay(id, json!({"Efectivo": "85"}), json!({})).await.ok();
        let part = till.refund(&paid, "CLOSE", units(lines[1], 1)).await.ok();
        let rest = till.refund(&part["charged_again"], "CLOSE", units(lines[0], 1)).await.ok();
        assert_eq!((&rest["refund"]["total"], &rest["charged_again"]["total"]), (&json!("38.00"), &json!("38.00")));
        assert_eq!(till.expected_amount("Efectivo").await, "238.00");
        // All that is left is a whole refund.
        let last = till.refund(&rest["charged_again"], "CLOSE", units(lines[0], 1)).await.ok();
        assert_eq!((&last["charged_again"], &last["client_request"]["is_paid"]), (&Value::Null, &json!(false)));
        assert_eq!(till.expected_amount("Efectivo").await, "200.00");
        let documents = till.luis.get(&format!("/api/billings?client_request_id={id}")).await.rows();
        let notes: Vec<&Value> = documents[0]["credit_notes"].as_array().unwrap().iter().map(|n| &n["total"]).collect();
        assert_eq!((documents.len(), &documents[0]["voided_at"]), (1, &Value::Null));
        assert_eq!(notes, ["9.00", "38.00", "38.00"]);
    }

    async fn a_discount_stays_with_the_dishes_that_stay(till: Till) {
        let id = till.send_takeaway(&[(2, "Cau cau"), (1, "Inca Kola 500 ml")]).await;
        till.house.sql("INSERT INTO billing_adjustments (client_request_id, kind, discount_type_id, is_percentage, percentage, description, created_by, created_at)
            SELECT id, 'DISCOUNT', 2, TRUE, 10000000, 'Descuento 10%', attendant_id, opened_at FROM client_requests").await;
        let lines = till.line_ids(id).await;
        let paid = till.pay(id, json!({"Efectivo": "60"}), json!({})).await.ok();
        assert_eq!(paid["total"], "56.70");
        let refunded = till.refund(&paid, "CLOSE", units(lines[0], 1)).await.ok();
        assert_eq!((&refunded["refund"]["total"], &refunded["charged_again"]["total"]), (&json!("25.20"), &json!("31.50")));
        assert_eq!((&refunded["credit_note"]["total"], &refunded["charged_again"]["billing"]["total"]), (&json!("25.20"), &json!("56.70")));
        assert_eq!(till.expected_amount("Efectivo").await, "231.50");
    }

    async fn the_share_of_a_fixed_discount_goes_with_the_dish_that_is_refunded(till: Till) {
        let id = till.send_takeaway(&[(2, "Cau cau"), (2, "Inca Kola 500 ml")]).await;
        till.house.sql("INSERT INTO billing_adjustments (client_request_id, kind, discount_type_id, is_percentage, amount, description, created_by, created_at)
            SELECT id, 'DISCOUNT', 2, FALSE, 42000000, 'Descuento', attendant_id, opened_at FROM client_requests").await;
        let lines = till.line_ids(id).await;
        let first = till.pay(id, json!({"Efectivo": "22.40"}), units(lines[0], 2)).await.ok();
        till.pay(id, json!({"Efectivo": "2.80"}), units(lines[1], 1)).await.ok();
        let quoted = till.refund_quote(&first, &format!("?products={}:1", lines[0])).await;
        assert_eq!((&quoted["total"], &quoted["rest_total"]), (&json!("11.20"), &json!("11.20")));
        // 42.00 off 70.00: each Cau cau was paid with 11.20, and as much is given back.
        let part = till.refund(&first, "CLOSE", units(lines[0], 1)).await.ok();
        assert_eq!((&part["refund"]["total"], &part["charged_again"]["total"]), (&json!("11.20"), &json!("11.20")));
        assert_eq!(part["client_request"]["due"], "2.80", "the last drink costs what it cost before");
        let last = till.pay(id, json!({"Efectivo": "2.80"}), json!({})).await.ok();
        assert_eq!(last["client_request"]["is_paid"], true);
        let rest = till.refund(&part["charged_again"], "CLOSE", units(lines[0], 1)).await.ok();
        assert_eq!((&rest["refund"]["total"], &rest["client_request"]["is_paid"]), (&json!("11.20"), &json!(true)));
        assert_eq!(till.payment_info(id).await["paid"], "5.60");
        assert_eq!(till.expected_amount("Efectivo").await, "205.60");
    }

    async fn an_open_account_continues_with_what_is_left_of_it(till: Till) {
        let id = till.send_takeaway(&[(2, "Cau cau"), (1, "Inca Kola 500 ml"), (1, "Chicha morada")]).await;
        let lines = till.line_ids(id).await;
        let body = json!({"client_request_id": id, "pin": comanda::demo::PIN, "discounts": [{"discountTypeId": 1, "line_ids": [lines[1]]}]});
        till.luis.post("/api/billing-adjustment", body).await.ok();
        let tip = json!({"client_request_id": id, "charges": [{"additionalChargeTypeId": 1, "percentage": "10"}]});
        till.luis.post("/api/billing-adjustment", tip).await.ok();
        // A tenth of 72.00 is the tip, of which 56.00 and 9.00 bear their parts and the courtesy nothing.
        let paid = till.pay(id, json!({"Efectivo": "62.20"}), units(lines[0], 2)).await.ok();
        assert_eq!((&paid["client_request"]["is_paid"], &paid["client_request"]["due"]), (&json!(false), &json!("10.00")));
        // 44.00 and their tip of 4.40, less the courtesy of 7.00, are left: 41.40.
        let refunded = till.refund(&paid, "CLOSE", units(lines[0], 1)).await.ok();
        assert_eq!((&refunded["charged_again"]["total"], &refunded["client_request"]["due"]), (&json!("31.33"), &json!("10.07")));
        assert_eq!(till.payment_info(id).await["paid"], "31.33");
    }

    async fn a_tip_paid_by_another_guest_is_refunded_with_the_dish_without_reducing_sales(till: Till) {
        // A boleta is credited, a nota de venta voided and issued anew.
        for (kind, note) in [(1, json!("28.00")), (3, Value::Null)] {
            let tips = till.daily().await["tips"].as_str().unwrap().parse::<Money>().unwrap();
            let id = till.send_takeaway(&[(2, "Cau cau"), (1, "Inca Kola 500 ml")]).await;
            let lines = till.line_ids(id).await;
            let more = json!({"billing_type_id": kind, "products": [{"id": lines[0], "qty": 2}]});
            let first = till.pay(id, json!({"Efectivo": "56"}), more).await.ok();
            let tip = json!({"client_request_id": id, "charges": [{"additionalChargeTypeId": 1, "percentage": "10"}]});
            till.luis.post("/api/billing-adjustment", tip).await.ok();
            let last = till.pay(id, json!({"Efectivo": "13.30"}), json!({"billing_type_id": kind})).await.ok();
            assert_eq!((&last["billing"]["total"], &last["client_request"]["is_paid"]), (&json!("7.00"), &json!(true)));

            // A full refund would leave 7.70, of which the other guest paid 13.30.
            let whole = till.refund_quote(&first, "").await;
            assert_eq!((&whole["can_close"], &whole["balances"]), (&json!(true), &json!(false)));
            let one = till.refund_quote(&first, &format!("?products={}:1", lines[0])).await;
            assert_eq!((&one["balances"], &one["total"]), (&json!(true), &json!("30.80")));
            if kind == 1 {
                let billing = &first["billing"];
                let one = format!("/api/billings/{}/credit-note-quote?lines={}:1", billing["id"], billing["lines"][0]["id"]);
                let quoted = till.house.app.login("admin").await.get(&one).await.ok();
                assert_eq!((&quoted["total"], &quoted["left"], &quoted["lines"][0]["amount"]), (&json!("28.00"), &json!("28.00"), &json!("28.00")));
                assert_eq!(quoted["entries"][0]["amount"], "30.80");
            }
            let refunded = till.refund(&first, "CLOSE", units(lines[0], 1)).await.ok();
            let new_charge = &refunded["charged_again"];
            assert_eq!((&refunded["refund"]["total"], &new_charge["total"], &refunded["credit_note"]["total"]), (&json!("30.80"), &json!("25.20"), &note));
            let documents = till.luis.get(&format!("/api/billings?client_request_id={id}")).await.rows();
            let standing_total = |d: &Value| {
                let credited = d["credit_notes"].as_array().unwrap().iter().map(|n| n["total"].as_str().unwrap().parse::<Money>().unwrap());
                d["total"].as_str().unwrap().parse::<Money>().unwrap() - credited.sum::<Money>()
            };
            let stands = documents.iter().filter(|d| d["voided_at"].is_null()).map(standing_total).sum::<Money>();
            assert_eq!((stands.to_string(), &till.payment_info(id).await["paid"]), ("35.00".into(), &json!("38.50")));
            let daily = till.daily().await;
            assert_products_match_documents(&daily);
            assert_eq!(daily["tips"].as_str().unwrap().parse::<Money>().unwrap() - tips, "3.50".parse().unwrap());
            let by_method = till.house.app.login("supervisor").await.get("/api/payment-method-report").await.ok();
            assert_eq!(by_method["tips"], daily["tips"], "{by_method}");

            // Opened again and paid anew, the dish is sold once, and no tip is collected twice.
            till.refund(new_charge, "REOPEN", json!({})).await.ok();
            let anew = till.pay(id, json!({"Efectivo": "25.20"}), json!({"billing_type_id": kind})).await.ok();
            assert_eq!((&anew["total"], &anew["billing"]["total"], &anew["client_request"]["is_paid"]), (&json!("25.20"), &json!("28.00"), &json!(true)));
            let after = till.daily().await;
            assert_products_match_documents(&after);
            assert_eq!((&after["tips"], &after["total"]), (&daily["tips"], &daily["total"]));
        }
    }

    async fn client_kind_and_methods_of_payment_stay(till: Till) {
        let ruc = till.create_client("RUC", "20100070970", "Inversiones del Sur").await;
        let id = till.send_takeaway(&[(2, "Cau cau"), (1, "Inca Kola 500 ml")]).await;
        let lines = till.line_ids(id).await;
        let more = json!({"billing_type_id": 2, "client_id": ruc, "by_consumption": true, "operation_numbers": {"Yape": "55"}});
        let paid = till.pay(id, json!({"Yape": "40", "Efectivo": "23"}), more).await.ok();
        // The drawer is used first; the requested methods follow.
        let quoted = till.refund_quote(&paid, &format!("?products={}:1", lines[0])).await;
        let shown: Vec<_> = quoted["entries"].as_array().unwrap().iter().map(|e| format!("{} {}", e["name"], e["amount"])).collect();
        assert_eq!(shown, [r#""Efectivo" "23.00""#, r#""Yape" "5.00""#]);
        let body = json!({"products": [{"id": lines[0], "qty": 1}], "payment_options": {"Yape": "28"}});
        let refunded = till.refund(&paid, "CLOSE", body).await.ok();
        let new_charge = &refunded["charged_again"];
        assert_eq!((&new_charge["billing"]["full_number"], &new_charge["billing"]["client_name"]), (&json!("F001-00000001"), &json!("Inversiones del Sur")));
        assert_eq!(new_charge["billing"]["lines"][0]["description"], "POR CONSUMO");
        let by_name = |n: &str| new_charge["entries"].as_array().unwrap().iter().find(|e| e["name"] == n).unwrap().clone();
        assert_eq!((&by_name("Yape")["amount"], &by_name("Yape")["operation_number"]), (&json!("12.00"), &json!("55")));
        assert_eq!(by_name("Efectivo")["amount"], "23.00");
        assert_eq!((till.expected_amount("Yape").await, till.expected_amount("Efectivo").await), (json!("12.00"), json!("223.00")));
    }

    async fn a_refund_is_at_most_what_was_paid_and_only_of_lines(till: Till) {
        let id = till.send_takeaway(&[(2, "Cau cau"), (1, "Inca Kola 500 ml")]).await;
        let lines = till.line_ids(id).await;
        let first = till.pay(id, json!({"Efectivo": "28"}), units(lines[0], 1)).await.ok();
        for bad in [units(lines[0], 2), units(lines[1], 1), units(lines[0], -1), units(9999, 1), json!({"products": [{"id": lines[0], "qty": 1}, {"id": lines[0], "qty": 1}]})] {
            till.refund(&first, "CLOSE", bad).await.refused(422, "invalid");
        }
        till.refund(&first, "REOPEN", units(lines[0], 1)).await.refused(422, "invalid");
        let money = till.send_takeaway(&[(1, "Cau cau")]).await;
        let part = till.pay(money, json!({"Efectivo": "10"}), json!({"amount": "10.00"})).await.ok();
        till.refund(&part, "CLOSE", units(till.line_ids(money).await[0], 1)).await.refused(422, "invalid");
        assert_eq!(till.luis.get(&format!("/api/payments/{}/refund-quote?products=x", first["id"])).await.status.as_u16(), 422);
    }

    async fn on_an_open_account_other_guests_dishes_stay_to_be_paid(till: Till) {
        let id = till.send_takeaway(&[(3, "Cau cau"), (1, "Inca Kola 500 ml")]).await;
        let lines = till.line_ids(id).await;
        let first = till.pay(id, json!({"Efectivo": "56"}), units(lines[0], 2)).await.ok();
        let refunded = till.refund(&first, "CLOSE", units(lines[0], 1)).await.ok();
        assert_eq!((&refunded["charged_again"]["total"], &refunded["client_request"]["due"]), (&json!("28.00"), &json!("35.00")));
        let rest = till.pay(id, json!({"Efectivo": "35"}), json!({})).await.ok();
        assert_eq!(rest["client_request"]["is_paid"], true);
        assert_eq!(till.expected_amount("Efectivo").await, "263.00");
    }

    async fn two_tills_do_not_both_refund_the_same_dish(till: Till) {
        let jorge = till.open_second_till().await;
        let id = till.send_takeaway(&[(2, "Cau cau")]).await;
        let line = till.line_ids(id).await[0];
        let paid = till.pay(id, json!({"Efectivo": "56"}), json!({})).await.ok();
        let (a, b) = tokio::join!(refund_as(&till.luis, &paid, "CLOSE", units(line, 1)), refund_as(&jorge, &paid, "CLOSE", units(line, 1)));
        let (won, lost) = if a.status.is_success() { (a, b) } else { (b, a) };
        won.ok();
        assert!(lost.refused(409, "conflict")["current"]["refund"].is_object());
    }

    async fn a_centimo_between_documents_is_no_debt(till: Till) {
        till.house.sql("UPDATE products SET sale_amount = 10040000 WHERE name IN ('Cau cau', 'Inca Kola 500 ml')").await;
        // Ten per cent of both dishes are 2.01, so one of them comes to 9.03 and the other to 9.04; of one alone 1.00, so it comes to 9.04.
        for paid_first in [0, 1] {
            let id = till.send_takeaway(&[(1, "Cau cau"), (1, "Inca Kola 500 ml")]).await;
            till.house.sql(
                "INSERT INTO billing_adjustments (client_request_id, kind, discount_type_id, is_percentage, percentage, description, created_by, created_at)
                 SELECT id, 'DISCOUNT', 2, TRUE, 10000000, 'Amigos', attendant_id, opened_at FROM client_requests WHERE closed_at IS NULL",
            ).await;
            let line = till.line_ids(id).await[paid_first];
            let first = till.pay(id, json!({"Efectivo": "10"}), units(line, 1)).await.ok();
            let rest = till.pay(id, json!({"Efectivo": "10"}), json!({})).await.ok();
            let refunded = till.refund(&rest, "CLOSE", json!({})).await.ok();
            assert_eq!((&refunded["client_request"]["is_paid"], &refunded["client_request"]["due"]), (&json!(true), &json!("0.00")));
            let totals = till.order(&json!(id)).await["totals"].clone();
            assert_eq!((&totals["total"], &totals["paid"], &totals["due"]), (&first["total"], &first["total"], &json!("0.00")));
            let amount = |value: &Value| value.as_str().unwrap().parse::<Money>().unwrap();
            assert_eq!(amount(&totals["subtotal"]) - amount(&totals["discounts"][0]["amount"]), amount(&totals["total"]), "{totals}");
            let listed = till.luis.get("/api/client-requests?type=ORDER").await.rows();
            let listed = listed.iter().find(|row| row["id"] == id).expect("the account is listed");
            assert_eq!((&listed["total"], &listed["due"]), (&first["total"], &json!("0.00")));
            let take_aways = till.luis.get("/api/floor").await.ok()["takeaway"].clone();
            let shown = take_aways.as_array().unwrap().iter().find(|row| row["id"] == id).expect("the map shows the account");
            assert_eq!((&shown["total"], &shown["due"]), (&first["total"], &json!("0.00")));
        }
    }
}
