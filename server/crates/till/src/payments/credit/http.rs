//! Calls of what clients owe.

use super::{
    collect::{CollectRequest, collect as take},
    list,
    model::{ClientDebt, DebtorFilter, DebtorRows, NewCollection},
    receipt,
};
use axum::{Json, extract::Path, http::header, response::IntoResponse};
use chrono::NaiveDate;
use comanda_base::{
    error::Result,
    ids::{ClientId, CollectionId, CycleId},
    listing::{Paging, Rows},
};
use comanda_ledgers::ledger::{self, Collection, WantedCollections, collections, must_see};
use comanda_platform::{
    http::{Answer, Query, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, Done},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of debts and their collection.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_debtors))
        .routes(routes!(get_debt))
        .routes(routes!(list_collections, collect))
        .routes(routes!(get_receipt_pdf))
}

/// Clients who owe, those who should have paid first, with what all of the list owe; `term` searches names, documents and phones.
#[utoipa::path(get, path = "/receivables", tag = "payments", params(Paging, DebtorFilter), responses((status = 200, body = DebtorRows)))]
async fn list_debtors(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<DebtorFilter>,
) -> Result<Json<DebtorRows>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(Json(list::debtors(&mut tx, &paging, &filter, actor.app.clock().now()).await?))
}

/// All that a client owes, by sale and date of payment, and what was collected of it.
#[utoipa::path(get, path = "/receivables/{client_id}", tag = "payments", params(("client_id" = ClientId, Path)), responses((status = 200, body = Answer<ClientDebt>)))]
async fn get_debt(actor: Actor, Path(client): Path<ClientId>) -> Result<Json<Answer<ClientDebt>>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(list::debt_of(&mut tx, client, actor.app.clock().now()).await?))
}

/// Which collections a list wants.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CollectionFilter {
    pub client_id: Option<ClientId>,
    /// The cycle that the money went into.
    pub cashbox_cycle_id: Option<CycleId>,
    /// Business days, from and to.
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}

/// Collections, the latest first. A cashier lists their own, and all of one client.
#[utoipa::path(get, path = "/collections", tag = "payments", params(Paging, CollectionFilter), responses((status = 200, body = Rows<Collection>)))]
async fn list_collections(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<CollectionFilter>,
) -> Result<Rows<Collection>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let wanted = WantedCollections {
        client: filter.client_id,
        cycle: filter.cashbox_cycle_id,
        by: (!actor.may(Action::SeeReports) && filter.client_id.is_none()).then_some(actor.user_id),
        date_from: filter.date_from,
        date_to: filter.date_to,
    };
    let total = ledger::count_wanted_collections(&mut tx, wanted).await?;
    let (limit, offset) = paging.window_of_sales(total)?;
    let found = ledger::wanted_collections(&mut tx, wanted, (limit, offset)).await?;
    Ok(Rows::page(collections::completed(&mut tx, found).await?, total, limit))
}

/// Collects of what a client owes, into one's own open cash cycle; 409 `balance_changed` beyond what is due.
#[utoipa::path(post, path = "/collections", tag = "payments", request_body = CollectRequest, responses((status = 200, body = Answer<NewCollection>)))]
async fn collect(actor: Actor, write: Write<CollectRequest>) -> Result<Done> {
    actor.must(Action::Collect)?;
    idempotent_write!(actor, write, |work, body| take(work, body).await)
}

/// The receipt of a collection as a PDF.
#[utoipa::path(get, path = "/collections/{id}/pdf", tag = "payments", params(("id" = CollectionId, Path)), responses((status = 200, content_type = "application/pdf")))]
async fn get_receipt_pdf(actor: Actor, Path(id): Path<CollectionId>) -> Result<impl IntoResponse> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let collection = collections::collection(&mut tx, id).await?;
    let bytes = receipt::pdf(&mut tx, &collection).await?;
    let disposition = format!("inline; filename=\"{}.pdf\"", collection.full_number);
    Ok(([(header::CONTENT_TYPE, "application/pdf".to_owned()), (header::CONTENT_DISPOSITION, disposition)], bytes))
}
