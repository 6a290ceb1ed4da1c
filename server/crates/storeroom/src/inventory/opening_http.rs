//! The call that begins counting.

use super::opening::{self, OpeningEntered, OpeningList};
use comanda_base::error::Result;
use comanda_platform::{
    http::{Answer, Write},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, Done},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(enter_opening_stock))
}

/// Enters what there is of products and supplies that were never moved, all of it or nothing; a product is counted from then on.
#[utoipa::path(post, path = "/stock/opening", tag = "stock", request_body = OpeningList, responses((status = 200, body = Answer<OpeningEntered>)))]
async fn enter_opening_stock(actor: Actor, write: Write<OpeningList>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| opening::enter(work, body).await)
}
