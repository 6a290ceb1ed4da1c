//! Calls of the company's security PIN.

use super::security_pin::{self, NewPin};
use crate::{
    http::{Answer, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Actor, WriteAnswer},
};
use axum::Json;
use comanda_base::error::Result;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of the company's PIN.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_security_pin, set_security_pin, change_security_pin))
}

/// Whether a security PIN is set.
#[derive(Debug, Serialize, ToSchema)]
pub struct SecurityPin {
    pub is_set: bool,
}

/// Whether a PIN is set.
#[utoipa::path(get, path = "/security-pin", tag = "settings", responses((status = 200, body = Answer<SecurityPin>)))]
async fn get_security_pin(actor: Actor) -> Result<Json<Answer<SecurityPin>>> {
    Ok(ok(SecurityPin { is_set: security_pin::load_hash(&actor).await?.is_some() }))
}

/// Sets the PIN.
#[utoipa::path(post, path = "/security-pin", tag = "settings", request_body = NewPin, responses((status = 200, body = Answer<SecurityPin>)))]
async fn set_security_pin(actor: Actor, write: Write<NewPin>) -> Result<WriteAnswer> {
    set(actor, write.body).await
}

/// Changes the PIN.
#[utoipa::path(put, path = "/security-pin", tag = "settings", request_body = NewPin, responses((status = 200, body = Answer<SecurityPin>)))]
async fn change_security_pin(actor: Actor, write: Write<NewPin>) -> Result<WriteAnswer> {
    set(actor, write.body).await
}

async fn set(actor: Actor, new: NewPin) -> Result<WriteAnswer> {
    let hash = security_pin::check_and_hash(&actor, new, "pin").await?;
    // Without an idempotency key, so that no trace of a PIN is stored with the answers.
    let write = Write { body: hash, key: None };
    idempotent_write!(actor, write, |work, hash| {
        security_pin::store_hash(work, hash).await?;
        Ok(SecurityPin { is_set: true })
    })
}
