//! HTTP route that fires a course.

use super::fire::{FireCourse, fire_course};
use crate::orders::ordering::send_order::OrderSent;
use axum::extract::Path;
use comanda_base::{error::Result, ids::RequestId};
use comanda_platform::{
    http::{Answer, Write},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::orders) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(fire))
}

/// Fires a course: everything of it that waits is sent to the kitchen as one command. 409 `not_sendable` where nothing of it waits.
#[utoipa::path(post, path = "/client-requests/{id}/fire", tag = "orders", params(("id" = RequestId, Path)), request_body = FireCourse, responses((status = 200, body = Answer<OrderSent>)))]
async fn fire(actor: Actor, Path(id): Path<RequestId>, write: Write<FireCourse>) -> Result<WriteAnswer> {
    actor.require(Action::MarkDelivered)?;
    idempotent_write!(actor, write, |work, body| fire_course(work, id, *body).await)
}
