//! The call that issues a refused document anew.

use super::reissue::{self, ReissueRequest, Reissued};
use axum::{Json, extract::Path};
use comanda_base::{error::Result, ids::BillingId};
use comanda_invoicing::billing::ReissueQuote;
use comanda_platform::{
    http::{Answer, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, Done},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this file.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(reissue_document)).routes(routes!(quote_reissue))
}

/// What a rejected document would say if it were issued anew now: its day, its rate and its IGV. 409 where it cannot be.
#[utoipa::path(get, path = "/billings/{id}/reissue-quote", tag = "billing", params(("id" = BillingId, Path)), responses((status = 200, body = Answer<ReissueQuote>)))]
async fn quote_reissue(actor: Actor, Path(id): Path<BillingId>) -> Result<Json<Answer<ReissueQuote>>> {
    actor.must(Action::Collect)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(reissue::quote(&mut tx, &actor, id, actor.app.clock().now()).await?))
}

/// Issues a document that the tax authority rejected anew, with the series' next number and the client's present data: the same
/// payment and total. For as long as the tax authority takes it, it keeps the day of the sale; afterwards it says today. Its IGV is
/// that of the day that it says. Both name each other, and the rejected one counts no more. 409 where it is not rejected, was issued
/// anew before, or its money went back.
#[utoipa::path(post, path = "/billings/{id}/reissue", tag = "billing", params(("id" = BillingId, Path)), request_body = ReissueRequest, responses((status = 200, body = Answer<Reissued>)))]
async fn reissue_document(actor: Actor, Path(id): Path<BillingId>, write: Write<ReissueRequest>) -> Result<Done> {
    actor.must(Action::Collect)?;
    idempotent_write!(actor, write, |work, body| reissue::reissue(work, id, body).await)
}
