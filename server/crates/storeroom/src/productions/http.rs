//! Calls of productions.

use super::{
    answer::{Production, ProductionRow},
    change,
    model::{NewProduction, SetProductionStatus},
    paper,
    quote::{self, ProductionQuote, Wanted},
    read, record,
};
use axum::{Json, extract::Path, http::header, response::IntoResponse};
use chrono::NaiveDate;
use comanda_base::{
    error::Result,
    ids::ProductionId,
    listing::{Paging, Rows},
};
use comanda_platform::{
    http::{Answer, Query, Write, ok},
    idempotent_write,
    people::pin,
    state::App,
    use_case::{Action, Actor, Done},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_productions, create_production))
        .routes(routes!(get_production, set_production_status))
        .routes(routes!(quote_production))
        .routes(routes!(get_production_pdf))
}

/// Business days that a list is of, from and to.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Days {
    date_from: Option<NaiveDate>,
    date_to: Option<NaiveDate>,
}

/// Productions, the latest first; `term` searches name, responsible, note and ingredients. `filters` know `status` and `supply_id`. A
/// cook sees their own, without costs.
#[utoipa::path(get, path = "/productions", tag = "stock", params(Paging, Days), responses((status = 200, body = Rows<ProductionRow>)))]
async fn list_productions(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(days): Query<Days>,
) -> Result<Rows<ProductionRow>> {
    actor.must(Action::RecordProduction)?;
    let mut tx = actor.company.db.read().await?;
    read::page(&mut tx, &actor, &paging, (days.date_from, days.date_to)).await
}

/// Writes a production down: its ingredients go out, what it made comes in at what they cost. A cook may, beyond a value with a PIN.
#[utoipa::path(post, path = "/productions", tag = "stock", request_body = NewProduction, responses((status = 200, body = Answer<Production>)))]
async fn create_production(actor: Actor, write: Write<NewProduction>) -> Result<Done> {
    actor.must(Action::RecordProduction)?;
    let given = write.body.pin_given();
    // A PIN that was given is checked before the write, in a transaction of its own; whether one was needed shows in the write.
    let approval = match given.is_given() && !actor.may(Action::EditCatalog) {
        true => Some(pin::verify(&actor, Action::RecordProduction, &given).await?),
        false => None,
    };
    idempotent_write!(actor, write, |work, body| record::create(work, body, approval).await)
}

/// One production, with what went into it.
#[utoipa::path(get, path = "/productions/{id}", tag = "stock", params(("id" = ProductionId, Path)), responses((status = 200, body = Answer<Production>)))]
async fn get_production(actor: Actor, Path(id): Path<ProductionId>) -> Result<Json<Answer<Production>>> {
    actor.must(Action::RecordProduction)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(read::one(&mut tx, &actor, id).await?))
}

/// Takes a production back, or makes it again as it was. The status that it has does nothing.
#[utoipa::path(patch, path = "/productions/{id}", tag = "stock", params(("id" = ProductionId, Path)), request_body = SetProductionStatus, responses((status = 200, body = Answer<Production>)))]
async fn set_production_status(
    actor: Actor,
    Path(id): Path<ProductionId>,
    write: Write<SetProductionStatus>,
) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| change::status(work, id, body).await)
}

/// What a production would take by the recipe as it is now, what is short, and what it costs today.
#[utoipa::path(get, path = "/productions/quote", tag = "stock", params(Wanted), responses((status = 200, body = Answer<ProductionQuote>)))]
async fn quote_production(actor: Actor, Query(wanted): Query<Wanted>) -> Result<Json<Answer<ProductionQuote>>> {
    actor.must(Action::RecordProduction)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(quote::quote(&mut tx, wanted, read::sees_costs(&actor)).await?))
}

/// The paper of a production, to be signed, as a PDF.
#[utoipa::path(get, path = "/productions/{id}/pdf", tag = "stock", params(("id" = ProductionId, Path)), responses((status = 200, content_type = "application/pdf")))]
async fn get_production_pdf(actor: Actor, Path(id): Path<ProductionId>) -> Result<impl IntoResponse> {
    actor.must(Action::RecordProduction)?;
    let mut tx = actor.company.db.read().await?;
    let production = read::one(&mut tx, &actor, id).await?;
    let bytes = paper::pdf(&mut tx, &production).await?;
    let disposition = format!("inline; filename=\"{}.pdf\"", production.row.full_number);
    Ok(([(header::CONTENT_TYPE, "application/pdf".to_owned()), (header::CONTENT_DISPOSITION, disposition)], bytes))
}
