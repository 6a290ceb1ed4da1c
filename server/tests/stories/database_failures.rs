//! A full disk and an unreachable database: reported as such, with nothing half done, and work continues afterwards.

use crate::{
    money::till::{Till, payment},
    on_both_databases,
    support::{
        app::TestApp,
        client::Reply,
        database_place::{DatabasePlace, Fixture},
        postgres,
    },
};
use comanda::db::Engine;
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use uuid::Uuid;

/// Lets SQLite allocate no more pages; PostgreSQL raises the error of a full disk.
async fn fill_disk(till: &Till) {
    if till.house.db().engine() == Engine::Sqlite {
        return till.house.sql("PRAGMA max_page_count = 1").await;
    }
    till.house.sql("CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION USING ERRCODE = ''53100'', MESSAGE = ''could not extend file''; END'").await;
    till.house.sql("CREATE TRIGGER full_disk BEFORE INSERT ON print_jobs EXECUTE FUNCTION full_disk()").await;
}

async fn free_disk(till: &Till) {
    if till.house.db().engine() == Engine::Sqlite {
        return till.house.sql("PRAGMA max_page_count = 1000000").await;
    }
    till.house.sql("DROP TRIGGER full_disk ON print_jobs").await;
}

#[track_caller]
fn assert_refused_with(reply: Reply, code: &str, words: &str) {
    assert!(reply.retry_after.as_deref().is_some_and(|s| s.parse::<u64>().is_ok_and(|s| s > 0)), "{}", reply.json);
    let refusal = reply.refused(503, code);
    assert!(refusal["message"].as_str().unwrap().contains(words), "{refusal}");
}

on_both_databases! {
    async fn a_full_disk_is_reported_and_leaves_nothing_half_done(till: Till) {
        let account = till.send_takeaway(&[(1, "Cau cau")]).await;
        let before = till.luis.get("/api/billings").await.json["total_rows"].clone();
        fill_disk(&till).await;
        // Reports are served from the space that is left, or refused completely.
        let mut report = till.luis.post("/api/pos-options/daily-report/print", json!({})).await;
        for _ in 0..300 {
            if !report.status.is_success() {
                break;
            }
            report = till.luis.post("/api/pos-options/daily-report/print", json!({})).await;
        }
        assert_refused_with(report, "storage_full", "No hay espacio en el disco");
        let key = Uuid::new_v4();
        let pay = async || till.luis.post_with_key("/api/payments", payment(account, json!({"Efectivo": "28"}), json!({})), key).await;
        assert_refused_with(pay().await, "storage_full", "No hay espacio en el disco");
        let info = till.payment_info(account).await;
        assert_eq!((&info["total"], &info["is_paid"]), (&json!("28.00"), &json!(false)), "{info}");
        assert_eq!(till.luis.get("/api/billings").await.json["total_rows"], before);
        free_disk(&till).await;
        // The same request with the same key succeeds once.
        for _ in 0..2 {
            pay().await.ok();
        }
        assert_eq!(till.expected_amount("Efectivo").await, "228.00");
    }
}

/// Forbids connections to a database of the cluster, or allows them again.
async fn allow_connections(url: &str, open: bool) {
    let database = database_name(url);
    let mut admin = PgConnection::connect(postgres::cluster_url()).await.unwrap();
    admin.execute(AssertSqlSafe(format!("ALTER DATABASE \"{database}\" WITH ALLOW_CONNECTIONS {open}"))).await.unwrap();
    if !open {
        let end = format!("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{database}'");
        admin.execute(AssertSqlSafe(end)).await.unwrap();
    }
}

fn database_name(url: &str) -> String {
    let (path, _) = url.split_once('?').unwrap();
    path.rsplit('/').next().unwrap().to_owned()
}

/// Waits for a status of `/readyz`; the server checks its database once a second.
async fn wait_for_readiness(app: &TestApp, status: u16) -> serde_json::Value {
    loop {
        let answer = app.anonymous_client().get("/readyz").await;
        if answer.status == status {
            return answer.json;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unreachable_database_is_reported_and_comes_back() {
    let app = TestApp::create(&DatabasePlace::on(Engine::Postgres).await).await;
    let rosa = app.login("mozo").await;
    let url = app.config.database.clone().unwrap();
    assert_eq!(app.anonymous_client().get("/readyz").await.status, 200);
    allow_connections(&url, false).await;
    assert_refused_with(rosa.get("/api/floor").await, "database_unavailable", "La base de datos no responde");
    let body = json!({"type": "ORDER", "client_name": "Ana"});
    assert_refused_with(
        rosa.post("/api/client-requests", body.clone()).await,
        "database_unavailable",
        "La base de datos no responde",
    );
    let readiness = wait_for_readiness(&app, 503).await;
    assert_eq!(readiness, json!({"ready": false, "problems": ["database"]}), "and nothing of where or which it is");
    assert_eq!(app.anonymous_client().get("/healthz").await.status, 200);
    allow_connections(&url, true).await;
    wait_for_readiness(&app, 200).await;
    rosa.get("/api/floor").await.ok();
    rosa.post("/api/client-requests", body).await.ok();
}
