//! Sessions and devices: how long a session lasts, who sees it, and trusted tills.

use crate::{
    on_both_databases,
    support::{
        app::{TestApp, wait_until_seen},
        client::Client,
    },
};
use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};

const KEY: &str = "0f3c7a52-9b1e-4d0a-8d4f-6a2b1c3d4e5f";

/// Signs in at a browser that the server knows already.
pub async fn login_at_known_browser(app: &TestApp, username: &str) -> Client {
    let mut client = app.anonymous_client();
    let body = json!({"username": username, "password": comanda::demo::PASSWORD, "device_key": KEY});
    let session = client.post("/api/login", body).await.ok();
    client.token = Some(session["token"].as_str().unwrap().to_owned());
    client.user = session["user"].clone();
    client
}

/// Sets a time column of all sessions, as if they had been used last, or begun, at that time.
async fn set_all(app: &TestApp, column: &'static str, at: DateTime<Utc>) {
    let company = app.app.companies().find_by_slug("demo").unwrap();
    let sql = if column == "last_seen_at" {
        "UPDATE sessions SET last_seen_at = $1"
    } else {
        "UPDATE sessions SET expires_at = $1 WHERE NOT trusted"
    };
    let set: comanda::error::Result<u64> =
        comanda::transact!(company.db, |tx| { Ok(tx.query(sql).bind(at).run().await?) });
    set.unwrap();
}

fn expires(session: &Value) -> DateTime<Utc> {
    session["expires_at"].as_str().unwrap().parse().unwrap()
}

on_both_databases! {
    async fn users_see_their_sessions_and_end_them(app: TestApp) {
        let (this_device, tablet, phone) = (app.login("mozo").await, app.login("mozo").await, app.login("mozo").await);
        let stranger = app.login("cajero").await;
        let sessions = this_device.get("/api/profile/sessions").await.rows();
        assert_eq!(sessions.len(), 3);
        assert_eq!(sessions.iter().filter(|s| s["current"] == true).count(), 1);
        assert!(sessions.iter().all(|s| s["created_at"].is_string() && s["last_seen_at"].is_string() && s["trusted"] == false));
        let tablet_sessions = tablet.get("/api/profile/sessions").await.rows();
        let tablet_session = tablet_sessions.iter().find(|s| s["current"] == true).unwrap()["id"].clone();
        stranger.delete(&format!("/api/profile/sessions/{tablet_session}")).await.refused(404, "not_found");
        this_device.delete(&format!("/api/profile/sessions/{tablet_session}")).await.ok();
        tablet.get("/api/profile").await.refused(403, "session_ended");
        phone.get("/api/profile").await.ok();
        this_device.delete("/api/profile/sessions").await.ok();
        phone.get("/api/profile").await.refused(403, "session_ended");
        stranger.get("/api/profile").await.ok();
        assert_eq!(this_device.get("/api/profile/sessions").await.rows().len(), 1);
    }

    async fn a_session_ends_after_twelve_hours_without_use(app: TestApp) {
        let (rosa, now) = (app.login("mozo").await, app.app.clock().now());
        set_all(&app, "last_seen_at", now - Duration::minutes(12 * 60 - 1)).await;
        rosa.get("/api/profile").await.ok();
        wait_until_seen(&rosa, now).await;
        set_all(&app, "last_seen_at", now - Duration::hours(12)).await;
        rosa.get("/api/profile").await.refused(403, "session_ended");
        let admin = app.login("admin").await;
        assert_eq!(admin.get("/api/sessions").await.rows().len(), 1, "what ended is not in the list");
    }

    async fn sessions_at_a_trusted_till_last_longer(app: TestApp) {
        let (luis, admin, now) = (login_at_known_browser(&app, "cajero").await, app.login("admin").await, app.app.clock().now());
        for (role, call) in [("supervisor", "/api/sessions"), ("cajero", "/api/sessions")] {
            app.login(role).await.get(call).await.refused(422, "not_permitted");
        }
        let all = admin.get("/api/sessions").await.rows();
        let own_session = luis_session(&luis).await;
        let his = all.iter().find(|s| s["user_id"] == luis.user_id() && s["id"] == own_session).unwrap();
        assert!(!his["user"].as_str().unwrap().is_empty() && his["current"] == false, "{his}");
        let path = format!("/api/sessions/{}", his["id"]);
        luis.patch(&path, json!({"trusted": true})).await.refused(422, "not_permitted");
        let trusted = admin.patch(&path, json!({"trusted": true})).await.ok();
        assert!(trusted["trusted"] == true && expires(&trusted) > now + Duration::days(29), "{trusted}");

        set_all(&app, "last_seen_at", now - Duration::days(8)).await;
        luis.get("/api/profile").await.ok();
        luis.post("/api/logout", json!({})).await.ok();
        let rosa = login_at_known_browser(&app, "mozo").await;
        let hers = rosa.get("/api/profile/sessions").await.rows().remove(0);
        assert!(hers["trusted"] == true && expires(&hers) > now + Duration::days(29), "the till is trusted, not the person: {hers}");
        let elsewhere = app.login("mozo").await.get("/api/profile/sessions").await.rows();
        assert!(elsewhere.iter().any(|s| s["current"] == true && s["trusted"] == false && expires(s) < now + Duration::hours(17)));

        let admin = app.login("admin").await;
        let path = format!("/api/sessions/{}", hers["id"]);
        let ordinary = admin.patch(&path, json!({"trusted": false})).await.ok();
        assert!(ordinary["trusted"] == false && expires(&ordinary) < now + Duration::hours(17), "{ordinary}");
        let next = login_at_known_browser(&app, "mozo2").await.get("/api/profile/sessions").await.rows().remove(0);
        assert_eq!(next["trusted"], false);
        admin.delete(&path).await.ok();
        rosa.get("/api/profile").await.refused(403, "session_ended");
        admin.delete(&path).await.refused(404, "not_found");
        for action in ["DEVICE_TRUSTED", "DEVICE_DISTRUSTED", "USER_SIGNED_OUT"] {
            let log = admin.get(&format!("/api/pos-options/action-logs?action_type={action}")).await.rows();
            assert_eq!(log.len(), 1, "{action}");
        }

        // When an administrator ends a till's session, the till may have been stolen.
        let path = format!("/api/sessions/{}", luis_session(&login_at_known_browser(&app, "mozo").await).await);
        admin.patch(&path, json!({"trusted": true})).await.ok();
        admin.delete(&path).await.ok();
        let after = login_at_known_browser(&app, "mozo").await.get("/api/profile/sessions").await.rows().remove(0);
        assert_eq!(after["trusted"], false);
    }
}

async fn luis_session(luis: &Client) -> Value {
    let own_sessions = luis.get("/api/profile/sessions").await.rows();
    own_sessions.into_iter().find(|s| s["current"] == true).unwrap()["id"].clone()
}
