//! HTTP routes that issue a refused document again.

use super::reissue::{self, ReissueRequest, Reissued};
use axum::{Json, extract::Path};
use comanda_base::{error::Result, ids::BillingId};
use comanda_invoicing::billing::ReissueQuote;
use comanda_platform::{
    http::{Answer, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(reissue_document)).routes(routes!(quote_reissue))
}

/// Quotes the document that would replace a rejected one now: its date, its rate and its IGV. 409 where it cannot be replaced.
#[utoipa::path(get, path = "/billings/{id}/reissue-quote", tag = "billing", params(("id" = BillingId, Path)), responses((status = 200, body = Answer<ReissueQuote>)))]
async fn quote_reissue(actor: Actor, Path(id): Path<BillingId>) -> Result<Json<Answer<ReissueQuote>>> {
    actor.require(Action::Collect)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(reissue::quote_reissue(&mut tx, &actor, id, actor.app.clock().now()).await?))
}

/// Issues a document that the tax authority rejected again, with the next number of the series and the present data of the client: the same
/// payment and total. It keeps the day of the sale for as long as the tax authority accepts that, and has today's date afterwards; its IGV
/// is that of its date. Both documents name each other, and the rejected one is void. 409 where the document is not rejected, was issued
/// again before, or its money was refunded.
#[utoipa::path(post, path = "/billings/{id}/reissue", tag = "billing", params(("id" = BillingId, Path)), request_body = ReissueRequest, responses((status = 200, body = Answer<Reissued>)))]
async fn reissue_document(
    actor: Actor,
    Path(id): Path<BillingId>,
    write: Write<ReissueRequest>,
) -> Result<WriteAnswer> {
    actor.require(Action::Collect)?;
    idempotent_write!(actor, write, |work, body| reissue::reissue_with_payment(work, id, body).await)
}
