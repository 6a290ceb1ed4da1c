//! Who may connect, from where and for how long: connections, sockets, floods of log-ins.

mod client_addresses;
mod connections;
mod log_ins;
mod sockets;
mod tls;

use crate::support::{
    app::{TestApp, network_with_quick_checks},
    database_place::DatabasePlace,
};
use comanda::{clock::Clock, config::NetworkConfig, db::Engine};

/// Starts a server without any company on SQLite, for tests of connections that do not depend on the database.
async fn start_without_company(network: NetworkConfig) -> TestApp {
    let place = DatabasePlace::on(Engine::Sqlite).await;
    TestApp::with_network(&place, Clock::system(), network).await
}

/// Starts the demo restaurant on SQLite, for tests that do not depend on the database.
async fn start_demo() -> TestApp {
    let app = start_without_company(network_with_quick_checks()).await;
    comanda::demo::seed_demo(&app.app, 0).await.unwrap();
    app
}
