//! The body of a write with its idempotency key, and the macro that runs a write: key, work and answer in one transaction.

use super::{Answer, body::parse};
use crate::{
    state::App,
    use_case::{Done, WriteKey},
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

/// What somebody may send who has not signed in: names, passwords, codes.
const MAX_BYTES_OF_STRANGERS: usize = 16 * 1024;

/// A layer for calls that answer without a session: their bodies are small.
pub fn of_strangers() -> DefaultBodyLimit {
    DefaultBodyLimit::max(MAX_BYTES_OF_STRANGERS)
}

/// A JSON body of type `T`, read strictly, with what makes the write idempotent.
#[derive(Debug)]
pub struct Write<T> {
    pub body: T,
    pub key: Option<WriteKey>,
}

/// The body of a write that says nothing but its address: none, or any JSON.
#[derive(Debug, Default, Clone, Copy)]
pub struct Empty;
impl<'de> Deserialize<'de> for Empty {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self)
    }
}

impl<T: serde::Serialize> Write<T> {
    /// For a body with secrets (fields that it skips when written): what is kept beside the key is made of the rest, so that no
    /// password can be guessed from it.
    pub fn without_secrets(mut self) -> Result<Self> {
        if let Some(key) = &mut self.key {
            let open = serde_json::to_vec(&self.body).map_err(anyhow::Error::from)?;
            key.body_hash = hex::encode(Sha256::digest(open));
        }
        Ok(self)
    }
}

impl IntoResponse for Done {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::OK);
        (status, [(header::CONTENT_TYPE, "application/json")], self.json).into_response()
    }
}
impl Done {
    /// The answer of a write that went through.
    pub fn of(response: impl serde::Serialize) -> Result<Self> {
        let answer = Answer { success: true, response };
        Ok(Self { status: 200, json: serde_json::to_string(&answer).map_err(anyhow::Error::from)? })
    }
    /// The answer of a write that kept something and still refuses what was asked: a cash count that shows a difference. Unlike
    /// an error it is committed, and replayed with its key.
    pub fn refused(refusal: comanda_base::error::Refusal) -> Result<Self> {
        let (status, failure) = comanda_base::error::http::failure(refusal);
        Ok(Self { status: status.as_u16(), json: serde_json::to_string(&failure).map_err(anyhow::Error::from)? })
    }
}

/// What a write may end in: its answer, or a `Done` that it made itself.
pub trait IntoDone {
    /// As it is kept and sent.
    fn into_done(self) -> Result<Done>;
}
impl IntoDone for Done {
    fn into_done(self) -> Result<Done> {
        Ok(self)
    }
}
impl<T: serde::Serialize> IntoDone for T {
    fn into_done(self) -> Result<Done> {
        Done::of(self)
    }
}

impl<T: DeserializeOwned> FromRequest<App> for Write<T> {
    type Rejection = Error;
    async fn from_request(req: Request<Body>, app: &App) -> Result<Self> {
        let keyed = Keyed::begin(&req);
        let bytes = Bytes::from_request(req, app).await.map_err(|e| {
            if e.status() == StatusCode::PAYLOAD_TOO_LARGE {
                refuse(Code::TooLarge, "Lo enviado es demasiado grande.")
            } else {
                refuse(Code::Invalid, "No llegó todo lo enviado. Vuelve a intentar.")
            }
        })?;
        Ok(Self { key: keyed.of(&bytes)?, body: parse(&bytes)? })
    }
}

/// The key of a write whose body has not arrived yet.
#[derive(Debug)]
pub struct Keyed {
    header: Option<String>,
    route: String,
    query: String,
}

impl Keyed {
    /// Takes from a request what its key is made of, before its body is read.
    pub fn begin(req: &Request<Body>) -> Self {
        Self {
            header: req.headers().get("idempotency-key").map(|v| v.to_str().unwrap_or_default().to_owned()),
            route: format!("{} {}", req.method(), req.uri().path()),
            query: req.uri().query().unwrap_or_default().to_owned(),
        }
    }
    /// The key with the body that it stands for.
    pub fn of(self, body: &[u8]) -> Result<Option<WriteKey>> {
        let Some(key) = self.header else { return Ok(None) };
        let key = uuid::Uuid::parse_str(&key).map_err(|_| invalid("Idempotency-Key", "Debe ser un UUID."))?;
        let mut hash = Sha256::new();
        hash.update(self.query.as_bytes());
        hash.update([0]);
        hash.update(body);
        Ok(Some(WriteKey { key: key.to_string(), route: self.route, body_hash: hex::encode(hash.finalize()) }))
    }
}

/// Runs a write: replays a known key, else does the work, keeps the answer with the key and commits it all; then tells browsers
/// and print agents. `$write` is a `Write<T>`; the body is an async block's content yielding `Result<impl IntoDone>`.
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
            match $crate::use_case::start(tx, actor, key).await? {
                $crate::use_case::Started::Replayed(done) => Ok($crate::use_case::Finished::replayed(done)),
                $crate::use_case::Started::New(mut begun) => {
                    let $work = &mut begun;
                    let response: ::comanda_base::error::Result<_> = async { $run }.await;
                    let done = $crate::http::write::IntoDone::into_done(response?)?;
                    $crate::use_case::finish(begun, key, done).await
                }
            }
        });
        Ok::<_, ::comanda_base::error::Error>($crate::use_case::tell(actor, finished?).await)
    }};
}
