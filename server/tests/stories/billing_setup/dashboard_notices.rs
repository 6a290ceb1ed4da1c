//! The dashboard's notices about electronic billing, as the days pass.

use super::{CERTIFICATE, OWN, PASSWORD, PATH, certificate, set_up};
use crate::{
    on_both_databases,
    support::{
        app::TestApp,
        client::Client,
        database_place::{DatabasePlace, Fixture},
    },
};
use chrono::{DateTime, Duration, Utc};
use comanda::{clock::Clock, seal, transact};
use serde_json::{Value, json};

/// The demo restaurant with ten days of sales, and a clock that stories move.
struct Days {
    app: TestApp,
    clock: Clock,
}

impl Fixture for Days {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-11-20T15:00:00Z".parse().unwrap());
        let app = TestApp::without_company(place, clock.clone()).await;
        comanda::demo::seed_demo(&app.app, 10).await.unwrap();
        Self { app, clock }
    }
}

impl Days {
    fn set_clock(&self, at: &str) {
        self.clock.set(at.parse::<DateTime<Utc>>().unwrap());
    }
    async fn admin(&self) -> Client {
        self.app.login("admin").await
    }
    async fn run_sql(&self, sql: &'static str) {
        let company = self.app.app.companies().find_by_slug("demo").unwrap();
        let outcome: comanda::error::Result<u64> = transact!(company.db, |tx| { Ok(tx.query(sql).run().await?) });
        assert!(outcome.unwrap() > 0, "{sql}");
    }
}

/// The notices of a kind: level and text.
async fn notices(client: &Client, kind: &str) -> Vec<(String, String)> {
    let all = client.get("/api/dashboard").await.ok()["attention"].clone();
    let text = |v: &Value| v.as_str().unwrap().to_owned();
    let notices_of_kind = all.as_array().unwrap().iter().filter(|n| n["kind"] == kind);
    notices_of_kind.map(|n| (text(&n["level"]), text(&n["text"]))).collect()
}

fn has_notice(notices: &[(String, String)], level: &str, text: &str) -> bool {
    notices.iter().any(|(l, t)| l == level && t.contains(text))
}

on_both_databases! {
    async fn a_certificate_is_mentioned_before_it_ends(days: Days) {
        let admin = days.admin().await;
        set_up(&admin).await;
        assert_eq!(notices(&admin, "BILLING").await, []);
        days.set_clock("2099-12-05T15:00:00Z");
        assert!(has_notice(&notices(&days.admin().await, "BILLING").await, "WARNING", "vence en 26 días"));
        days.set_clock("2099-12-30T15:00:00Z");
        assert!(has_notice(&notices(&days.admin().await, "BILLING").await, "BAD", "vence mañana"));
        days.set_clock("2100-01-02T15:00:00Z");
        assert!(has_notice(&notices(&days.admin().await, "BILLING").await, "BAD", "venció"));
        let refused = days.admin().await.post(CERTIFICATE, certificate(OWN, PASSWORD)).await.refused(422, "invalid");
        assert!(refused["errors"]["pfx"][0].as_str().unwrap().contains("venció"), "{refused}");
    }

    async fn missing_or_lost_settings_are_mentioned(days: Days) {
        let admin = days.admin().await;
        set_up(&admin).await;
        std::fs::remove_file(days.app.config.data.join(seal::FILE)).unwrap();
        assert!(has_notice(&notices(&admin, "BILLING").await, "BAD", "se perdieron"));
        set_up(&admin).await;
        admin.put("/api/company-info", json!({"document_number": "20100070970"})).await.ok();
        assert!(has_notice(&notices(&admin, "BILLING").await, "BAD", "no es del RUC"));
        admin.put(PATH, json!({"gateway": "NONE"})).await.ok();
        assert!(has_notice(&notices(&admin, "BILLING").await, "BAD", "incompleta"));
        admin.put("/api/company-info", json!({"is_electronic_invoice": false})).await.ok();
        days.run_sql("UPDATE electronic_billing SET issues_on_paper = TRUE WHERE id = 1").await;
        assert!(has_notice(&notices(&admin, "BILLING").await, "WARNING", "no llegan a SUNAT"));
        for role in ["supervisor", "cajero", "contador"] {
            assert_eq!(notices(&days.app.login(role).await, "BILLING").await, [], "{role}");
        }
    }

    async fn documents_raise_an_alarm_the_day_before_the_legal_deadline(days: Days) {
        let quiet = notices(&days.admin().await, "DOCUMENTS").await;
        assert!(!quiet.iter().any(|(level, _)| level == "BAD"), "{quiet:?}");
        days.run_sql(
            "UPDATE tax_documents SET state = 'PENDING', accepted_at = NULL, issued_on = '2026-11-20'
             WHERE id = (SELECT MIN(id) FROM tax_documents WHERE code = '01')",
        )
        .await;
        days.run_sql(
            "UPDATE tax_documents SET state = 'VOIDING', void_reason = 'Error', issued_on = '2026-11-20'
             WHERE id = (SELECT MAX(id) FROM tax_documents WHERE code = '01' AND state = 'ACCEPTED')",
        )
        .await;
        days.set_clock("2026-11-21T15:00:00Z");
        assert!(!has_notice(&notices(&days.admin().await, "DOCUMENTS").await, "BAD", "plazo por vencer"));
        days.set_clock("2026-11-22T15:00:00Z");
        let second = notices(&days.admin().await, "DOCUMENTS").await;
        assert!(has_notice(&second, "BAD", "1 factura sin enviar, con el plazo por vencer") && !has_notice(&second, "BAD", "anulación"), "{second:?}");
        days.set_clock("2026-11-26T15:00:00Z");
        assert!(has_notice(&notices(&days.admin().await, "DOCUMENTS").await, "BAD", "1 anulación sin terminar"));
    }

    async fn failed_and_refused_documents_are_counted(days: Days) {
        days.run_sql("UPDATE tax_documents SET state = 'FAILED', accepted_at = NULL WHERE id = (SELECT MIN(id) FROM tax_documents)").await;
        days.run_sql("UPDATE tax_documents SET state = 'REJECTED' WHERE id = (SELECT MAX(id) FROM tax_documents)").await;
        for role in ["admin", "supervisor", "contador"] {
            let role_notices = notices(&days.app.login(role).await, "DOCUMENTS").await;
            assert!(has_notice(&role_notices, "BAD", "1 comprobante no se pudo enviar"), "{role}: {role_notices:?}");
            assert!(has_notice(&role_notices, "BAD", "1 comprobante rechazado"), "{role}: {role_notices:?}");
        }
        days.clock.set(days.clock.now() + Duration::days(60));
        assert!(!has_notice(&notices(&days.admin().await, "DOCUMENTS").await, "BAD", "rechazado"));
    }
}
