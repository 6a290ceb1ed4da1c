//! A text that is made at the first request, and from then on served from memory, plain and compressed.

use anyhow::Context;
use axum::{
    body::{Body, Bytes, to_bytes},
    extract::Request,
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use comanda_base::error::Result;
use std::convert::Infallible;
use tokio::sync::OnceCell;
use tower::{Layer, ServiceExt, service_fn};
use tower_http::compression::CompressionLayer;

/// Encodings as `Accept-Encoding` names them, the most compact first.
const ENCODINGS: [&str; 2] = ["br", "gzip"];

/// A text that is made once.
#[derive(Debug)]
pub struct PreparedText {
    media_type: &'static str,
    make: fn() -> String,
    bytes: OnceCell<PreparedBytes>,
}

#[derive(Debug)]
struct PreparedBytes {
    plain: Bytes,
    /// The body in each encoding, in the order of [`ENCODINGS`].
    encoded: [Bytes; ENCODINGS.len()],
}

impl PreparedText {
    /// Describes a text that `make` returns.
    pub const fn new(media_type: &'static str, make: fn() -> String) -> Self {
        Self { media_type, make, bytes: OnceCell::const_new() }
    }

    /// Answers a client that sent these headers.
    pub async fn respond(&self, headers: &HeaderMap) -> Result<Response> {
        let bytes = self.bytes.get_or_try_init(|| PreparedBytes::prepare(self.make)).await?;
        let chosen = ENCODINGS.iter().position(|name| accepts(headers, name));
        let body = chosen.map_or(&bytes.plain, |at| &bytes.encoded[at]);
        let type_headers = [(header::CONTENT_TYPE, self.media_type), (header::VARY, "accept-encoding")];
        let mut answer = (type_headers, body.clone()).into_response();
        if let Some(at) = chosen {
            answer.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(ENCODINGS[at]));
        }
        Ok(answer)
    }
}

impl PreparedBytes {
    async fn prepare(make: fn() -> String) -> anyhow::Result<Self> {
        let plain = Bytes::from(tokio::task::spawn_blocking(make).await?);
        let [smallest, usual] = ENCODINGS.map(|name| compress(plain.clone(), name));
        Ok(Self { encoded: [smallest.await?, usual.await?], plain })
    }
}

/// Compresses with the same code as every other answer.
async fn compress(plain: Bytes, encoding: &'static str) -> anyhow::Result<Bytes> {
    let answer = service_fn(move |_: Request| {
        let answer = Response::new(Body::from(plain.clone()));
        async move { Ok::<_, Infallible>(answer) }
    });
    let request = Request::builder().header(header::ACCEPT_ENCODING, encoding).body(Body::empty())?;
    let answer = CompressionLayer::new().layer(answer).oneshot(request).await?;
    to_bytes(Body::new(answer.into_body()), usize::MAX).await.context("compressing a prepared text")
}

fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING);
    values.iter().filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        name.trim().eq_ignore_ascii_case(encoding) && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepting(encodings: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(encodings))])
    }

    #[tokio::test]
    async fn a_text_is_made_once_and_served_in_the_accepted_encoding() {
        static TEXT: PreparedText = PreparedText::new("text/plain", || "una comanda ".repeat(100));
        let at = |answer: Response| async { to_bytes(answer.into_body(), 10_000).await.unwrap().as_ptr() };
        for (encodings, encoding) in [("gzip, br", Some("br")), ("gzip;q=0.5, br;q=0", Some("gzip")), ("", None)] {
            let first = TEXT.respond(&accepting(encodings)).await.unwrap();
            assert_eq!(
                first.headers().get(header::CONTENT_ENCODING).map(|v| v.to_str().unwrap()),
                encoding,
                "{encodings}"
            );
            let second = TEXT.respond(&accepting(encodings)).await.unwrap();
            assert_eq!(at(first).await, at(second).await, "the same bytes in memory");
        }
    }
}
