//! Actions that people request by hand, and who may.

use super::office::{Office, fast_pace};
use crate::{money::till::Till, on_both_databases};
use comanda::sending;
use serde_json::json;

on_both_databases! {
    async fn the_office_sends_and_the_accountant_reads(office: Office) {
        let boleta = office.boleta().await;
        let id = &boleta["id"];
        let send = format!("/api/billings/{id}/send");
        let check = format!("/api/electronic-invoice/{id}/check-document-status");
        let today = office.sunat.snapshot().now.date();
        let (days, day) = (json!({"from": today, "to": today}), json!({"date": today}));
        for (user, may_send, may_look) in
            [("admin", true, true), ("supervisor", true, true), ("contador", false, true), ("cajero", false, false), ("mozo", false, false)]
        {
            let client = office.till.house.app.login(user).await;
            let all = [client.post(&send, json!({})).await, client.post("/api/electronic-billing/summaries", day.clone()).await,
                       client.post("/api/electronic-billing/reconcile", days.clone()).await];
            for reply in all {
                if may_send { reply.ok(); } else { reply.refused(422, "not_permitted"); }
            }
            for reply in [client.get(&check).await, client.get("/api/electronic-billing/batches").await] {
                if may_look { assert_eq!(reply.status, 200, "{user}"); } else { reply.refused(422, "not_permitted"); }
            }
        }
        office.admin.post("/api/billings/999999/send", json!({})).await.refused(404, "not_found");
        office.admin.get("/api/electronic-invoice/999999/check-document-status").await.refused(404, "not_found");
        let far = json!({"from": today - chrono::Days::new(31), "to": today});
        assert!(office.admin.post("/api/electronic-billing/reconcile", far).await.refused(422, "invalid")["errors"]["to"].is_array());
        let tomorrow = json!({"date": today + chrono::Days::new(1)});
        office.admin.post("/api/electronic-billing/summaries", tomorrow).await.refused(422, "invalid");
    }

    async fn reconciling_corrects_states_that_differ_from_sunats(office: Office) {
        let mut office = office;
        office.start_worker();
        let (boleta, factura) = (office.boleta().await, office.factura().await);
        for sold in [&boleta, &factura] {
            office.wait_for_state(sold, "ACCEPTED").await;
        }
        office.kill_workers().await;
        // This is the state after the restore of an earlier copy.
        office.run_sql("UPDATE tax_documents SET state = 'FAILED', accepted_at = NULL, cdr = NULL").await;
        let today = office.sunat.snapshot().now.date();
        let first_reconciliation = office.admin.post("/api/electronic-billing/reconcile", json!({"from": today, "to": today})).await.ok();
        assert_eq!((&first_reconciliation["asked"], &first_reconciliation["unanswered"], &first_reconciliation["next"]), (&json!(2), &json!(0), &json!(null)));
        let changed = first_reconciliation["changed"].as_array().unwrap();
        assert_eq!(changed.len(), 2, "{first_reconciliation}");
        assert!(changed.iter().all(|c| c["before"] == "FAILED" && c["state"] == "ACCEPTED"), "{first_reconciliation}");
        let second_reconciliation = office.admin.post("/api/electronic-billing/reconcile", json!({"from": today, "to": today})).await.ok();
        assert_eq!(second_reconciliation["changed"], json!([]));
    }

    async fn the_demonstration_accepts_automatically_and_says_so(till: Till) {
        let worker = tokio::spawn(sending::run_sender(till.house.app.app.clone(), fast_pace()));
        let id = till.send_takeaway(&[(1, "Inca Kola 500 ml")]).await;
        let sold = till.pay(id, json!({"Efectivo": "7"}), json!({})).await.ok()["billing"].clone();
        let path = format!("/api/billings?payment_id={}", sold["payment_id"]);
        let accepted_row = tokio::time::timeout(std::time::Duration::from_secs(20), async {
            loop {
                let row = till.luis.get(&path).await.rows().remove(0);
                if row["state"] == "ACCEPTED" {
                    return row;
                }
                tokio::time::sleep(std::time::Duration::from_millis(25)).await;
            }
        });
        let row = accepted_row.await.unwrap();
        assert!(row["sunat_message"].as_str().unwrap().starts_with("DEMOSTRACIÓN, SIN VALOR"), "{row}");
        worker.abort();
        worker.await.ok();
    }
}
