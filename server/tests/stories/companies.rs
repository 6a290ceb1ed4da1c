//! Two restaurants on one server: each is found by its host name, and neither reaches anything of the other.

use crate::{
    on_both_databases,
    support::{app::TestApp, client::Client},
};
use comanda::{
    companies::{Companies, CompanyUpdate, NewCompany},
    db::{Engine, Tx},
    error::{Code, Error, Result},
    ids::UserId,
    people::{NewUser, insert_user, password},
    setup, transact,
};
use serde_json::json;
use std::time::Duration;

pub const DEMO: &str = "demo.localhost";
pub const OTHER: &str = "otra.example";

/// Adds a second company as the command line does, with an administrator of the demo's user name and password.
pub async fn second_company(app: &TestApp) {
    let new =
        NewCompany { slug: "otra".into(), name: "La Otra".into(), domain: Some(OTHER.into()), database_url: None };
    let company = app.app.companies().add_company(&new).await.unwrap();
    let admin = NewUser {
        role_id: 1,
        name: "Otra".into(),
        lastname: "Administradora".into(),
        username: "admin".into(),
        password_hash: password::hash_secret(comanda::demo::PASSWORD).await.unwrap(),
        is_super_admin: false,
        must_change_password: false,
        cashbox_id: None,
    };
    let now = app.app.clock().now();
    let outcome: Result<UserId> = transact!(company.db, |tx| {
        setup::insert_first_rows(tx, "La Otra").await?;
        insert_user(tx, &admin, now).await
    });
    outcome.unwrap();
}

pub async fn admin_at(app: &TestApp, host: &str) -> Client {
    app.anonymous_client().at_host(host).login("admin", comanda::demo::PASSWORD).await
}

on_both_databases! {
    async fn a_company_is_found_by_its_host_name(app: TestApp) {
        second_company(&app).await;
        for (host, name) in [(DEMO, "La Terraza de Miraflores"), (OTHER, "La Otra"), ("OTRA.example:8080", "La Otra")] {
            let info = app.anonymous_client().at_host(host).get("/api/public/company-info").await.ok();
            assert_eq!(info["commercial_name"], name, "{host}");
        }
        app.anonymous_client().at_host("nadie.example").get("/api/public/company-info").await.refused(404, "not_found");
    }

    async fn a_token_of_one_company_is_invalid_at_the_other(app: TestApp) {
        second_company(&app).await;
        let demo = admin_at(&app, DEMO).await;
        let stranger = demo.clone().at_host(OTHER);
        for path in ["/api/profile", "/api/floor", "/api/clients", "/api/company-info", "/api/users"] {
            stranger.get(path).await.refused(401, "unauthenticated");
        }
        stranger.post("/api/client-requests", json!({"type": "ORDER"})).await.refused(401, "unauthenticated");
        demo.get("/api/profile").await.ok();
    }

    async fn ids_of_one_company_are_unknown_at_the_other(app: TestApp) {
        let demo_client = app.login("admin").await;
        second_company(&app).await;
        let demo_client = demo_client.at_host(DEMO);
        let table = demo_client.get("/api/tables").await.rows()[0]["id"].clone();
        let opened = demo_client.put(&format!("/api/tables/{table}/open"), json!({})).await.ok();
        let request = &opened["client_request_id"];
        let product = demo_client.get("/api/products?term=lomo").await.rows()[0]["id"].clone();
        let client = demo_client.get("/api/clients?term=45120987").await.rows()[0]["id"].clone();

        let other = admin_at(&app, OTHER).await;
        for path in [
            format!("/api/products/{product}"),
            format!("/api/clients/{client}"),
            format!("/api/client-requests/{request}"),
            format!("/api/orders/{request}"),
        ] {
            other.get(&path).await.refused(404, "not_found");
        }
        other.put(&format!("/api/tables/{table}/open"), json!({})).await.refused(404, "not_found");
        other.put(&format!("/api/tables/{table}/close"), json!({})).await.refused(404, "not_found");
        other.put(&format!("/api/products/{product}/sold-out"), json!({"sold_out": true})).await.refused(404, "not_found");
        let order = json!({"client_request": request, "products": [{"product": {"id": product}, "qty": 1}]});
        assert!(!other.post("/api/orders", order).await.status.is_success());
        assert_eq!(other.get("/api/clients?term=Flores").await.rows().len(), 0);
        assert_eq!(other.get("/api/users").await.rows().len(), 1);
        assert_eq!(demo_client.get(&format!("/api/client-requests/{request}")).await.ok()["id"], *request);
    }

    async fn a_lost_database_is_not_created_anew(app: TestApp) {
        second_company(&app).await;
        let folder = tempfile::tempdir().unwrap();
        let backup = folder.path().join("copy.sqlite");
        let otra = app.app.companies().find_by_slug("otra").unwrap();
        otra.back_up_to(&backup).await.unwrap();
        match otra.db.engine() {
            Engine::Sqlite => std::fs::remove_file(app.config.data.join("companies/otra.sqlite")).unwrap(),
            Engine::Postgres => otra.db.drop_schema().await.unwrap(),
        }
        let companies = Companies::connect(&app.config, app.app.clock().clone()).await.unwrap();
        let why = format!("{:#}", companies.open_even_inactive("otra").await.unwrap_err());
        assert!(why.contains("falta su base de datos"), "{why}");
        assert!(matches!(companies.get_or_open("otra").await, Err(Error::Refused(refusal)) if refusal.code == Code::DatabaseUnavailable));
        let row = companies.list_all().await.unwrap().into_iter().find(|row| row.slug == "otra").unwrap();
        assert!(companies.replace_lost_database(&row).await.unwrap() && !companies.replace_lost_database(&row).await.unwrap());
        let reopened = companies.open_even_inactive("otra").await.unwrap().unwrap();
        reopened.db.restore_from(&backup, folder.path(), async |_: &mut Tx| Ok(())).await.unwrap();
        let people: i64 = reopened.db.read().await.unwrap().query("SELECT COUNT(*) FROM users").scalar().await.unwrap();
        assert_eq!(people, 1);
    }

    async fn a_company_that_cannot_be_opened_does_not_stop_the_others(app: TestApp) {
        second_company(&app).await;
        let other = app.app.companies().find_by_slug("otra").unwrap();
        let mended = async |is_whole: bool| {
            let changed: comanda::db::Result<u64> = transact!(other.db, |tx| {
                tx.query("UPDATE _sqlx_migrations SET success = $1 WHERE version = 1").bind(is_whole).run().await
            });
            assert_eq!(changed.unwrap(), 1);
        };
        let served = |active| CompanyUpdate { active: Some(active), ..CompanyUpdate::default() };
        app.app.companies().change_company("otra", &served(false)).await.unwrap();
        mended(false).await;
        app.app.companies().change_company("otra", &served(true)).await.unwrap();

        let info = async |host| app.anonymous_client().at_host(host).get("/api/public/company-info").await;
        let refused = info(OTHER).await;
        assert!(refused.retry_after.is_some(), "{:?}", refused.json);
        refused.refused(503, "database_unavailable");
        info(DEMO).await.ok();
        app.app.companies().reload_companies().await.unwrap();
        assert!(app.fetch_metrics().await.contains("comanda_companies_closed 1"));

        mended(true).await;
        let opened = async {
            while info(OTHER).await.status != 200 {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), opened).await.expect("it is tried again");
        assert!(app.fetch_metrics().await.contains("comanda_companies_closed 0"));
    }
}
