//! Cash boxes: who has them open, blind counts, differences, movements.

use super::till::{Till, open_cash_box};
use crate::on_both_databases;
use reqwest::{Method, Url};
use serde_json::{Value, json};
use uuid::Uuid;

fn closing(notes: &[(&str, i64)], yape: &str, more: Value) -> Value {
    let notes: serde_json::Map<String, Value> = notes.iter().map(|(n, c)| ((*n).to_owned(), json!(c))).collect();
    let mut body = json!({"status": "CLOSED", "denominations": notes, "counted": {"Yape": yape}});
    for (key, value) in more.as_object().unwrap() {
        body[key] = value.clone();
    }
    body
}

/// Sells S/ 28.00 in cash and S/ 28.00 by Yape.
async fn sell(till: &Till) {
    for (options, numbers) in [(json!({"Efectivo": "50"}), json!({})), (json!({"Yape": "28"}), json!({"Yape": "1"}))] {
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        till.pay(id, options, json!({"operation_numbers": numbers})).await.ok();
    }
}

on_both_databases! {
    async fn movements_are_summed_dated_and_may_be_excluded(till: Till) {
        let add = async |body: Value| till.luis.post("/api/cash-movements", body).await;
        add(json!({"motive": "Sencillo", "amount": "50"})).await.ok();
        add(json!({"movement_type": "EXPENSE", "motive": "Camión de gas", "amount": "20.50"})).await.ok();
        let noted = add(json!({"motive": "Error", "amount": "9", "status": "REJECTED", "reason": "Era de la otra caja"})).await.ok();
        assert_eq!((&noted["status"], &noted["reject_reason"]), (&json!("REJECTED"), &json!("Era de la otra caja")));
        let list = async |query: &str| till.luis.get(&format!("/api/cash-movements?{query}")).await.json;
        let all = list("per_page=1").await;
        assert_eq!((all["rows"].as_array().unwrap().len(), &all["total_rows"]), (1, &json!(3)));
        assert_eq!(all["totals"], json!({"entries": "50.00", "expenses": "20.50", "balance": "29.50", "approved": 2, "rejected": 1}));
        assert_eq!(list("term=camion").await["totals"]["balance"], "-20.50");
        // A movement that is entered later has its own time, within its cycle.
        let cycle = till.luis.get("/api/cashbox-opened-cycle").await.ok();
        let opened = &cycle["opened_at"];
        let dated = add(json!({"motive": "Hielo", "amount": "3", "movement_type": "EXPENSE", "movement_date": opened})).await.ok();
        assert_eq!(dated["movement_date"], *opened);
        for wrong in ["2020-01-01", "2020-01-01T10:00:00-05:00", "2100-01-01", "ayer"] {
            let refused = add(json!({"motive": "Hielo", "amount": "3", "movement_date": wrong})).await.refused(422, "invalid");
            assert!(refused["errors"]["movement_date"].is_array(), "{refused}");
        }
        let refused = add(json!({"motive": "Hielo", "amount": "3", "status": "PENDING"})).await.refused(422, "invalid");
        assert!(refused["errors"]["status"].is_array(), "{refused}");
    }

    async fn a_movement_has_a_receipt(till: Till) {
        till.house.sql("UPDATE cashboxes SET printer_id = (SELECT id FROM printers WHERE name = 'Ticket CAJA')").await;
        let taxi = json!({"movement_type": "EXPENSE", "amount": "20.00", "motive": "Taxi", "receipt_by": "Ana"});
        let id = till.luis.post("/api/cash-movements", taxi).await.ok()["id"].clone();
        let (path, key) = (format!("/api/cash-movements/{id}/print"), Uuid::new_v4());
        let printed = till.luis.post_with_key(&path, json!({}), key).await.ok();
        assert_eq!(till.luis.post_with_key(&path, json!({}), key).await.ok(), printed, "sent twice");
        let papers = till.house.papers().await;
        let receipts: Vec<&str> = papers.iter().map(|paper| paper.text.as_str()).filter(|text| text.contains("Motivo: Taxi")).collect();
        let [receipt] = receipts[..] else { panic!("{receipts:?}") };
        for part in ["E G R E S O", "Entregado a: Ana", "20.00", "Recibe:"] {
            assert!(receipt.contains(part), "{part}: {receipt}");
        }
        till.luis.post("/api/cash-movements/999999/print", json!({})).await.refused(404, "not_found");
    }

    async fn searches_match_with_and_without_accents(till: Till) {
        let table: Value = serde_json::from_str(include_str!("../../../crates/base/src/search/cases.json")).unwrap();
        let cases: Vec<(String, String)> = serde_json::from_value(table["western"].clone()).unwrap();
        let cases = || cases.iter().filter(|(_, key)| !key.is_empty());
        for (text, _) in cases() {
            till.luis.post("/api/cash-movements", json!({"motive": text, "amount": "1"})).await.ok();
        }
        for (text, key) in cases() {
            for term in [text, key] {
                let url = Url::parse_with_params("http://house/api/cash-movements", [("term", term)]).unwrap();
                let found = till.luis.get(&url.as_str()["http://house".len()..]).await.rows();
                assert!(found.iter().any(|row| row["motive"] == text.trim()), "{term} finds {text}: {found:?}");
            }
        }
    }

    async fn a_count_that_agrees_closes_at_once(till: Till) {
        sell(&till).await;
        let path = format!("/api/cashbox-cycles/{}", till.cycle);
        // Three soles too many are within the tolerance.
        let closed = till.luis.put(&path, closing(&[("200", 1), ("20.00", 1), ("10", 1), ("1.00", 1)], "28.00", json!({}))).await.ok();
        assert_eq!((&closed["status"], &closed["difference"], &closed["close_amount"]), (&json!("CLOSED"), &json!("3.00"), &json!("231.00")));
        assert_eq!(closed["count"]["expected"]["Efectivo"], "228.00");
        let paper = till.house.papers().await.pop().unwrap();
        for text in ["A R Q U E O", "Debe haber", "228.00", "+3.00", "Boleta (2)", "Supervisor:"] {
            assert!(paper.text.contains(text), "{text}:\n{}", paper.text);
        }
        let refusal = till.luis.put(&path, closing(&[], "0", json!({}))).await.refused(409, "cycle_closed");
        assert_eq!(refusal["current"]["status"], "CLOSED");
        assert_eq!(till.luis.get("/api/cashbox-opened-cycle").await.ok(), Value::Null);
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        till.pay(id, json!({"Efectivo": "28"}), json!({})).await.refused(409, "no_open_cycle");
    }

    async fn a_difference_shows_only_after_the_count_and_asks_for_reason_and_pin(till: Till) {
        sell(&till).await;
        let (path, detail) = (format!("/api/cashbox-cycles/{}", till.cycle), format!("/api/cashbox-cycles-detail/{}", till.cycle));
        let blind = till.luis.get(&detail).await.ok();
        assert!(!blind.to_string().contains("expected") && !blind.to_string().contains("228.00"), "{blind}");
        assert!(blind["sales_by_document"][0].get("total").is_none(), "{blind}");
        assert_eq!(blind["denominations"].as_array().unwrap().len(), 11);

        till.house.send_order("7", &[till.house.order_item(1, "Cau cau").await]).await;
        assert_eq!(till.luis.get(&detail).await.ok()["open_tables"], json!({"count": 1, "total": "28.00"}));

        let short = closing(&[("200", 1), ("10", 1)], "28", json!({}));
        let refusal = till.luis.put(&path, short).await.refused(409, "cash_difference");
        let count = &refusal["current"];
        assert_eq!((&count["version"], &count["difference"], &count["tolerance"]), (&json!(1), &json!("-18.00"), &json!("5.00")));
        assert_eq!((&count["differences"]["Efectivo"], &count["differences"]["Yape"]), (&json!("-18.00"), &json!("0.00")));
        // The count is frozen: better numbers without a recount change nothing.
        let better = closing(&[("200", 1), ("20", 1), ("5", 1), ("2", 1), ("1", 1)], "28", json!({}));
        assert_eq!(till.luis.put(&path, better).await.refused(409, "cash_difference")["current"]["version"], 1);

        // A recount after the difference was shown asks for a reason, and for somebody who allows it.
        let recount = |more: Value| closing(&[("200", 1), ("20", 1)], "28", more);
        till.luis.put(&path, recount(json!({"recount": true, "pin": "1234"}))).await.refused(422, "invalid");
        till.luis.put(&path, recount(json!({"recount": true, "reason": "Conté mal"}))).await.refused(422, "pin_required");
        till.luis.put(&path, recount(json!({"recount": true, "reason": "Conté mal", "pin": "9876"}))).await.refused(422, "wrong_pin");
        let recount = recount(json!({"recount": true, "reason": "Conté mal", "pin": "1234"}));
        assert_eq!(till.luis.put(&path, recount).await.refused(409, "cash_difference")["current"]["version"], 2);
        assert_eq!(till.luis.get(&detail).await.ok()["cash"]["expected"], "228.00");

        let accept = |version: i64, reason: &str, pin: Option<&str>| json!({"status": "CLOSED", "count_version": version, "reason": reason, "pin": pin});
        till.luis.put(&path, accept(2, "Vuelto mal dado", None)).await.refused(422, "pin_required");
        till.luis.put(&path, accept(2, "Vuelto mal dado", Some("0000"))).await.refused(422, "wrong_pin");
        till.luis.put(&path, accept(2, " ", Some("1234"))).await.refused(422, "invalid");
        till.luis.put(&path, accept(1, "Vuelto mal dado", Some("1234"))).await.refused(409, "stale_version");
        let closed = till.luis.put(&path, accept(2, "Vuelto mal dado", Some("1234"))).await.ok();
        assert_eq!((&closed["difference"], &closed["difference_reason"]), (&json!("-8.00"), &json!("Vuelto mal dado")));
        let session = till.luis.get(&detail).await.ok();
        let counts = &session["counts"];
        assert_eq!(counts.as_array().unwrap().iter().map(|c| &c["difference"]).collect::<Vec<_>>(), [&json!("-18.00"), &json!("-8.00")]);
        // The log says who counted, the reason of the recount, and whose PIN allowed it.
        let log_of_luis = |reason: Value, company_pin: bool| json!({"user_name": "Luis Cárdenas", "reason": reason, "approver_name": null, "company_pin": company_pin});
        assert_eq!([&counts[0]["log"], &counts[1]["log"]], [&log_of_luis(Value::Null, false), &log_of_luis(json!("Conté mal"), true)]);
        assert_eq!(session["closing"], log_of_luis(json!("Vuelto mal dado"), true));
        assert!(till.house.papers().await.pop().unwrap().text.contains("Motivo: Vuelto mal dado"));
    }

    async fn a_difference_is_in_the_offices_list_until_somebody_has_looked_at_it(till: Till) {
        sell(&till).await;
        let path = format!("/api/cashbox-cycles/{}", till.cycle);
        let closing_body = closing(&[("200", 1), ("50", 1)], "10", json!({}));
        till.luis.put(&path, closing_body).await.refused(409, "cash_difference");
        let long = till.luis.put(&path, json!({"status": "CLOSED", "count_version": 1, "reason": "x".repeat(301), "pin": "1234"})).await;
        assert_eq!(long.refused(422, "invalid")["errors"]["reason"], json!(["El texto es demasiado largo (hasta 300 letras)."]));
        let accept = json!({"status": "CLOSED", "count_version": 1, "reason": "Un Yape en efectivo", "pin": "1234"});
        assert_eq!(till.luis.put(&path, accept).await.ok()["to_review"], true);
        let app = &till.house.app;
        let load_differences = async |user: &str| -> Vec<Value> {
            let panel = app.login(user).await.get("/api/dashboard").await.ok();
            panel["attention"].as_array().unwrap().iter().filter(|n| n["kind"] == "CASH_DIFFERENCE").cloned().collect()
        };
        let notice = load_differences("admin").await.pop().unwrap();
        assert_eq!(notice["text"], "Luis Cárdenas cerró Principal con diferencia: Efectivo +22.00, Yape −18.00");
        assert_eq!((&notice["level"], &notice["path"]), (&json!("BAD"), &json!(format!("/cashbox-cycles/{}/detail", till.cycle))));
        for other in ["cajero", "mozo", "contador"] {
            assert_eq!(load_differences(other).await, Vec::<Value>::new(), "{other}");
        }
        let jorge = app.login("supervisor").await;
        assert_eq!(jorge.get("/api/cashbox-cycles?to_review=true").await.rows().len(), 1);
        for other in ["cajero", "mozo", "cocina", "contador"] {
            app.login(other).await.put(&format!("{path}/reviewed"), json!({})).await.refused(422, "not_permitted");
        }
        let reviewed = jorge.put(&format!("{path}/reviewed"), json!({})).await.ok();
        assert_eq!((&reviewed["to_review"], reviewed["reviewed_at"].is_string()), (&json!(false), true));
        assert_eq!(load_differences("admin").await, Vec::<Value>::new());
        assert_eq!(jorge.get("/api/cashbox-cycles?to_review=true").await.rows().len(), 0);
    }

    async fn a_sale_after_the_count_requires_a_recount(till: Till) {
        let path = format!("/api/cashbox-cycles/{}", till.cycle);
        till.luis.put(&path, closing(&[("100", 1)], "0", json!({}))).await.refused(409, "cash_difference");
        sell(&till).await;
        let accept = json!({"status": "CLOSED", "count_version": 1, "reason": "No lo sé", "pin": "1234"});
        till.luis.put(&path, accept).await.refused(409, "conflict");
        let right = closing(&[("200", 1), ("20", 1), ("5", 1), ("2", 1), ("1", 1)], "28", json!({"recount": true, "reason": "Se vendió más", "pin": "1234"}));
        assert_eq!(till.luis.put(&path, right).await.ok()["difference"], "0.00");
    }

    async fn an_expense_entered_after_the_difference_was_shown_is_looked_at_by_the_office(till: Till) {
        sell(&till).await;
        let path = format!("/api/cashbox-cycles/{}", till.cycle);
        till.luis.put(&path, closing(&[("200", 1), ("10", 1)], "28", json!({}))).await.refused(409, "cash_difference");
        let ice = json!({"movement_type": "EXPENSE", "motive": "Hielo", "amount": "18.00"});
        till.luis.post("/api/cash-movements", ice).await.ok();
        let recount = closing(&[("200", 1), ("10", 1)], "28", json!({"recount": true, "reason": "Conté mal", "pin": "1234"}));
        let closed = till.luis.put(&path, recount).await.ok();
        let outcome = (&closed["difference"], &closed["to_review"], &closed["difference_reason"]);
        assert_eq!(outcome, (&json!("0.00"), &json!(true), &json!("Conté mal")));
        let panel = till.house.app.login("admin").await.get("/api/dashboard").await.ok();
        let notice = panel["attention"].as_array().unwrap().iter().find(|n| n["kind"] == "CASH_DIFFERENCE").unwrap();
        assert_eq!(notice["text"], "Luis Cárdenas cerró Principal tras registrar un movimiento después de contar");
    }

    async fn invalid_counts_are_refused(till: Till) {
        let path = format!("/api/cashbox-cycles/{}", till.cycle);
        for body in [
            json!({"status": "CLOSED"}),
            json!({"status": "OPEN", "close_amount": "200"}),
            closing(&[("3", 1)], "0", json!({})),
            closing(&[("200", -1)], "0", json!({})),
            closing(&[("200", 1)], "-1", json!({})),
            closing(&[("200", 1)], "0", json!({"close_amount": "201"})),
            json!({"status": "CLOSED", "close_amount": "200", "counted": {"Oro": "1"}}),
            json!({"status": "CLOSED", "count_version": 1, "reason": "x", "pin": "1234"}),
        ] {
            till.luis.put(&path, body).await.refused(422, "invalid");
        }
        assert_eq!(till.luis.put(&path, json!({"status": "CLOSED", "close_amount": "200"})).await.ok()["status"], "CLOSED");
    }

    async fn a_box_and_a_person_have_one_open_cycle_at_a_time(till: Till) {
        let jorge = till.house.app.login("supervisor").await;
        let refusal = open_cash_box(&jorge, "Principal", "0").await.refused(409, "cycle_already_open");
        assert!(refusal["message"].as_str().unwrap().contains("Luis Cárdenas"), "{refusal}");
        assert_eq!((&refusal["current"]["id"], refusal["current"].get("open_amount")), (&json!(till.cycle), None));
        open_cash_box(&till.luis, "Barra", "0").await.refused(409, "cycle_already_open");
        let boxes = jorge.get("/api/cashboxes").await.rows();
        let principal = boxes.iter().find(|b| b["name"] == "Principal").unwrap();
        assert_eq!(principal["open_cycle"]["user_name"], "Luis Cárdenas");
        assert_eq!(till.luis.get("/api/cashbox-opened-cycle").await.ok()["id"], till.cycle);
        till.house.rosa.get("/api/cashboxes").await.refused(422, "not_permitted");
    }

    async fn another_cashiers_cycle_is_not_found(till: Till) {
        let jorge = till.open_second_till().await;
        let his = jorge.get("/api/cashbox-opened-cycle").await.ok()["id"].clone();
        for path in ["cashbox-cycles", "cashbox-cycles-detail", "cashbox-cycles-report"] {
            till.luis.get(&format!("/api/{path}/{his}")).await.refused(404, "not_found");
        }
        let close = json!({"status": "CLOSED", "close_amount": "50"});
        till.luis.put(&format!("/api/cashbox-cycles/{his}"), close.clone()).await.refused(422, "not_permitted");
        till.luis.delete(&format!("/api/cashbox-cycles/{his}")).await.refused(422, "not_permitted");
        let movement = json!({"motive": "Hielo", "amount": "5", "cash_box_cycle_id": his});
        till.luis.post("/api/cash-movements", movement).await.refused(422, "not_permitted");
        assert_eq!(till.luis.get("/api/cashbox-cycles").await.rows().len(), 1);
        assert_eq!(jorge.get("/api/cashbox-cycles").await.rows().len(), 2);
        // The supervisor closes for somebody who went home.
        let luis = format!("/api/cashbox-cycles/{}", till.cycle);
        jorge.put(&luis, json!({"status": "CLOSED", "close_amount": "200"})).await.ok();
        jorge.put(&format!("/api/cashbox-cycles/{his}"), close).await.ok();
    }

    async fn movements_count_until_they_are_rejected_and_are_never_erased(till: Till) {
        let enter = |kind: &str, motive: &str, amount: &str| json!({"movement_type": kind, "receipt_by": "Juan", "motive": motive, "amount": amount});
        till.luis.post("/api/cash-movements", enter("ENTRY", "Sencillo", "50")).await.ok();
        let ice = till.luis.post("/api/cash-movements", enter("EXPENSE", "Hielo", "24.50")).await.ok();
        let taxi = till.luis.post("/api/cash-movements", enter("EXPENSE", "Taxi", "15")).await.ok();
        assert_eq!(till.expected_amount("Efectivo").await, "210.50");
        let path = format!("/api/cash-movements/{}", taxi["id"]);
        till.luis.delete(&path).await.refused(422, "invalid");
        let rejected = till.luis.delete(&format!("{path}?reason=Duplicado")).await.ok();
        assert_eq!((&rejected["status"], &rejected["reject_reason"]), (&json!("REJECTED"), &json!("Duplicado")));
        till.luis.delete(&format!("{path}?reason=Otra")).await.refused(409, "conflict");
        assert_eq!(till.expected_amount("Efectivo").await, "225.50");
        let all = till.luis.get(&format!("/api/cash-movements?cashbox_cycle_id={}", till.cycle)).await.rows();
        assert_eq!(all.len(), 3);
        // Rejecting another person's movement needs a PIN from everybody; one's own does not.
        let jorge = till.house.app.login("supervisor").await;
        let theirs = format!("/api/cash-movements/{}", ice["id"]);
        jorge.delete(&format!("{theirs}?reason=Mal")).await.refused(422, "pin_required");
        let reason_and_pin = |pin: &str| json!({"reason": "Mal", "pin": pin});
        jorge.send(Method::DELETE, &theirs, Some(reason_and_pin("9876")), None).await.refused(422, "wrong_pin");
        let banked = json!({"movement_type": "EXPENSE", "receipt_by": "Banco", "motive": "Depósito", "amount": "100", "cash_box_cycle_id": till.cycle});
        let deposit = jorge.post("/api/cash-movements", banked).await.ok();
        let his = format!("/api/cash-movements/{}", deposit["id"]);
        till.luis.delete(&format!("{his}?reason=No")).await.refused(422, "pin_required");
        till.luis.send(Method::DELETE, &his, Some(reason_and_pin("1234")), None).await.ok();
        assert_eq!(till.expected_amount("Efectivo").await, "225.50");
        let all = till.luis.get(&format!("/api/cash-movements?cashbox_cycle_id={}", till.cycle)).await.rows();
        assert_eq!(all.len(), 4);
        let found = till.luis.get("/api/cash-movements?term=hielo&status=APPROVED").await.rows();
        assert_eq!(found.iter().map(|m| &m["id"]).collect::<Vec<_>>(), [&ice["id"]]);
        for (motive, amount) in [("", "1"), ("Hielo", "0"), ("Hielo", "-1"), ("Hielo", "1.005")] {
            till.luis.post("/api/cash-movements", enter("EXPENSE", motive, amount)).await.refused(422, "invalid");
        }
        till.luis.delete(&format!("/api/cashbox-cycles/{}", till.cycle)).await.refused(409, "in_use");
    }

    async fn a_box_opened_by_mistake_is_deleted(till: Till) {
        let path = format!("/api/cashbox-cycles/{}", till.cycle);
        till.luis.delete(&path).await.ok();
        till.luis.get(&path).await.refused(404, "not_found");
        open_cash_box(&till.luis, "Principal", "100").await.ok();
        let opening = till.house.papers().await.pop().unwrap();
        assert!(opening.document == "CASH" && opening.text.contains("100.00"), "{}", opening.text);
    }
}
