//! A paper is written once, however many write it at the same moment.

use super::{Office, kilos, provider_of};
use crate::on_both_databases;
use serde_json::json;

on_both_databases! {
    async fn a_paper_that_is_there_is_shown(office: Office) {
        let made = office.buy(json!({"number": "0077"})).await.ok();
        let refused = office.buy(json!({"serie": " b001 ", "number": "77"})).await.refused(409, "already_exists");
        assert_eq!((&refused["current"]["id"], &refused["current"]["total"]), (&made["id"], &json!("40.00")));
        assert!(refused["errors"]["number"].is_array() && refused["message"].as_str().unwrap().contains("ALICORP"), "{refused}");
        assert_eq!(office.drawer().await, "460.00");
        // Another kind of paper, and another provider's, are others.
        office.buy(json!({"document": "NOTA_VENTA"})).await.ok();
        let other = provider_of(&office.jorge, "20100047218", "MAKRO S.A.").await;
        office.buy(json!({"provider_id": other})).await.ok();
        // A voided one may be written again.
        office.void(&made, json!({})).await.ok();
        office.buy(json!({})).await.ok();
    }

    async fn of_twenty_who_write_one_paper_one_does(office: Office) {
        let body = office.body(json!({"payment": {"source": "OTHER"}})).await;
        let before = office.house.on_hand("Arroz").await;
        let replies = futures::future::join_all((0..20).map(|_| office.jorge.post("/api/purchase", body.clone()))).await;
        let made = replies.iter().filter(|reply| reply.status.is_success()).count();
        assert_eq!(made, 1, "{:?}", replies.iter().map(|r| (r.status, r.json["message"].clone())).collect::<Vec<_>>());
        for refused in replies.into_iter().filter(|reply| !reply.status.is_success()) {
            refused.refused(409, "already_exists");
        }
        assert_eq!(office.count("SELECT COUNT(*) FROM purchases").await, 1);
        assert_eq!(office.house.on_hand("Arroz").await, before + kilos("10"));
        office.house.the_ledger_adds_up().await;
    }

    async fn of_two_who_pay_the_rest_one_does(office: Office) {
        for n in 0..4 {
            let made = office.owe(&format!("9{n}"), json!([])).await;
            let body = json!({"amount": "40.00", "source": "OTHER"});
            let (one, other) = tokio::join!(office.pay(&made, body.clone()), office.pay(&made, body));
            let (won, lost) = if one.status.is_success() { (one, other) } else { (other, one) };
            assert_eq!(won.ok()["due"], "0.00");
            lost.refused(409, "balance_changed");
        }
    }
}
