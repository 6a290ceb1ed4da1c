//! Calls of how documents reach the tax authority; all are the administrator's.

use super::{
    certificate::{self, NewCertificate},
    change::{self, ChangeElectronicBilling},
    view::{ElectronicBilling, view},
};
use axum::Json;
use comanda_base::error::Result;
use comanda_platform::{
    http::{Answer, Write, ok},
    idempotent_write,
    state::{App, Haste},
    use_case::{Action, Actor, Done},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::billing) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_electronic_billing, change_electronic_billing))
        .routes(routes!(set_certificate))
}

/// How documents reach the tax authority, and what is missing for it.
#[utoipa::path(get, path = "/electronic-billing", tag = "billing", responses((status = 200, body = Answer<ElectronicBilling>)))]
async fn get_electronic_billing(actor: Actor) -> Result<Json<Answer<ElectronicBilling>>> {
    actor.must(Action::Settings)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(view(&mut tx, &actor).await?))
}

/// Changes how documents reach the tax authority. The first time that all is there, documents become electronic.
#[utoipa::path(put, path = "/electronic-billing", tag = "billing", request_body = ChangeElectronicBilling, responses((status = 200, body = Answer<ElectronicBilling>)))]
async fn change_electronic_billing(actor: Actor, write: Write<ChangeElectronicBilling>) -> Result<Done> {
    actor.must(Action::Settings)?;
    let write = write.without_secrets()?;
    let done = idempotent_write!(actor, write, |work, body| change::change(work, body).await)?;
    actor.app.sender().wake(&actor.company.slug, Haste::Asked);
    Ok(done)
}

/// Takes the certificate that documents are signed with from now on; 422 says why one cannot be used.
#[utoipa::path(post, path = "/electronic-billing/certificate", tag = "billing", request_body = NewCertificate, responses((status = 200, body = Answer<ElectronicBilling>)))]
async fn set_certificate(actor: Actor, write: Write<NewCertificate>) -> Result<Done> {
    actor.must(Action::Settings)?;
    let write = write.without_secrets()?;
    actor.app.limits().certificate(&actor.company.slug)?;
    let opened = certificate::open(&write.body).await?;
    let done = idempotent_write!(actor, write, |work, body| certificate::keep(work, body, &opened).await)?;
    actor.app.sender().wake(&actor.company.slug, Haste::Asked);
    Ok(done)
}
