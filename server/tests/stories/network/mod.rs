//! Who may connect and listen, for how long, and from where: connections, sockets, floods of log-ins.

mod connections;
mod log_ins;
mod sockets;
mod sources;
mod tls;

use crate::support::{
    app::{TestApp, quick},
    places::Place,
};
use comanda::{clock::Clock, config::Network, db::Engine};

/// A server without any company, on whose connections the database has no influence.
async fn bare(network: Network) -> TestApp {
    let place = Place::on(Engine::Sqlite).await;
    TestApp::in_network(&place, Clock::system(), network).await
}

/// The demo restaurant, where it does not depend on the database.
async fn demo() -> TestApp {
    let app = bare(quick()).await;
    comanda::demo::seed_demo(&app.app, 0).await.unwrap();
    app
}
