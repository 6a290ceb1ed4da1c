//! Walks along all calls: without a session, with ids of nothing, with a role that may write nothing.

use super::document::{Call, calls};
use crate::{companies, on_both_databases, support::app::TestApp, support::client::Client};
use serde_json::json;

/// Whoever may do nothing else may still leave and ask who they are.
const OWN: [&str; 9] = [
    "/api/logout",
    "/api/verify-login",
    "/api/profile",
    "/api/profile/password",
    "/api/profile/pin",
    "/api/profile/totp",
    "/api/profile/totp/recovery-codes",
    "/api/profile/sessions",
    "/api/profile/sessions/{id}",
];

/// Calls that take a file and keep nothing: whoever reads may make them.
const READS: [&str; 2] = ["/api/accounting/rce/compare", "/api/accounting/rvie/compare"];

/// How often the action log was written to.
async fn logged(app: &TestApp) -> i64 {
    let mut tx = app.app.companies().by_slug(comanda::demo::SLUG).unwrap().db.read().await.unwrap();
    tx.query("SELECT COUNT(*) FROM action_logs").scalar().await.unwrap()
}

async fn send(client: &Client, call: &Call, id: &str) -> crate::support::client::Reply {
    client.send(call.method.clone(), &call.at(id), call.body.clone(), None).await
}

on_both_databases! {
    async fn no_call_answers_somebody_without_a_session(app: TestApp) {
        let nobody = app.nobody();
        for call in calls() {
            let reply = send(&nobody, &call, "1").await;
            assert_eq!(reply.status.as_u16(), 401, "{} {}: {}", call.method, call.template, reply.json);
        }
    }

    async fn no_call_breaks_on_an_empty_body_or_an_unknown_id(app: TestApp) {
        let admin = app.login("admin").await;
        for call in calls().into_iter().filter(|call| call.template != "/api/logout") {
            for id in ["999999999", "-1", "0", "9223372036854775808", "x", "%00", "%27"] {
                let body = call.is_write().then(|| json!({}));
                let reply = admin.send(call.method.clone(), &call.at(id), body, None).await;
                assert!(reply.status.as_u16() < 500, "{} {}: {} {}", call.method, call.at(id), reply.status, reply.json);
            }
        }
    }

    async fn what_is_not_there_is_not_shown_and_not_changed(app: TestApp) {
        let admin = app.login("admin").await;
        for call in calls().into_iter().filter(Call::names_an_id) {
            let reply = send(&admin, &call, "999999999").await;
            let shows_nothing = reply.json["response"].is_null() && reply.json["rows"].as_array().is_none_or(Vec::is_empty);
            let in_order = match call.is_write() {
                true => reply.status.is_client_error(),
                false => reply.status.as_u16() == 404 || (reply.status.is_success() && shows_nothing),
            };
            assert!(in_order, "{} {}: {} {}", call.method, call.template, reply.status, reply.json);
        }
    }

    async fn what_another_company_has_is_not_there(app: TestApp) {
        companies::second_company(&app).await;
        let (demo, other) = (companies::admin_at(&app, companies::DEMO).await, companies::admin_at(&app, companies::OTHER).await);
        let (before, mut shown) = (logged(&app).await, 0);
        for call in calls().into_iter().filter(Call::names_an_id) {
            // Ids that the demo's tables reach and those of a new company do not.
            for id in ["8", "23"] {
                let reply = send(&other, &call, id).await;
                let nothing = reply.json["response"].is_null() && reply.json["rows"].as_array().is_none_or(Vec::is_empty);
                let in_order = match call.is_write() {
                    true => reply.status.is_client_error(),
                    false => reply.status.as_u16() == 404 || (reply.status.is_success() && nothing),
                };
                assert!(in_order, "{} {}: {} {}", call.method, call.at(id), reply.status, reply.json);
                if !call.is_write() {
                    shown += i32::from(send(&demo, &call, id).await.status.is_success());
                }
            }
        }
        assert!(shown > 10, "only {shown} of these calls show anything to its own company");
        assert_eq!(logged(&app).await, before, "the demo was changed from outside");
    }

    async fn a_role_without_any_right_to_write_is_refused_every_write(app: TestApp) {
        let accountant = app.login("contador").await;
        let before = logged(&app).await;
        let writes = |call: &Call| call.is_write() && ![&OWN[..], &READS].concat().contains(&call.template.as_str());
        for call in calls().into_iter().filter(writes) {
            let reply = send(&accountant, &call, "1").await;
            assert_eq!(reply.json["code"], "not_permitted", "{} {} {:?}: {}", call.method, call.template, call.body, reply.json);
        }
        assert_eq!(logged(&app).await, before);
    }
}
