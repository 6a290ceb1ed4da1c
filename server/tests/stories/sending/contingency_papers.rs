//! Contingency documents on paper beside electronic ones: their issue date decides their rate, and how they are undone.

use super::office::Office;
use crate::{
    money::till::Till,
    on_both_databases,
    orders::house::House,
    support::database_place::{DatabasePlace, Fixture},
};
use chrono::NaiveDateTime;
use chrono_tz::America::Lima;
use comanda::clock::Clock;
use serde_json::{Value, json};

/// A small restaurant on 5 January 2027: 15 % since New Year, 10.5 % before; with booklets 0001 of boletas and of facturas.
struct Booklets {
    office: Office,
    clock: Clock,
    boletas: i64,
    facturas: i64,
}

impl Fixture for Booklets {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2027-01-05T17:00:00Z".parse().unwrap());
        let mut office = Office::with_till(Till::open_in(House::with_clock(place, clock.clone()).await).await).await;
        office.set_clocks(&clock, clock.now()).await;
        for (valid_from, percent) in [("2026-01-01", "10.5"), ("2027-01-01", "15")] {
            let rate = json!({"valid_from": valid_from, "percent": percent, "name": "Restaurantes MYPE"});
            office.admin.post("/api/tax-rates", rate).await.ok();
        }
        let mut booklets = Vec::new();
        for kind in [1, 2] {
            let series = json!({"billing_type_id": kind, "serie": "0001", "is_contingency": true});
            booklets.push(office.admin.post("/api/billing-series", series).await.ok()["id"].as_i64().unwrap());
        }
        Self { office, clock, boletas: booklets[0], facturas: booklets[1] }
    }
}

impl Booklets {
    fn till(&self) -> &Till {
        &self.office.till
    }

    fn paper(&self, number: i64, issued_on: &str) -> Value {
        json!({"contingency": {"series_id": self.boletas, "number": number, "issued_on": issued_on}})
    }

    /// Sells two dishes on a paper document; returns it.
    async fn sold(&self, paper: Value) -> Value {
        let account = self.till().send_takeaway(&[(2, "Lomo saltado")]).await;
        self.till().pay(account, json!({"Efectivo": "76"}), paper).await.ok()["billing"].clone()
    }

    async fn refund_quote(&self, billing: &Value) -> Value {
        self.till().luis.get(&format!("/api/payments/{}/refund-quote", billing["payment_id"])).await.ok()
    }

    async fn refund(&self, billing: &Value, more: Value) -> Value {
        let mut body =
            json!({"pin": comanda::demo::PIN, "reason": "Plato frío", "outcome": "CLOSE", "remove_inventory": false});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.till().luis.post(&format!("/api/payments/{}/refund", billing["payment_id"]), body).await.ok()
    }

    async fn set_clocks(&mut self, local: &str) {
        let local = local.parse::<NaiveDateTime>().unwrap();
        self.office.set_clocks(&self.clock, local.and_local_timezone(Lima).unwrap().to_utc()).await;
    }
}

on_both_databases! {
    async fn the_day_of_a_paper_document_decides_what_is_due(booklets: Booklets) {
        let account = booklets.till().send_takeaway(&[(1, "Lomo saltado")]).await;
        let service = json!({"client_request_id": account, "charges": [{"additionalChargeTypeId": 4, "percentage": "10"}]});
        booklets.till().luis.post("/api/billing-adjustment", service).await.ok();
        let at = |day: &str| format!("/api/payments-get-info/{account}?issued_on={day}");
        // 38.00 include 33.04 without IGV at 15 %, and 34.39 at 10.5 %.
        let today = booklets.till().payment_info(account).await;
        assert_eq!((&today["total"], &today["issue_date"]), (&json!("41.30"), &json!("2027-01-05")));
        let quoted = booklets.till().luis.get(&at("2026-12-30")).await.ok();
        assert_eq!((&quoted["total"], &quoted["issue_date"], &quoted["igv_included"]), (&json!("41.44"), &json!("2026-12-30"), &json!("3.61")));
        assert_eq!(quoted["unnamed_boleta_limit"], "700.00");
        for wrong in ["2027-01-06", "2026-11-05", "ayer"] {
            booklets.till().luis.get(&at(wrong)).await.refused(422, "invalid");
        }
        let mut body = booklets.paper(12, "2026-12-30");
        body["expected_total"] = json!("41.30");
        let refused = booklets.till().pay(account, json!({"Efectivo": "41.30"}), body.clone()).await.refused(409, "balance_changed");
        assert_eq!((&refused["current"]["total"], &refused["current"]["issue_date"]), (&json!("41.44"), &json!("2026-12-30")));
        body["expected_total"] = json!("41.44");
        let paid = booklets.till().pay(account, json!({"Efectivo": "41.44"}), body).await.ok();
        assert_eq!((&paid["billing"]["igv"], &paid["billing"]["total"], &paid["billing"]["igv_percent"]), (&json!("3.61"), &json!("41.44"), &json!("10.5")));
        // The account stays as the paper document says.
        let order = booklets.till().luis.get(&format!("/api/orders/{account}")).await.ok();
        assert_eq!((&order["totals"]["total"], &order["totals"]["paid"], &order["totals"]["due"]), (&json!("41.44"), &json!("41.44"), &json!("0.00")));
    }

    async fn a_paper_document_of_a_past_month_is_undone_by_an_electronic_note(booklets: Booklets) {
        let mut booklets = booklets;
        let (whole, part) = (booklets.sold(booklets.paper(12, "2026-12-30")).await, booklets.sold(booklets.paper(13, "2026-12-30")).await);
        let client = booklets.till().create_client("RUC", "20131312955", "SUNAT").await;
        let factura = booklets.sold(json!({"billing_type_id": 2, "client_id": client,
            "contingency": {"series_id": booklets.facturas, "number": 12, "issued_on": "2026-12-31"}})).await;
        assert_eq!(booklets.refund_quote(&whole).await["document_stays"], true);
        booklets.office.start_worker();
        let line = booklets.till().luis.get(&format!("/api/payments/{}", part["payment_id"])).await.ok()["lines"][0]["line_id"].clone();
        let one_unit = json!({"products": [{"id": line, "qty": "1"}]});
        for (billing, more, serie, total) in [(&whole, json!({}), "BC01", "76.00"), (&part, one_unit, "BC01", "38.00"), (&factura, json!({}), "FC01", "76.00")] {
            let note = booklets.refund(billing, more).await["credit_note"].clone();
            assert_eq!((&note["serie"], &note["total"], &note["igv_percent"]), (&json!(serie), &json!(total), &json!("10.5")), "{note}");
            booklets.office.wait_for_note_state(&note, "ACCEPTED").await;
            let stands = booklets.till().document(&billing["id"]).await;
            assert_eq!((&stands["voided_at"], &stands["is_contingency"]), (&json!(null), &json!(true)));
        }
        let contador = booklets.till().house.app.login("contador").await;
        let january = contador.get("/api/accounting/register?year=2027&month=1").await.ok();
        assert_eq!(january["totals"]["total"], "-190.00", "{january}");
        assert_eq!(contador.get("/api/accounting/register?year=2026&month=12").await.ok()["totals"]["total"], "228.00");
        assert_eq!(booklets.office.sunat.snapshot().violations, []);
    }

    async fn a_note_on_a_paper_boleta_is_sent_by_the_daily_summary(booklets: Booklets) {
        let mut booklets = booklets;
        booklets.office.run_sql("UPDATE electronic_billing SET boletas = 'DAILY_SUMMARY', summary_time = '02:00'").await;
        let paper = booklets.sold(booklets.paper(12, "2026-12-30")).await;
        let note = booklets.refund(&paper, json!({})).await["credit_note"].clone();
        booklets.office.start_worker();
        booklets.set_clocks("2027-01-06T02:00:00").await;
        booklets.office.wait_for_note_state(&note, "ACCEPTED").await;
        assert_eq!(booklets.office.sunat.snapshot().violations, []);
    }

    async fn a_paper_document_is_cancelled_while_its_month_is_open(booklets: Booklets) {
        let paper = booklets.sold(booklets.paper(20, "2027-01-03")).await;
        let other = booklets.sold(booklets.paper(21, "2027-01-03")).await;
        assert_eq!(booklets.refund_quote(&paper).await["document_stays"], false);
        let refunded = booklets.refund(&paper, json!({})).await;
        assert_eq!(refunded["credit_note"], json!(null));
        assert_eq!(booklets.till().document(&paper["id"]).await["state"], "VOIDED");
        // Its books are closed meanwhile.
        booklets.office.admin.put("/api/global-settings", json!({"books_closed_until": "2027-01-04"})).await.ok();
        let note = booklets.refund(&other, json!({})).await["credit_note"].clone();
        assert_eq!((&note["serie"], &note["total"]), (&json!("BC01"), &json!("76.00")));
    }
}
