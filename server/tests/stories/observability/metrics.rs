//! `/metrics`: who may read it, and its content.

use crate::{
    money::till::Till,
    on_both_databases,
    support::{
        app::TestApp,
        database_place::{DatabasePlace, Fixture},
        socket::Socket,
    },
};
use comanda::{clock::Clock, companies::NewCompany, db::Engine};
use serde_json::json;

/// The value of a series, by its name with all of its labels.
fn value(text: &str, series: &str) -> Option<f64> {
    text.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' ')?.parse().ok())
}

#[track_caller]
fn is_at_least(text: &str, series: &str, least: f64) {
    let found = value(text, series);
    assert!(found.is_some_and(|found| found >= least), "{series}: {found:?}\n{text}");
}

#[tokio::test]
async fn only_a_monitor_with_the_token_reads_metrics() {
    let place = DatabasePlace::on(Engine::Sqlite).await;
    let app = TestApp::create(&place).await;
    let admin = app.login("admin").await;
    for (caller, client) in [
        ("nobody", app.anonymous_client()),
        ("another token", app.monitoring_client("another-token-altogether")),
        ("its beginning", app.monitoring_client("a-token-of-the")),
        ("an administrator", admin),
    ] {
        let refused = client.get("/metrics").await;
        assert_eq!(refused.status, 401, "{caller}");
        assert!(refused.bytes.is_empty(), "{caller}");
    }
    assert!(app.fetch_metrics().await.contains("# TYPE comanda_ready gauge\n"));

    let tokenless = TestApp::with_config(&place, |config| config.metrics.token = None).await;
    for client in [
        tokenless.anonymous_client(),
        tokenless.monitoring_client(""),
        tokenless.monitoring_client("a-token-of-the-stories"),
    ] {
        let hidden = client.get("/metrics").await;
        assert_eq!(hidden.status, 404);
        assert!(!String::from_utf8_lossy(&hidden.bytes).contains("comanda_"));
    }
}

on_both_databases! {
    async fn the_restaurants_activity_is_counted(till: Till) {
        let app = &till.house.app;
        let rooms = json!({"rooms": ["floor"]});
        let mut browser = Socket::connect(app.address, json!({"token": till.luis.token})).await.unwrap();
        assert_eq!(browser.emit_and_wait("join", rooms).await["ok"], true);
        let token = comanda::demo::ensure_agent_token(&app.app, None).await.unwrap();
        let mut agent = Socket::connect_agent(app.address, &token).await.unwrap();
        till.send_takeaway(&[(1, "Cau cau")]).await;
        // The agent asked for jobs once: it has the papers, and prints none.
        agent.emit_and_wait("pull_jobs", json!({})).await;

        let text = app.fetch_metrics().await;
        is_at_least(&text, r#"comanda_http_requests_total{route="/api/orders",method="POST",status="2xx"}"#, 1.0);
        is_at_least(&text, r#"comanda_http_request_duration_seconds_count{route="/api/orders",method="POST"}"#, 1.0);
        is_at_least(&text, r#"comanda_print_jobs{company="demo",state="waiting"}"#, 1.0);
        is_at_least(&text, r#"comanda_print_jobs_oldest_age_seconds{company="demo"}"#, 0.0);
        is_at_least(&text, r#"comanda_print_jobs_alarming{company="demo"}"#, 0.0);
        is_at_least(&text, r#"comanda_documents_unsent{company="demo",state="waiting"}"#, 0.0);
        is_at_least(&text, r#"comanda_emails_waiting{company="demo"}"#, 0.0);
        assert_eq!(value(&text, r#"comanda_sockets{kind="browser"}"#), Some(1.0));
        assert_eq!(value(&text, r#"comanda_sockets{kind="agent"}"#), Some(1.0));
        assert_eq!(value(&text, "comanda_ready"), Some(1.0));
        is_at_least(&text, "comanda_password_hash_duration_seconds_count", 1.0);
        is_at_least(&text, "comanda_disk_free_bytes", 1.0);
        is_at_least(&text, "process_resident_memory_bytes", 1.0);
        let (pool, connections) = match till.house.db().engine() {
            Engine::Sqlite => ("sqlite_write", "sqlite_read"),
            Engine::Postgres => ("postgres", "postgres"),
        };
        is_at_least(&text, &format!(r#"comanda_commits_total{{pool="{pool}"}}"#), 1.0);
        is_at_least(&text, &format!(r#"comanda_commit_duration_seconds_count{{pool="{pool}"}}"#), 1.0);
        is_at_least(&text, &format!(r#"comanda_db_wait_seconds_count{{pool="{pool}"}}"#), 1.0);
        is_at_least(&text, &format!(r#"comanda_db_connections_max{{pool="{connections}"}}"#), 4.0);
        if pool == "sqlite_write" {
            is_at_least(&text, "comanda_group_commit_size_count", 1.0);
        }
    }

    async fn labels_hold_templates_and_no_words_of_clients(app: TestApp) {
        let rosa = app.login("mozo").await;
        let token = rosa.token.clone().unwrap();
        for made_up in ["one", "two", "three"] {
            rosa.get(&format!("/api/made-up-{made_up}")).await.refused(404, "not_found");
            app.anonymous_client().get(&format!("/made-up-{made_up}")).await;
            app.anonymous_client().get(&format!("/api/public/documents/made-up-{made_up}")).await;
        }
        rosa.get("/api/orders?client_request_id=987654321").await;
        let brewed = reqwest::Method::from_bytes(b"MADEUP").unwrap();
        rosa.try_send(brewed, "/api/profile", None, None).await.unwrap();

        let text = app.fetch_metrics().await;
        is_at_least(&text, r#"comanda_http_requests_total{route="/api/{*unknown}",method="GET",status="4xx"}"#, 3.0);
        let document = r#"comanda_http_requests_total{route="/api/public/documents/{token}",method="GET",status="4xx"}"#;
        is_at_least(&text, document, 3.0);
        for secret in ["made-up", "MADEUP", "987654321", token.as_str(), "127.0.0.1", "postgres://", "a-token-of"] {
            assert!(!text.contains(secret), "{secret}\n{text}");
        }
    }
}

#[tokio::test]
async fn companies_beyond_a_limit_are_added_up() {
    let place = DatabasePlace::on(Engine::Sqlite).await;
    let app = TestApp::with_config(&place, |config| config.metrics.companies = 2).await;
    for slug in ["a_later_one", "another", "chifa"] {
        let domain = Some(format!("{slug}.test").replace('_', "-"));
        let new = NewCompany { slug: slug.into(), name: slug.into(), domain, database_url: None };
        app.app.companies().add_company(&new).await.unwrap();
    }
    let text = app.fetch_metrics().await;
    let labels: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("comanda_emails_waiting{company=\"")?.split('"').next())
        .collect();
    let mut sorted = labels.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, ["_others", "a_later_one", "demo"], "the first two by their age");
    assert_eq!(value(&text, "comanda_companies"), Some(4.0));
}

#[tokio::test]
async fn the_age_of_an_unprinted_paper_grows() {
    let place = DatabasePlace::on(Engine::Sqlite).await;
    let clock = Clock::fixed("2026-11-21T18:00:00Z".parse().unwrap());
    let till = Till::open_in(crate::orders::house::House::with_clock(&place, clock.clone()).await).await;
    till.send_takeaway(&[(1, "Cau cau")]).await;
    clock.set(clock.now() + chrono::Duration::minutes(5));
    while till.luis.get("/api/print-alarms").await.rows().is_empty() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let text = till.house.app.fetch_metrics().await;
    assert_eq!(value(&text, r#"comanda_print_jobs_oldest_age_seconds{company="demo"}"#), Some(300.0));
    is_at_least(&text, r#"comanda_print_jobs_alarming{company="demo"}"#, 1.0);
}
