//! The call that tries the way to the tax authority out.

use super::checks::{self, Trial};
use axum::Json;
use comanda_base::error::Result;
use comanda_platform::{
    http::{Answer, Empty, Write, ok},
    state::App,
    use_case::{Action, Actor},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of the trial.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(test_electronic_billing))
}

/// Tries the way to the tax authority as it is saved: a document that counts for nothing goes to SUNAT's test service; others are asked
/// for a ticket that there is not. 422 where the setup is not complete.
#[utoipa::path(post, path = "/electronic-billing/test", tag = "billing", responses((status = 200, body = Answer<Trial>)))]
async fn test_electronic_billing(actor: Actor, _write: Write<Empty>) -> Result<Json<Answer<Trial>>> {
    actor.must(Action::Settings)?;
    actor.app.limits().billing_trial(&actor.company.slug)?;
    Ok(ok(checks::run(&actor).await?))
}
