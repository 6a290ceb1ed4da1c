//! HTTP routes of accounts.

use crate::orders::{
    account::{
        advance_request::{self, AdvanceRequest},
        close_by_hand::{self, CloseAccount},
        edit_request::{self, EditRequest},
        open_request::{self, OpenRequest},
        view,
    },
    lists::summary::{self, RequestListFilter, RequestSummary},
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
    use_case::{Action, Actor, WriteAnswer},
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
async fn open_request(actor: Actor, write: Write<OpenRequest>) -> Result<WriteAnswer> {
    actor.require(Action::TakeOrders)?;
    idempotent_write!(actor, write, |work, body| open_request::open_request(work, body).await)
}

/// The parameters of a list of accounts.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RequestListQuery {
    /// The kind: TABLE, ORDER or DELIVERY; absent: all.
    r#type: Option<RequestKind>,
    /// Whether only open accounts are listed.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    open: Flag,
    /// Business days, from and to.
    date_from: Option<NaiveDate>,
    date_to: Option<NaiveDate>,
}

/// Lists accounts by page, the newest first; `term` searches name, phone, document and number. `filters` accepts `type`, `status`,
/// `attendant_id`, `table_id` and `is_paid`.
#[utoipa::path(get, path = "/client-requests", tag = "orders", params(Paging, RequestListQuery), responses((status = 200, body = Rows<RequestSummary>)))]
async fn list_requests(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(which): Query<RequestListQuery>,
) -> Result<Rows<RequestSummary>> {
    actor.require(Action::SeeFloor)?;
    let wanted = RequestListFilter {
        kind: which.r#type,
        open: which.open.0,
        date_from: which.date_from,
        date_to: which.date_to,
    };
    let mut tx = actor.company.db.read().await?;
    summary::list_summary_page(&mut tx, &wanted, &paging, actor.app.clock().now()).await
}

/// An account with its lines and figures.
#[utoipa::path(get, path = "/client-requests/{id}", tag = "orders", params(("id" = i64, Path)), responses((status = 200, body = Answer<Request>)))]
async fn get_request(actor: Actor, Path(id): Path<RequestId>) -> Result<Json<Answer<Request>>> {
    actor.require(Action::SeeFloor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(view::load_request_view(&mut tx, id, actor.app.clock().now()).await?))
}

/// Changes the data of an account or a reservation.
#[utoipa::path(put, path = "/client-requests/{id}", tag = "orders", params(("id" = i64, Path)), request_body = EditRequest, responses((status = 200, body = Answer<Request>)))]
async fn edit_request(actor: Actor, Path(id): Path<RequestId>, write: Write<EditRequest>) -> Result<WriteAnswer> {
    actor.require(Action::TakeOrders)?;
    idempotent_write!(actor, write, |work, body| edit_request::edit_request(work, id, body).await)
}

/// Closes an account without lines; one with lines is 409.
#[utoipa::path(delete, path = "/client-requests/{id}", tag = "orders", params(("id" = i64, Path)), responses((status = 200, body = Answer<Request>)))]
async fn delete_request(actor: Actor, Path(id): Path<RequestId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::TakeOrders)?;
    idempotent_write!(actor, write, |work, _body| close_by_hand::close_empty_account(work, id).await)
}

/// Closes an account by hand: an empty one freely, one with unpaid lines with PIN and reason, which dismisses them.
#[utoipa::path(put, path = "/client-requests/{id}/close", tag = "orders", params(("id" = i64, Path)), request_body = CloseAccount, responses((status = 200, body = Answer<Request>)))]
async fn close_request(actor: Actor, Path(id): Path<RequestId>, write: Write<CloseAccount>) -> Result<WriteAnswer> {
    actor.require(Action::TakeOrders)?;
    let approval = close_by_hand::approve_close(&actor, id, &write.body).await?;
    idempotent_write!(actor, write, |work, body| {
        close_by_hand::close_account_by_hand(work, id, body, approval).await?;
        view::load_request_view(work.tx, id, work.now).await
    })
}

/// Moves a whole account on: handed to the courier, or delivered.
#[utoipa::path(post, path = "/client-requests/{id}/advance", tag = "orders", params(("id" = i64, Path)), request_body = AdvanceRequest, responses((status = 200, body = Answer<Request>)))]
async fn advance_request(actor: Actor, Path(id): Path<RequestId>, write: Write<AdvanceRequest>) -> Result<WriteAnswer> {
    actor.require(Action::MarkDelivered)?;
    idempotent_write!(actor, write, |work, body| advance_request::advance_request(work, id, body).await)
}

/// An account with its lines and figures, by the account's id.
#[utoipa::path(get, path = "/orders/{id}", tag = "orders", params(("id" = i64, Path, description = "The client request's id")), responses((status = 200, body = Answer<Request>)))]
async fn get_order(actor: Actor, id: Path<RequestId>) -> Result<Json<Answer<Request>>> {
    get_request(actor, id).await
}
