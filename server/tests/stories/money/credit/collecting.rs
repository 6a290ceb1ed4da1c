//! Collecting debts: never more than is due, into a cash cycle, with a receipt; a collection is no sale.

use super::{super::till::Till, collect, in_days};
use crate::on_both_databases;
use serde_json::{Value, json};
use uuid::Uuid;

on_both_databases! {
    async fn a_collection_goes_into_the_drawer_and_is_no_sale(till: Till) {
        let kiosko = till.create_kiosko().await;
        till.sell_on_credit(kiosko, &["42.50", "42.50"]).await;
        till.sell_on_credit(kiosko, &["85.00"]).await;
        let before = till.house.papers().await.len();
        let collection = till.collect(kiosko, "100.00").await.ok();
        assert_eq!((&collection["full_number"], &collection["left_due"], &collection["rounding"]), (&json!("RC-00000001"), &json!("70.00"), &json!("0.00")));
        // The oldest sale is paid first.
        let parts: Vec<_> = collection["parts"].as_array().unwrap().iter().map(|p| (p["document"].clone(), p["amount"].clone())).collect();
        assert_eq!(parts, [(json!("F001-00000001"), json!("85.00")), (json!("F001-00000002"), json!("15.00"))]);
        let paper = till.house.papers().await.split_off(before).pop().unwrap().text;
        for text in ["RECIBO DE COBRANZA", "RC-00000001", "KIOSKO S.A.", "F001-00000002", "QUEDA POR PAGAR", "70.00"] {
            assert!(paper.contains(text), "{text}: {paper}");
        }
        assert_eq!(till.expected_amount("Efectivo").await, "300.00");
        let detail = till.detail().await;
        assert_eq!((&detail["cash"]["collections"], &detail["cash"]["received"]), (&json!("100.00"), &json!("0.00")));
        assert_eq!((&detail["collections"][0]["full_number"], &detail["sold_on_credit"]), (&json!("RC-00000001"), &json!("170.00")));
        let daily = till.luis.get(&format!("/api/pos-options/daily-report?cashbox_cycle_id={}", till.cycle)).await.ok();
        assert_eq!(daily["total"], "170.00", "sold when it was sold");
        // By another method, for one sale alone.
        let debt = till.debt(kiosko).await;
        assert_eq!((debt["receivables"].as_array().unwrap().len(), &debt["receivables"][0]["due"]), (1, &json!("70.00")));
        let transfer = till.option("Transferencia").await;
        let mut body = json!({"client_id": kiosko, "receivable_id": debt["receivables"][0]["id"], "amount": "70.00", "payment_option_id": transfer});
        let refused = till.luis.post("/api/collections", body.clone()).await.refused(422, "invalid");
        assert!(refused["errors"]["operation_number"].is_array(), "{refused}");
        body["operation_number"] = json!("00482915");
        assert_eq!(till.luis.post("/api/collections", body).await.ok()["left_due"], "0.00");
        assert_eq!(till.expected_amount("Transferencia").await, "70.00");
        assert_eq!(till.luis.get("/api/receivables").await.json["rows"], json!([]));
        till.collect(kiosko, "1.00").await.refused(409, "conflict");
        // The cycle closes with what was collected.
        let counted = json!({"status": "CLOSED", "close_amount": "300.00", "counted": {"Transferencia": "70.00"}});
        assert_eq!(till.luis.put(&format!("/api/cashbox-cycles/{}", till.cycle), counted).await.ok()["difference"], "0.00");
        let arqueo = till.house.papers().await.pop().unwrap().text;
        for text in ["Cobranzas", "COBRANZAS (no son ventas)", "RC-00000002", "TOTAL VENTAS"] {
            assert!(arqueo.contains(text), "{text}: {arqueo}");
        }
        till.collect(kiosko, "1.00").await.refused(409, "no_open_cycle");
        let pdf = till.luis.get(&format!("/api/collections/{}/pdf", collection["id"])).await;
        assert!(pdf.status.is_success());
    }

    async fn never_more_than_is_due_is_collected(till: Till) {
        let (kiosko, cash, credit) = (till.create_kiosko().await, till.option("Efectivo").await, till.option("Crédito").await);
        till.sell_on_credit(kiosko, &["85.00"]).await;
        let refused = till.collect(kiosko, "85.01").await.refused(409, "balance_changed");
        assert_eq!(refused["current"]["due"], "85.00");
        for amount in ["0", "-5", "1.005"] {
            till.collect(kiosko, amount).await.refused(422, "invalid");
        }
        collect(&till.luis, kiosko, "10", credit).await.refused(422, "invalid");
        collect(&till.luis, kiosko, "10", 999_999).await.refused(422, "invalid");
        collect(&till.luis, 999_999, "10", cash).await.refused(404, "not_found");
        // The same call again gets the first answer and collects nothing.
        let (key, body) = (Uuid::new_v4(), json!({"client_id": kiosko, "amount": "5.00", "payment_option_id": cash}));
        let first = till.luis.post_with_key("/api/collections", body.clone(), key).await.ok();
        assert_eq!(till.luis.post_with_key("/api/collections", body, key).await.ok()["id"], first["id"]);
        assert_eq!(till.debt(kiosko).await["due"], "80.00");
        // Two tills at once.
        let jorge = till.open_second_till().await;
        for _ in 0..4 {
            let due = till.debt(kiosko).await["due"].as_str().unwrap().to_owned();
            let (one, other) = tokio::join!(collect(&till.luis, kiosko, &due, cash), collect(&jorge, kiosko, &due, cash));
            let collections_taken = [&one, &other].iter().filter(|r| r.status.is_success()).count();
            assert_eq!(collections_taken, 1, "{} {}", one.json, other.json);
            assert_eq!(till.debt(kiosko).await["due"], "0.00");
            till.sell_on_credit(kiosko, &["85.00"]).await;
        }
    }

    async fn overdue_debts_are_named_and_come_first(till: Till) {
        let (kiosko, ana) = (till.create_kiosko().await, till.create_client("RUC", "20100047218", "ANA S.A.C.").await);
        till.sell_on_credit(kiosko, &["40.00", "45.00"]).await;
        till.sell_on_credit(ana, &["85.00"]).await;
        till.sell_on_credit(ana, &["85.00"]).await;
        till.house.sql("UPDATE receivable_instalments SET due_on = '2026-01-15' WHERE number = 1 AND amount = 40000000").await;
        let list = till.luis.get("/api/receivables").await.json;
        let names: Vec<_> = list["rows"].as_array().unwrap().iter().map(|r| (r["client_name"].clone(), r["overdue"].clone())).collect();
        assert_eq!(names, [(json!("KIOSKO S.A."), json!("40.00")), (json!("ANA S.A.C."), json!("0.00"))]);
        assert_eq!(list["totals"], json!({"clients": 2, "due": "255.00", "overdue": "40.00"}));
        assert_eq!(list["rows"][0]["next_due_on"], "2026-01-15");
        let overdue = till.luis.get("/api/receivables?overdue=true").await.json;
        assert_eq!((overdue["rows"].as_array().unwrap().len(), &overdue["totals"]["due"]), (1, &json!("85.00")));
        assert_eq!(till.luis.get("/api/receivables?term=ana").await.json["rows"][0]["sales"], 2);
        till.collect(kiosko, "30.00").await.ok();
        let debt = till.debt(kiosko).await;
        assert_eq!((&debt["overdue"], &debt["due"]), (&json!("10.00"), &json!("55.00")));
        let first = &debt["receivables"][0]["instalments"][0];
        assert_eq!((&first["due"], &first["is_overdue"]), (&json!("10.00"), &json!(true)));
        till.collect(kiosko, "10.00").await.ok();
        let row = till.luis.get("/api/receivables?term=kiosko").await.json["rows"][0].clone();
        assert_eq!((&row["overdue"], &row["next_due_on"]), (&json!("0.00"), &json!(in_days(60))));
    }

    async fn roles_that_do_not_collect_see_and_collect_nothing(till: Till) {
        let (kiosko, cash) = (till.create_kiosko().await, till.option("Efectivo").await);
        till.sell_on_credit(kiosko, &["85.00"]).await;
        let id = till.collect(kiosko, "5.00").await.ok()["id"].clone();
        let calls = ["/api/receivables".to_owned(), format!("/api/receivables/{kiosko}"), "/api/collections".into(), format!("/api/collections/{id}/pdf")];
        for role in ["mozo", "cocina"] {
            let person = till.house.app.login(role).await;
            for path in &calls {
                person.get(path).await.refused(422, "not_permitted");
            }
            collect(&person, kiosko, "5.00", cash).await.refused(422, "not_permitted");
        }
        let accountant = till.house.app.login("contador").await;
        for path in &calls {
            assert!(accountant.get(path).await.status.is_success(), "{path}");
        }
        collect(&accountant, kiosko, "5.00", cash).await.refused(422, "not_permitted");
        // A cashier lists their own collections, and all of one client.
        let jorge = till.open_second_till().await;
        collect(&jorge, kiosko, "5.00", cash).await.ok();
        let count = |rows: Vec<Value>| rows.len();
        assert_eq!((count(till.luis.get("/api/collections").await.rows()), count(till.luis.get(&format!("/api/collections?client_id={kiosko}")).await.rows()), count(jorge.get("/api/collections").await.rows())), (1, 2, 2));
        // A method of payment with which debts were paid cannot be deleted, and neither can the client.
        let admin = till.house.app.login("admin").await;
        admin.delete(&format!("/api/clients/{kiosko}")).await.refused(409, "in_use");
        admin.delete(&format!("/api/cashbox-cycles/{}", till.cycle)).await.refused(409, "in_use");
    }

    async fn cash_is_rounded_in_the_clients_favour(till: Till) {
        till.house.sql("UPDATE global_settings SET cash_rounding = TRUE").await;
        let kiosko = till.create_kiosko().await;
        till.sell_on_credit(kiosko, &["42.58", "42.42"]).await;
        let collection = till.collect(kiosko, "42.58").await.ok();
        assert_eq!((&collection["amount"], &collection["rounding"], &collection["left_due"]), (&json!("42.58"), &json!("0.08"), &json!("42.42")));
        assert_eq!(till.expected_amount("Efectivo").await, "242.50");
        till.collect(kiosko, "0.08").await.refused(422, "invalid");
    }
}
