//! Connects to an S3 service with the TLS library of the rest of the server, instead of a second HTTP client with another one.

use async_trait::async_trait;
use http_body_util::BodyExt;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector as Tcp},
    rt::{TokioExecutor, TokioTimer},
};
use object_store::{
    ClientOptions,
    client::{
        HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpRequestBody, HttpResponse,
        HttpResponseBody, HttpService,
    },
};
use rustls::crypto::ring;
use std::{io, time::Duration};
use tower_http::timeout::TimeoutBody;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The limit of a call with its part: eight megabytes at half a megabit a second.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(180);
/// The longest pause between two pieces of an answer.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// Builds the HTTP client of a bucket.
#[derive(Debug, Clone, Copy)]
pub(super) struct HyperConnector;

#[derive(Debug)]
struct HyperService(Client<HttpsConnector<Tcp>, HttpRequestBody>);

impl HttpConnector for HyperConnector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let mut tcp = Tcp::new();
        tcp.enforce_http(false);
        tcp.set_connect_timeout(Some(CONNECT_TIMEOUT));
        let tls = HttpsConnectorBuilder::new().with_provider_and_webpki_roots(ring::default_provider());
        let tls = tls.map_err(|e| object_store::Error::Generic { store: "S3", source: Box::new(e) })?;
        let connector = tls.https_or_http().enable_http1().wrap_connector(tcp);
        let client = Client::builder(TokioExecutor::new()).pool_timer(TokioTimer::new()).build(connector);
        Ok(HttpClient::new(HyperService(client)))
    }
}

#[async_trait]
impl HttpService for HyperService {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let answer = match tokio::time::timeout(ANSWER_TIMEOUT, self.0.request(request)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(e)) if e.is_connect() => return Err(HttpError::new(HttpErrorKind::Connect, e)),
            Ok(Err(e)) => return Err(HttpError::new(HttpErrorKind::Request, e)),
            Err(_) => return Err(too_slow()),
        };
        Ok(answer.map(|body| {
            let body = TimeoutBody::new(IDLE_TIMEOUT, body);
            HttpResponseBody::new(body.map_err(|e| HttpError::new_boxed(HttpErrorKind::Interrupted, e)))
        }))
    }
}

fn too_slow() -> HttpError {
    HttpError::new(HttpErrorKind::Timeout, io::Error::from(io::ErrorKind::TimedOut))
}
