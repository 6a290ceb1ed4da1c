//! Calls of accounts.

use crate::orders::{
    account::{
        advance_request::{self, AdvanceRequest},
        close_by_hand::{self, CloseAccount},
        edit_request::{self, EditRequest},
        open_request::{self, OpenRequest},
        view,
    },
    lists::summary::{self, RequestSummary, Wanted},
    model::{Request, RequestKind},
};
use axum::{Json, extract::Path};
use chrono::NaiveDate;
use comanda_base::{
    error::Result,
    ids::RequestId,
    listing::{Flag, Paging, Rows},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, Done},
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_requests, open_request))
        .routes(routes!(get_request, edit_request, delete_request))
        .routes(routes!(close_request))
        .routes(routes!(advance_request))
        .routes(routes!(get_order))
}

/// Opens an account: of a table (409 `table_taken` where it has one), a take-away or a delivery.
#[utoipa::path(post, path = "/client-requests", tag = "orders", request_body = OpenRequest, responses((status = 200, body = Answer<Request>)))]
async fn open_request(actor: Actor, write: Write<OpenRequest>) -> Result<Done> {
    actor.must(Action::TakeOrders)?;
    idempotent_write!(actor, write, |work, body| open_request::open_request(work, body).await)
}

/// Which accounts.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Which {
    /// TABLE, ORDER or DELIVERY; absent: all.
    r#type: Option<RequestKind>,
    /// Only those not yet closed.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    open: Flag,
    /// Business days, from and to.
    date_from: Option<NaiveDate>,
    date_to: Option<NaiveDate>,
}

/// Accounts by page, the newest first; `term` searches name, phone, document and number. `filters` knows `type`, `status`,
/// `attendant_id`, `table_id` and `is_paid`.
#[utoipa::path(get, path = "/client-requests", tag = "orders", params(Paging, Which), responses((status = 200, body = Rows<RequestSummary>)))]
async fn list_requests(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(which): Query<Which>,
) -> Result<Rows<RequestSummary>> {
    actor.must(Action::SeeFloor)?;
    let wanted = Wanted { kind: which.r#type, open: which.open.0, date_from: which.date_from, date_to: which.date_to };
    let mut tx = actor.company.db.read().await?;
    summary::page(&mut tx, &wanted, &paging, actor.app.clock().now()).await
}

/// An account with its lines and figures.
#[utoipa::path(get, path = "/client-requests/{id}", tag = "orders", params(("id" = i64, Path)), responses((status = 200, body = Answer<Request>)))]
async fn get_request(actor: Actor, Path(id): Path<RequestId>) -> Result<Json<Answer<Request>>> {
    actor.must(Action::SeeFloor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(view::request_view(&mut tx, id, actor.app.clock().now()).await?))
}

/// Changes who an account is for.
#[utoipa::path(put, path = "/client-requests/{id}", tag = "orders", params(("id" = i64, Path)), request_body = EditRequest, responses((status = 200, body = Answer<Request>)))]
async fn edit_request(actor: Actor, Path(id): Path<RequestId>, write: Write<EditRequest>) -> Result<Done> {
    actor.must(Action::TakeOrders)?;
    idempotent_write!(actor, write, |work, body| edit_request::edit_request(work, id, body).await)
}

/// Closes an account on which nothing is; one with lines is 409.
#[utoipa::path(delete, path = "/client-requests/{id}", tag = "orders", params(("id" = i64, Path)), responses((status = 200, body = Answer<Request>)))]
async fn delete_request(actor: Actor, Path(id): Path<RequestId>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::TakeOrders)?;
    idempotent_write!(actor, write, |work, _body| close_by_hand::delete_empty(work, id).await)
}

/// Closes an account by hand: an empty one freely, one with unpaid lines with PIN and reason, which dismisses them.
#[utoipa::path(put, path = "/client-requests/{id}/close", tag = "orders", params(("id" = i64, Path)), request_body = CloseAccount, responses((status = 200, body = Answer<Request>)))]
async fn close_request(actor: Actor, Path(id): Path<RequestId>, write: Write<CloseAccount>) -> Result<Done> {
    actor.must(Action::TakeOrders)?;
    let approval = close_by_hand::approve(&actor, id, &write.body).await?;
    idempotent_write!(actor, write, |work, body| {
        close_by_hand::close_by_hand(work, id, body, approval).await?;
        view::request_view(work.tx, id, work.now).await
    })
}

/// Moves all of an account on: left with the courier, delivered.
#[utoipa::path(post, path = "/client-requests/{id}/advance", tag = "orders", params(("id" = i64, Path)), request_body = AdvanceRequest, responses((status = 200, body = Answer<Request>)))]
async fn advance_request(actor: Actor, Path(id): Path<RequestId>, write: Write<AdvanceRequest>) -> Result<Done> {
    actor.must(Action::MarkDelivered)?;
    idempotent_write!(actor, write, |work, body| advance_request::advance_request(work, id, body).await)
}

/// An account with its lines and figures, by the account's id.
#[utoipa::path(get, path = "/orders/{id}", tag = "orders", params(("id" = i64, Path, description = "The client request's id")), responses((status = 200, body = Answer<Request>)))]
async fn get_order(actor: Actor, id: Path<RequestId>) -> Result<Json<Answer<Request>>> {
    get_request(actor, id).await
}
