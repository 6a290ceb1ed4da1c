//! Sockets: what a stranger may send, and when they are closed.

use crate::{
    on_both_databases,
    support::{
        app::TestApp,
        client::Client,
        database_place::{DatabasePlace, Fixture},
        socket::Socket,
    },
};
use chrono::Duration;
use comanda::{clock::Clock, companies::CompanyUpdate};
use serde_json::json;

/// The demo restaurant with a clock that stories set.
struct House {
    app: TestApp,
    clock: Clock,
}

impl Fixture for House {
    async fn create(place: &DatabasePlace) -> Self {
        let (app, clock) = TestApp::with_fixed_clock(place, "2026-11-21T18:00:00Z").await;
        Self { app, clock }
    }
}

impl House {
    async fn listen(&self, client: &Client) -> Socket {
        let mut socket = Socket::connect(self.app.address, json!({"token": client.token})).await.unwrap();
        assert_eq!(socket.emit_and_wait("join", json!({"rooms": ["floor"]})).await["ok"], true);
        socket
    }

    async fn agent(&self) -> (Socket, String) {
        let token = comanda::demo::ensure_agent_token(&self.app.app, None).await.unwrap();
        let mut agent = Socket::connect_agent(self.app.address, &token).await.unwrap();
        agent.emit_and_wait("pull_jobs", json!({})).await;
        (agent, token)
    }

    async fn change(&self, change: CompanyUpdate) {
        self.app.app.companies().change_company(comanda::demo::SLUG, &change).await.unwrap();
    }
}

on_both_databases! {
    async fn a_socket_ends_with_its_session_however_that_ends(house: House) {
        let rosa = house.app.login("mozo").await;
        let mut socket = house.listen(&rosa).await;
        let session = rosa.get("/api/profile/sessions").await.rows()[0]["id"].clone();
        socket.emit("leave", json!({"rooms": [format!("session:{session}")]})).await;
        socket.emit_and_wait("join", json!({"rooms": []})).await;
        rosa.post("/api/logout", json!({})).await.ok();
        socket.next_event("event", |event| event["type"] == "session.ended").await;
        socket.wait_for_end().await;
    }

    async fn a_socket_ends_when_its_session_expires(house: House) {
        let rosa = house.app.login("mozo").await;
        let mut socket = house.listen(&rosa).await;
        house.clock.set(house.clock.now() + Duration::hours(17));
        socket.next_event("event", |event| event["type"] == "session.ended").await;
        socket.wait_for_end().await;
    }

    async fn a_changed_role_no_longer_hears_of_the_cash_desk(house: House) {
        let luis = house.app.login("cajero").await;
        let mut socket = house.listen(&luis).await;
        let cash = json!({"rooms": ["cash"]});
        assert_eq!(socket.emit_and_wait("join", cash.clone()).await["ok"], true);
        let admin = house.app.login("admin").await;
        let id = luis.get("/api/profile").await.ok()["id"].clone();
        admin.put(&format!("/api/users/{id}"), json!({"role_id": 4})).await.ok();
        while socket.emit_and_wait("join", cash.clone()).await["ok"] == true {}
        assert_eq!(socket.emit_and_wait("join", json!({"rooms": ["floor"]})).await["ok"], true);
    }

    async fn sockets_end_with_their_company(house: House) {
        let rosa = house.app.login("mozo").await;
        let (mut socket, (mut agent, _)) = (house.listen(&rosa).await, house.agent().await);
        house.change(CompanyUpdate { active: Some(false), ..CompanyUpdate::default() }).await;
        socket.wait_for_end().await;
        agent.wait_for_end().await;
    }

    async fn sockets_end_with_the_licence_and_come_back_with_it(house: House) {
        let rosa = house.app.login("mozo").await;
        let (mut socket, (mut agent, token)) = (house.listen(&rosa).await, house.agent().await);
        house.change(CompanyUpdate { license_active: Some(false), ..CompanyUpdate::default() }).await;
        socket.wait_for_end().await;
        agent.wait_for_end().await;
        let refused = Socket::connect(house.app.address, json!({"token": rosa.token})).await.err().unwrap();
        assert_eq!(refused["message"], "license_expired");
        let refused = Socket::connect_agent(house.app.address, &token).await.err().unwrap();
        assert_eq!(refused["message"], "license_expired");
        house.change(CompanyUpdate { license_active: Some(true), ..CompanyUpdate::default() }).await;
        house.listen(&rosa).await;
        Socket::connect_agent(house.app.address, &token).await.unwrap();
    }

    async fn messages_of_strangers_and_of_everybody_are_limited(house: House) {
        let token = |bytes: usize| json!({"token": "x".repeat(bytes)});
        assert!(Socket::connect(house.app.address, token(1_000)).await.is_err(), "told that it is none");
        Socket::assert_hung_up(house.app.address, token(20_000)).await;

        let rosa = house.app.login("mozo").await;
        let mut socket = house.listen(&rosa).await;
        let long = |bytes: usize| json!({"rooms": ["x".repeat(bytes)]});
        assert_eq!(socket.emit_and_wait("join", long(1_000_000)).await["ok"], false);
        socket.send_ignoring_errors(&long(2_100_000).to_string()).await;
        socket.wait_for_end().await;
    }
}
