//! The HTTP call that tests the setup of electronic billing.

use super::checks::{self, Trial};
use axum::Json;
use comanda_base::error::Result;
use comanda_platform::{
    http::{Answer, Empty, Write, ok},
    state::App,
    use_case::{Action, Actor},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of the trial.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(test_electronic_billing))
}

/// Tests the saved setup: SUNAT's test service gets an invalid sample document, other services are asked for a ticket that does not exist.
/// 422 where the setup is not complete.
#[utoipa::path(post, path = "/electronic-billing/test", tag = "billing", responses((status = 200, body = Answer<Trial>)))]
async fn test_electronic_billing(actor: Actor, _write: Write<Empty>) -> Result<Json<Answer<Trial>>> {
    actor.require(Action::Settings)?;
    actor.app.limits().count_billing_trial(&actor.company.slug)?;
    Ok(ok(checks::run_trial(&actor).await?))
}
