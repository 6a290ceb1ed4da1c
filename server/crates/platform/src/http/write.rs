//! The body of a write with its idempotency key, and the macro that runs a write: key, work and answer in one transaction.

use super::{Answer, body::parse};
use crate::{
    state::App,
    use_case::{WriteAnswer, WriteKey},
};
use axum::{
    body::{Body, Bytes},
    extract::{DefaultBodyLimit, FromRequest, Request},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use comanda_base::error::{Code, Error, Result, invalid, refuse};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, IgnoredAny},
};
use sha2::{Digest, Sha256};

/// The largest body of a call without a session: names, passwords, codes.
const MAX_BYTES_OF_STRANGERS: usize = 16 * 1024;

/// Returns a layer for calls without a session, whose bodies are small.
pub fn small_body_limit() -> DefaultBodyLimit {
    DefaultBodyLimit::max(MAX_BYTES_OF_STRANGERS)
}

/// A JSON body of type `T`, parsed strictly, with its idempotency key.
#[derive(Debug)]
pub struct Write<T> {
    pub body: T,
    pub key: Option<WriteKey>,
}

/// The body of a write that needs none: empty, or any JSON.
#[derive(Debug, Default, Clone, Copy)]
pub struct Empty;
impl<'de> Deserialize<'de> for Empty {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self)
    }
}

impl<T: serde::Serialize> Write<T> {
    /// Computes the stored hash of the body without its secrets (fields that are not serialized), so that no password can be guessed from
    /// the hash.
    pub fn without_secrets(mut self) -> Result<Self> {
        if let Some(key) = &mut self.key {
            let open = serde_json::to_vec(&self.body).map_err(anyhow::Error::from)?;
            key.body_hash = hex::encode(Sha256::digest(open));
        }
        Ok(self)
    }
}

impl IntoResponse for WriteAnswer {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::OK);
        (status, [(header::CONTENT_TYPE, "application/json")], self.json).into_response()
    }
}
impl WriteAnswer {
    /// Makes the answer of a write that succeeded.
    pub fn success(response: impl serde::Serialize) -> Result<Self> {
        let answer = Answer { success: true, response };
        Ok(Self { status: 200, json: serde_json::to_string(&answer).map_err(anyhow::Error::from)? })
    }
    /// Makes the answer of a write that stores something although it refuses the request: a cash count that shows a difference. Unlike an
    /// error it is committed, and replayed with its key.
    pub fn refused(refusal: comanda_base::error::Refusal) -> Result<Self> {
        let (status, failure) = comanda_base::error::http::describe_refusal(refusal);
        Ok(Self { status: status.as_u16(), json: serde_json::to_string(&failure).map_err(anyhow::Error::from)? })
    }
}

/// The result of a write: its answer, or a `WriteAnswer` that it made itself.
pub trait IntoWriteAnswer {
    /// Converts to the answer that is stored and sent.
    fn into_write_answer(self) -> Result<WriteAnswer>;
}
impl IntoWriteAnswer for WriteAnswer {
    fn into_write_answer(self) -> Result<WriteAnswer> {
        Ok(self)
    }
}
impl<T: serde::Serialize> IntoWriteAnswer for T {
    fn into_write_answer(self) -> Result<WriteAnswer> {
        WriteAnswer::success(self)
    }
}

impl<T: DeserializeOwned> FromRequest<App> for Write<T> {
    type Rejection = Error;
    async fn from_request(req: Request<Body>, app: &App) -> Result<Self> {
        let keyed = PendingKey::from_request_head(&req);
        let bytes = Bytes::from_request(req, app).await.map_err(|e| {
            if e.status() == StatusCode::PAYLOAD_TOO_LARGE {
                refuse(Code::TooLarge, "Lo enviado es demasiado grande.")
            } else {
                refuse(Code::Invalid, "No llegó todo lo enviado. Vuelve a intentar.")
            }
        })?;
        Ok(Self { key: keyed.complete(&bytes)?, body: parse(&bytes)? })
    }
}

/// The parts of an idempotency key that are known before the body is read.
#[derive(Debug)]
pub struct PendingKey {
    header: Option<String>,
    route: String,
    query: String,
}

impl PendingKey {
    /// Reads the header, the route and the query of a request.
    pub fn from_request_head(req: &Request<Body>) -> Self {
        Self {
            header: req.headers().get("idempotency-key").map(|v| v.to_str().unwrap_or_default().to_owned()),
            route: format!("{} {}", req.method(), req.uri().path()),
            query: req.uri().query().unwrap_or_default().to_owned(),
        }
    }
    /// Completes the key with the hash of the body.
    pub fn complete(self, body: &[u8]) -> Result<Option<WriteKey>> {
        let Some(key) = self.header else { return Ok(None) };
        let key = uuid::Uuid::parse_str(&key).map_err(|_| invalid("Idempotency-Key", "Debe ser un UUID."))?;
        let mut hash = Sha256::new();
        hash.update(self.query.as_bytes());
        hash.update([0]);
        hash.update(body);
        Ok(Some(WriteKey { key: key.to_string(), route: self.route, body_hash: hex::encode(hash.finalize()) }))
    }
}

/// Runs a write: replays the answer of a known key, else does the work, stores the answer with the key and commits; then notifies
/// browsers and print agents. `$write` is a `Write<T>`; the body is the content of an async block that yields
/// `Result<impl IntoWriteAnswer>`.
///
/// ```text
/// idempotent_write!(actor, write, |work, body| send_order(work, body).await)
/// ```
#[macro_export]
macro_rules! idempotent_write {
    ($actor:expr, $write:expr, |$work:ident, $body:ident| $run:expr) => {{
        let (actor, write): (&$crate::use_case::Actor, _) = (&$actor, &$write);
        let ($body, key) = (&write.body, write.key.as_ref());
        let finished: ::comanda_base::error::Result<_> = ::comanda_base::transact!(actor.company.db, |tx| {
            match $crate::use_case::start_write(tx, actor, key).await? {
                $crate::use_case::StartedWrite::Replayed(answer) => {
                    Ok($crate::use_case::FinishedWrite::replayed(answer))
                }
                $crate::use_case::StartedWrite::New(mut begun) => {
                    let $work = &mut begun;
                    let response: ::comanda_base::error::Result<_> = async { $run }.await;
                    let answer = $crate::http::write::IntoWriteAnswer::into_write_answer(response?)?;
                    $crate::use_case::finish_write(begun, key, answer).await
                }
            }
        });
        Ok::<_, ::comanda_base::error::Error>($crate::use_case::publish_write(actor, finished?).await)
    }};
}
