//! The call that issues a refused document anew.

use super::reissue::{self, ReissueRequest, Reissued};
use crate::{
    error::Result,
    http::{Answer, Write},
    idempotent_write,
    ids::BillingId,
    state::App,
    use_case::{Action, Actor, Done},
};
use axum::extract::Path;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this file.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(reissue_document))
}

/// Issues a document that the tax authority rejected anew, with the series' next number and the client's present data: the same
/// payment, the same figures. Both name each other, and the rejected one counts no more. 409 where it is not rejected, was issued
/// anew before, or its money went back.
#[utoipa::path(post, path = "/billings/{id}/reissue", tag = "billing", params(("id" = BillingId, Path)), request_body = ReissueRequest, responses((status = 200, body = Answer<Reissued>)))]
async fn reissue_document(actor: Actor, Path(id): Path<BillingId>, write: Write<ReissueRequest>) -> Result<Done> {
    actor.must(Action::Collect)?;
    idempotent_write!(actor, write, |work, body| reissue::reissue(work, id, body).await)
}
