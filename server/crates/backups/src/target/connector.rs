//! Calls to an S3 service over the TLS that the rest of the server speaks, instead of a second HTTP client with another one.

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

const CONNECT: Duration = Duration::from_secs(10);
/// For a call with its part: eight megabytes over a line of half a megabit a second.
const ANSWER: Duration = Duration::from_secs(180);
/// Between two pieces of an answer.
const SILENCE: Duration = Duration::from_secs(60);

/// Makes the client of a bucket.
#[derive(Debug, Clone, Copy)]
pub(super) struct HyperConnector;

#[derive(Debug)]
struct Calls(Client<HttpsConnector<Tcp>, HttpRequestBody>);

impl HttpConnector for HyperConnector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let mut tcp = Tcp::new();
        tcp.enforce_http(false);
        tcp.set_connect_timeout(Some(CONNECT));
        let tls = HttpsConnectorBuilder::new().with_provider_and_webpki_roots(ring::default_provider());
        let tls = tls.map_err(|e| object_store::Error::Generic { store: "S3", source: Box::new(e) })?;
        let connector = tls.https_or_http().enable_http1().wrap_connector(tcp);
        let client = Client::builder(TokioExecutor::new()).pool_timer(TokioTimer::new()).build(connector);
        Ok(HttpClient::new(Calls(client)))
    }
}

#[async_trait]
impl HttpService for Calls {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let answer = match tokio::time::timeout(ANSWER, self.0.request(request)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(e)) if e.is_connect() => return Err(HttpError::new(HttpErrorKind::Connect, e)),
            Ok(Err(e)) => return Err(HttpError::new(HttpErrorKind::Request, e)),
            Err(_) => return Err(too_slow()),
        };
        Ok(answer.map(|body| {
            let body = TimeoutBody::new(SILENCE, body);
            HttpResponseBody::new(body.map_err(|e| HttpError::new_boxed(HttpErrorKind::Interrupted, e)))
        }))
    }
}

fn too_slow() -> HttpError {
    HttpError::new(HttpErrorKind::Timeout, io::Error::from(io::ErrorKind::TimedOut))
}
