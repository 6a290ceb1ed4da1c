//! Calls that read documents.

use super::{
    documents::{completed, sees_only},
    electronic,
    model::{Billing, BillingCounters, BillingFilter},
    notes::{self, ListedNote, NoteFilter},
    setup,
    store::{self, WantedBillings},
};
use axum::Json;
use comanda_base::{
    error::Result,
    listing::{Paging, Rows},
    search::without_zeros,
};
use comanda_ledgers::ledger::must_see;
use comanda_platform::{
    http::{Answer, Query, ok},
    state::App,
    use_case::Actor,
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_billings))
        .routes(routes!(count_billings))
        .routes(routes!(list_credit_notes))
        .routes(routes!(count_credit_notes))
        .merge(setup::http::routes())
        .merge(electronic::routes())
}

fn searched(paging: &Paging) -> Option<String> {
    paging.term.as_deref().filter(|t| !t.trim().is_empty()).map(without_zeros)
}

/// Documents, the latest first; `term` searches number, client and client's document.
#[utoipa::path(get, path = "/billings", tag = "billing", params(Paging, BillingFilter), responses((status = 200, body = Rows<Billing>)))]
async fn list_billings(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<BillingFilter>,
) -> Result<Rows<Billing>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let term = searched(&paging);
    let wanted = WantedBillings { filter: &filter, term: term.as_deref(), of: sees_only(&actor) };
    let total = store::count_wanted(&mut tx, wanted).await?;
    let (limit, offset) = paging.window_of_sales(total)?;
    let found = store::wanted_billings(&mut tx, wanted, (limit, offset)).await?;
    let found = completed(&mut tx, found).await?;
    Ok(Rows::page(found, total, limit))
}

/// How many documents stand in each state, of those that a list would show without a state.
#[utoipa::path(get, path = "/billings/counters", tag = "billing", params(Paging, BillingFilter), responses((status = 200, body = Answer<BillingCounters>)))]
async fn count_billings(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<BillingFilter>,
) -> Result<Json<Answer<BillingCounters>>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let term = searched(&paging);
    let wanted = WantedBillings { filter: &filter.of_any_state(), term: term.as_deref(), of: sees_only(&actor) };
    let states = store::count_by_state(&mut tx, wanted).await?;
    Ok(ok(BillingCounters::of(states)))
}

/// Credit notes, the latest first; `term` searches its number, its document's, and the client.
#[utoipa::path(get, path = "/credit-notes", tag = "billing", params(Paging, NoteFilter), responses((status = 200, body = Rows<ListedNote>)))]
async fn list_credit_notes(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<NoteFilter>,
) -> Result<Rows<ListedNote>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let term = searched(&paging);
    let wanted = notes::Wanted { filter: &filter, term: term.as_deref(), of: sees_only(&actor) };
    let total = notes::count_wanted(&mut tx, wanted).await?;
    let (limit, offset) = paging.window_of_sales(total)?;
    Ok(Rows::page(notes::wanted(&mut tx, wanted, (limit, offset)).await?, total, limit))
}

/// How many credit notes stand in each state, of those that a list would show without a state.
#[utoipa::path(get, path = "/credit-notes/counters", tag = "billing", params(Paging, NoteFilter), responses((status = 200, body = Answer<BillingCounters>)))]
async fn count_credit_notes(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<NoteFilter>,
) -> Result<Json<Answer<BillingCounters>>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let term = searched(&paging);
    let wanted = notes::Wanted { filter: &filter.of_any_state(), term: term.as_deref(), of: sees_only(&actor) };
    Ok(ok(BillingCounters::of(notes::count_by_state(&mut tx, wanted).await?)))
}
