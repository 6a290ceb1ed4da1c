//! Several servers on one PostgreSQL database: what one does is known to all, and what is done beside the calls is done once.

mod moving;
mod once;
mod told;

use crate::support::{app::TestApp, client::Client, socket::Socket};
use comanda::clock::Clock;
use serde_json::json;

/// Saturday at one in the afternoon in Lima.
const NOON: &str = "2026-11-21T18:00:00Z";

/// Two servers, each with a folder of its own. Neither looks by itself who may listen: what happens was told.
struct Two {
    one: TestApp,
    other: TestApp,
    clock: Clock,
}

impl Two {
    async fn open() -> Self {
        let clock = Clock::fixed(NOON.parse().unwrap());
        let one = TestApp::unhurried(clock.clone()).await;
        let other = one.beside().await;
        Self { one, other, clock }
    }
}

/// The same person at another server, by the session that they have.
fn at(server: &TestApp, client: &Client) -> Client {
    client.at_server(server.address)
}

/// A browser of this person that listens at a server.
async fn listen(server: &TestApp, client: &Client, rooms: &[&str]) -> Socket {
    let mut socket = Socket::connect(server.address, json!({"token": client.token})).await.unwrap();
    assert_eq!(socket.ask("join", json!({"rooms": rooms})).await["ok"], true);
    socket
}
