//! A document is entered once, however many people enter it at the same moment.

use super::{Office, days_ago, kilos, provider_of};
use crate::on_both_databases;
use serde_json::json;

on_both_databases! {
    async fn an_existing_document_is_shown(office: Office) {
        let purchase = office.buy(json!({"number": "0077"})).await.ok();
        let refused = office.buy(json!({"serie": " b001 ", "number": "77"})).await.refused(409, "already_exists");
        assert_eq!((&refused["current"]["id"], &refused["current"]["total"]), (&purchase["id"], &json!("40.00")));
        assert!(refused["errors"]["number"].is_array() && refused["message"].as_str().unwrap().contains("ALICORP"), "{refused}");
        assert_eq!(office.drawer().await, "460.00");
        // Another kind of document, and another provider's, are different documents.
        office.buy(json!({"document": "NOTA_VENTA"})).await.ok();
        let other = provider_of(&office.jorge, "20100047218", "MAKRO S.A.").await;
        office.buy(json!({"provider_id": other})).await.ok();
        // A voided one may be entered again.
        office.void(&purchase, json!({})).await.ok();
        office.buy(json!({})).await.ok();
    }

    async fn of_twenty_who_enter_one_document_one_succeeds(office: Office) {
        let body = office.purchase_body(json!({})).await;
        let before = office.house.on_hand("Arroz").await;
        let replies = futures::future::join_all((0..20).map(|_| office.jorge.post("/api/purchase", body.clone()))).await;
        let recorded_count = replies.iter().filter(|reply| reply.status.is_success()).count();
        assert_eq!(recorded_count, 1, "{:?}", replies.iter().map(|r| (r.status, r.json["message"].clone())).collect::<Vec<_>>());
        for refused in replies.into_iter().filter(|reply| !reply.status.is_success()) {
            refused.refused(409, "already_exists");
        }
        for once in [
            "SELECT COUNT(*) FROM purchases",
            "SELECT COUNT(*) FROM purchase_items",
            "SELECT COUNT(*) FROM purchase_payments",
            "SELECT COUNT(*) FROM cash_movements",
            "SELECT COUNT(*) FROM stock_moves WHERE reason = 'PURCHASE'",
        ] {
            assert_eq!(office.count(once).await, 1, "{once}");
        }
        assert_eq!((office.house.on_hand("Arroz").await, office.drawer().await), (before + kilos("10"), json!("460.00")));
        office.house.assert_ledger_adds_up().await;
    }

    async fn of_two_who_void_a_purchase_one_succeeds(office: Office) {
        let before = office.house.on_hand("Arroz").await;
        for number in ["77", "78", "79"] {
            let purchase = office.buy(json!({"number": number})).await.ok();
            let (one, other) = tokio::join!(office.void(&purchase, json!({})), office.void(&purchase, json!({})));
            let (won, lost) = if one.status.is_success() { (one, other) } else { (other, one) };
            assert_eq!(won.ok()["status"], "VOIDED");
            lost.refused(409, "conflict");
            assert_eq!((office.house.on_hand("Arroz").await, office.drawer().await), (before, json!("500.00")));
        }
        assert_eq!(office.count("SELECT COUNT(*) FROM stock_moves WHERE reason = 'PURCHASE'").await, 6);
        office.house.assert_ledger_adds_up().await;
    }

    async fn bottles_are_sold_or_their_purchase_is_voided_but_not_both(office: Office) {
        let house = &office.house;
        for (number, table) in [("77", "12"), ("78", "13"), ("79", "14"), ("80", "15")] {
            house.leave_in_stock("Inca Kola 500 ml", "0").await;
            let purchase = office.buy(json!({"number": number, "items": [office.kola_line("24", "2.50").await], "payment": {"source": "OTHER"}})).await.ok();
            let account = house.open_table(&house.rosa, table).await;
            let order = json!({"client_request": account, "products": [house.order_item(20, "Inca Kola 500 ml").await]});
            let (voided, sold) = tokio::join!(office.void(&purchase, json!({})), house.rosa.post("/api/orders", order));
            let remaining = match (voided.status.is_success(), sold.status.is_success()) {
                (true, false) => {
                    sold.refused(409, "sold_out");
                    "0"
                }
                (false, true) => {
                    let why = voided.refused(409, "sold_out");
                    assert!(why["message"].as_str().unwrap().contains("Registra primero una entrada"), "{why}");
                    "4"
                }
                both => panic!("voided and sold: {both:?}"),
            };
            assert_eq!(house.on_hand("Inca Kola 500 ml").await, kilos(remaining));
            house.assert_ledger_adds_up().await;
        }
    }

    async fn a_month_that_closes_meanwhile_includes_its_purchase_or_never_had_it(office: Office) {
        let admin = office.house.app.login("admin").await;
        let before = office.house.on_hand("Arroz").await;
        for number in ["77", "78", "79"] {
            let purchase = office.buy(json!({"number": number, "date": days_ago(6)})).await.ok();
            let closing = json!({"books_closed_until": days_ago(5)});
            let (voided, closed) = tokio::join!(office.void(&purchase, json!({})), admin.put("/api/global-settings", closing));
            closed.ok();
            if !voided.status.is_success() {
                let why = voided.refused(409, "conflict");
                assert!(why["message"].as_str().unwrap().contains("pide al administrador"), "{why}");
                admin.put("/api/global-settings", json!({"books_closed_until": null})).await.ok();
                office.void(&purchase, json!({})).await.ok();
            }
            admin.put("/api/global-settings", json!({"books_closed_until": null})).await.ok();
            assert_eq!((office.house.on_hand("Arroz").await, office.drawer().await), (before, json!("500.00")));
        }
        office.house.assert_ledger_adds_up().await;
    }

    async fn of_two_who_pay_the_rest_one_succeeds(office: Office) {
        for n in 0..4 {
            let purchase = office.buy_on_credit(&format!("9{n}"), json!([])).await;
            let body = json!({"amount": "40.00", "source": "OTHER"});
            let (one, other) = tokio::join!(office.pay(&purchase, body.clone()), office.pay(&purchase, body));
            let (won, lost) = if one.status.is_success() { (one, other) } else { (other, one) };
            assert_eq!(won.ok()["due"], "0.00");
            lost.refused(409, "balance_changed");
        }
    }
}
