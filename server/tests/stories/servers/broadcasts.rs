//! Changes at one server reach the screens and agents of the others.

use super::{TwoServers, client_at, listen};
use crate::{
    licence::super_admin,
    support::{app::TestApp, client::Client, socket::Socket},
};
use comanda::{
    companies::{Companies, CompanyUpdate, NewCompany},
    demo,
    realtime::{SocketMessage, room_channel},
};
use serde_json::{Value, json};
use std::time::Duration;

/// Orders one dish of the kitchen at this server.
async fn order(server: &TestApp, waiter: &Client) {
    let waiter = client_at(server, waiter);
    let sale = waiter.get("/api/catalog/sale").await.ok();
    let plain = |p: &&Value| p["production_area"] == "COCINA" && p["has_variants"] == false && p["is_combo"] == false;
    let dish = sale["products"].as_array().unwrap().iter().find(plain).unwrap()["id"].clone();
    let account = waiter.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Ana"})).await.ok();
    let order = json!({"client_request": account["id"], "products": [{"product": {"id": dish}, "qty": 1}]});
    waiter.post("/api/orders", order).await.ok();
}

async fn agent_of(server: &TestApp, token: &str) -> Socket {
    let mut agent = Socket::connect_agent(server.address, token).await.unwrap();
    agent.emit_and_wait("pull_jobs", json!({"held": []})).await;
    agent
}

/// Waits until each server reports the demo's agent as online, or as offline.
async fn wait_until_agent_is_online(two: &TwoServers, admin: &Client, online: bool) {
    for server in [&two.one, &two.other] {
        let admin = client_at(server, admin);
        let says = async { while admin.get("/api/print-agents").await.rows()[0]["online"] != online {} };
        tokio::time::timeout(Duration::from_secs(2), says).await.expect("within two seconds");
    }
}

/// Waits until one server has received what another one sent so far.
async fn wait_until_heard(from: &TestApp, at: &TestApp, client: &Client) {
    let mut screen = listen(at, client, &["printing"]).await;
    from.app.realtime().emit(vec![room_channel(demo::SLUG, "printing")], "story", &json!({})).await;
    screen.next_event("story", |_| true).await;
}

#[tokio::test]
async fn a_price_changed_at_one_server_is_not_reported_unchanged_at_another() {
    let two = TwoServers::open().await;
    let admin = two.one.login("admin").await;
    let other_client = client_at(&two.other, &admin);
    let sale = other_client.get("/api/catalog/sale").await.ok();
    let tag = format!("\"{}\"", sale["version"].as_str().unwrap());
    assert_eq!(other_client.get_if_none_match("/api/catalog/sale", &tag).await.status.as_u16(), 304);
    let product = &sale["products"][0]["id"];
    admin.put(&format!("/api/products/{product}"), json!({"sale_amount": "99.90"})).await.ok();
    assert_eq!(other_client.get_if_none_match("/api/catalog/sale", &tag).await.status.as_u16(), 200);
}

#[tokio::test]
async fn an_order_reaches_screens_and_the_agent_of_another_server() {
    let two = TwoServers::open().await;
    let (rosa, admin) = (two.one.login("mozo").await, two.one.login("admin").await);
    let token = demo::ensure_agent_token(&two.one.app, None).await.unwrap();
    let mut agent = agent_of(&two.other, &token).await;
    let mut screen = listen(&two.other, &admin, &["kitchen", "printing"]).await;
    for _ in 0..3 {
        order(&two.one, &rosa).await;
        // Nothing was offered yet, so only the order wakes the agent.
        agent.next_event("send_message", |woken| woken["message"]["type"] == "jobs").await;
        let pulled = agent.emit_and_wait("pull_jobs", json!({"held": []})).await;
        assert!(!pulled["jobs"].as_array().unwrap().is_empty(), "{pulled}");
    }
    let first = screen.next_event("event", |event| event["room"] == "kitchen").await;
    let second = screen.next_event("event", |event| event["room"] == "kitchen").await;
    assert_eq!(second["seq"].as_i64(), first["seq"].as_i64().map(|seq| seq + 1), "without a gap");
    order(&two.other, &rosa).await;
    let screen_event = screen
        .next_event("event", |event| event["room"] == "kitchen" && event["seq"].as_i64() > second["seq"].as_i64())
        .await;
    assert_eq!(screen_event["epoch"], first["epoch"], "whichever server it came from");
}

#[tokio::test]
async fn an_agent_is_online_for_all_and_its_newest_connection_counts() {
    let two = TwoServers::open().await;
    let admin = two.one.login("admin").await;
    let token = demo::ensure_agent_token(&two.one.app, None).await.unwrap();
    let mut screen = listen(&two.one, &admin, &["printing"]).await;
    let changed = |event: &Value| event["type"] == "agent.changed";
    let mut old = agent_of(&two.other, &token).await;
    screen.next_event("event", changed).await;
    wait_until_agent_is_online(&two, &admin, true).await;
    let new = agent_of(&two.one, &token).await;
    old.wait_for_end().await;
    // The agent connected here, and later there.
    for _ in 0..2 {
        screen.next_event("event", changed).await;
    }
    wait_until_agent_is_online(&two, &admin, true).await;
    drop(new);
    screen.next_event("event", changed).await;
    wait_until_agent_is_online(&two, &admin, false).await;
}

#[tokio::test]
async fn a_session_that_ends_closes_its_sockets_everywhere() {
    let two = TwoServers::open().await;
    let rosa = two.one.login("mozo").await;
    let mut socket = listen(&two.other, &rosa, &["floor"]).await;
    rosa.post("/api/logout", json!({})).await.ok();
    socket.next_event("event", |event| event["type"] == "session.ended").await;
    socket.wait_for_end().await;
    client_at(&two.other, &rosa).get("/api/profile").await.refused(403, "session_ended");
}

#[tokio::test]
async fn a_user_excluded_at_one_server_is_out_at_another_within_two_seconds() {
    let two = TwoServers::open().await;
    let (admin, rosa, luis) =
        (two.one.login("admin").await, two.one.login("mozo").await, two.one.login("cajero").await);
    let refused = async |client: &Client, code: &str| {
        let other_client = client_at(&two.other, client);
        let says = async {
            while other_client.get("/api/profile").await.json["code"] != code {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(2), says).await.expect("within two seconds");
    };
    // Both servers have cached their sessions a moment ago.
    for (client, server) in [&rosa, &luis].iter().flat_map(|client| [(client, &two.one), (client, &two.other)]) {
        client_at(server, client).get("/api/profile").await.ok();
    }
    rosa.post("/api/logout", json!({})).await.ok();
    assert_eq!(rosa.get("/api/profile").await.status.as_u16(), 403, "at once where it was done");
    refused(&rosa, "session_ended").await;
    let users = admin.get("/api/users?term=cajero").await.rows();
    let cashier = &users.iter().find(|user| user["username"] == "cajero").unwrap()["id"];
    admin.put(&format!("/api/users/{cashier}"), json!({"status": "INACTIVE"})).await.ok();
    assert_eq!(luis.get("/api/profile").await.status.as_u16(), 403, "at once where it was done");
    refused(&luis, "session_ended").await;
}

#[tokio::test]
async fn a_changed_role_no_longer_hears_of_the_cash_desk_anywhere() {
    let two = TwoServers::open().await;
    let (luis, admin) = (two.one.login("cajero").await, two.one.login("admin").await);
    let mut socket = listen(&two.other, &luis, &["cash"]).await;
    admin.put(&format!("/api/users/{}", luis.user_id()), json!({"role_id": 4})).await.ok();
    while socket.emit_and_wait("join", json!({"rooms": ["cash"]})).await["ok"] == true {}
}

#[tokio::test]
async fn a_licence_that_is_switched_off_stops_everybody_everywhere() {
    let two = TwoServers::open().await;
    let (rosa, sara) = (two.one.login("mozo").await, super_admin(&two.one).await);
    let mut socket = listen(&two.other, &rosa, &["floor"]).await;
    sara.put("/api/license/update", json!({"license_active": false})).await.ok();
    socket.wait_for_end().await;
    client_at(&two.other, &rosa).get("/api/floor").await.refused(403, "license_expired");
}

#[tokio::test]
async fn changes_by_the_operator_hold_on_all_servers_within_two_seconds() {
    let two = TwoServers::open().await;
    let rosa = two.one.login("mozo").await;
    let mut sockets = [listen(&two.one, &rosa, &["floor"]).await, listen(&two.other, &rosa, &["floor"]).await];
    let companies = Companies::open(&two.one.config, two.clock.clone()).await.unwrap();
    let new = NewCompany {
        slug: "otra".into(),
        name: "Otra".into(),
        domain: Some("otra.example.pe".into()),
        database_url: None,
    };
    companies.add_company(&new).await.unwrap();
    companies
        .change_company(
            demo::SLUG,
            &CompanyUpdate { domain: Some(Some("casa.example.pe".into())), ..CompanyUpdate::default() },
        )
        .await
        .unwrap();
    let served = async {
        for server in [&two.one, &two.other] {
            let stranger = server.anonymous_client().at_host("otra.example.pe");
            while stranger.get("/api/public/company-info").await.status != 200 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(2), served).await.expect("both serve it");
    companies
        .change_company(demo::SLUG, &CompanyUpdate { active: Some(false), ..CompanyUpdate::default() })
        .await
        .unwrap();
    for socket in &mut sockets {
        socket.wait_for_end().await;
    }
}

#[tokio::test]
async fn wrong_passwords_count_together_and_a_right_one_resets_all() {
    let two = TwoServers::open().await;
    let admin = two.one.login("admin").await;
    let wrong = json!({"username": "mozo", "password": "x"});
    for server in [&two.one, &two.other].into_iter().cycle().take(10) {
        server.anonymous_client().post("/api/login", wrong.clone()).await.refused(401, "bad_credentials");
    }
    wait_until_heard(&two.one, &two.other, &admin).await;
    wait_until_heard(&two.other, &two.one, &admin).await;
    let right = json!({"username": "mozo", "password": demo::PASSWORD});
    for server in [&two.other, &two.one] {
        server.anonymous_client().post("/api/login", right.clone()).await.refused(429, "too_many_requests");
    }
    // A server that is started meanwhile gets the count: these tries alone are too few to be refused.
    let third = two.one.start_second_server().await;
    let mut refused = false;
    for _ in 0..9 {
        refused |= third.anonymous_client().post("/api/login", wrong.clone()).await.status == 429;
    }
    assert!(refused);
}

#[tokio::test]
async fn a_server_that_missed_messages_fetches_them_and_continues() {
    let two = TwoServers::open().await;
    let admin = two.one.login("admin").await;
    let mut screens = [listen(&two.one, &admin, &["kitchen"]).await, listen(&two.other, &admin, &["kitchen"]).await];
    let house = two.one.app.companies().find_by_slug(demo::SLUG).unwrap();
    let mut tx = house.db.write().await.unwrap();
    let cut: Vec<bool> = tx
        .query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND application_name LIKE 'comanda relay %'",
        )
        .column()
        .await
        .unwrap();
    assert!(cut.len() >= 4, "each listens and sends");
    drop(tx);
    for screen in &mut screens {
        screen.wait_for_end().await;
    }
    let mut screen = listen(&two.other, &admin, &["kitchen"]).await;
    let rosa = two.one.login("mozo").await;
    order(&two.one, &rosa).await;
    screen.next_event("event", |event| event["room"] == "kitchen").await;
}

#[test]
fn messages_between_servers_are_read_as_they_were_sent() {
    let to_all = json!({"company": "casa", "events": [{"room": "request:7", "kind": "request.changed", "ids": {"id": 7}}], "wakes_agents": true});
    let to_one = json!({"company": "casa", "events": [], "wakes_agents": true, "only": [3]});
    for sent in [json!({"Events": to_all}), json!({"Events": to_one})] {
        let received: SocketMessage = serde_json::from_value(sent.clone()).unwrap();
        assert_eq!(serde_json::to_value(&received).unwrap(), sent);
    }
}
