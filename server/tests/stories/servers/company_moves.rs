//! Moving a company to another PostgreSQL while servers run: no acknowledged write is lost.

use super::{NOON, TwoServers, client_at, listen};
use crate::support::{
    app::TestApp,
    cli::{CommandOutput, comanda_command, run_with_input},
    client::Client,
    database_place::DatabasePlace,
    postgres,
};
use comanda::{
    clock::Clock,
    companies::CompanyRow,
    db::{Engine, PostgresPool, SchemaMark},
    doctor::run_checks,
    servers::Lease,
};
use serde_json::json;
use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    time::Duration,
};

/// Creates a second PostgreSQL database and returns its URL.
async fn create_second_database() -> String {
    let DatabasePlace::Postgres { prefix, .. } = DatabasePlace::on(Engine::Postgres).await else { unreachable!() };
    postgres::create_database(postgres::cluster_url(), &prefix).await
}

/// Waits until this server serves the company.
async fn wait_until_served(client: &Client) {
    let served = async {
        while client.get("/api/floor").await.status != 200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), served).await.expect("it is served again");
}

impl TwoServers {
    /// Makes both servers use one secrets key, as servers do that are started on one database.
    async fn with_one_key() -> Self {
        let two = Self::open().await;
        let key = |server: &TestApp| server.config.data.join(comanda::seal::FILE);
        comanda::seal::Seals::in_folder(&two.one.config.data).fingerprint_or_create().unwrap();
        std::fs::copy(key(&two.one), key(&two.other)).unwrap();
        two
    }
    async fn run_command(&self, arguments: &[&str]) -> CommandOutput {
        let mut command = comanda_command(&self.one.config, &self.one.config.data, arguments);
        command.env("RUST_LOG", "off");
        run_with_input(command, "").await
    }
    async fn run_to_success(&self, arguments: &[&str]) -> String {
        self.run_command(arguments).await.expect_success()
    }
    async fn run_to_failure(&self, arguments: &[&str]) -> String {
        self.run_command(arguments).await.expect_failure()
    }
    async fn company_row(&self) -> CompanyRow {
        self.one.app.companies().list_all().await.unwrap().remove(0)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_place_is_not_named_while_another_command_moves_a_company() {
    let (two, elsewhere) = (TwoServers::with_one_key().await, create_second_database().await);
    let control = two.one.app.companies().control();
    let moving = Lease::new(control, &Clock::system(), "moves and restores", Duration::from_secs(30));
    let change = ["company", "change", "--slug", "demo", "--company-database", &elsewhere];
    let output = moving.run_with_lease(two.run_to_failure(&change)).await.unwrap().expect("nobody else moves anything");
    assert!(output.starts_with("Otro comando mueve o restaura una empresa"), "{output}");
    assert_eq!(two.company_row().await.database_url, None, "it lies where it lay");
    // Afterwards the errors of the place itself are shown.
    let output = two.run_to_failure(&change).await;
    assert!(!output.starts_with("Otro comando"), "{output}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_company_moves_to_another_database_under_load_and_loses_nothing() {
    const COUNT: &str = "SELECT COUNT(*) FROM client_requests WHERE client_name LIKE 'De camino %'";
    let (two, elsewhere) = (TwoServers::with_one_key().await, create_second_database().await);
    let (rosa, acknowledged, is_over) = (two.one.login("mozo").await, AtomicUsize::new(0), AtomicBool::new(false));
    let other_client = client_at(&two.other, &rosa);
    let write = async |client: &Client| {
        while !is_over.load(SeqCst) {
            let n = acknowledged.load(SeqCst);
            let order = json!({"type": "ORDER", "client_name": format!("De camino {n}")});
            let reply = client.post("/api/client-requests", order).await;
            match reply.status.as_u16() {
                200 => drop(acknowledged.fetch_add(1, SeqCst)),
                // Nobody writes while it is copied, and nobody is served while the servers change over.
                409 | 503 => tokio::time::sleep(Duration::from_millis(20)).await,
                other => panic!("{other}: {}", reply.json),
            }
        }
    };
    let moving = async {
        while acknowledged.load(SeqCst) < 10 {
            tokio::task::yield_now().await;
        }
        let output = two.run_to_success(&["company", "move", "--slug", "demo", "--to", &elsewhere]).await;
        let moved = acknowledged.load(SeqCst);
        while acknowledged.load(SeqCst) < moved + 10 {
            tokio::task::yield_now().await;
        }
        is_over.store(true, SeqCst);
        output
    };
    let (output, (), ()) = tokio::join!(moving, write(&rosa), write(&other_client));
    let old_schema = output.split("esquema ").nth(1).unwrap().split(',').next().unwrap();
    let destination = PostgresPool::connect(&elsewhere, 2).await.unwrap();
    let count = async |pool: &PostgresPool, schema: &str| -> i64 {
        pool.schema(schema).unwrap().read().await.unwrap().query(COUNT).scalar().await.unwrap()
    };
    assert_eq!(usize::try_from(count(&destination, "demo").await).unwrap(), acknowledged.load(SeqCst));
    let old_database = PostgresPool::connect(two.one.config.database.as_deref().unwrap(), 2).await.unwrap();
    assert!(
        count(&old_database, old_schema).await < count(&destination, "demo").await,
        "and nothing was written to what was left behind"
    );

    // Users see the same restaurant, with their sessions and the events of both servers.
    wait_until_served(&other_client).await;
    wait_until_served(&rosa).await;
    let mut screen = listen(&two.other, &rosa, &["floor"]).await;
    let table = rosa.get("/api/floor").await.ok()["salons"][0]["tables"][0]["id"].clone();
    rosa.put(&format!("/api/tables/{table}/open"), json!({})).await.ok();
    screen.next_event("event", |event| event["type"] == "floor.changed").await;
    let listed = two.run_to_success(&["company", "list"]).await;
    assert!(listed.contains("en localhost/") && !listed.contains('@'), "{listed}");
    let database_url = two.company_row().await.database_url.unwrap();
    assert!(database_url.starts_with("sealed:"), "no password stands in the list: {database_url}");
    let report = run_checks(&two.one.config, &Clock::fixed(NOON.parse().unwrap())).await;
    let tables: Vec<_> = report.findings.iter().filter(|found| found.check == "database").collect();
    assert!(tables.len() == 2 && tables.iter().all(|found| found.mend.is_none()), "{report:?}");

    // Back again.
    let output = two.run_to_success(&["company", "move", "--slug", "demo"]).await;
    assert!(output.contains("esquema demo_"), "{output}");
    assert_eq!(
        (two.company_row().await.database_url, count(&old_database, "demo").await),
        (None, acknowledged.load(SeqCst) as i64)
    );
    wait_until_served(&other_client).await;
    other_client.post("/api/client-requests", json!({"type": "ORDER", "client_name": "De vuelta"})).await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_move_leaves_the_company_where_it_is() {
    let (two, elsewhere) = (TwoServers::with_one_key().await, create_second_database().await);
    let refused = async |to: &str, says: &str| {
        let why = two.run_to_failure(&["company", "move", "--slug", "demo", "--to", to]).await;
        assert!(why.contains(says) && !why.contains("secreto"), "{why}");
    };
    refused(two.one.config.database.as_deref().unwrap(), "ya está en esa base de datos").await;
    refused("norte.example", "postgres://").await;
    refused("postgres://u:secreto@127.0.0.1:1/casas", "127.0.0.1:1/casas: no responde").await;
    refused(&elsewhere.replacen("/t", "/no_t", 1), "no existe esa base de datos").await;
    let schema = PostgresPool::connect(&elsewhere, 1).await.unwrap().schema("demo").unwrap();
    let change = ["company", "change", "--slug", "demo", "--company-database", &elsewhere];
    assert!(two.run_to_failure(&change).await.contains("no hay un esquema de esta empresa"));
    // A foreign schema of that name.
    for mark in
        [SchemaMark::None, SchemaMark::Company("de otra instalación".into()), SchemaMark::Copying("de otra".into())]
    {
        schema.create_schema(&mark).await.unwrap();
        refused(&elsewhere, "no es de esta empresa").await;
        assert!(two.run_to_failure(&change).await.contains("En esa base de datos"));
        schema.drop_schema().await.unwrap();
    }

    // A transaction lasts longer than a move waits: the move is given up, and nothing of it stays.
    let company = two.one.app.companies().find_by_slug("demo").unwrap();
    let mut busy = company.db.write().await.unwrap();
    busy.query("UPDATE clients SET name = name").run().await.unwrap();
    let why = two.run_to_failure(&["company", "move", "--slug", "demo", "--to", &elsewhere]).await;
    assert!(why.contains("está ocupada"), "{why}");
    drop(busy);
    assert!(!schema.exists().await.unwrap());
    assert_eq!(two.company_row().await.database_url, None);
    two.one
        .login("mozo")
        .await
        .post("/api/client-requests", json!({"type": "ORDER", "client_name": "Aquí"}))
        .await
        .ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_move_is_repeated_and_no_copy_is_taken_for_the_company() {
    let (two, elsewhere) = (TwoServers::with_one_key().await, create_second_database().await);
    let own_database = two.one.config.database.clone().unwrap();
    let schema = async |url: &str| PostgresPool::connect(url, 1).await.unwrap().schema("demo").unwrap();
    let id = two.company_row().await.uuid_channel;
    // Killed while it copied: the unfinished copy is no company, and the next move begins anew.
    schema(&elsewhere).await.create_schema(&SchemaMark::Copied(id.clone())).await.unwrap();
    let change =
        async |to: &str| two.run_to_failure(&["company", "change", "--slug", "demo", "--company-database", to]).await;
    assert!(change(&elsewhere).await.contains("a medias"));
    let rosa = two.one.login("mozo").await;
    rosa.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Antes"})).await.ok();
    two.run_to_success(&["company", "move", "--slug", "demo", "--to", &elsewhere]).await;
    assert_eq!(schema(&elsewhere).await.load_schema_mark().await.unwrap(), SchemaMark::Company(id.clone()));
    // The same place by another address is no other place, and its schema is not a leftover.
    let alias = elsewhere.replacen("postgres@localhost", "postgres@otro", 1);
    assert_ne!(alias, elsewhere);
    assert!(
        two.run_to_failure(&["company", "move", "--slug", "demo", "--to", &alias])
            .await
            .contains("ya está en esa base de datos")
    );
    // An older copy, as on a PostgreSQL that came back, while the company is at work.
    schema(&own_database).await.create_schema(&SchemaMark::Company(id)).await.unwrap();
    assert!(change(&own_database).await.contains("sigue donde estaba"));
    two.run_to_success(&["company", "change", "--slug", "demo", "--company-database", &alias]).await;
    two.one.app.companies().refresh_list().await.unwrap();
    let requests = rosa.get("/api/client-requests?page=false").await.rows();
    assert!(requests.iter().any(|request| request["client_name"] == "Antes"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_company_whose_move_was_killed_is_served_again_automatically() {
    let two = TwoServers::with_one_key().await;
    let rosa = two.one.login("mozo").await;
    let closed: comanda::db::Result<u64> = comanda::transact!(two.one.app.companies().control(), |tx| {
        tx.query("UPDATE companies SET closed_until = clock_timestamp() + INTERVAL '1 hour'").run().await
    });
    closed.unwrap();
    for server in [&two.one, &two.other] {
        server.app.companies().refresh_list().await.unwrap();
    }
    let refused = client_at(&two.other, &rosa).get("/api/floor").await;
    assert_eq!((refused.status.as_u16(), &refused.json["code"]), (503, &json!("database_unavailable")));
    assert!(refused.json["message"].as_str().unwrap().contains("cambia de servidor"), "{}", refused.json);
    let over: comanda::db::Result<u64> = comanda::transact!(two.one.app.companies().control(), |tx| {
        tx.query("UPDATE companies SET closed_until = clock_timestamp() + INTERVAL '1 second'").run().await
    });
    over.unwrap();
    wait_until_served(&rosa).await;
    wait_until_served(&client_at(&two.other, &rosa)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_whose_source_was_written_to_again_is_not_used() {
    let (two, elsewhere) = (TwoServers::with_one_key().await, create_second_database().await);
    let control = two.one.app.companies().control();
    let cut = async {
        // The copy is done, and waits for the servers to notice.
        let closed = "SELECT COUNT(*) FROM companies WHERE closed_until IS NOT NULL";
        while control.read().await.unwrap().query(closed).scalar::<i64>().await.unwrap() == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let end = "SELECT COUNT(pg_terminate_backend(l.pid)) FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
                   WHERE c.relname = 'client_requests' AND l.mode = 'ShareLock' AND l.granted
                   AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        let ended: i64 = control.read().await.unwrap().query(end).scalar().await.unwrap();
        assert_eq!(ended, 1);
    };
    let go = ["company", "move", "--slug", "demo", "--to", &elsewhere];
    let (why, ()) = tokio::join!(two.run_to_failure(&go), cut);
    assert!(!why.is_empty());
    assert_eq!(two.company_row().await.database_url, None);
    let over: comanda::db::Result<u64> =
        comanda::transact!(control, |tx| { tx.query("UPDATE companies SET closed_until = NULL").run().await });
    over.unwrap();
    two.one.app.companies().refresh_list().await.unwrap();
    let rosa = two.one.login("mozo").await;
    rosa.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Sigue aquí"})).await.ok();
    two.run_to_success(&["company", "move", "--slug", "demo", "--to", &elsewhere]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn neither_a_new_company_nor_a_restored_one_touches_a_foreign_schema() {
    let (two, elsewhere) = (TwoServers::with_one_key().await, create_second_database().await);
    two.run_to_success(&["company", "change", "--slug", "demo", "--domain", "demo.localhost"]).await;
    let theirs = PostgresPool::connect(&elsewhere, 1).await.unwrap().schema("norte").unwrap();
    theirs.create_schema(&SchemaMark::Company("de otra instalación".into())).await.unwrap();
    let backup = two.one.config.data.join("copia.sqlite");
    let backup = backup.to_str().unwrap();
    two.run_to_success(&["company", "backup", "--slug", "demo", "--to", backup]).await;
    let arguments = ["--slug", "norte", "--domain", "norte.example", "--company-database", &elsewhere];
    for command in [&["company", "add", "--name", "Norte"][..], &["company", "restore", "--from", backup]] {
        let why = two.run_to_failure(&[command, &arguments[..]].concat()).await;
        assert!(why.contains("de otra instalación"), "{why}");
    }
    theirs.load_schema_state(&comanda::db::COMPANY_MIGRATIONS).await.expect_err("nothing was made in it");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_company_can_begin_on_another_database_whose_absence_affects_no_other() {
    let (two, elsewhere) = (TwoServers::with_one_key().await, create_second_database().await);
    two.run_to_success(&["company", "change", "--slug", "demo", "--domain", "demo.localhost"]).await;
    let add = ["company", "add", "--name", "Norte", "--slug", "norte", "--domain", "norte.example"];
    two.run_to_success(&[&add[..], &["--company-database", &elsewhere]].concat()).await;
    let database = PostgresPool::connect(&elsewhere, 1).await.unwrap();
    assert!(database.schema("norte").unwrap().exists().await.unwrap());
    two.other.app.companies().refresh_list().await.unwrap();
    let info = client_at(&two.other, &two.one.anonymous_client())
        .at_host("norte.example")
        .get("/api/public/company-info")
        .await
        .ok();
    assert_eq!(info["commercial_name"], "Norte");

    // Its server goes away, from the view of a new server.
    let lost = comanda::seal::Seals::in_folder(&two.one.config.data)
        .seal(comanda::seal::SecretKind::DatabaseAddress, "postgres://u:p@127.0.0.1:1/casas")
        .unwrap();
    let change = comanda::companies::CompanyUpdate { database_url: Some(Some(lost)), ..Default::default() };
    two.one.app.companies().change_company("norte", &change).await.unwrap();
    let away = two.one.anonymous_client().at_host("norte.example");
    away.get("/api/public/company-info").await.refused(503, "database_unavailable");
    two.one.anonymous_client().at_host("demo.localhost").get("/api/public/company-info").await.ok();
    two.run_to_success(&["company", "change", "--slug", "norte", "--company-database", &elsewhere]).await;
    two.one.app.companies().refresh_list().await.unwrap();
    away.get("/api/public/company-info").await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_renewed_key_reaches_database_addresses_and_waits_for_an_absent_one() {
    let (two, elsewhere) = (TwoServers::with_one_key().await, create_second_database().await);
    let seals = comanda::seal::Seals::in_folder(&two.one.config.data);
    two.run_to_success(&["company", "change", "--slug", "demo", "--domain", "demo.localhost"]).await;
    let add = ["company", "add", "--name", "Norte", "--slug", "norte", "--domain", "norte.example"];
    two.run_to_success(&[&add[..], &["--company-database", &elsewhere]].concat()).await;
    let first = seals.fingerprint().unwrap();
    let output = two.run_to_success(&["renew-secrets-key"]).await;
    assert!(output.contains("dirección de la base de datos de una empresa"), "{output}");
    assert!(seals.fingerprint().unwrap() != first && seals.keys().unwrap().len() == 1);
    two.one.app.companies().refresh_list().await.unwrap();
    two.one.anonymous_client().at_host("norte.example").get("/api/public/company-info").await.ok();

    let lost = seals.seal(comanda::seal::SecretKind::DatabaseAddress, "postgres://u:p@127.0.0.1:1/casas").unwrap();
    let away = comanda::companies::CompanyUpdate { database_url: Some(Some(lost)), ..Default::default() };
    two.one.app.companies().change_company("norte", &away).await.unwrap();
    let why = two.run_to_failure(&["renew-secrets-key"]).await;
    assert!(why.contains("no se llegó: norte") && why.contains("vuelve a ejecutar"), "{why}");
    assert_eq!(seals.keys().unwrap().len(), 2, "its secrets are to be read when it is back");
    two.run_to_success(&["company", "change", "--slug", "norte", "--company-database", &elsewhere]).await;
    two.run_to_success(&["renew-secrets-key"]).await;
    assert_eq!(seals.keys().unwrap().len(), 1);
    two.one.app.companies().refresh_list().await.unwrap();
    two.one.anonymous_client().at_host("norte.example").get("/api/public/company-info").await.ok();
}
