//! HTTP routes of lines.

use crate::orders::{
    adjustments,
    dismissal::dismiss::{self, Dismiss},
    model::{Line, LineStatus, Request},
    ordering::{
        edit_line::{self, EditLine},
        list_lines,
        send_order::{self, OrderSent, SendOrder},
    },
    preparation::advance::{self, StatusStep},
};
use axum::extract::Path;
use comanda_base::{
    error::{Result, invalid, not_found},
    ids::{ComponentId, LineId, RequestId},
    listing::{Paging, Rows},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write},
    idempotent_write,
    people::pin,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_lines, send_order))
        .routes(routes!(edit_line, delete_line))
        .routes(routes!(dismiss_lines))
        .routes(routes!(set_line_status))
}

/// Adds lines, with the server's prices, and sends them unless `send` is false.
#[utoipa::path(post, path = "/orders", tag = "orders", request_body = SendOrder, responses((status = 200, body = Answer<OrderSent>)))]
async fn send_order(actor: Actor, write: Write<SendOrder>) -> Result<WriteAnswer> {
    let allowed = adjustments::check_given_pin(&actor, &write.body.pin).await?;
    idempotent_write!(actor, write, |work, body| send_order::send_order(work, body, allowed).await)
}

/// The account whose lines are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct LineListQuery {
    client_request_id: Option<RequestId>,
}

/// Lists lines: those of an account all at once, in its order, unless a page is requested; those of all accounts by page, the newest first.
/// `filters` accepts `status`, `product_id` and `client_request_id`; `term` searches names.
#[utoipa::path(get, path = "/orders", tag = "orders", params(Paging, LineListQuery), responses((status = 200, body = Rows<Line>)))]
async fn list_lines(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(query): Query<LineListQuery>,
) -> Result<Rows<Line>> {
    actor.require(Action::SeeFloor)?;
    let mut tx = actor.company.db.read().await?;
    list_lines::list_line_page(&mut tx, query.client_request_id, &paging).await
}

/// Changes an unsent line.
#[utoipa::path(put, path = "/orders/{id}", tag = "orders", params(("id" = i64, Path, description = "The line's id")), request_body = EditLine, responses((status = 200, body = Answer<Line>)))]
async fn edit_line(actor: Actor, Path(id): Path<LineId>, write: Write<EditLine>) -> Result<WriteAnswer> {
    actor.require(Action::TakeOrders)?;
    idempotent_write!(actor, write, |work, body| edit_line::edit_line(work, id, body).await)
}

/// The version that the change is based on.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct VersionQuery {
    /// The version; empty and absent are the same.
    version: Option<String>,
}

impl VersionQuery {
    fn version(&self) -> Result<Option<i64>> {
        let version_text = self.version.as_deref().map(str::trim).filter(|v| !v.is_empty());
        version_text.map(|v| v.parse().map_err(|_| invalid("version", "Debe ser un número.").into())).transpose()
    }
}

/// Removes an unsent line; returns the account.
#[utoipa::path(delete, path = "/orders/{id}", tag = "orders", params(("id" = i64, Path, description = "The line's id"), VersionQuery), responses((status = 200, body = Answer<Request>)))]
async fn delete_line(
    actor: Actor,
    Path(id): Path<LineId>,
    Query(query): Query<VersionQuery>,
    write: Write<Empty>,
) -> Result<WriteAnswer> {
    actor.require(Action::TakeOrders)?;
    let version = query.version()?;
    idempotent_write!(actor, write, |work, _body| edit_line::delete_line(work, id, version).await)
}

/// Dismisses lines, or parts of them, with PIN and reason.
#[utoipa::path(put, path = "/orders/{id}/dismiss", tag = "orders", params(("id" = i64, Path, description = "The client request's id")), request_body = Dismiss, responses((status = 200, body = Answer<Request>)))]
async fn dismiss_lines(actor: Actor, Path(id): Path<RequestId>, write: Write<Dismiss>) -> Result<WriteAnswer> {
    let approval = pin::approve_action(&actor, Action::DismissSent, &write.body.pin).await?;
    idempotent_write!(actor, write, |work, body| dismiss::dismiss_lines(work, id, body, approval).await)
}

/// Body of `PATCH /update-status-order/{line}/status`.
#[derive(Debug, Deserialize, ToSchema)]
struct SetStatus {
    status: LineStatus,
    /// One dish of a combo; absent: the whole line.
    component_id: Option<ComponentId>,
    version: Option<i64>,
}

/// Moves a line one step forward, or back within ten minutes.
#[utoipa::path(patch, path = "/update-status-order/{id}/status", tag = "orders", params(("id" = i64, Path, description = "The line's id")), request_body = SetStatus, responses((status = 200, body = Answer<Line>)))]
async fn set_line_status(actor: Actor, Path(line): Path<LineId>, write: Write<SetStatus>) -> Result<WriteAnswer> {
    actor.require(Action::MarkDelivered)?;
    idempotent_write!(actor, write, |work, body| {
        let step = StatusStep { line, component: body.component_id, status: body.status, version: body.version };
        let moved = advance::advance_lines(work, &[step]).await?;
        moved.into_iter().next().ok_or_else(|| comanda_base::error::Error::from(not_found("el pedido")))
    })
}
