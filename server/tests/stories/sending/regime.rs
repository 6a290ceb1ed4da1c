//! A house of the Nuevo RUS: boletas without IGV, no facturas, as the tax authority's rules take them.

use super::office::Office;
use crate::{
    money::till::Till,
    on_both_databases,
    orders::house::House,
    support::places::{Place, Stage},
};
use chrono::Days;
use comanda::{clock::Clock, settings::tax};
use serde_json::json;

const PATH: &str = "/api/tax-regimes";

/// A house on the last day of November that thinks of another regime.
struct Changing {
    office: Office,
    clock: Clock,
}

impl Stage for Changing {
    async fn set(place: &Place) -> Self {
        let clock = Clock::fixed("2026-11-30T17:00:00Z".parse().unwrap());
        let office = Office::of(Till::of(House::at(place, clock.clone()).await).await).await;
        Self { office, clock }
    }
}

on_both_databases! {
    async fn a_house_of_the_nuevo_rus_sells_by_boleta_without_igv(changing: Changing) {
        let Changing { mut office, clock } = changing;
        let before = office.boleta().await;
        let client = office.till.client("RUC", "20131312955", "SUNAT").await;
        let refused = office.admin.post(PATH, json!({"valid_from": "2026-01-01", "regime": "NUEVO_RUS"})).await.refused(422, "invalid");
        assert!(refused["errors"]["valid_from"].is_array(), "{refused}");
        let tomorrow = tax::issue_date(clock.now()) + Days::new(1);
        let added = office.admin.post(PATH, json!({"valid_from": tomorrow, "regime": "NUEVO_RUS"})).await.ok();
        assert_eq!(added["regime"], "NUEVO_RUS");
        // Until then it is as it was.
        assert_eq!(office.till.luis.get("/api/payments-get-config").await.ok()["regime"], "GENERAL");
        let now = clock.now() + Days::new(1);
        office.strike(&clock, now).await;
        let config = office.till.luis.get("/api/payments-get-config").await.ok();
        assert_eq!(config["regime"], "NUEVO_RUS");
        let kinds: Vec<_> = config["billing_types"].as_array().unwrap().iter().map(|t| t["id"].as_i64().unwrap()).collect();
        assert!(kinds.contains(&1) && !kinds.contains(&2), "{kinds:?}");
        // A factura is refused, and nothing is collected.
        let id = office.till.account(&[(1, "Cau cau"), (2, "Inca Kola 500 ml")]).await;
        let factura = json!({"billing_type_id": 2, "client_id": client});
        let refused = office.till.pay(id, json!({"Efectivo": "42"}), factura).await.refused(422, "invalid");
        assert!(refused["errors"]["billing_type_id"].is_array() && refused["message"].as_str().unwrap().contains("Nuevo RUS"), "{refused}");
        assert_eq!(office.till.info(id).await["igv_included"], "0.00");
        let boleta = office.till.pay(id, json!({"Efectivo": "42"}), json!({})).await.ok()["billing"].clone();
        for (field, value) in [("regime", "NUEVO_RUS"), ("igv", "0.00"), ("igv_percent", "0"), ("taxable", "0.00"), ("unaffected", "42.00"), ("total", "42.00")] {
            assert_eq!(boleta[field], value, "{field}: {boleta}");
        }
        let text = office.till.house.papers().await.pop().unwrap().text;
        assert!(!text.contains("IGV") && !text.contains("OP. "), "{text}");
        let xml = office.xml(&boleta).await;
        assert!(xml.contains("<cbc:TaxExemptionReasonCode>30</cbc:TaxExemptionReasonCode>") && xml.contains(">9998<"), "{xml}");
        // What was sold before keeps its IGV.
        let kept = office.till.document(&before["id"]).await;
        assert_eq!((&kept["regime"], kept["igv"] == json!("0.00")), (&json!("GENERAL"), false));
        office.work();
        office.until(&before, "ACCEPTED").await;
        office.until(&boleta, "ACCEPTED").await;
        // A part goes back by a note of its kind.
        let asked = json!({"pin": "1234", "reason": "Se cobró de más", "reason_code": "07", "lines": [{"id": boleta["lines"][1]["id"], "qty": 1}]});
        let note = office.till.luis.post(&format!("/api/billings/{}/credit-note", boleta["id"]), asked).await.ok()["credit_note"].clone();
        assert_eq!((&note["igv"], &note["unaffected"], &note["total"]), (&json!("0.00"), &json!("7.00"), &json!("7.00")));
        office.until_note(&note, "ACCEPTED").await;
        assert_eq!(office.sunat.snapshot().violations.len(), 0);
                let contador = office.till.house.app.login("contador").await;
        assert_eq!(contador.get("/api/accounting/register?year=2026&month=12").await.ok()["regime"], "NUEVO_RUS");
        let november = contador.get("/api/accounting/register?year=2026&month=11").await.ok();
        assert_eq!(november["regime"], "GENERAL");
        // There are boletas under it: it stays until another one begins.
        office.admin.delete(&format!("{PATH}/{}", added["id"])).await.refused(409, "in_use");
        let log = office.admin.get("/api/pos-options/action-logs?action_type=TAX_REGIME_ADDED").await.rows();
        assert_eq!(log.len(), 1, "{log:?}");
    }

    async fn a_regime_that_cannot_be_is_refused(office: Office) {
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
