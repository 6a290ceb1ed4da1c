//! Sockets: what a stranger may send, and that they end with what let them in.

use crate::{
    on_both_databases,
    support::{
        app::TestApp,
        client::Client,
        places::{Place, Stage},
        socket::Socket,
    },
};
use chrono::Duration;
use comanda::{clock::Clock, companies::Change};
use serde_json::json;

/// The demo restaurant at a time that stories set.
struct House {
    app: TestApp,
    clock: Clock,
}

impl Stage for House {
    async fn set(place: &Place) -> Self {
        let (app, clock) = TestApp::since(place, "2026-11-21T18:00:00Z").await;
        Self { app, clock }
    }
}

impl House {
    async fn listen(&self, who: &Client) -> Socket {
        let mut socket = Socket::connect(self.app.address, json!({"token": who.token})).await.unwrap();
        assert_eq!(socket.ask("join", json!({"rooms": ["floor"]})).await["ok"], true);
        socket
    }

    async fn agent(&self) -> (Socket, String) {
        let token = comanda::demo::agent_token(&self.app.app, None).await.unwrap();
        let mut agent = Socket::agent(self.app.address, &token).await.unwrap();
        agent.ask("pull_jobs", json!({})).await;
        (agent, token)
    }

    async fn change(&self, change: Change) {
        self.app.app.companies().change(comanda::demo::SLUG, &change).await.unwrap();
    }
}

on_both_databases! {
    async fn a_socket_ends_with_its_session_whatever_it_left(house: House) {
        let rosa = house.app.login("mozo").await;
        let mut socket = house.listen(&rosa).await;
        let session = rosa.get("/api/profile/sessions").await.rows()[0]["id"].clone();
        socket.say("leave", json!({"rooms": [format!("session:{session}")]})).await;
        socket.ask("join", json!({"rooms": []})).await;
        rosa.post("/api/logout", json!({})).await.ok();
        socket.event("event", |told| told["type"] == "session.ended").await;
        socket.ended().await;
    }

    async fn a_socket_ends_when_the_time_of_its_session_is_over(house: House) {
        let rosa = house.app.login("mozo").await;
        let mut socket = house.listen(&rosa).await;
        house.clock.set(house.clock.now() + Duration::hours(17));
        socket.event("event", |told| told["type"] == "session.ended").await;
        socket.ended().await;
    }

    async fn who_gets_another_role_hears_no_more_of_the_cash_desk(house: House) {
        let luis = house.app.login("cajero").await;
        let mut socket = house.listen(&luis).await;
        let cash = json!({"rooms": ["cash"]});
        assert_eq!(socket.ask("join", cash.clone()).await["ok"], true);
        let admin = house.app.login("admin").await;
        let id = luis.get("/api/profile").await.ok()["id"].clone();
        admin.put(&format!("/api/users/{id}"), json!({"role_id": 4})).await.ok();
        while socket.ask("join", cash.clone()).await["ok"] == true {}
        assert_eq!(socket.ask("join", json!({"rooms": ["floor"]})).await["ok"], true);
    }

    async fn sockets_end_with_their_company(house: House) {
        let rosa = house.app.login("mozo").await;
        let (mut socket, (mut agent, _)) = (house.listen(&rosa).await, house.agent().await);
        house.change(Change { active: Some(false), ..Change::default() }).await;
        socket.ended().await;
        agent.ended().await;
    }

    async fn sockets_end_with_the_licence_and_come_back_with_it(house: House) {
        let rosa = house.app.login("mozo").await;
        let (mut socket, (mut agent, token)) = (house.listen(&rosa).await, house.agent().await);
        house.change(Change { license_active: Some(false), ..Change::default() }).await;
        socket.ended().await;
        agent.ended().await;
        let refused = Socket::connect(house.app.address, json!({"token": rosa.token})).await.err().unwrap();
        assert_eq!(refused["message"], "license_expired");
        let refused = Socket::agent(house.app.address, &token).await.err().unwrap();
        assert_eq!(refused["message"], "license_expired");
        house.change(Change { license_active: Some(true), ..Change::default() }).await;
        house.listen(&rosa).await;
        Socket::agent(house.app.address, &token).await.unwrap();
    }

    async fn a_stranger_sends_little_and_nobody_sends_without_end(house: House) {
        let token = |bytes: usize| json!({"token": "x".repeat(bytes)});
        assert!(Socket::connect(house.app.address, token(1_000)).await.is_err(), "told that it is none");
        Socket::hung_up_on(house.app.address, token(20_000)).await;

        let rosa = house.app.login("mozo").await;
        let mut socket = house.listen(&rosa).await;
        let long = |bytes: usize| json!({"rooms": ["x".repeat(bytes)]});
        assert_eq!(socket.ask("join", long(1_000_000)).await["ok"], false);
        socket.bring(&long(2_100_000).to_string()).await;
        socket.ended().await;
    }
}
