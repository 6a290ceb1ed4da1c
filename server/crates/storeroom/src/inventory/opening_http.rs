//! The HTTP call that enters the opening stock.

use super::opening::{self, OpeningEntered, OpeningList};
use comanda_base::error::Result;
use comanda_platform::{
    http::{Answer, Write},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(enter_opening_stock))
}

/// Enters the opening stock of products and supplies that were never moved, all of it or nothing; the stock of these products is tracked
/// from then on.
#[utoipa::path(post, path = "/stock/opening", tag = "stock", request_body = OpeningList, responses((status = 200, body = Answer<OpeningEntered>)))]
async fn enter_opening_stock(actor: Actor, write: Write<OpeningList>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| opening::enter_opening_stock(work, body).await)
}
