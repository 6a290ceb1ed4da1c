//! Signing in, staying signed in, and what a session may see.

use crate::{
    on_both_databases,
    support::{app::TestApp, socket::Socket},
};
use comanda::companies::CompanyUpdate;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

fn licence(active: bool) -> CompanyUpdate {
    CompanyUpdate { license_active: Some(active), ..CompanyUpdate::default() }
}

on_both_databases! {
    async fn a_right_password_opens_a_session_and_logging_out_ends_it(app: TestApp) {
        let rosa = app.login("mozo").await;
        let verified = rosa.post("/api/verify-login", json!({})).await.ok();
        assert_eq!(verified["user"]["username"], "mozo");
        assert_eq!(verified["user"]["role_id"], 4);
        assert!(!verified.to_string().contains("hash"), "{verified}");
        rosa.post("/api/logout", json!({})).await.ok();
        rosa.get("/api/profile").await.refused(403, "session_ended");
    }

    async fn a_wrong_password_and_an_unknown_name_get_the_same_answer(app: TestApp) {
        let wrong = app.anonymous_client().post("/api/login", json!({"username": "mozo", "password": "otra"})).await.refused(401, "bad_credentials");
        let unknown = app.anonymous_client().post("/api/login", json!({"username": "nadie", "password": "otra"})).await.refused(401, "bad_credentials");
        assert_eq!(wrong["message"], unknown["message"]);
    }

    async fn the_eleventh_try_has_to_wait(app: TestApp) {
        for _ in 0..10 {
            app.anonymous_client().post("/api/login", json!({"username": "cajero", "password": "no"})).await.refused(401, "bad_credentials");
        }
        let reply = app.anonymous_client().post("/api/login", json!({"username": "cajero", "password": "comanda-demo"})).await;
        assert!(reply.retry_after.as_ref().is_some_and(|s| s.parse::<u64>().unwrap() > 0));
        reply.refused(429, "too_many_requests");
        app.login("mozo").await;
    }

    async fn a_token_copied_from_its_browser_opens_nothing(app: TestApp) {
        let browser = app.login_in_browser("mozo", None).await;
        let thief = browser.with_cookie(None);
        browser.get("/api/profile").await.ok();
        thief.get("/api/profile").await.refused(401, "unauthenticated");
        let other = app.login_in_browser("mozo", None).await;
        thief.with_cookie(other.cookie).get("/api/profile").await.refused(401, "unauthenticated");
        // The token can neither connect a socket nor end its owner's session.
        let (token, cookie) = (json!({"token": browser.token, "kind": "browser"}), browser.cookie.as_deref());
        let refused = Socket::connect(app.address, token.clone()).await.err().unwrap();
        assert_eq!(refused["message"], "unauthenticated");
        thief.post("/api/logout", json!({})).await.refused(401, "unauthenticated");
        Socket::connect_with_cookie(app.address, token, cookie).await.ok().unwrap();
        browser.get("/api/profile").await.ok();
    }

    async fn all_who_sign_in_at_one_browser_share_its_cookie(app: TestApp) {
        let waiter = app.login_in_browser("mozo", None).await;
        let cashier = app.login_in_browser("cajero", waiter.cookie.clone()).await;
        assert_eq!(waiter.cookie, cashier.cookie);
        waiter.get("/api/profile").await.ok();
        cashier.get("/api/profile").await.ok();
        // The browser sent the cookie when it signed in: not even the first call works without.
        let third = app.login_in_browser("cocina", waiter.cookie).await;
        third.with_cookie(None).get("/api/profile").await.refused(401, "unauthenticated");
    }

    async fn an_invented_cookie_is_not_accepted(app: TestApp) {
        let (name, _) = app.login_in_browser("mozo", None).await.cookie.unwrap().split_once('=').map(|(n, v)| (n.to_owned(), v.to_owned())).unwrap();
        for made_up in ["facil".to_owned(), "a".repeat(64)] {
            let cookie = format!("{name}={made_up}");
            let browser = app.login_in_browser("mozo", Some(cookie.clone())).await;
            assert_ne!(browser.cookie, Some(cookie));
        }
        // A cookie of a browser in which no session is open any more is not accepted either.
        let ended_login = app.login_in_browser("cajero", None).await;
        ended_login.post("/api/logout", json!({})).await.ok();
        assert_ne!(app.login_in_browser("cajero", ended_login.cookie.clone()).await.cookie, ended_login.cookie);
    }

    async fn foreign_cookies_with_any_characters_do_not_disturb(app: TestApp) {
        let browser = app.login_in_browser("mozo", None).await;
        let cookie = browser.cookie.clone().unwrap();
        browser.with_cookie(Some(format!("nombre=José; {cookie}"))).get("/api/profile").await.ok();
        browser.with_cookie(Some("nombre=José".to_owned())).get("/api/profile").await.refused(401, "unauthenticated");
    }

    async fn a_client_without_cookies_works_by_the_token(app: TestApp) {
        let script = app.login("mozo").await;
        for _ in 0..3 {
            script.get("/api/profile").await.ok();
        }
        let stranger = app.login_in_browser("cajero", None).await;
        script.with_cookie(stranger.cookie).get("/api/profile").await.ok();
        script.get("/api/profile").await.ok();
    }

    async fn invalid_bodies_say_where(app: TestApp) {
        let missing = app.anonymous_client().post("/api/login", json!({"username": "mozo"})).await.refused(422, "invalid");
        assert!(missing["errors"]["password"].is_array(), "{missing}");
        let wrong_type = app.anonymous_client().post("/api/login", json!({"username": 7, "password": "x"})).await.refused(422, "invalid");
        assert!(wrong_type["errors"]["username"].is_array(), "{wrong_type}");
    }

    async fn a_body_that_is_too_large_is_read_and_refused(app: TestApp) {
        let body = vec![b' '; 20 * 1024 * 1024];
        let admin = app.login("admin").await;
        for (token, expected) in [(admin.token.as_deref().unwrap(), "HTTP/1.1 413"), ("", "HTTP/1.1 401")] {
            let mut screen = TcpStream::connect(app.address).await.unwrap();
            let head = format!(
                "PUT /api/company-info/logo HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\ncontent-length: {}\r\n\r\n",
                body.len(),
            );
            screen.write_all(head.as_bytes()).await.unwrap();
            screen.write_all(&body).await.expect("nobody hangs up on who still sends");
            let mut answer = [0; 12];
            screen.read_exact(&mut answer).await.unwrap();
            assert_eq!(String::from_utf8_lossy(&answer), expected);
        }
    }

    async fn without_a_token_nothing_is_shown(app: TestApp) {
        app.anonymous_client().get("/api/profile").await.refused(401, "unauthenticated");
        let mut forged = app.anonymous_client();
        forged.token = Some("0".repeat(64));
        forged.get("/api/profile").await.refused(401, "unauthenticated");
    }

    async fn a_role_sees_what_the_table_says(app: TestApp) {
        let rosa = app.login("mozo").await;
        rosa.get("/api/users").await.refused(422, "not_permitted");
        let waiters = rosa.get("/api/users-as-waiters").await.rows();
        assert_eq!(waiters.len(), 1, "a waiter sees only themselves");
        let admin = app.login("admin").await;
        assert!(admin.get("/api/users?page=1&per_page=2").await.rows().len() == 2);
        admin.get("/api/users?page=0").await.refused(422, "invalid");
        admin.get("/api/users?per_page=201").await.refused(422, "invalid");
    }

    async fn pins_guessed_at_the_same_time_are_counted_one_by_one(app: TestApp) {
        let rosa = app.login("mozo").await;
        let guess = json!({"order_ids": [1], "reason": "x", "pin": "0000"});
        let guesses = (0..12).map(|_| rosa.put("/api/orders/1/dismiss", guess.clone()));
        let codes = futures::future::join_all(guesses).await;
        assert_eq!(codes.iter().filter(|c| c.json["code"] == "wrong_pin").count(), 4);
        assert_eq!(codes.iter().filter(|c| c.json["code"] == "pin_locked").count(), 8);
    }

    async fn an_ended_licence_keeps_the_session_and_says_so(app: TestApp) {
        let rosa = app.login("mozo").await;
        let company = app.app.companies().all().remove(0);
        app.app.companies().change_company(&company.slug, &licence(false)).await.unwrap();
        let refused = rosa.get("/api/profile").await.refused(403, "license_expired");
        assert_eq!(refused["license_expired"], true);
        rosa.post("/api/verify-login", json!({})).await.ok();
        app.app.companies().change_company(&company.slug, &licence(true)).await.unwrap();
        rosa.get("/api/profile").await.ok();
    }

    async fn an_unknown_address_is_refused_in_json(app: TestApp) {
        app.anonymous_client().get("/api/no-such-call").await.refused(404, "not_found");
    }
}
