//! What a socket may send before anybody has signed in on it: a few kilobytes, by web socket or by polling.

use axum::{
    extract::{Request, State},
    http::{Method, StatusCode, Uri, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use comanda_platform::{http::serve::Connection, state::App};
use socketioxide::socket::Sid;

const PATH: &str = "/socket.io";
const MAX_UNKNOWN_BYTES: u64 = 16 * 1024;

/// Refuses what is too much from somebody unknown. A web socket that takes over from polling is known when the one before is.
pub async fn limit_strangers(State(app): State<App>, request: Request, next: Next) -> Response {
    if !request.uri().path().starts_with(PATH) {
        return next.run(request).await;
    }
    let sid = sid(request.uri());
    let is_known = move || sid.and_then(|sid| app.realtime().sockets()?.get_socket(sid)).is_some();
    if request.method() == Method::POST && !is_short(&request) && !is_known() {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    }
    if sid.is_some()
        && request.headers().contains_key(header::UPGRADE)
        && let Some(connection) = request.extensions().get::<Connection>()
    {
        connection.known_when(is_known);
    }
    next.run(request).await
}

fn sid(uri: &Uri) -> Option<Sid> {
    uri.query()?.split('&').find_map(|pair| pair.strip_prefix("sid=")?.parse().ok())
}

/// It says so itself: a body without a length may be any.
fn is_short(request: &Request) -> bool {
    let length =
        request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    length.is_some_and(|length| length <= MAX_UNKNOWN_BYTES)
}
