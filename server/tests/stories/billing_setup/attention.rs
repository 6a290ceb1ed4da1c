//! What the dashboard says of billing, as the days go by.

use super::{CERTIFICATE, OWN, PASSWORD, PATH, certificate, set_up};
use crate::{
    on_both_databases,
    support::{
        app::TestApp,
        client::Client,
        places::{Place, Stage},
    },
};
use chrono::{DateTime, Duration, Utc};
use comanda::{clock::Clock, seal, transact};
use serde_json::{Value, json};

/// The demo restaurant with ten days of sales behind it, on a clock that stories move.
struct Days {
    app: TestApp,
    clock: Clock,
}

impl Stage for Days {
    async fn set(place: &Place) -> Self {
        let clock = Clock::fixed("2026-11-20T15:00:00Z".parse().unwrap());
        let app = TestApp::bare(place, clock.clone()).await;
        comanda::demo::seed_demo(&app.app, 10).await.unwrap();
        Self { app, clock }
    }
}

impl Days {
    fn is(&self, at: &str) {
        self.clock.set(at.parse::<DateTime<Utc>>().unwrap());
    }
    async fn admin(&self) -> Client {
        self.app.login("admin").await
    }
    async fn does(&self, sql: &'static str) {
        let company = self.app.app.companies().by_slug("demo").unwrap();
        let done: comanda::error::Result<u64> = transact!(company.db, |tx| { Ok(tx.query(sql).run().await?) });
        assert!(done.unwrap() > 0, "{sql}");
    }
}

/// The notices of a kind: how bad, and what they say.
async fn notices(client: &Client, kind: &str) -> Vec<(String, String)> {
    let all = client.get("/api/dashboard").await.ok()["attention"].clone();
    let text = |v: &Value| v.as_str().unwrap().to_owned();
    let of = all.as_array().unwrap().iter().filter(|n| n["kind"] == kind);
    of.map(|n| (text(&n["level"]), text(&n["text"]))).collect()
}

fn says(notices: &[(String, String)], level: &str, text: &str) -> bool {
    notices.iter().any(|(l, t)| l == level && t.contains(text))
}

on_both_databases! {
    async fn a_certificate_is_spoken_of_before_it_ends(days: Days) {
        let admin = days.admin().await;
        set_up(&admin).await;
        assert_eq!(notices(&admin, "BILLING").await, []);
        days.is("2099-12-05T15:00:00Z");
        assert!(says(&notices(&days.admin().await, "BILLING").await, "WARNING", "vence en 26 días"));
        days.is("2099-12-30T15:00:00Z");
        assert!(says(&notices(&days.admin().await, "BILLING").await, "BAD", "vence mañana"));
        days.is("2100-01-02T15:00:00Z");
        assert!(says(&notices(&days.admin().await, "BILLING").await, "BAD", "venció"));
        let refused = days.admin().await.post(CERTIFICATE, certificate(OWN, PASSWORD)).await.refused(422, "invalid");
        assert!(refused["errors"]["pfx"][0].as_str().unwrap().contains("venció"), "{refused}");
    }

    async fn what_is_missing_or_lost_is_said(days: Days) {
        let admin = days.admin().await;
        set_up(&admin).await;
        std::fs::remove_file(days.app.config.data.join(seal::FILE)).unwrap();
        assert!(says(&notices(&admin, "BILLING").await, "BAD", "se perdieron"));
        set_up(&admin).await;
        admin.put("/api/company-info", json!({"document_number": "20100070970"})).await.ok();
        assert!(says(&notices(&admin, "BILLING").await, "BAD", "no es del RUC"));
        admin.put(PATH, json!({"gateway": "NONE"})).await.ok();
        assert!(says(&notices(&admin, "BILLING").await, "BAD", "incompleta"));
        admin.put("/api/company-info", json!({"is_electronic_invoice": false})).await.ok();
        days.does("UPDATE electronic_billing SET issues_on_paper = TRUE WHERE id = 1").await;
        assert!(says(&notices(&admin, "BILLING").await, "WARNING", "no llegan a SUNAT"));
        for role in ["supervisor", "cajero", "contador"] {
            assert_eq!(notices(&days.app.login(role).await, "BILLING").await, [], "{role}");
        }
    }

    async fn documents_ring_the_day_before_the_laws_last(days: Days) {
        let quiet = notices(&days.admin().await, "DOCUMENTS").await;
        assert!(!quiet.iter().any(|(level, _)| level == "BAD"), "{quiet:?}");
        days.does(
            "UPDATE tax_documents SET state = 'PENDING', accepted_at = NULL, issued_on = '2026-11-20'
             WHERE id = (SELECT MIN(id) FROM tax_documents WHERE code = '01')",
        )
        .await;
        days.does(
            "UPDATE tax_documents SET state = 'VOIDING', void_reason = 'Error', issued_on = '2026-11-20'
             WHERE id = (SELECT MAX(id) FROM tax_documents WHERE code = '01' AND state = 'ACCEPTED')",
        )
        .await;
        days.is("2026-11-21T15:00:00Z");
        assert!(!says(&notices(&days.admin().await, "DOCUMENTS").await, "BAD", "plazo por vencer"));
        days.is("2026-11-22T15:00:00Z");
        let second = notices(&days.admin().await, "DOCUMENTS").await;
        assert!(says(&second, "BAD", "1 factura sin enviar, con el plazo por vencer") && !says(&second, "BAD", "anulación"), "{second:?}");
        days.is("2026-11-26T15:00:00Z");
        assert!(says(&notices(&days.admin().await, "DOCUMENTS").await, "BAD", "1 anulación sin terminar"));
    }

    async fn what_failed_or_was_refused_is_counted(days: Days) {
        days.does("UPDATE tax_documents SET state = 'FAILED', accepted_at = NULL WHERE id = (SELECT MIN(id) FROM tax_documents)").await;
        days.does("UPDATE tax_documents SET state = 'REJECTED' WHERE id = (SELECT MAX(id) FROM tax_documents)").await;
        for role in ["admin", "supervisor", "contador"] {
            let told = notices(&days.app.login(role).await, "DOCUMENTS").await;
            assert!(says(&told, "BAD", "1 comprobante no se pudo enviar"), "{role}: {told:?}");
            assert!(says(&told, "BAD", "1 comprobante rechazado"), "{role}: {told:?}");
        }
        days.clock.set(days.clock.now() + Duration::days(60));
        assert!(!says(&notices(&days.admin().await, "DOCUMENTS").await, "BAD", "rechazado"));
    }
}
