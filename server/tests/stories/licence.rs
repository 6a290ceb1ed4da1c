//! The licence: who is stopped when it ends, who switches it, and which calls still answer.

use crate::{
    on_both_databases,
    support::{app::TestApp, client::Client},
};
use chrono::Days;
use comanda::{
    companies::license_day,
    error::Result,
    ids::UserId,
    people::{NewUser, insert_user, password},
    transact,
};
use serde_json::json;

/// Creates a super admin of the demo as the command line does, and signs in.
pub(crate) async fn super_admin(app: &TestApp) -> Client {
    let company = app.app.companies().find_by_slug(comanda::demo::SLUG).unwrap();
    let new = NewUser {
        role_id: 1,
        name: "Sara".into(),
        lastname: String::new(),
        username: "sara".into(),
        password_hash: password::hash_secret(comanda::demo::PASSWORD).await.unwrap(),
        is_super_admin: true,
        must_change_password: false,
        cashbox_id: None,
    };
    let now = app.app.clock().now();
    let outcome: Result<UserId> = transact!(company.db, |tx| { insert_user(tx, &new, now).await });
    outcome.unwrap();
    app.login("sara").await
}

on_both_databases! {
    async fn a_super_admin_switches_it_and_everybody_else_is_stopped(app: TestApp) {
        let (sara, admin, rosa) = (super_admin(&app).await, app.login("admin").await, app.login("mozo").await);
        for client in [&admin, &rosa] {
            client.put("/api/license/update", json!({"license_active": false})).await.refused(422, "not_permitted");
        }
        let disabled = sara.put("/api/license/update", json!({"license_active": false})).await.ok();
        assert_eq!((&disabled["license_active"], &disabled["switched_on"]), (&json!(false), &json!(false)));

        let refused = rosa.get("/api/floor").await.refused(403, "license_expired");
        assert_eq!(refused["license_expired"], true);
        admin.put("/api/license/update", json!({"license_active": true})).await.refused(403, "license_expired");
        assert_eq!(rosa.get("/api/license/status").await.ok()["license_active"], false);
        rosa.post("/api/verify-login", json!({})).await.ok();
        assert_eq!(app.anonymous_client().get("/api/public/company-info").await.ok()["license_active"], false);
        let diego = app.login("mozo2").await;
        diego.get("/api/profile").await.refused(403, "license_expired");
        diego.post("/api/logout", json!({})).await.ok();
        sara.get("/api/floor").await.ok();

        sara.put("/api/license/update", json!({"license_active": true})).await.ok();
        rosa.get("/api/floor").await.ok();
        let log = admin.get("/api/pos-options/action-logs?action_type=LICENSE_CHANGED").await.rows();
        assert_eq!(log.len(), 2, "{log:?}");
    }

    async fn it_ends_automatically_after_its_last_day(app: TestApp) {
        let (sara, rosa) = (super_admin(&app).await, app.login("mozo").await);
        let today = license_day(app.app.clock().now());
        let (yesterday, tomorrow) = (today - Days::new(1), today + Days::new(1));
        for last in [today, tomorrow] {
            sara.put("/api/license/update", json!({"license_until": last})).await.ok();
            rosa.get("/api/floor").await.ok();
        }
        let ended = sara.put("/api/license/update", json!({"license_until": yesterday})).await.ok();
        assert_eq!((&ended["license_active"], &ended["switched_on"]), (&json!(false), &json!(true)));
        rosa.get("/api/floor").await.refused(403, "license_expired");
        let refused = sara.put("/api/license/update", json!({"license_active": true})).await.refused(422, "invalid");
        assert!(refused["errors"]["license_until"].is_array(), "{refused}");
        sara.put("/api/license/update", json!({"license_until": null})).await.ok();
        rosa.get("/api/floor").await.ok();
        sara.put("/api/license/update", json!({"license_until": "2026-13-45"})).await.refused(422, "invalid");
    }
}
