//! A restaurant in the Nuevo RUS: boletas without IGV and no facturas, as the tax authority's rules demand.

use super::office::Office;
use crate::{
    money::till::Till,
    on_both_databases,
    orders::house::House,
    support::database_place::{DatabasePlace, Fixture},
};
use chrono::Days;
use comanda::{clock::Clock, settings::tax};
use serde_json::json;

const PATH: &str = "/api/tax-regimes";

/// A restaurant on the last day of November that may change its regime.
struct Changing {
    office: Office,
    clock: Clock,
}

impl Fixture for Changing {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-11-30T17:00:00Z".parse().unwrap());
        let office = Office::with_till(Till::open_in(House::with_clock(place, clock.clone()).await).await).await;
        Self { office, clock }
    }
}

on_both_databases! {
    async fn a_restaurant_of_the_nuevo_rus_sells_by_boleta_without_igv(changing: Changing) {
        let Changing { mut office, clock } = changing;
        let before = office.boleta().await;
        let client = office.till.create_client("RUC", "20131312955", "SUNAT").await;
        let refused = office.admin.post(PATH, json!({"valid_from": "2026-01-01", "regime": "NUEVO_RUS"})).await.refused(422, "invalid");
        assert!(refused["errors"]["valid_from"].is_array(), "{refused}");
        let tomorrow = tax::issue_date(clock.now()) + Days::new(1);
        let added = office.admin.post(PATH, json!({"valid_from": tomorrow, "regime": "NUEVO_RUS"})).await.ok();
        assert_eq!(added["regime"], "NUEVO_RUS");
        // Until then nothing changes.
        assert_eq!(office.till.luis.get("/api/payments-get-config").await.ok()["regime"], "GENERAL");
        let now = clock.now() + Days::new(1);
        office.set_clocks(&clock, now).await;
        let config = office.till.luis.get("/api/payments-get-config").await.ok();
        assert_eq!(config["regime"], "NUEVO_RUS");
        let kinds: Vec<_> = config["billing_types"].as_array().unwrap().iter().map(|t| t["id"].as_i64().unwrap()).collect();
        assert!(kinds.contains(&1) && !kinds.contains(&2), "{kinds:?}");
        // A factura is refused, and nothing is collected.
        let id = office.till.send_takeaway(&[(1, "Cau cau"), (2, "Inca Kola 500 ml")]).await;
        let factura = json!({"billing_type_id": 2, "client_id": client});
        let refused = office.till.pay(id, json!({"Efectivo": "42"}), factura).await.refused(422, "invalid");
        assert!(refused["errors"]["billing_type_id"].is_array() && refused["message"].as_str().unwrap().contains("Nuevo RUS"), "{refused}");
        assert_eq!(office.till.payment_info(id).await["igv_included"], "0.00");
        let boleta = office.till.pay(id, json!({"Efectivo": "42"}), json!({})).await.ok()["billing"].clone();
        for (field, value) in [("regime", "NUEVO_RUS"), ("igv", "0.00"), ("igv_percent", "0"), ("taxable", "0.00"), ("unaffected", "42.00"), ("total", "42.00")] {
            assert_eq!(boleta[field], value, "{field}: {boleta}");
        }
        let text = office.till.house.papers().await.pop().unwrap().text;
        assert!(!text.contains("IGV") && !text.contains("OP. "), "{text}");
        let xml = office.xml(&boleta).await;
        assert!(xml.contains("<cbc:TaxExemptionReasonCode>30</cbc:TaxExemptionReasonCode>") && xml.contains(">9998<"), "{xml}");
        // Earlier sales keep their IGV.
        let unchanged = office.till.document(&before["id"]).await;
        assert_eq!((&unchanged["regime"], unchanged["igv"] == json!("0.00")), (&json!("GENERAL"), false));
        office.start_worker();
        office.wait_for_state(&before, "ACCEPTED").await;
        office.wait_for_state(&boleta, "ACCEPTED").await;
        // A part is refunded by a note of the same kind.
        let form = json!({"pin": "1234", "reason": "Se cobró de más", "reason_code": "07", "lines": [{"id": boleta["lines"][1]["id"], "qty": 1}]});
        let note = office.till.luis.post(&format!("/api/billings/{}/credit-note", boleta["id"]), form).await.ok()["credit_note"].clone();
        assert_eq!((&note["igv"], &note["unaffected"], &note["total"]), (&json!("0.00"), &json!("7.00"), &json!("7.00")));
        office.wait_for_note_state(&note, "ACCEPTED").await;
        assert_eq!(office.sunat.snapshot().violations.len(), 0);
                let contador = office.till.house.app.login("contador").await;
        assert_eq!(contador.get("/api/accounting/register?year=2026&month=12").await.ok()["regime"], "NUEVO_RUS");
        let november = contador.get("/api/accounting/register?year=2026&month=11").await.ok();
        assert_eq!(november["regime"], "GENERAL");
        // There are boletas under the regime: it stays until another one begins.
        office.admin.delete(&format!("{PATH}/{}", added["id"])).await.refused(409, "in_use");
        let log = office.admin.get("/api/pos-options/action-logs?action_type=TAX_REGIME_ADDED").await.rows();
        assert_eq!(log.len(), 1, "{log:?}");
    }

    async fn earlier_documents_keep_their_own_rule(changing: Changing) {
        let Changing { mut office, clock } = changing;
        let client = office.till.create_client("RUC", "20131312955", "SUNAT").await;
        let series = json!({"billing_type_id": 2, "serie": "0002", "is_contingency": true});
        let series = office.admin.post("/api/billing-series", series).await.ok()["id"].clone();
        let electronic = office.factura().await;
        let paper = |number: i64, day: &str| json!({"billing_type_id": 2, "client_id": client, "contingency": {"series_id": series, "number": number, "issued_on": day}});
        let account = office.till.send_takeaway(&[(1, "Cau cau"), (2, "Inca Kola 500 ml")]).await;
        let written = office.till.pay(account, json!({"Efectivo": "42"}), paper(1, "2026-11-30")).await.ok();
        assert_eq!(office.till.luis.get("/api/payments-get-config").await.ok()["papers_of_before"], json!(null));
        let tomorrow = tax::issue_date(clock.now()) + Days::new(1);
        office.admin.post(PATH, json!({"valid_from": tomorrow, "regime": "NUEVO_RUS"})).await.ok();
        let now = clock.now() + Days::new(1);
        office.set_clocks(&clock, now).await;
        // An earlier paper document is still offered and entered, one of today is not.
        let config = office.till.luis.get("/api/payments-get-config").await.ok();
        assert_eq!((&config["papers_of_before"]["billing_types"][0]["id"], &config["papers_of_before"]["until"]), (&json!(2), &json!("2026-11-30")));
        let account = office.till.send_takeaway(&[(1, "Cau cau")]).await;
        office.till.pay(account, json!({"Efectivo": "28"}), paper(2, "2026-12-01")).await.refused(422, "invalid");
        let late = office.till.pay(account, json!({"Efectivo": "28"}), paper(2, "2026-11-29")).await.ok()["billing"].clone();
        assert_eq!((&late["regime"], late["igv"] == json!("0.00")), (&json!("GENERAL"), false));
        // A part of the paper document is refunded by a note that modifies it, with its IGV.
        let line = written["lines"][1]["line_id"].clone();
        let quote = office.till.luis.get(&format!("/api/payments/{}/refund-quote?products={line}:1", written["id"])).await.ok();
        assert_eq!((&quote["document_stays"], &quote["off_document"]), (&json!(true), &json!("7.00")));
        let part = json!({"pin": "1234", "reason": "Llegó frío", "outcome": "CLOSE", "products": [{"id": line, "qty": 1}]});
        let refunded = office.till.luis.post(&format!("/api/payments/{}/refund", written["id"]), part).await.ok();
        let note = refunded["credit_note"].clone();
        assert_eq!((&note["full_number"], &note["total"], note["igv"] == json!("0.00")), (&json!("FC01-00000001"), &json!("7.00"), false));
        let xml = office.till.luis.get(&format!("/api/credit-notes/{}/xml", note["id"])).await.bytes;
        assert!(String::from_utf8(xml).unwrap().contains("<cbc:ID>0002-1</cbc:ID>"));
        // The rest of it is refunded in the same way.
        let rest = json!({"pin": "1234", "reason": "Llegó frío", "outcome": "CLOSE"});
        let whole = office.till.luis.post(&format!("/api/payments/{}/refund", refunded["charged_again"]["id"]), rest).await.ok();
        assert_eq!(whole["credit_note"]["total"], "35.00");
        // The earlier electronic document has its IGV too, and interest on it bears IGV.
        let debit = json!({"pin": "1234", "reason": "Pagó tarde", "reason_code": "01", "amount": "2", "payment_options": {"Efectivo": "2"}});
        let debit = office.till.luis.post(&format!("/api/billings/{}/debit-note", electronic["id"]), debit).await.ok()["billing"].clone();
        assert_eq!((&debit["regime"], debit["igv"] == json!("0.00")), (&json!("GENERAL"), false));
        office.start_worker();
        for document in [&electronic, &debit] {
            office.wait_for_state(document, "ACCEPTED").await;
        }
        for note in [&note, &whole["credit_note"]] {
            office.wait_for_note_state(note, "ACCEPTED").await;
        }
        assert_eq!(office.sunat.snapshot().violations.len(), 0);
    }

    async fn interest_on_a_boleta_of_the_regime_shows_no_igv(changing: Changing) {
        let Changing { mut office, clock } = changing;
        let tomorrow = tax::issue_date(clock.now()) + Days::new(1);
        office.admin.post(PATH, json!({"valid_from": tomorrow, "regime": "NUEVO_RUS"})).await.ok();
        let now = clock.now() + Days::new(1);
        office.set_clocks(&clock, now).await;
        let boleta = office.boleta().await;
        let debit = json!({"pin": "1234", "reason": "Pagó tarde", "reason_code": "01", "amount": "2", "payment_options": {"Efectivo": "2"}});
        let debit = office.till.luis.post(&format!("/api/billings/{}/debit-note", boleta["id"]), debit).await.ok()["billing"].clone();
        assert_eq!((&debit["regime"], &debit["igv"], &debit["unaffected"]), (&json!("NUEVO_RUS"), &json!("0.00"), &json!("2.00")));
        let text = office.till.house.papers().await.pop().unwrap().text;
        assert!(!text.contains("IGV") && !text.contains("OP. "), "{text}");
    }

    async fn an_invalid_regime_is_refused(office: Office) {
        for (field, body) in [
            ("valid_from", json!({"valid_from": "mañana", "regime": "NUEVO_RUS"})),
            ("regime", json!({"valid_from": "2027-01-01", "regime": "RER"})),
            ("regime", json!({"valid_from": "2027-01-01", "regime": "GENERAL"})),
        ] {
            let refused = office.admin.post(PATH, body).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{refused}");
        }
        let body = json!({"valid_from": "2027-01-01", "regime": "NUEVO_RUS"});
        let added = office.admin.post(PATH, body.clone()).await.ok();
        office.admin.post(PATH, body).await.refused(422, "invalid");
        let supervisor = office.till.house.app.login("supervisor").await;
        supervisor.post(PATH, json!({"valid_from": "2027-02-01", "regime": "GENERAL"})).await.refused(422, "not_permitted");
        let path = format!("{PATH}/{}", added["id"]);
        supervisor.delete(&path).await.refused(422, "not_permitted");
        office.admin.delete(&path).await.ok();
        office.admin.delete(&path).await.refused(404, "not_found");
        assert_eq!(supervisor.get(PATH).await.rows().len(), 0);
    }
}
