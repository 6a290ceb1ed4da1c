//! Single HTTP calls, each on a connection of its own.

use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::{Method, Request, StatusCode, body::Bytes, client::conn::http1};
use hyper_util::rt::TokioIo;
use tokio::time::timeout;

use super::{NetError, ServerAccess};

/// The maximum size of an answer. Lists of a restaurant's jobs have some kilobytes.
const MAX_ANSWER_BYTES: usize = 8 << 20;
const TIMEOUT: Duration = Duration::from_secs(20);

/// An answer of the server.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The HTTP status.
    pub status: StatusCode,
    /// The body, usually JSON.
    pub body: String,
}

impl ServerAccess {
    /// Calls `path` (with its query), which starts with a slash and is relative to the server's base.
    ///
    /// # Errors
    /// Returns an error if no answer came. An answer with an error status is an answer.
    pub async fn call(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<String>,
    ) -> Result<Reply, NetError> {
        let called = self.call_without_timeout(method, path, headers, body);
        timeout(TIMEOUT, called).await.map_err(|_| NetError::Silence)?
    }

    async fn call_without_timeout(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<String>,
    ) -> Result<Reply, NetError> {
        let broken = |why: &dyn std::fmt::Display| NetError::Broken(why.to_string());
        let stream = TokioIo::new(self.open_encrypted().await?);
        let (mut sender, connection) = http1::handshake(stream).await.map_err(|why| broken(&why))?;
        let address = self.address();
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", address.base))
            .header("Host", address.host_header())
            .header("Accept", "application/json")
            .header("User-Agent", concat!("comanda-agent/", env!("CARGO_PKG_VERSION")))
            .header("Connection", "close");
        if body.is_some() {
            request = request.header("Content-Type", "application/json");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(Bytes::from(body.unwrap_or_default()))).map_err(|why| broken(&why))?;
        let answered = async {
            let answer = sender.send_request(request).await.map_err(|why| broken(&why))?;
            let status = answer.status();
            let body = Limited::new(answer.into_body(), MAX_ANSWER_BYTES).collect().await;
            let body = body.map_err(|why| broken(&why))?.to_bytes();
            Ok(Reply { status, body: String::from_utf8_lossy(&body).into_owned() })
        };
        tokio::pin!(answered);
        // The connection must be polled; when it ends first, the answer has the error.
        tokio::select! {
            answer = &mut answered => answer,
            _ = connection => answered.await,
        }
    }
}
