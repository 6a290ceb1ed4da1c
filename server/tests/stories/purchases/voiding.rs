//! Voiding a purchase: everything is undone, or nothing is.

use super::{Office, days_ago, merged};
use crate::on_both_databases;
use reqwest::Method;
use serde_json::json;

on_both_databases! {
    async fn stock_and_cash_come_back(office: Office) {
        let before = office.house.store_room().await;
        let items = [office.rice_line("10", "4.00").await, office.kola_line("24", "2.50").await];
        let purchase = office.buy(json!({"items": items})).await.ok();
        assert_eq!((&purchase["can_void"], office.drawer().await), (&json!(true), json!("400.00")));
        let voided = office.void(&purchase, json!({})).await.ok();
        assert_eq!((&voided["status"], &voided["due"], &voided["can_void"]), (&json!("VOIDED"), &json!("0.00"), &json!(false)));
        assert_eq!((&voided["void"]["reason"], &voided["payments"][0]["voided"]), (&json!("Se registró mal"), &json!(true)));
        assert_eq!((office.house.stock_changes_since(&before).await, office.drawer().await), (Vec::new(), json!("500.00")));
        let back = &office.jorge.get("/api/cash-movements").await.rows()[0];
        assert_eq!((&back["movement_type"], &back["motive"]), (&json!("ENTRY"), &json!("Anulación de compra B001-77 · ALICORP S.A.A.")));
        office.void(&purchase, json!({})).await.refused(409, "conflict");
        office.house.assert_ledger_adds_up().await;
        let log = office.house.app.login("admin").await.get("/api/pos-options/action-logs?action_type=PURCHASE_VOIDED").await.rows();
        assert_eq!((log.len(), &log[0]["reason"]), (1, &json!("Se registró mal")));
    }

    async fn voiding_needs_a_pin_and_a_reason(office: Office) {
        let purchase = office.buy(json!({})).await.ok();
        office.void(&purchase, json!({"pin": null})).await.refused(422, "pin_required");
        office.void(&purchase, json!({"pin": "9999"})).await.refused(422, "wrong_pin");
        let refused = office.void(&purchase, json!({"reason": " "})).await.refused(422, "invalid");
        assert!(refused["errors"]["reason"].is_array(), "{refused}");
        assert_eq!(office.detail(&purchase).await["status"], "ACTIVE");
    }

    async fn cash_returns_to_the_users_own_cash_box_or_not_at_all(office: Office) {
        let purchase = office.buy(json!({})).await.ok();
        let admin = office.house.app.login("admin").await;
        let path = format!("/api/purchase/{}", purchase["id"]);
        let body = json!({"pin": comanda::demo::PIN, "reason": "Se devolvió"});
        let refused = admin.send(Method::DELETE, &path, Some(body.clone()), None).await.refused(409, "no_open_cycle");
        assert!(refused["message"].as_str().unwrap().contains("no vuelve a la caja"), "{refused}");
        assert_eq!(office.detail(&purchase).await["status"], "ACTIVE");
        let other_form = merged(body, json!({"money": "OTHER"}));
        assert_eq!(admin.send(Method::DELETE, &path, Some(other_form), None).await.ok()["status"], "VOIDED");
        assert_eq!(office.drawer().await, "460.00");
    }

    async fn a_debt_ends_with_its_purchase(office: Office) {
        let purchase = office.buy_on_credit("85", json!([{"date": days_ago(-9), "amount": "40.00"}])).await;
        office.pay(&purchase, json!({"amount": "10.00"})).await.ok();
        assert_eq!(office.drawer().await, "490.00");
        let voided = office.void(&purchase, json!({})).await.ok();
        assert_eq!((&voided["due"], &voided["quotes"][0]["due"], &voided["next_due_on"]), (&json!("0.00"), &json!("0.00"), &json!(null)));
        assert_eq!(office.drawer().await, "500.00");
        office.pay(&purchase, json!({"amount": "1.00"})).await.refused(409, "conflict");
        assert_eq!(office.jorge.get("/api/purchase").await.json["totals"]["due"], "0.00");
    }

    async fn a_closed_month_keeps_its_purchases(office: Office) {
        let purchase = office.buy(json!({"date": days_ago(6)})).await.ok();
        let admin = office.house.app.login("admin").await;
        admin.put("/api/global-settings", json!({"books_closed_until": days_ago(5)})).await.ok();
        let shown = office.detail(&purchase).await;
        assert_eq!(shown["can_void"], false);
        assert!(shown["why_not_void"].as_str().unwrap().contains("pide al administrador"), "{shown}");
        office.void(&purchase, json!({})).await.refused(409, "conflict");
        assert_eq!((office.detail(&purchase).await["status"].clone(), office.drawer().await), (json!("ACTIVE"), json!("460.00")));
        // The note of a purchase is in no book, and may still change.
        let path = format!("/api/purchase/{}", purchase["id"]);
        office.jorge.put(&path, json!({"note": "Revisada"})).await.ok();
        office.jorge.put(&path, json!({"number": "78"})).await.refused(409, "conflict");
        admin.put("/api/global-settings", json!({"books_closed_until": null})).await.ok();
        office.void(&purchase, json!({})).await.ok();
    }

    async fn sold_stock_cannot_be_taken_back(office: Office) {
        let purchase = office.buy(json!({"items": [office.kola_line("24", "2.50").await]})).await.ok();
        office.house.leave_in_stock("Inca Kola 500 ml", "10").await;
        assert!(office.detail(&purchase).await["why_not_void"].as_str().unwrap().contains("Inca Kola"));
        let refused = office.void(&purchase, json!({})).await.refused(409, "sold_out");
        assert!(refused["message"].as_str().unwrap().contains("Registra primero una entrada"), "{refused}");
        assert_eq!((office.detail(&purchase).await["status"].clone(), office.drawer().await), (json!("ACTIVE"), json!("440.00")));
        assert_eq!(office.house.on_hand("Inca Kola 500 ml").await.to_string(), "10");
        // A supply may go below zero, with a warning.
        let rice = office.buy(json!({"number": "79"})).await.ok();
        office.house.leave_in_stock("Arroz", "4").await;
        let voided = office.void(&rice, json!({})).await.ok();
        assert!(voided["warnings"][0].as_str().unwrap().contains("Arroz"), "{voided}");
    }
}
