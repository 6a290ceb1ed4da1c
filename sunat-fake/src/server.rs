//! The wire: HTTP/1.1 on a port, where answers may be late, cut, or never come.

use crate::{clock::Clock, fake::Shared, reply::Reply, script::Rule, snapshot::Snapshot};
use axum::{
    Json, Router,
    body::{Body, Bytes},
    extract::State,
    http::{Request, Response, StatusCode, header},
    response::IntoResponse,
    routing::{get, post, put},
};
use futures::{StreamExt, stream};
use hyper::{body::Incoming, service::service_fn};
use hyper_util::rt::TokioIo;
use std::{future, io, sync::Arc, time::Duration};
use tokio::{net::TcpListener, task::JoinSet};
use tower::ServiceExt;

/// What a gateway's front shows when it is down.
const PAGE: &str =
    "<!DOCTYPE html><html><head><title>503</title></head><body><h1>Servicio no disponible</h1></body></html>";

/// What is written leaves within it.
const TO_LEAVE: Duration = Duration::from_millis(20);

/// Set on an answer whose connection is to end without it.
#[derive(Debug, Clone, Copy)]
struct CutHere;

/// Every POST is a call of SOAP, at whichever path: both services have one address.
fn routes(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/state", get(state))
        .route("/script", put(set_script))
        .route("/clock", put(set_clock))
        .fallback(post(call).get(page))
        .with_state(shared)
}

async fn state(State(shared): State<Arc<Shared>>) -> Json<Snapshot> {
    Json(shared.snapshot())
}

async fn set_script(State(shared): State<Arc<Shared>>, Json(rules): Json<Vec<Rule>>) -> StatusCode {
    shared.change(|sunat| sunat.script.rules = rules);
    StatusCode::NO_CONTENT
}

/// Lima time, `"2026-11-20T13:05:00"`; null: the system's.
async fn set_clock(State(shared): State<Arc<Shared>>, Json(now): Json<Option<chrono::NaiveDateTime>>) -> StatusCode {
    shared.change(|sunat| sunat.clock = now.map_or(Clock::System, Clock::Set));
    StatusCode::NO_CONTENT
}

async fn call(State(shared): State<Arc<Shared>>, body: Bytes) -> Response<Body> {
    let _under_way = shared.enter();
    let (timed, clock) = shared.change(|sunat| (sunat.handle(&String::from_utf8_lossy(&body)), sunat.clock));
    tokio::time::sleep(timed.wait).await;
    let response = response(timed.reply).await;
    dated(response, clock)
}

fn dated(mut response: Response<Body>, clock: Clock) -> Response<Body> {
    if let Ok(date) = clock.http_date().parse() {
        response.headers_mut().insert(header::DATE, date);
    }
    response
}

/// Its page, for whoever looks whether anybody is there and what time it is.
async fn page(State(shared): State<Arc<Shared>>) -> Response<Body> {
    let clock = shared.change(|sunat| sunat.clock);
    dated(StatusCode::METHOD_NOT_ALLOWED.into_response(), clock)
}

async fn response(reply: Reply) -> Response<Body> {
    const XML: (header::HeaderName, &str) = (header::CONTENT_TYPE, "text/xml;charset=UTF-8");
    match reply {
        Reply::Xml { status, body } => (code(status), [XML], body).into_response(),
        Reply::Html => ([(header::CONTENT_TYPE, "text/html")], PAGE).into_response(),
        Reply::Bare(status) => code(status).into_response(),
        Reply::Half(body) => {
            let length = body.len().to_string();
            let half = Bytes::from(body[..body.len() / 2].to_vec());
            ([XML, (header::CONTENT_LENGTH, length.as_str())], broken_off(half)).into_response()
        }
        Reply::Cut => {
            let mut response = StatusCode::OK.into_response();
            response.extensions_mut().insert(CutHere);
            response
        }
        Reply::Hang => future::pending().await,
    }
}

/// A body that ends the connection after its first part has left.
fn broken_off(part: Bytes) -> Body {
    let end = async {
        tokio::time::sleep(TO_LEAVE).await;
        Err(io::Error::from(io::ErrorKind::ConnectionAborted))
    };
    Body::from_stream(stream::once(future::ready(Ok(part))).chain(stream::once(end)))
}

fn code(status: u16) -> StatusCode {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

async fn answer(router: Router, request: Request<Incoming>) -> io::Result<Response<Body>> {
    let response = router.oneshot(request).await.unwrap_or_else(|never| match never {});
    if response.extensions().get::<CutHere>().is_some() {
        return Err(io::Error::from(io::ErrorKind::ConnectionAborted));
    }
    Ok(response)
}

/// Serves until it is dropped, with all its connections.
pub(crate) async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    let router = routes(shared);
    let mut connections = JoinSet::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else { continue };
        // Without it an answer waits for the acknowledgement of its head.
        if stream.set_nodelay(true).is_err() {
            continue;
        }
        let router = router.clone();
        connections.spawn(async move {
            let service = service_fn(move |request| answer(router.clone(), request));
            // An error is a connection that was cut, by us or by the client.
            hyper::server::conn::http1::Builder::new()
                .auto_date_header(false)
                .serve_connection(TokioIo::new(stream), service)
                .await
                .ok();
        });
        while connections.try_join_next().is_some() {}
    }
}
