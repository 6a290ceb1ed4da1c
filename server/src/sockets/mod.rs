//! Admission to socket.io: browsers by a session, print agents by their token. The events are in `realtime`.

mod connect_http;
mod strangers_http;
mod watch;

pub use strangers_http::limit_strangers;

use comanda_platform::state::App;

/// Begins to accept sockets, and to re-check those that are connected.
pub fn start_sockets(app: &App) {
    connect_http::accept_sockets(app.realtime().socket_server(), app.downgrade());
    watch::start_socket_checks(app.downgrade());
}
