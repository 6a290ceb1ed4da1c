//! Documents that SUNAT refused: their numbers are in the register and in the file for SUNAT, with zeros.

use super::{download_rvie, find_check, line_summaries, lines};
use crate::{on_both_databases, sending::office::Office};
use chrono_tz::America::Lima;
use comanda_sunat_fake::{Code, Operation, Rule, Trouble, When};
use serde_json::{Value, json};

on_both_databases! {
    async fn a_refused_number_is_not_missing(office: Office) {
        let mut office = office;
        let month = office.till.house.app.app.clock().now().with_timezone(&Lima).format("year=%Y&month=%m").to_string();
        office.start_worker();
        let refuse_next = |office: &Office, code: u16| {
            office.sunat.add_rule(Rule::new(When::Always, Trouble::Reject(Code(code))).for_operation(Operation::SendBill).times(1));
        };
        let boleta = office.boleta().await;
        office.wait_for_state(&boleta, "ACCEPTED").await;
        refuse_next(&office, 2119);
        let form = json!({"pin": comanda::demo::PIN, "reason": "Plato devuelto", "reason_code": "06"});
        let note = office.till.luis.post(&format!("/api/billings/{}/credit-note", boleta["id"]), form).await.ok()["credit_note"].clone();
        office.wait_for_note_state(&note, "REJECTED").await;
        refuse_next(&office, 2800);
        let factura = office.factura().await;
        office.wait_for_state(&factura, "REJECTED").await;

        let register = office.admin.get(&format!("/api/accounting/register?{month}")).await.ok();
        let rejected = find_check(&register, "REJECTED");
        assert_eq!(rejected["documents"], json!(["BC01-00000001", "F001-00000001"]), "{rejected}");
        assert_eq!(line_summaries(&lines(&office.admin, &month).await), ["03 B001-1 7.00 1", "07 BC01-1 0.00 2", "01 F001-1 0.00 2"]);
        let counts = |register: &Value| ["count", "voided", "rejected"].map(|name| register["totals"][name].as_i64().unwrap());
        assert_eq!((counts(&register), &register["totals"]["total"]), ([3, 0, 2], &json!("7.00")));
        // The file for SUNAT says the same.
        let (_, text) = download_rvie(&office.admin, &month).await;
        let totals: Vec<&str> = text.lines().map(|line| line.split('|').nth(25).unwrap()).collect();
        assert_eq!(totals, ["7.00", "0.00", "0.00"]);

        office.till.luis.post(&format!("/api/credit-notes/{}/reissue", note["id"]), json!({})).await.ok();
        office.till.luis.post(&format!("/api/billings/{}/reissue", factura["id"]), json!({})).await.ok();
        assert_eq!(line_summaries(&lines(&office.admin, &month).await), [
            "03 B001-1 7.00 1", "07 BC01-1 0.00 2", "07 BC01-2 -7.00 1", "01 F001-1 0.00 2", "01 F001-2 7.00 1",
        ]);
        let register = office.admin.get(&format!("/api/accounting/register?{month}")).await.ok();
        for good in ["REJECTED", "NUMBERING_GAP", "TOTALS_DIFFER"] {
            assert_eq!(find_check(&register, good)["ok"], true, "{}", find_check(&register, good));
        }
        assert_eq!(counts(&register), [5, 0, 2], "what was issued again stays rejected");
        // A voided document counts apart from the rejected ones.
        office.kill_workers().await;
        let voided = office.boleta().await;
        office.refund(&voided).await;
        let register = office.admin.get(&format!("/api/accounting/register?{month}")).await.ok();
        assert_eq!(counts(&register), [6, 1, 2]);
    }
}
