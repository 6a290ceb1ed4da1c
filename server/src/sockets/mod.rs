//! Who is let in at socket.io: browsers by a session, print agents by their token. What they are told lies in `realtime`.

mod connect_http;
mod strangers_http;
mod watch;

pub use strangers_http::limit_strangers;

use comanda_platform::state::App;

/// Begins to accept sockets, and to look whether those who listen still may.
pub fn listen(app: &App) {
    connect_http::listen(app.realtime().io(), app.downgrade());
    watch::start(app.downgrade());
}
