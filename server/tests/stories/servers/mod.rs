//! Several servers on one PostgreSQL database: a change at one is known to all, and background work is done once.

mod broadcasts;
mod company_moves;
mod handover;
mod single_execution;

use crate::support::{app::TestApp, client::Client, socket::Socket};
use comanda::clock::Clock;
use serde_json::json;

/// Saturday at one in the afternoon in Lima.
const NOON: &str = "2026-11-21T18:00:00Z";

/// Two servers, each with a folder of its own. Neither checks by itself who may listen, so whatever arrives was announced.
struct TwoServers {
    one: TestApp,
    other: TestApp,
    clock: Clock,
}

impl TwoServers {
    async fn open() -> Self {
        let clock = Clock::fixed(NOON.parse().unwrap());
        let one = TestApp::with_production_intervals(clock.clone()).await;
        let other = one.start_second_server().await;
        Self { one, other, clock }
    }
}

/// The same user at another server, with the same session.
fn client_at(server: &TestApp, client: &Client) -> Client {
    client.at_server(server.address)
}

/// Connects a browser of this user to rooms of a server.
async fn listen(server: &TestApp, client: &Client, rooms: &[&str]) -> Socket {
    let mut socket = Socket::connect(server.address, json!({"token": client.token})).await.unwrap();
    assert_eq!(socket.emit_and_wait("join", json!({"rooms": rooms})).await["ok"], true);
    socket
}
