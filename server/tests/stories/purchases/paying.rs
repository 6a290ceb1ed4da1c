//! Paying a supplier: from the user's cash box at once, or later by instalments.

use super::{Office, days_ago, kilos, merged};
use crate::on_both_databases;
use serde_json::json;
use uuid::Uuid;

on_both_databases! {
    async fn a_cash_payment_moves_cash_and_stock_at_once(office: Office) {
        let before = office.house.on_hand("Arroz").await;
        let purchase = office.buy(json!({})).await.ok();
        assert_eq!((&purchase["full_number"], &purchase["total"], &purchase["due"]), (&json!("B001-77"), &json!("40.00"), &json!("0.00")));
        assert_eq!((&purchase["type"], &purchase["status"]), (&json!("CONTADO"), &json!("ACTIVE")));
        assert_eq!(office.drawer().await, "460.00");
        assert_eq!(office.house.on_hand("Arroz").await, before + kilos("10"));
        let movements = office.jorge.get("/api/cash-movements").await.rows();
        assert_eq!((movements.len(), &movements[0]["movement_type"]), (1, &json!("EXPENSE")));
        assert_eq!(movements[0]["motive"], "Compra B001-77 · ALICORP S.A.A.");
        assert_eq!(movements[0]["receipt_by"], "ALICORP S.A.A.");
        let payment = &purchase["payments"][0];
        assert_eq!((&payment["source"], &payment["amount"], &payment["voided"]), (&json!("CASH"), &json!("40.00"), &json!(false)));
        // The movement is undone with its purchase only.
        let reject = office.jorge.send(reqwest::Method::DELETE, &format!("/api/cash-movements/{}", movements[0]["id"]), Some(json!({"reason": "No"})), None).await;
        assert!(reject.refused(409, "conflict")["message"].as_str().unwrap().contains("anular la compra"));
        office.house.assert_ledger_adds_up().await;
    }

    async fn the_dashboard_says_what_is_owed_to_providers(office: Office) {
        let quotes = json!([{"date": days_ago(10), "amount": "15.00"}, {"date": days_ago(0), "amount": "25.00"}]);
        let owed = json!({"type": "CREDITO", "date": days_ago(40), "quotes": quotes});
        let purchase = office.buy(owed).await.ok();
        let purchase_notices = || async {
            let panel = office.jorge.get("/api/dashboard").await.ok();
            let notices = panel["attention"].as_array().unwrap().iter().filter(|n| n["kind"] == "PAYABLE");
            notices.map(|n| format!("{} {}", n["text"], n["detail"])).collect::<Vec<_>>().join(" / ").replace('"', "")
        };
        let both = "1 cuota de compras por pagar con fecha pasada S/ 15.00 / 1 cuota de compras por pagar hoy S/ 25.00";
        assert_eq!(purchase_notices().await, both);
        office.pay(&purchase, json!({"amount": "20.00", "source": "OTHER"})).await.ok();
        assert_eq!(purchase_notices().await, "1 cuota de compras por pagar hoy S/ 20.00");
        office.void(&purchase, json!({})).await.ok();
        assert_eq!(purchase_notices().await, "");
    }

    async fn without_an_open_cash_box_nothing_is_written(office: Office) {
        let admin = office.house.app.login("admin").await;
        let body = office.purchase_body(json!({})).await;
        let refused = admin.post("/api/purchase", body.clone()).await.refused(409, "no_open_cycle");
        assert!(refused["message"].as_str().unwrap().contains("Abre tu caja"), "{refused}");
        office.assert_nothing_is_written().await;
        // A payment by bank needs no cash box.
        let way = json!({"source": "OTHER", "payment_option": "transferencia", "operation_number": "00491"});
        let purchase = admin.post("/api/purchase", merged(body, json!({"payment": way}))).await.ok();
        let payment = &purchase["payments"][0];
        assert_eq!((&payment["source"], &payment["payment_option"]), (&json!("OTHER"), &json!("Transferencia")));
        assert_eq!((&payment["operation_number"], office.drawer().await), (&json!("00491"), json!("500.00")));
    }

    async fn debts_are_paid_in_parts_the_oldest_first(office: Office) {
        let quotes = json!([{"date": days_ago(-10), "amount": "15.00"}, {"date": days_ago(-40), "amount": "25.00"}]);
        let purchase = office.buy_on_credit("80", quotes).await;
        assert_eq!((&purchase["due"], &purchase["paid"], office.drawer().await), (&json!("40.00"), &json!("0.00"), json!("500.00")));
        assert_eq!((&purchase["next_due_on"], &purchase["next_due_amount"]), (&json!(days_ago(-10)), &json!("15.00")));
        let paid = office.pay(&purchase, json!({"amount": "20.00", "source": "CASH"})).await.ok();
        assert_eq!((&paid["due"], office.drawer().await), (&json!("20.00"), json!("480.00")));
        let dues: Vec<_> = paid["quotes"].as_array().unwrap().iter().map(|q| q["due"].clone()).collect();
        assert_eq!(dues, ["0.00", "20.00"]);
        assert_eq!((&paid["next_due_on"], &paid["next_due_amount"]), (&json!(days_ago(-40)), &json!("20.00")));
        // Never more than is due is paid, of all or of one instalment.
        let refused = office.pay(&purchase, json!({"amount": "20.01"})).await.refused(409, "balance_changed");
        assert_eq!(refused["current"]["due"], "20.00");
        let first = &paid["quotes"][0]["id"];
        office.pay(&purchase, json!({"amount": "1.00", "quote_id": first})).await.refused(409, "balance_changed");
        office.pay(&purchase, json!({"amount": "1.00", "quote_id": 999_999})).await.refused(422, "invalid");
        for amount in ["0", "-1", "1.005"] {
            office.pay(&purchase, json!({"amount": amount})).await.refused(422, "invalid");
        }
        // The same call again pays nothing.
        let (key, body) = (Uuid::new_v4(), json!({"amount": "5.00", "source": "OTHER", "payment_option": "Yape"}));
        let path = format!("/api/purchase/{}/pay", purchase["id"]);
        for _ in 0..2 {
            assert_eq!(office.jorge.post_with_key(&path, body.clone(), key).await.ok()["due"], "15.00");
        }
        let settled = office.pay(&purchase, json!({"amount": "15.00", "quote_id": paid["quotes"][1]["id"]})).await.ok();
        assert_eq!((&settled["due"], settled["payments"].as_array().unwrap().len(), &settled["next_due_on"]), (&json!("0.00"), 3, &json!(null)));
        office.pay(&purchase, json!({"amount": "1.00"})).await.refused(409, "balance_changed");
        let stranger = office.house.app.login("admin").await;
        stranger.post(&path, json!({"amount": "1.00"})).await.refused(409, "no_open_cycle");
    }

    async fn instalments_are_monthly_or_as_agreed(office: Office) {
        let purchase = office.buy(json!({"type": "CRÉDITO", "numberQuotes": 3})).await.ok();
        let amounts: Vec<_> = purchase["quotes"].as_array().unwrap().iter().map(|q| q["amount"].clone()).collect();
        assert_eq!(amounts, ["13.34", "13.33", "13.33"]);
        assert_eq!(purchase["payments"], json!([]));
        let wrong = json!([{"date": days_ago(-3), "amount": "15.00"}, {"date": days_ago(-3), "amount": "20.00"}]);
        let refused = office.buy(json!({"type": "CREDITO", "number": "78", "quotes": wrong})).await.refused(422, "invalid");
        for field in ["quotes", "quotes.1.date"] {
            assert!(refused["errors"][field].is_array(), "{field}: {refused}");
        }
    }

    async fn overdue_debts_are_named(office: Office) {
        let quotes = json!([{"date": days_ago(5), "amount": "15.00"}, {"date": days_ago(-40), "amount": "25.00"}]);
        let late = office.buy(json!({"type": "CREDITO", "date": days_ago(20), "number": "81", "quotes": quotes})).await.ok();
        assert_eq!((&late["is_overdue"], &late["quotes"][0]["is_overdue"], &late["quotes"][1]["is_overdue"]), (&json!(true), &json!(true), &json!(false)));
        office.buy_on_credit("82", json!([{"date": days_ago(-5), "amount": "40.00"}])).await;
        office.buy(json!({"number": "83"})).await.ok();
        let list = async |state: &str| {
            let filters = json!({"state": [state]}).to_string();
            let path = reqwest::Url::parse_with_params("http://house/api/purchase", [("filters", filters.as_str())]).unwrap();
            office.jorge.get(&path.as_str()["http://house".len()..]).await.json
        };
        let overdue = list("OVERDUE").await;
        assert_eq!((&overdue["total_rows"], &overdue["rows"][0]["number"]), (&json!(1), &json!("81")));
        assert_eq!(overdue["totals"], json!({"count": 1, "total": "40.00", "due": "40.00", "overdue": "15.00"}));
        assert_eq!((&list("DUE").await["total_rows"], &list("PAID").await["total_rows"]), (&json!(2), &json!(1)));
        office.pay(&late, json!({"amount": "15.00"})).await.ok();
        assert_eq!((&list("OVERDUE").await["total_rows"], &list("DUE").await["totals"]["due"]), (&json!(0), &json!("65.00")));
    }
}
