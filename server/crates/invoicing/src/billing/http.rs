//! HTTP calls that read documents.

use super::{
    documents::{limited_to_user, load_complete},
    electronic,
    model::{Billing, BillingCounters, BillingFilter},
    notes::{self, ListedNote, NoteFilter},
    setup,
    store::{self, BillingQuery},
};
use axum::Json;
use comanda_base::{
    error::Result,
    listing::{Paging, Rows},
    search::without_leading_zeros,
};
use comanda_ledgers::ledger::require_ledger_access;
use comanda_platform::{
    http::{Answer, Query, ok},
    state::App,
    use_case::Actor,
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of documents.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_billings))
        .routes(routes!(count_billings))
        .routes(routes!(list_credit_notes))
        .routes(routes!(count_credit_notes))
        .merge(setup::http::routes())
        .merge(electronic::routes())
}

fn search_term(paging: &Paging) -> Option<String> {
    paging.term.as_deref().filter(|t| !t.trim().is_empty()).map(without_leading_zeros)
}

/// Lists documents, the latest first; `term` searches number, client and client's document.
#[utoipa::path(get, path = "/billings", tag = "billing", params(Paging, BillingFilter), responses((status = 200, body = Rows<Billing>)))]
async fn list_billings(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<BillingFilter>,
) -> Result<Rows<Billing>> {
    require_ledger_access(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let term = search_term(&paging);
    let query = BillingQuery { filter: &filter, term: term.as_deref(), of: limited_to_user(&actor) };
    let total = store::count_billings(&mut tx, query).await?;
    let (limit, offset) = paging.page_limits_of_sales(total)?;
    let found = store::load_billing_page(&mut tx, query, (limit, offset)).await?;
    let found = load_complete(&mut tx, found).await?;
    Ok(Rows::page(found, total, limit))
}

/// Counts documents by state, ignoring the state in the filter.
#[utoipa::path(get, path = "/billings/counters", tag = "billing", params(Paging, BillingFilter), responses((status = 200, body = Answer<BillingCounters>)))]
async fn count_billings(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<BillingFilter>,
) -> Result<Json<Answer<BillingCounters>>> {
    require_ledger_access(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let term = search_term(&paging);
    let query = BillingQuery { filter: &filter.without_state(), term: term.as_deref(), of: limited_to_user(&actor) };
    let states = store::count_billings_by_state(&mut tx, query).await?;
    Ok(ok(BillingCounters::from_states(states)))
}

/// Lists credit notes, the latest first; `term` searches the note's number, its document's number, and the client.
#[utoipa::path(get, path = "/credit-notes", tag = "billing", params(Paging, NoteFilter), responses((status = 200, body = Rows<ListedNote>)))]
async fn list_credit_notes(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<NoteFilter>,
) -> Result<Rows<ListedNote>> {
    require_ledger_access(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let term = search_term(&paging);
    let query = notes::NoteQuery { filter: &filter, term: term.as_deref(), of: limited_to_user(&actor) };
    let total = notes::count_notes(&mut tx, query).await?;
    let (limit, offset) = paging.page_limits_of_sales(total)?;
    Ok(Rows::page(notes::load_note_page(&mut tx, query, (limit, offset)).await?, total, limit))
}

/// Counts credit notes by state, ignoring the state in the filter.
#[utoipa::path(get, path = "/credit-notes/counters", tag = "billing", params(Paging, NoteFilter), responses((status = 200, body = Answer<BillingCounters>)))]
async fn count_credit_notes(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<NoteFilter>,
) -> Result<Json<Answer<BillingCounters>>> {
    require_ledger_access(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let term = search_term(&paging);
    let query =
        notes::NoteQuery { filter: &filter.without_state(), term: term.as_deref(), of: limited_to_user(&actor) };
    Ok(ok(BillingCounters::from_states(notes::count_notes_by_state(&mut tx, query).await?)))
}
