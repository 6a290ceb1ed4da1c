//! HTTP calls for the setup of electronic billing; all require the administrator's rights.

use super::{
    certificate::{self, NewCertificate},
    change::{self, ChangeElectronicBilling},
    view::{ElectronicBilling, load_electronic_billing},
};
use axum::Json;
use comanda_base::error::Result;
use comanda_platform::{
    http::{Answer, Write, ok},
    idempotent_write,
    state::{App, WakePriority},
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::billing) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_electronic_billing, change_electronic_billing))
        .routes(routes!(set_certificate))
}

/// Returns the setup of electronic billing, and what it still lacks.
#[utoipa::path(get, path = "/electronic-billing", tag = "billing", responses((status = 200, body = Answer<ElectronicBilling>)))]
async fn get_electronic_billing(actor: Actor) -> Result<Json<Answer<ElectronicBilling>>> {
    actor.require(Action::Settings)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(load_electronic_billing(&mut tx, &actor).await?))
}

/// Changes the setup of electronic billing. Once the setup is complete for the first time, documents become electronic.
#[utoipa::path(put, path = "/electronic-billing", tag = "billing", request_body = ChangeElectronicBilling, responses((status = 200, body = Answer<ElectronicBilling>)))]
async fn change_electronic_billing(actor: Actor, write: Write<ChangeElectronicBilling>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    let write = write.without_secrets()?;
    let answer = idempotent_write!(actor, write, |work, body| change::change_electronic_billing(work, body).await)?;
    actor.app.document_sender_wake().wake(&actor.company.slug, WakePriority::Asked);
    Ok(answer)
}

/// Replaces the certificate that signs documents; 422 with the reason when it cannot be used.
#[utoipa::path(post, path = "/electronic-billing/certificate", tag = "billing", request_body = NewCertificate, responses((status = 200, body = Answer<ElectronicBilling>)))]
async fn set_certificate(actor: Actor, write: Write<NewCertificate>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    let write = write.without_secrets()?;
    actor.app.limits().count_certificate(&actor.company.slug)?;
    let opened = certificate::open_certificate(&write.body).await?;
    let answer =
        idempotent_write!(actor, write, |work, body| certificate::save_certificate(work, body, &opened).await)?;
    actor.app.document_sender_wake().wake(&actor.company.slug, WakePriority::Asked);
    Ok(answer)
}
