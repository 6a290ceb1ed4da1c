//! Limits what a socket may send before it is authenticated to a few kilobytes, by web socket or by polling.

use axum::{
    extract::{Request, State},
    http::{Method, StatusCode, Uri, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use comanda_platform::{http::serve::Connection, state::App};
use socketioxide::socket::Sid;

const PATH: &str = "/socket.io";
const MAX_UNAUTHENTICATED_BYTES: u64 = 16 * 1024;

/// Refuses large requests of unauthenticated sockets. A web socket that takes over from polling counts as authenticated if the polling
/// socket is.
pub async fn limit_strangers(State(app): State<App>, request: Request, next: Next) -> Response {
    if !request.uri().path().starts_with(PATH) {
        return next.run(request).await;
    }
    let sid = parse_sid(request.uri());
    let is_known = move || sid.and_then(|sid| app.realtime().local_sockets()?.get_socket(sid)).is_some();
    if request.method() == Method::POST && !is_declared_short(&request) && !is_known() {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    }
    if sid.is_some()
        && request.headers().contains_key(header::UPGRADE)
        && let Some(connection) = request.extensions().get::<Connection>()
    {
        connection.set_authentication_check(is_known);
    }
    next.run(request).await
}

fn parse_sid(uri: &Uri) -> Option<Sid> {
    uri.query()?.split('&').find_map(|pair| pair.strip_prefix("sid=")?.parse().ok())
}

/// Whether the declared length is within the limit; a body without a declared length may be of any size.
fn is_declared_short(request: &Request) -> bool {
    let length =
        request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    length.is_some_and(|length| length <= MAX_UNAUTHENTICATED_BYTES)
}
