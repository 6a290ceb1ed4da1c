//! HTTP handlers of the look-up and of its settings.

use super::{
    identify::{self, Identified, Identify},
    service::LookupService,
    store,
};
use axum::Json;
use comanda_base::error::Result;
use comanda_platform::{
    audit::{self, AuditEntry},
    http::{Answer, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, Work, WriteAnswer},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of the look-up.
pub(in crate::clients) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(identify)).routes(routes!(get_service, change_service))
}

/// Looks up who has this DNI or RUC: first among the clients, then at the service. 404 says why nobody was found, and to type the data.
#[utoipa::path(post, path = "/data-identification", tag = "clients", request_body = Identify, responses((status = 200, body = Answer<Identified>)))]
async fn identify(actor: Actor, write: Write<Identify>) -> Result<Json<Answer<Identified>>> {
    actor.require(Action::ReadClients)?;
    Ok(ok(identify::identify(&actor, &write.body).await?))
}

/// The look-up service; its token is never shown.
#[derive(Debug, Serialize, ToSchema)]
pub struct IdentityService {
    /// With `{number}` in place of the number; empty: data of DNIs are typed by hand.
    pub dni_url: String,
    pub ruc_url: String,
    pub token_set: bool,
}
impl From<LookupService> for IdentityService {
    fn from(s: LookupService) -> Self {
        Self { dni_url: s.dni_url, ruc_url: s.ruc_url, token_set: !s.token.is_empty() }
    }
}

/// Body of `PUT /identity-service`; absent fields stay as they are.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
pub struct ChangeIdentityService {
    pub dni_url: Option<String>,
    pub ruc_url: Option<String>,
    /// A blank token keeps the present one.
    #[serde(skip_serializing)]
    pub token: Option<String>,
}

/// The settings of the look-up service.
#[utoipa::path(get, path = "/identity-service", tag = "settings", responses((status = 200, body = Answer<IdentityService>)))]
async fn get_service(actor: Actor) -> Result<Json<Answer<IdentityService>>> {
    actor.require(Action::Settings)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(store::load_service(&mut tx, &actor.app.seals()).await?.into()))
}

/// Changes the settings of the look-up service.
#[utoipa::path(put, path = "/identity-service", tag = "settings", request_body = ChangeIdentityService, responses((status = 200, body = Answer<IdentityService>)))]
async fn change_service(actor: Actor, write: Write<ChangeIdentityService>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    let write = write.without_secrets()?;
    idempotent_write!(actor, write, |work, body| change(work, body).await)
}

async fn change(work: &mut Work<'_>, body: &ChangeIdentityService) -> Result<IdentityService> {
    let seals = work.actor.app.seals();
    let was = store::load_service(work.tx, &seals).await?;
    let mut now = was.clone();
    for (sent, kept) in [(&body.dni_url, &mut now.dni_url), (&body.ruc_url, &mut now.ruc_url)] {
        if let Some(text) = sent {
            text.trim().clone_into(kept);
        }
    }
    if let Some(token) = body.token.as_deref().map(str::trim).filter(|t| !t.is_empty()) {
        token.clone_into(&mut now.token);
    } else if (&now.dni_url, &now.ruc_url) != (&was.dni_url, &was.ruc_url) {
        // The token belongs to one service, and must not be sent to another.
        now.token.clear();
    }
    now.check()?;
    store::save_service(work.tx, &now, &seals).await?;
    let describe = |s: &LookupService| json!({"dni_url": s.dni_url, "ruc_url": s.ruc_url});
    let entry = AuditEntry::new("IDENTITY_SERVICE_CHANGED").entity("identity_service", 1);
    audit::log(work.tx, work.actor, work.now, entry.change(Some(describe(&was)), Some(describe(&now)))).await?;
    Ok(now.into())
}
