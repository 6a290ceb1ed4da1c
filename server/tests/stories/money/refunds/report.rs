//! The sales report of a session.

use super::super::till::Till;
use crate::on_both_databases;
use serde_json::{Value, json};

fn find_row<'r>(report: &'r Value, list: &str, key: &str, name: &str) -> &'r Value {
    report[list].as_array().unwrap().iter().find(|r| r[key] == name).unwrap_or_else(|| panic!("no {name}: {report}"))
}

/// Sells a boleta in cash, a factura by Yape with a tip, an amount, and makes a refund and a dismissal.
async fn sell_through_evening(till: &Till) {
    till.sell(&[(2, "Lomo saltado"), (1, "Chicha morada")]).await;
    let ruc = till.create_client("RUC", "20100070970", "Inversiones del Sur").await;
    let id = till.send_takeaway(&[(1, "Cau cau")]).await;
    till.pay(
        id,
        json!({"Yape": "28"}),
        json!({"billing_type_id": 2, "client_id": ruc, "operation_numbers": {"Yape": "1"}}),
    )
    .await
    .ok();
    let id = till.send_takeaway(&[(1, "Cau cau")]).await;
    till.pay(id, json!({"Efectivo": "20"}), json!({"amount": "10.00"})).await.ok();
    let back = till.sell(&[(1, "Inca Kola 500 ml")]).await;
    till.refund(&back, "CLOSE", json!({"reason": "Se arrepintió"})).await.ok();
}

on_both_databases! {
    async fn the_report_says_what_was_sold_how_and_where(till: Till) {
        sell_through_evening(&till).await;
        let jorge = till.house.app.login("supervisor").await;
        let path = format!("/api/pos-options/daily-report?cashbox_cycle_id={}", till.cycle);
        let report = jorge.get(&path).await.ok();
        assert_eq!((&report["total"], &report["tickets"], &report["average"]), (&json!("123.00"), &json!(3), &json!("41.00")));
        assert_eq!((&find_row(&report, "documents", "name", "Boleta")["count"], &find_row(&report, "documents", "name", "Boleta")["total"]), (&json!(2), &json!("95.00")));
        let cash = find_row(&report, "methods", "name", "Efectivo");
        assert_eq!((&cash["received"], &cash["turned"], &cash["refunds"], &cash["net"]), (&json!("112.00"), &json!("10.00"), &json!("7.00"), &json!("95.00")));
        assert_eq!(find_row(&report, "methods", "name", "Yape")["net"], "28.00");
        assert_eq!(report["channels"], json!([{"kind": "ORDER", "count": 3, "total": "123.00"}]));
        let lomo = find_row(&report, "products", "name", "Lomo saltado");
        assert_eq!((&lomo["quantity"], &lomo["total"]), (&json!("2"), &json!("76.00")));
        let by_amount = find_row(&report, "products", "name", "Cau cau");
        assert_eq!((&by_amount["total"], &by_amount["quantity"]), (&json!("38.00"), &json!("1.357")), "10.00 of 28.00 are a part of it");
        assert!(report["products"].as_array().unwrap().iter().all(|p| p["name"] != "Inca Kola 500 ml"), "{report}");
        assert_eq!(report["voids"], json!({"count": 1, "total": "7.00"}));
        assert_eq!((&report["dismissals"]["count"], &report["refunded"], &report["refunds"][0]["reason"]), (&json!(0), &json!("7.00"), &json!("Se arrepintió")), "what went back is a refund, and no dismissal besides");
        let products: Vec<&Value> = report["products"].as_array().unwrap().iter().map(|p| &p["total"]).collect();
        assert_eq!(products, ["76.00", "38.00", "9.00"]);
    }

    async fn a_cashier_who_will_count_blind_sees_no_method(till: Till) {
        sell_through_evening(&till).await;
        let report = till.luis.get("/api/pos-options/daily-report").await.ok();
        assert!(report.get("methods").is_none() && report["total"] == "123.00", "{report}");
        let printed = till.luis.post("/api/pos-options/daily-report/print", json!({})).await.ok();
        assert!(printed["print_job_id"].is_string(), "{printed}");
        let paper = till.house.papers().await.pop().unwrap();
        assert!(paper.text.contains("R E P O R T E") && paper.text.contains("después del") && !paper.text.contains("POR MEDIO"), "{}", paper.text);
        let pdf = till.luis.get("/api/pos-options/daily-report/pdf").await;
        assert!(pdf.status.is_success() && pdf.bytes.starts_with(b"%PDF"));
        till.luis.put(&format!("/api/cashbox-cycles/{}", till.cycle), json!({"status": "CLOSED", "close_amount": "295", "counted": {"Yape": "28"}})).await.ok();
        let closed = till.luis.get(&format!("/api/pos-options/daily-report?cashbox_cycle_id={}", till.cycle)).await.ok();
        assert_eq!(find_row(&closed, "methods", "name", "Efectivo")["net"], "95.00");
    }

    async fn the_report_belongs_to_the_sessions_cashier_and_the_office(till: Till) {
        let jorge = till.open_second_till().await;
        let his = jorge.get("/api/cashbox-opened-cycle").await.ok()["id"].clone();
        assert_eq!(jorge.get("/api/pos-options/daily-report").await.ok()["total"], "0.00");
        till.luis.get(&format!("/api/pos-options/daily-report?cashbox_cycle_id={his}")).await.refused(422, "not_permitted");
        for role in ["mozo", "cocina"] {
            till.house.app.login(role).await.get("/api/pos-options/daily-report").await.refused(422, "not_permitted");
        }
        let office = till.house.app.login("contador").await;
        office.get("/api/pos-options/daily-report").await.refused(409, "no_open_cycle");
        office.get(&format!("/api/pos-options/daily-report?cashbox_cycle_id={his}")).await.ok();
        office.get("/api/pos-options/daily-report?cashbox_cycle_id=9999").await.refused(404, "not_found");
    }

    async fn the_documents_of_the_session_are_found(till: Till) {
        sell_through_evening(&till).await;
        let list = |query: &'static str| { let till = &till; async move { till.luis.get(&format!("/api/billings?cashbox_cycle_id={}{query}", till.cycle)).await.rows() } };
        assert_eq!(list("").await.len(), 4);
        assert_eq!(list("&state=VOIDING").await[0]["void_reason"], "Se arrepintió");
        assert_eq!(list("&term=F001-00000001").await.len(), 1);
        assert_eq!(list("&term=inversiones").await[0]["full_number"], "F001-00000001");
        assert_eq!(list("&term=zzz").await.len(), 0);
        let jorge = till.open_second_till().await;
        let mine = jorge.get("/api/cashbox-opened-cycle").await.ok()["id"].clone();
        assert!(jorge.get(&format!("/api/billings?cashbox_cycle_id={mine}")).await.rows().is_empty());
    }
}
