//! A restaurant that leaves the jungle, or moves into it: each document has the IGV kind of its issue date, whenever it is issued.

use super::office::Office;
use crate::{
    money::till::Till,
    on_both_databases,
    orders::house::House,
    support::database_place::{DatabasePlace, Fixture},
};
use chrono::{Days, NaiveDateTime};
use chrono_tz::America::Lima;
use comanda::{clock::Clock, settings::tax};
use comanda_sunat_fake::{Code, Operation, Rule, Trouble, When};
use serde_json::{Value, json};

const PATH: &str = "/api/tax-zones";
const RATES: &str = "/api/tax-rates";
const JUNGLE_LEGEND: &str = "languageLocaleID=\"2001\"";

/// A restaurant in the jungle at the end of November.
struct Leaving {
    office: Office,
    clock: Clock,
}

impl Fixture for Leaving {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-11-30T17:00:00Z".parse().unwrap());
        let office = Office::with_till(Till::open_in(House::with_clock(place, clock.clone()).await).await).await;
        let company = office.admin.put("/api/company-info", json!({"is_jungle": true})).await.ok();
        assert_eq!(company["is_jungle"], true);
        Self { office, clock }
    }
}

impl Leaving {
    async fn set_clocks(&mut self, local: &str) {
        let local = local.parse::<NaiveDateTime>().unwrap();
        self.office.set_clocks(&self.clock, local.and_local_timezone(Lima).unwrap().to_utc()).await;
    }

    /// Sells by a factura that the tax authority refuses.
    async fn sell_refused_factura(&self) -> Value {
        self.office
            .sunat
            .add_rule(Rule::new(When::Always, Trouble::Reject(Code(2800))).for_operation(Operation::SendBill).times(1));
        let factura = self.office.factura().await;
        self.office.wait_for_state(&factura, "REJECTED").await;
        factura
    }

    async fn reissued(&self, billing: &Value) -> Value {
        let path = format!("/api/billings/{}/reissue", billing["id"]);
        self.office.till.luis.post(&path, json!({})).await.ok()["billing"].clone()
    }

    async fn note(&self, billing: &Value) -> Value {
        let body = json!({"pin": "1234", "reason": "Plato devuelto", "reason_code": "06"});
        let path = format!("/api/billings/{}/credit-note", billing["id"]);
        self.office.till.luis.post(&path, body).await.ok()["credit_note"].clone()
    }
}

/// The IGV rate, exonerated amount and taxable amount of a document.
fn kind(document: &Value) -> (String, String, String) {
    let text = |field: &str| document[field].as_str().unwrap_or_default().to_owned();
    (text("igv_percent"), text("exonerated"), text("taxable"))
}

fn exonerated(amount: &str) -> (String, String, String) {
    ("0".into(), amount.into(), "0.00".into())
}

fn taxed(base: &str) -> (String, String, String) {
    ("18".into(), "0.00".into(), base.into())
}

on_both_databases! {
    async fn a_document_has_the_igv_kind_of_its_issue_date(leaving: Leaving) {
        let mut leaving = leaving;
        leaving.office.start_worker();
        let sold = leaving.office.factura().await;
        assert_eq!(kind(&sold), exonerated("7.00"));
        leaving.office.wait_for_state(&sold, "ACCEPTED").await;
        assert!(leaving.office.xml(&sold).await.contains(JUNGLE_LEGEND));
        let (soon, late) = (leaving.sell_refused_factura().await, leaving.sell_refused_factura().await);
        let departure = leaving.office.admin.post(PATH, json!({"valid_from": "2026-12-01", "is_jungle": false})).await.ok();
        assert_eq!((&departure["valid_from"], &departure["is_jungle"]), (&json!("2026-12-01"), &json!(false)));
        assert_eq!(leaving.office.admin.get("/api/company-info").await.ok()["is_jungle"], true, "not before its day");

        // The business day of November continues, the jungle zone does not.
        leaving.set_clocks("2026-12-01T00:30:00").await;
        assert_eq!(leaving.office.admin.get("/api/company-info").await.ok()["is_jungle"], false);
        let after = leaving.office.factura().await;
        assert_eq!(kind(&after), taxed("5.93"));
        leaving.office.wait_for_state(&after, "ACCEPTED").await;
        assert!(!leaving.office.xml(&after).await.contains(JUNGLE_LEGEND));
        // Within three days the document keeps its date, and its kind.
        let reissued_in_time = leaving.reissued(&soon).await;
        assert_eq!((kind(&reissued_in_time), &reissued_in_time["total"]), (exonerated("7.00"), &soon["total"]));
        leaving.office.wait_for_state(&reissued_in_time, "ACCEPTED").await;
        let xml = leaving.office.xml(&reissued_in_time).await;
        assert!(xml.contains("<cbc:IssueDate>2026-11-30</cbc:IssueDate>") && xml.contains(JUNGLE_LEGEND), "{xml}");
        // A note undoes what its document says.
        let note = leaving.note(&sold).await;
        assert_eq!(kind(&note), exonerated("7.00"));
        leaving.office.wait_for_note_state(&note, "ACCEPTED").await;

        // Later it is dated today, and has today's kind; the payment is unchanged.
        leaving.set_clocks("2026-12-10T12:00:00").await;
        let quote = leaving.office.till.luis.get(&format!("/api/billings/{}/reissue-quote", late["id"])).await.ok();
        assert_eq!((&quote["igv_percent"], &quote["previous_igv_percent"], &quote["igv"]), (&json!("18"), &json!("0"), &json!("1.07")));
        let reissued_late = leaving.reissued(&late).await;
        assert_eq!((kind(&reissued_late), &reissued_late["total"]), (taxed("5.93"), &late["total"]));
        leaving.office.wait_for_state(&reissued_late, "ACCEPTED").await;
        let note = leaving.note(&after).await;
        assert_eq!(kind(&note), taxed("5.93"));
        leaving.office.wait_for_note_state(&note, "ACCEPTED").await;
        assert_eq!(leaving.office.sunat.snapshot().violations, []);
    }

    async fn days_with_documents_stay_as_they_were(leaving: Leaving) {
        let mut leaving = leaving;
        let admin = &leaving.office.admin;
        // Nothing was issued: the zone applies to all the past, for purchases too.
        let zones = admin.get(PATH).await.rows();
        assert_eq!((&zones[0]["valid_from"], &zones[0]["state"], zones.len()), (&json!("2000-01-01"), &json!("NOW"), 1));
        assert_eq!(admin.put("/api/company-info", json!({"is_jungle": false})).await.ok()["is_jungle"], false);
        assert_eq!(admin.get(PATH).await.rows().len(), 0);
        admin.put("/api/company-info", json!({"is_jungle": true})).await.ok();
        leaving.office.boleta().await;
        for (path, body, field) in [
            (PATH, json!({"valid_from": "2026-11-30", "is_jungle": false}), "valid_from"),
            (PATH, json!({"valid_from": "2026-12-01", "is_jungle": true}), "is_jungle"),
            (PATH, json!({"valid_from": "mañana", "is_jungle": false}), "valid_from"),
            (PATH, json!({"valid_from": "2026-12-01", "is_jungle": "no"}), "is_jungle"),
            ("/api/company-info", json!({"is_jungle": false}), "is_jungle"),
        ] {
            let refused = admin.post(path, body).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{path}: {refused}");
        }
        let added = admin.post(PATH, json!({"valid_from": "2026-12-01", "is_jungle": false})).await.ok();
        let path = format!("{PATH}/{}", added["id"]);
        admin.delete(&path).await.ok();
        admin.delete(&path).await.refused(404, "not_found");
        leaving.set_clocks("2026-12-01T12:00:00").await;
        // The form of the company data changes the zone from today on.
        let admin = &leaving.office.admin;
        assert_eq!(admin.put("/api/company-info", json!({"is_jungle": false})).await.ok()["is_jungle"], false);
        let zones = admin.get(PATH).await.rows();
        assert_eq!((&zones[0]["valid_from"], zones.len()), (&json!("2026-12-01"), 2));
        admin.delete(&format!("{PATH}/{}", zones[1]["id"])).await.refused(409, "in_use");
        assert_eq!(leaving.office.boleta().await["igv_percent"], "18");
        admin.delete(&format!("{PATH}/{}", zones[0]["id"])).await.refused(409, "in_use");
    }

    async fn no_document_is_sent_with_a_rate_that_the_table_no_longer_contains(leaving: Leaving) {
        let mut leaving = leaving;
        leaving.office.admin.put("/api/company-info", json!({"is_jungle": false})).await.ok();
        let mut day = tax::issue_date(leaving.clock.now());
        for round in 0..8_u32 {
            day = day + Days::new(1);
            leaving.set_clocks(&format!("{day}T12:00:00")).await;
            let account = leaving.office.till.send_takeaway(&[(1, "Inca Kola 500 ml")]).await;
            let percent = if round % 2 == 0 { "10.5" } else { "18" };
            let rate = json!({"valid_from": day, "percent": percent});
            let (paid, added) = tokio::join!(
                leaving.office.till.pay(account, json!({"Efectivo": "7"}), json!({})),
                leaving.office.admin.post(RATES, rate),
            );
            let says = paid.ok()["billing"]["igv_percent"].clone();
            assert!(matches!(added.status.as_u16(), 200 | 422), "{}", added.json);
            let rates = leaving.office.admin.get(RATES).await.rows();
            let holds = &rates.iter().find(|rate| rate["state"] == "NOW").unwrap()["percent"];
            assert_eq!(&says, holds, "on {day}, the rate was answered {}", added.json);
        }
    }
}
