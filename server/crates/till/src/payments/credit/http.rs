//! HTTP routes of debts of clients and their collection.

use super::{
    collect::{CollectRequest, record_collection},
    list,
    model::{ClientDebt, DebtorFilter, DebtorRows, NewCollection},
    receipt,
};
use axum::{Json, extract::Path, response::Response};
use chrono::NaiveDate;
use comanda_base::{
    error::Result,
    ids::{ClientId, CollectionId, CycleId},
    listing::{Paging, Rows},
};
use comanda_ledgers::ledger::{self, Collection, CollectionFilter, collections, require_ledger_access};
use comanda_platform::{
    http::{Answer, Query, Write, inline_pdf_response, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_debtors))
        .routes(routes!(get_debt))
        .routes(routes!(list_collections, collect))
        .routes(routes!(get_receipt_pdf))
}

/// Lists the clients who owe, those with overdue debts first, with the totals of the whole list; `term` searches names, documents and
/// phones.
#[utoipa::path(get, path = "/receivables", tag = "payments", params(Paging, DebtorFilter), responses((status = 200, body = DebtorRows)))]
async fn list_debtors(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<DebtorFilter>,
) -> Result<Json<DebtorRows>> {
    require_ledger_access(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(Json(list::list_debtors(&mut tx, &paging, &filter, actor.app.clock().now()).await?))
}

/// Everything that a client owes, by sale and due date, and what was collected of it.
#[utoipa::path(get, path = "/receivables/{client_id}", tag = "payments", params(("client_id" = ClientId, Path)), responses((status = 200, body = Answer<ClientDebt>)))]
async fn get_debt(actor: Actor, Path(client): Path<ClientId>) -> Result<Json<Answer<ClientDebt>>> {
    require_ledger_access(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(list::load_client_debt(&mut tx, client, actor.app.clock().now()).await?))
}

/// The parameters of a list of collections.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CollectionListQuery {
    pub client_id: Option<ClientId>,
    /// The cycle that received the money.
    pub cashbox_cycle_id: Option<CycleId>,
    /// Business days, from and to.
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}

/// Lists collections, the latest first. A cashier lists their own, and all of one client.
#[utoipa::path(get, path = "/collections", tag = "payments", params(Paging, CollectionListQuery), responses((status = 200, body = Rows<Collection>)))]
async fn list_collections(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<CollectionListQuery>,
) -> Result<Rows<Collection>> {
    require_ledger_access(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let wanted = CollectionFilter {
        client: filter.client_id,
        cycle: filter.cashbox_cycle_id,
        by: (!actor.can_without_pin(Action::SeeReports) && filter.client_id.is_none()).then_some(actor.user_id),
        date_from: filter.date_from,
        date_to: filter.date_to,
    };
    let total = ledger::count_collections(&mut tx, wanted).await?;
    let (limit, offset) = paging.page_limits_of_sales(total)?;
    let found = ledger::list_collections(&mut tx, wanted, (limit, offset)).await?;
    Ok(Rows::page(collections::load_parts_into(&mut tx, found).await?, total, limit))
}

/// Collects debts of a client in the open cash cycle of the user; 409 `balance_changed` where the amount exceeds what is due.
#[utoipa::path(post, path = "/collections", tag = "payments", request_body = CollectRequest, responses((status = 200, body = Answer<NewCollection>)))]
async fn collect(actor: Actor, write: Write<CollectRequest>) -> Result<WriteAnswer> {
    actor.require(Action::Collect)?;
    idempotent_write!(actor, write, |work, body| record_collection(work, body).await)
}

/// The receipt of a collection as a PDF.
#[utoipa::path(get, path = "/collections/{id}/pdf", tag = "payments", params(("id" = CollectionId, Path)), responses((status = 200, content_type = "application/pdf")))]
async fn get_receipt_pdf(actor: Actor, Path(id): Path<CollectionId>) -> Result<Response> {
    require_ledger_access(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let collection = collections::load_collection(&mut tx, id).await?;
    let bytes = receipt::render_receipt_pdf(&mut tx, &collection).await?;
    Ok(inline_pdf_response(bytes, &collection.full_number))
}
