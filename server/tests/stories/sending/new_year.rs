//! The night on which the IGV rate changes. The business day continues until four in the morning, but a document has the rate of its own
//! issue date, which begins at midnight in Lima.

use super::office::Office;
use crate::{
    money::till::Till,
    on_both_databases,
    orders::house::House,
    support::database_place::{DatabasePlace, Fixture},
};
use chrono::{NaiveDate, NaiveDateTime};
use chrono_tz::America::Lima;
use comanda::{billing::electronic::queue, clock::Clock, ids::TaxDocumentId};
use comanda_sunat_fake::{Code, Operation, Rule, Trouble, When};
use serde_json::{Value, json};

const RATES: &str = "/api/tax-rates";
const SERVICE: i64 = 4;

/// A small restaurant on the last evening of 2026: 10.5 %, and 15 % from the first of January.
struct NewYear {
    office: Office,
    clock: Clock,
}

impl Fixture for NewYear {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-12-31T17:00:00Z".parse().unwrap());
        let office = Office::with_till(Till::open_in(House::with_clock(place, clock.clone()).await).await).await;
        let night = Self { office, clock };
        night.rate("2026-01-01", "10.5").await;
        night.rate("2027-01-01", "15").await;
        night
    }
}

impl NewYear {
    async fn rate(&self, valid_from: &str, percent: &str) -> Value {
        let rate = json!({"valid_from": valid_from, "percent": percent, "name": "Restaurantes MYPE"});
        self.office.admin.post(RATES, rate).await.ok()
    }

    /// Sets the server's and the tax authority's clock to this time in Lima, and signs everybody in again.
    async fn set_clocks(&mut self, local: &str) {
        let local = local.parse::<NaiveDateTime>().unwrap();
        self.office.set_clocks(&self.clock, local.and_local_timezone(Lima).unwrap().to_utc()).await;
    }

    fn till(&self) -> &Till {
        &self.office.till
    }

    /// Pays the requested part of an account; returns the document.
    async fn pay(&self, account: i64, amount: &str, more: Value) -> Value {
        self.till().pay(account, json!({"Efectivo": amount}), more).await.ok()["billing"].clone()
    }

    /// Pays all that is due; returns the document, and asserts that the screen had shown its IGV before.
    async fn pay_all(&self, account: i64) -> Value {
        let quoted = self.till().payment_info(account).await;
        let billing = self.pay(account, quoted["total"].as_str().unwrap(), json!({})).await;
        assert_eq!(billing["igv"], quoted["igv_included"], "the screen promised another IGV");
        billing
    }

    /// Sells by a factura that the tax authority refuses with this code.
    async fn sell_refused_factura(&self, code: u16) -> Value {
        self.office
            .sunat
            .add_rule(Rule::new(When::Always, Trouble::Reject(Code(code))).for_operation(Operation::SendBill).times(1));
        let factura = self.office.factura().await;
        self.office.wait_for_state(&factura, "REJECTED").await;
        factura
    }

    async fn reissue_quote(&self, billing: &Value) -> Value {
        self.till().luis.get(&format!("/api/billings/{}/reissue-quote", billing["id"])).await.ok()
    }

    async fn reissue(&self, billing: &Value) -> Value {
        let path = format!("/api/billings/{}/reissue", billing["id"]);
        self.till().luis.post(&path, json!({})).await.ok()["billing"].clone()
    }

    async fn charge_service(&self, account: i64) {
        let charge = json!({"additionalChargeTypeId": SERVICE, "percentage": "10"});
        let body = json!({"client_request_id": account, "charges": [charge]});
        self.till().luis.post("/api/billing-adjustment", body).await.ok();
    }

    /// Asserts that each document and note has the rate of its issue date; a note has its document's.
    async fn assert_rates_match_issue_dates(&self) {
        let mut tx = self.till().house.db().read().await.unwrap();
        let documents: Vec<(TaxDocumentId, String, NaiveDate)> =
            tx.query("SELECT id, code, issued_on FROM tax_documents ORDER BY id").all().await.unwrap();
        assert!(!documents.is_empty());
        for (id, code, issued_on) in documents {
            let xml = queue::load_xml(&mut tx, id).await.unwrap();
            assert_eq!(between(&xml, "<cbc:IssueDate>", "<"), issued_on.to_string());
            let rate = if issued_on < day("2027-01-01") { "10.50" } else { "15.00" };
            if code != "07" {
                assert_eq!(between(&xml, "<cbc:Percent>", "<"), rate, "of {issued_on}: {xml}");
            }
        }
        let notes = self.office.admin.get("/api/credit-notes").await.rows();
        for note in &notes {
            let billing = self.office.admin.get(&format!("/api/billings/{}", note["billing_id"])).await.ok();
            assert_eq!(note["igv_percent"], billing["igv_percent"], "{note}");
        }
    }

    async fn send_and_await_acceptance(&mut self) {
        self.office.start_worker();
        for billing in self.office.admin.get("/api/billings?page=false").await.rows() {
            self.office
                .wait_for_state(&billing, if billing["voided_at"].is_null() { "ACCEPTED" } else { "VOIDED" })
                .await;
        }
        assert_eq!(self.office.sunat.snapshot().violations, []);
    }
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let from = text.find(before).unwrap_or_else(|| panic!("no {before} in {text}")) + before.len();
    &text[from..from + text[from..].find(after).unwrap()]
}

on_both_databases! {
    async fn each_document_of_the_night_has_the_rate_of_its_own_day(night: NewYear) {
        let mut night = night;
        night.set_clocks("2026-12-31T23:59:30").await;
        let before = night.till().send_takeaway(&[(1, "Cau cau")]).await;
        let (by_lines, by_shares, whole) =
            (night.till().send_takeaway(&[(1, "Lomo saltado"), (1, "Cau cau")]).await,
             night.till().send_takeaway(&[(2, "Lomo saltado")]).await,
             night.till().send_takeaway(&[(1, "Lomo saltado")]).await);
        for account in [by_lines, by_shares, whole] {
            night.charge_service(account).await;
        }
        let first = night.pay_all(before).await;
        assert_eq!((&first["igv_percent"], &first["igv"]), (&json!("10.5"), &json!("2.66")));
        let lines = night.till().line_ids(by_lines).await;
        let due = night.till().payment_info(by_lines).await["lines"][0]["due_amount"].clone();
        let products = json!([{"id": lines[0], "qty": "1"}]);
        let half = night.pay(by_lines, due.as_str().unwrap(), json!({"products": products})).await;
        let share = night.till().payment_info(by_shares).await["shares"][0]["amount"].clone();
        night.pay(by_shares, share.as_str().unwrap(), json!({"share": {"of": 2}})).await;
        assert_eq!(half["igv_percent"], "10.5");

        night.set_clocks("2027-01-01T00:00:30").await;
        for account in [by_lines, by_shares, whole] {
            let due = night.till().payment_info(account).await["total"].clone();
            let list = night.till().luis.get("/api/client-requests?open=true").await.rows();
            let listed = list.iter().find(|row| row["id"] == json!(account)).unwrap();
            let order = night.till().luis.get(&format!("/api/orders/{account}")).await.ok();
            assert_eq!((&listed["due"], &order["totals"]["due"]), (&due, &due), "one figure everywhere");
            assert_eq!(night.pay_all(account).await["igv_percent"], "15");
        }
        night.set_clocks("2027-01-01T03:59:00").await;
        assert_eq!(night.office.factura().await["igv_percent"], "15");
        night.set_clocks("2027-01-01T04:01:00").await;
        assert_eq!(night.office.boleta().await["igv_percent"], "15");
        night.assert_rates_match_issue_dates().await;
        night.send_and_await_acceptance().await;
    }

    async fn a_refund_after_midnight_keeps_its_documents_rate(night: NewYear) {
        let mut night = night;
        night.set_clocks("2026-12-31T23:59:30").await;
        let account = night.till().send_takeaway(&[(2, "Lomo saltado"), (1, "Cau cau")]).await;
        night.charge_service(account).await;
        let lines = night.till().line_ids(account).await;
        let sold = night.pay_all(account).await;
        let other = night.till().send_takeaway(&[(2, "Lomo saltado")]).await;
        let other_lines = night.till().line_ids(other).await;
        let other = night.pay_all(other).await;
        let total = night.till().luis.get(&format!("/api/orders/{account}")).await.ok()["totals"]["total"].clone();
        night.office.start_worker();
        night.office.wait_for_state(&sold, "ACCEPTED").await;

        night.set_clocks("2027-01-01T00:31:00").await;
        let after = night.till().luis.get(&format!("/api/orders/{account}")).await.ok()["totals"]["total"].clone();
        assert_eq!(after, total, "a closed account stays as it was paid");
        // A part of an accepted document is credited. A whole document of the day before is voided, and issued anew.
        let back = json!({"pin": comanda::demo::PIN, "reason": "Plato frío", "outcome": "CLOSE", "remove_inventory": false,
                          "products": [{"id": lines[0], "qty": "1"}]});
        let path = format!("/api/payments/{}/refund", sold["payment_id"]);
        let refunded = night.till().luis.post(&path, back).await.ok();
        assert_eq!(refunded["credit_note"]["igv_percent"], "10.5");
        let part = json!({"pin": comanda::demo::PIN, "reason": "Plato frío", "outcome": "CLOSE", "remove_inventory": false,
                          "products": [{"id": other_lines[0], "qty": "1"}]});
        night.till().luis.post(&format!("/api/payments/{}/refund", other["payment_id"]), part).await.ok();
        // Opened again, it is collected at the rate of the new day.
        let new_account = night.till().send_takeaway(&[(1, "Cau cau")]).await;
        night.set_clocks("2027-01-01T03:58:00").await;
        let paid = night.pay_all(new_account).await;
        let reopen = json!({"pin": comanda::demo::PIN, "reason": "Era con factura", "outcome": "REOPEN", "remove_inventory": false});
        night.till().luis.post(&format!("/api/payments/{}/refund", paid["payment_id"]), reopen).await.ok();
        night.set_clocks("2027-01-01T04:01:00").await;
        assert_eq!(night.pay_all(new_account).await["igv_percent"], "15");
        night.assert_rates_match_issue_dates().await;
        night.send_and_await_acceptance().await;
    }

    async fn an_account_that_no_document_closed_stays_as_it_was_paid(night: NewYear) {
        let mut night = night;
        night.set_clocks("2026-12-31T23:40:00").await;
        let account = night.till().send_takeaway(&[(2, "Lomo saltado"), (1, "Inca Kola 500 ml")]).await;
        night.charge_service(account).await;
        let lines = night.till().line_ids(account).await;
        let mut paid = Vec::new();
        for _ in 0..2 {
            let due = night.till().payment_info(account).await["lines"][0]["due_amounts"][0].clone();
            let products = json!([{"id": lines[0], "qty": "1"}]);
            paid.push(night.pay(account, due.as_str().unwrap(), json!({"products": products})).await);
        }
        // Unpaid lines are dismissed, and that closes the account.
        let dismissal = json!({"order_ids": [lines[1]], "pin": comanda::demo::PIN, "reason": "Se fueron", "made": false});
        let closed = night.till().luis.put(&format!("/api/orders/{account}/dismiss"), dismissal).await.ok();
        assert_eq!(closed["is_paid"], true, "{closed}");
        night.set_clocks("2027-01-02T12:00:00").await;
        let back = json!({"pin": comanda::demo::PIN, "reason": "Plato frío", "outcome": "CLOSE", "remove_inventory": false});
        let path = format!("/api/payments/{}/refund", paid[1]["payment_id"]);
        let refunded = night.till().luis.post(&path, back).await.ok();
        assert_eq!(refunded["refund"]["total"], paid[1]["total"]);
    }

    async fn boletas_of_two_days_are_sent_in_two_summaries(night: NewYear) {
        let mut night = night;
        night.office.run_sql("UPDATE electronic_billing SET boletas = 'DAILY_SUMMARY', summary_time = '02:00'").await;
        night.set_clocks("2026-12-31T23:59:30").await;
        let old = night.office.boleta().await;
        night.set_clocks("2027-01-01T00:00:30").await;
        let new = night.office.boleta().await;
        night.office.start_worker();
        night.set_clocks("2027-01-01T02:00:00").await;
        night.office.wait_for_state(&old, "ACCEPTED").await;
        assert_eq!(night.office.listed_document(&new).await["state"], "PENDING");
        night.set_clocks("2027-01-02T02:00:00").await;
        night.office.wait_for_state(&new, "ACCEPTED").await;
        let batches = night.office.admin.get("/api/electronic-billing/batches").await.rows();
        let days: Vec<_> = batches.iter().rev().map(|b| b["documents_of"].as_str().unwrap()).collect();
        assert_eq!(days, ["2026-12-31", "2027-01-01"]);
        night.assert_rates_match_issue_dates().await;
        assert_eq!(night.office.sunat.snapshot().violations, []);
    }

    async fn a_restaurant_in_another_zone_issues_by_limas_clock(night: NewYear) {
        let mut night = night;
        night.office.admin.put("/api/global-settings", json!({"time_zone": "America/Sao_Paulo"})).await.ok();
        // In that zone it is two in the morning already.
        night.set_clocks("2026-12-31T23:59:30").await;
        let old = night.office.boleta().await;
        night.set_clocks("2027-01-01T00:00:30").await;
        let new = night.office.boleta().await;
        assert_eq!((&old["igv_percent"], &new["igv_percent"]), (&json!("10.5"), &json!("15")));
        let receipts: Vec<_> = night.till().house.papers().await.into_iter().filter(|p| p.document == "RECEIPT").collect();
        assert!(receipts[0].text.contains("31/12/2026 23:59") && receipts[1].text.contains("01/01/2027 00:00"), "{receipts:?}");
        night.assert_rates_match_issue_dates().await;
        night.send_and_await_acceptance().await;
    }

    async fn a_refused_document_keeps_its_day_while_allowed_and_has_that_days_rate(night: NewYear) {
        let mut night = night;
        night.office.start_worker();
        night.set_clocks("2026-12-31T22:00:00").await;
        let (soon, late) = (night.sell_refused_factura(2800).await, night.sell_refused_factura(2800).await);
        night.set_clocks("2027-01-02T12:00:00").await;
        let quoted = night.reissue_quote(&soon).await;
        assert_eq!((&quoted["issue_date"], &quoted["is_new_date"]), (&json!("2026-12-31"), &json!(false)));
        let anew = night.reissue(&soon).await;
        for same in ["igv_percent", "igv", "taxable", "total", "issued_at"] {
            assert_eq!(anew[same], soon[same], "{same}");
        }
        night.office.wait_for_state(&anew, "ACCEPTED").await;
        night.set_clocks("2027-01-04T00:10:00").await;
        let quoted = night.reissue_quote(&late).await;
        assert_eq!((&quoted["issue_date"], &quoted["is_new_date"]), (&json!("2027-01-04"), &json!(true)));
        assert_eq!((&quoted["previous_igv_percent"], &quoted["igv_percent"]), (&json!("10.5"), &json!("15")));
        let anew = night.reissue(&late).await;
        assert_eq!((&anew["igv"], &anew["taxable"], &anew["total"]), (&json!("0.91"), &json!("6.09"), &late["total"]));
        assert_eq!((&quoted["igv"], &quoted["taxable"], &quoted["total"]), (&anew["igv"], &anew["taxable"], &anew["total"]));
        night.office.wait_for_state(&anew, "ACCEPTED").await;
        night.assert_rates_match_issue_dates().await;
        let reopened = night.till().luis.get(&format!("/api/billings/{}/reissue-quote", anew["id"])).await;
        reopened.refused(409, "conflict");
    }

    async fn a_restaurant_that_missed_the_new_rate_can_correct_it(night: NewYear) {
        let mut night = night;
        night.office.start_worker();
        let rows = night.office.admin.get(RATES).await.rows();
        night.office.admin.delete(&format!("{RATES}/{}", rows[0]["id"])).await.ok();
        night.set_clocks("2027-01-01T00:31:00").await;
        let wrong = night.office.factura().await;
        assert_eq!(night.office.wait_for_state(&wrong, "REJECTED").await["sunat_code"], "3462");
        assert_eq!(wrong["igv_percent"], "10.5");
        // A document that the tax authority refused does not prevent the correction of the rate.
        night.rate("2027-01-01", "15").await;
        let quoted = night.reissue_quote(&wrong).await;
        assert_eq!((&quoted["issue_date"], &quoted["igv_percent"]), (&json!("2027-01-01"), &json!("15")));
        let anew = night.reissue(&wrong).await;
        assert_eq!((&anew["igv_percent"], &anew["total"]), (&json!("15"), &wrong["total"]));
        night.office.wait_for_state(&anew, "ACCEPTED").await;
        assert!(night.office.xml(&anew).await.contains("<cbc:IssueDate>2027-01-01</cbc:IssueDate>"));
    }

    async fn a_future_rate_is_changed_and_removed_during_the_night(night: NewYear) {
        let mut night = night;
        night.set_clocks("2026-12-31T23:59:00").await;
        night.office.boleta().await;
        let rows = night.office.admin.get(RATES).await.rows();
        let to_come = format!("{RATES}/{}", rows[0]["id"]);
        let changed = night.office.admin.put(&to_come, json!({"percent": "14.5"})).await.ok();
        assert_eq!((&changed["percent"], &changed["valid_from"]), (&json!("14.5"), &json!("2027-01-01")));
        night.office.admin.put(&to_come, json!({"percent": "31"})).await.refused(422, "invalid");
        night.office.admin.put(&to_come, json!({"valid_from": "2026-12-31"})).await.refused(422, "invalid");
        night.office.admin.put(&to_come, json!({"valid_from": "2026-01-01"})).await.refused(422, "invalid");
        night.office.admin.put(&format!("{RATES}/{}", rows[1]["id"]), json!({"percent": "9"})).await.refused(409, "in_use");
        night.office.admin.delete(&to_come).await.ok();
        night.rate("2027-01-01", "15").await;
        // The business day of the 31st continues, but documents of the first exist.
        night.set_clocks("2027-01-01T00:10:00").await;
        assert_eq!(night.office.boleta().await["igv_percent"], "15");
        let begun = json!({"valid_from": "2027-01-01", "percent": "12"});
        let refused = night.office.admin.post(RATES, begun).await.refused(422, "invalid");
        assert!(refused["errors"]["valid_from"][0].as_str().unwrap().contains("01/01/2027"), "{refused}");
        let rows = night.office.admin.get(RATES).await.rows();
        let begun = format!("{RATES}/{}", rows[0]["id"]);
        night.office.admin.put(&begun, json!({"percent": "12"})).await.refused(409, "in_use");
        night.office.admin.delete(&begun).await.refused(409, "in_use");
        let tomorrow = night.rate("2027-01-02", "18").await;
        night.office.admin.put(&format!("{RATES}/{}", tomorrow["id"]), json!({"valid_from": "2027-01-03"})).await.ok();
        let cashier = &night.till().luis;
        cashier.put(&format!("{RATES}/{}", tomorrow["id"]), json!({"percent": "1"})).await.refused(422, "not_permitted");
        // A document that a fast clock dated does not prevent changes of rates.
        night.office.run_sql("UPDATE billings SET issued_at = '2031-05-01T12:00:00Z' WHERE id = (SELECT MIN(id) FROM billings)").await;
        night.rate("2027-06-01", "16").await;
    }
}
