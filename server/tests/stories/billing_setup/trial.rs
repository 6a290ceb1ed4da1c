//! The connection test: it says in words what works and what does not, and issues nothing.

use super::{CERTIFICATE, OWN, PASSWORD, PATH, certificate};
use crate::{
    on_both_databases,
    support::{
        RefusingPort,
        app::TestApp,
        client::Client,
        database_place::{DatabasePlace, Fixture},
    },
};
use axum::{Json, Router, http::HeaderMap, routing::any};
use chrono::Duration;
use comanda::clock::Clock;
use comanda_sunat_fake::{FakeSunat, Recorded, Rule, Trouble, When};
use serde_json::{Value, json};
use tokio::net::TcpListener;

const TEST: &str = "/api/electronic-billing/test";

/// The demo restaurant on a machine whose clock is two and a half hours late.
struct LateClock(TestApp);

impl Fixture for LateClock {
    async fn create(place: &DatabasePlace) -> Self {
        let app = TestApp::without_company(place, Clock::fixed(Clock::system().now() - Duration::minutes(150))).await;
        comanda::demo::seed_demo(&app.app, 0).await.unwrap();
        Self(app)
    }
}

struct WithoutPrivateAddresses(TestApp);

impl Fixture for WithoutPrivateAddresses {
    async fn create(place: &DatabasePlace) -> Self {
        Self(TestApp::without_private_addresses(place).await)
    }
}

/// Configures an operator at `url`.
async fn operator_at(admin: &Client, url: &str, password: &str) {
    let form = json!({"gateway": "OSE", "url": url, "sol_user": "MODDATOS", "sol_password": password});
    admin.put(PATH, form).await.ok();
    admin.post(CERTIFICATE, certificate(OWN, PASSWORD)).await.ok();
}

async fn trial(admin: &Client) -> Value {
    admin.post(TEST, json!({})).await.ok()
}

/// The names of the passed checks, and the failed checks with their messages.
fn passed_and_failed_checks(trial: &Value) -> (Vec<&str>, Vec<(&str, &str)>) {
    let checks = trial["checks"].as_array().unwrap();
    let good = checks.iter().filter(|c| c["ok"] == true).map(|c| c["what"].as_str().unwrap()).collect();
    let bad = checks.iter().filter(|c| c["ok"] == false);
    (good, bad.map(|c| (c["what"].as_str().unwrap(), c["text"].as_str().unwrap())).collect())
}

on_both_databases! {
    async fn a_passed_test_says_so_and_issues_nothing(app: TestApp) {
        let sunat = FakeSunat::start().await.unwrap();
        let admin = app.login("admin").await;
        operator_at(&admin, &sunat.bill_service_url(), "moddatos").await;
        let trial = trial(&admin).await;
        assert_eq!(passed_and_failed_checks(&trial), (vec!["ADDRESS", "CLOCK", "CERTIFICATE", "CREDENTIALS"], vec![]), "{trial}");
        assert_eq!(trial["ok"], true);
        let snapshot = sunat.snapshot();
        assert!(snapshot.documents.is_empty() && snapshot.violations.is_empty(), "{snapshot:?}");
    }

    async fn each_failure_is_reported_at_its_check(app: TestApp) {
        let sunat = FakeSunat::start().await.unwrap();
        let admin = app.login("admin").await;
        operator_at(&admin, &sunat.bill_service_url(), "otra").await;
        let refused = trial(&admin).await;
        let (_, bad) = passed_and_failed_checks(&refused);
        assert!(matches!(bad[..], [("CREDENTIALS", text)] if text.contains("MODDATOS")), "{refused}");
        assert_eq!(refused["ok"], false);

        sunat.add_rule(Rule::new(When::Always, Trouble::Html(Recorded::No)));
        let page = trial(&admin).await;
        assert!(matches!(passed_and_failed_checks(&page).1[..], [("ADDRESS", text)] if text.contains("no es un servicio")), "{page}");

        let nobody = RefusingPort::open();
        operator_at(&admin, &format!("http://{}/billService", nobody.address()), "moddatos").await;
        let silent = trial(&admin).await;
        assert!(matches!(passed_and_failed_checks(&silent).1[..], [("ADDRESS", text)] if text.contains("Nadie responde")), "{silent}");
    }

    async fn a_wrong_clock_is_detected(late: LateClock) {
        let sunat = FakeSunat::start().await.unwrap();
        let admin = late.0.login("admin").await;
        operator_at(&admin, &sunat.bill_service_url(), "moddatos").await;
        let trial = trial(&admin).await;
        assert!(matches!(passed_and_failed_checks(&trial).1[..], [("CLOCK", text)] if text.contains("2 h atrasado")), "{trial}");
    }

    async fn a_private_network_is_not_reached(shut: WithoutPrivateAddresses) {
        let admin = shut.0.login("admin").await;
        operator_at(&admin, "https://10.255.255.1/billService", "moddatos").await;
        let trial = trial(&admin).await;
        assert!(matches!(passed_and_failed_checks(&trial).1[..], [("ADDRESS", text)] if text.contains("red privada")), "{trial}");
    }

    async fn a_providers_token_is_tested(app: TestApp) {
        let admin = app.login("admin").await;
        let answers = Router::new().fallback(any(async |headers: HeaderMap| {
            let is_known = headers.get("authorization").is_some_and(|h| h == "Bearer tok-1");
            Json(if is_known { json!({"success": false, "message": "No existe"}) } else { json!({"message": "Unauthenticated."}) })
        }));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        #[expect(clippy::disallowed_methods, reason = "a handful of connections to somebody else's service")]
        let serving = tokio::spawn(async move { axum::serve(listener, answers).await });
        admin.put(PATH, json!({"gateway": "PROVIDER"})).await.ok();
        admin.put("/api/company-info", json!({"apifact_url": url, "token_apifact": "tok-1"})).await.ok();
        assert_eq!(trial(&admin).await["ok"], true);
        admin.put("/api/company-info", json!({"token_apifact": "tok-2"})).await.ok();
        let refused = trial(&admin).await;
        assert!(matches!(passed_and_failed_checks(&refused).1[..], [("CREDENTIALS", text)] if text.contains("token")), "{refused}");
        serving.abort();
    }

    async fn only_the_administrator_tests_and_only_complete_settings(app: TestApp) {
        let admin = app.login("admin").await;
        let demo = trial(&admin).await;
        assert!(demo["checks"][0]["text"].as_str().unwrap().contains("nada sale"), "{demo}");
        admin.put(PATH, json!({"gateway": "OSE", "url": "https://ose.ejemplo.pe"})).await.ok();
        admin.post(TEST, json!({})).await.refused(422, "invalid");
        for role in ["supervisor", "cajero", "contador"] {
            app.login(role).await.post(TEST, json!({})).await.refused(422, "not_permitted");
        }
    }
}
