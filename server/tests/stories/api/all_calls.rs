//! Makes every call without a session, with unknown ids, and with a role that may write nothing.

use super::document::{Call, calls};
use crate::{companies, on_both_databases, support::app::TestApp, support::client::Client};
use serde_json::json;

/// Calls that every user may make: logging out, and reading one's own data.
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

/// Calls that take a file and store nothing: whoever may read may make them.
const READS: [&str; 2] = ["/api/accounting/rce/compare", "/api/accounting/rvie/compare"];

/// The number of entries in the action log.
async fn count_log_entries(app: &TestApp) -> i64 {
    let mut tx = app.app.companies().find_by_slug(comanda::demo::SLUG).unwrap().db.read().await.unwrap();
    tx.query("SELECT COUNT(*) FROM action_logs").scalar().await.unwrap()
}

async fn send(client: &Client, call: &Call, id: &str) -> crate::support::client::Reply {
    client.send(call.method.clone(), &call.at(id), call.body.clone(), None).await
}

on_both_databases! {
    async fn no_call_answers_without_a_session(app: TestApp) {
        let nobody = app.anonymous_client();
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

    async fn unknown_ids_are_neither_shown_nor_changed(app: TestApp) {
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

    async fn ids_of_another_company_are_unknown(app: TestApp) {
        companies::second_company(&app).await;
        let (demo, other) = (companies::admin_at(&app, companies::DEMO).await, companies::admin_at(&app, companies::OTHER).await);
        let (before, mut shown) = (count_log_entries(&app).await, 0);
        for call in calls().into_iter().filter(Call::names_an_id) {
            // Ids that the demo's tables contain and those of a new company do not.
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
        assert_eq!(count_log_entries(&app).await, before, "the demo was changed from outside");
    }

    async fn a_role_without_any_right_to_write_is_refused_every_write(app: TestApp) {
        let accountant = app.login("contador").await;
        let before = count_log_entries(&app).await;
        let writes = |call: &Call| call.is_write() && ![&OWN[..], &READS].concat().contains(&call.template.as_str());
        for call in calls().into_iter().filter(writes) {
            let reply = send(&accountant, &call, "1").await;
            assert_eq!(reply.json["code"], "not_permitted", "{} {} {:?}: {}", call.method, call.template, call.body, reply.json);
        }
        assert_eq!(count_log_entries(&app).await, before);
    }
}
