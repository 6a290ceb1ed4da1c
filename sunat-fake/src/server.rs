//! The HTTP/1.1 server, whose answers may be late, cut off, or missing.

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

/// The page that a gateway shows when the service behind it is down.
const PAGE: &str =
    "<!DOCTYPE html><html><head><title>503</title></head><body><h1>Servicio no disponible</h1></body></html>";

/// The time after which written bytes have certainly been sent.
const FLUSH_DELAY: Duration = Duration::from_millis(20);

/// The mark on a response that must not be sent, because its connection must end instead.
#[derive(Debug, Clone, Copy)]
struct CutConnection;

/// Returns the routes. Every POST is a SOAP call, at any path: both services have one address.
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

/// Sets the clock to a Lima time, `"2026-11-20T13:05:00"`, or with null to the system's.
async fn set_clock(State(shared): State<Arc<Shared>>, Json(now): Json<Option<chrono::NaiveDateTime>>) -> StatusCode {
    shared.change(|sunat| sunat.clock = now.map_or(Clock::System, Clock::Set));
    StatusCode::NO_CONTENT
}

async fn call(State(shared): State<Arc<Shared>>, body: Bytes) -> Response<Body> {
    let _call_guard = shared.begin_call();
    let (reply, clock) = shared.change(|sunat| (sunat.handle(&String::from_utf8_lossy(&body)), sunat.clock));
    tokio::time::sleep(reply.delay).await;
    let response = response(reply.reply).await;
    with_date(response, clock)
}

fn with_date(mut response: Response<Body>, clock: Clock) -> Response<Body> {
    if let Ok(date) = clock.http_date().parse() {
        response.headers_mut().insert(header::DATE, date);
    }
    response
}

/// Answers a GET, by which callers check that the service is up and read its time.
async fn page(State(shared): State<Arc<Shared>>) -> Response<Body> {
    let clock = shared.change(|sunat| sunat.clock);
    with_date(StatusCode::METHOD_NOT_ALLOWED.into_response(), clock)
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
            ([XML, (header::CONTENT_LENGTH, length.as_str())], interrupted_body(half)).into_response()
        }
        Reply::Cut => {
            let mut response = StatusCode::OK.into_response();
            response.extensions_mut().insert(CutConnection);
            response
        }
        Reply::Hang => future::pending().await,
    }
}

/// Returns a body that ends the connection after its first part has been sent.
fn interrupted_body(part: Bytes) -> Body {
    let end = async {
        tokio::time::sleep(FLUSH_DELAY).await;
        Err(io::Error::from(io::ErrorKind::ConnectionAborted))
    };
    Body::from_stream(stream::once(future::ready(Ok(part))).chain(stream::once(end)))
}

fn code(status: u16) -> StatusCode {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

async fn answer(router: Router, request: Request<Incoming>) -> io::Result<Response<Body>> {
    let response = router.oneshot(request).await.unwrap_or_else(|never| match never {});
    if response.extensions().get::<CutConnection>().is_some() {
        return Err(io::Error::from(io::ErrorKind::ConnectionAborted));
    }
    Ok(response)
}

/// Serves until the future is dropped, which also ends all connections.
pub(crate) async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    let router = routes(shared);
    let mut connections = JoinSet::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else { continue };
        // Without `nodelay` the body of an answer waits for the acknowledgement of its head.
        if stream.set_nodelay(true).is_err() {
            continue;
        }
        let router = router.clone();
        connections.spawn(async move {
            let service = service_fn(move |request| answer(router.clone(), request));
            // An error means that the connection was cut, by us or by the client.
            hyper::server::conn::http1::Builder::new()
                .auto_date_header(false)
                .serve_connection(TokioIo::new(stream), service)
                .await
                .ok();
        });
        while connections.try_join_next().is_some() {}
    }
}
