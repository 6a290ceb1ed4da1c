//! HTTP calls of productions.

use super::{
    answer::{Production, ProductionRow},
    change,
    model::{NewProduction, SetProductionStatus},
    paper,
    quote::{self, PlannedProduction, ProductionQuote},
    read, record,
};
use axum::{Json, extract::Path, response::Response};
use comanda_base::{
    error::Result,
    ids::ProductionId,
    listing::{Days, Paging, Rows},
};
use comanda_platform::{
    http::{Answer, Query, Write, inline_pdf_response, ok},
    idempotent_write,
    people::pin,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of productions.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_productions, create_production))
        .routes(routes!(get_production, set_production_status))
        .routes(routes!(quote_production))
        .routes(routes!(get_production_pdf))
}

/// Lists productions, the latest first; `term` searches name, responsible, note and ingredients. `filters` accepts `status` and
/// `supply_id`. A cook sees only their own, without costs.
#[utoipa::path(get, path = "/productions", tag = "stock", params(Paging, Days), responses((status = 200, body = Rows<ProductionRow>)))]
async fn list_productions(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(days): Query<Days>,
) -> Result<Rows<ProductionRow>> {
    actor.require(Action::RecordProduction)?;
    let mut tx = actor.company.db.read().await?;
    read::load_production_page(&mut tx, &actor, &paging, days).await
}

/// Records a production: its ingredients go out of stock, and the product comes in at their cost. A cook needs a PIN beyond a value.
#[utoipa::path(post, path = "/productions", tag = "stock", request_body = NewProduction, responses((status = 200, body = Answer<Production>)))]
async fn create_production(actor: Actor, write: Write<NewProduction>) -> Result<WriteAnswer> {
    actor.require(Action::RecordProduction)?;
    let entered_pin = write.body.pin_given();
    // A given PIN is verified before the write, in a transaction of its own; only the write finds out whether one is needed.
    let approval = match entered_pin.is_given() && !actor.can_without_pin(Action::EditCatalog) {
        true => Some(pin::verify_pin(&actor, Action::RecordProduction, &entered_pin).await?),
        false => None,
    };
    idempotent_write!(actor, write, |work, body| record::create_production(work, body, approval).await)
}

/// Returns a production with its ingredients.
#[utoipa::path(get, path = "/productions/{id}", tag = "stock", params(("id" = ProductionId, Path)), responses((status = 200, body = Answer<Production>)))]
async fn get_production(actor: Actor, Path(id): Path<ProductionId>) -> Result<Json<Answer<Production>>> {
    actor.require(Action::RecordProduction)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(read::load_production(&mut tx, &actor, id).await?))
}

/// Reverses a production, or approves it again as it was entered. Setting the current status has no effect.
#[utoipa::path(patch, path = "/productions/{id}", tag = "stock", params(("id" = ProductionId, Path)), request_body = SetProductionStatus, responses((status = 200, body = Answer<Production>)))]
async fn set_production_status(
    actor: Actor,
    Path(id): Path<ProductionId>,
    write: Write<SetProductionStatus>,
) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| change::set_status(work, id, body).await)
}

/// Estimates a production by the current recipe: its ingredients, what is short, and today's cost.
#[utoipa::path(get, path = "/productions/quote", tag = "stock", params(PlannedProduction), responses((status = 200, body = Answer<ProductionQuote>)))]
async fn quote_production(
    actor: Actor,
    Query(plan): Query<PlannedProduction>,
) -> Result<Json<Answer<ProductionQuote>>> {
    actor.require(Action::RecordProduction)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(quote::estimate_production(&mut tx, plan, read::sees_costs(&actor)).await?))
}

/// Returns the printed form of a production, to be signed, as a PDF.
#[utoipa::path(get, path = "/productions/{id}/pdf", tag = "stock", params(("id" = ProductionId, Path)), responses((status = 200, content_type = "application/pdf")))]
async fn get_production_pdf(actor: Actor, Path(id): Path<ProductionId>) -> Result<Response> {
    actor.require(Action::RecordProduction)?;
    let mut tx = actor.company.db.read().await?;
    let production = read::load_production(&mut tx, &actor, id).await?;
    let bytes = paper::render_pdf(&mut tx, &production).await?;
    Ok(inline_pdf_response(bytes, &production.row.full_number))
}
