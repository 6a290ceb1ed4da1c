//! HTTP routes of discounts and charges.

use super::{
    change,
    model::{AddAdjustments, Adjustments, AdjustmentsChanged, AdjustmentsPreview, RemoveAdjustment, SwitchAdjustment},
    read,
};
use crate::orders::store::{self, ChargeType};
use axum::{Json, extract::Path};
use comanda_base::{
    error::{Result, invalid},
    ids::{AdjustmentId, RequestId},
    listing::Rows,
};
use comanda_platform::{
    http::{Answer, Write, ok, rows},
    idempotent_write,
    people::pin::{self, Approval, PinGiven},
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(add_adjustments))
        .routes(routes!(preview_adjustments))
        .routes(routes!(switch_adjustment, remove_adjustment))
        .routes(routes!(list_adjustments))
        .routes(routes!(list_charge_types))
}

/// Checks a given PIN before the write, in a transaction of its own; whether one is needed is only known in the write.
pub(in crate::orders) async fn check_given_pin(actor: &Actor, entered_pin: &PinGiven) -> Result<Option<Approval>> {
    actor.require(Action::TakeOrders)?;
    if !entered_pin.is_given() {
        return Ok(None);
    }
    Ok(Some(pin::verify_pin(actor, Action::LargeDiscount, entered_pin).await?))
}

fn check_not_empty(body: &AddAdjustments) -> Result<()> {
    if body.discounts.is_empty() && body.charges.is_empty() {
        return invalid("discounts", "Elige un descuento o un cargo.").err();
    }
    Ok(())
}

/// Adds discounts and charges to an account; existing ones stay.
#[utoipa::path(post, path = "/billing-adjustment", tag = "orders", request_body = AddAdjustments, responses((status = 200, body = Answer<AdjustmentsChanged>)))]
async fn add_adjustments(actor: Actor, write: Write<AddAdjustments>) -> Result<WriteAnswer> {
    check_not_empty(&write.body)?;
    let approval = check_given_pin(&actor, &write.body.pin).await?;
    idempotent_write!(actor, write, |work, body| change::add_adjustments(work, body, approval).await)
}

/// Previews the account, and whether a PIN will be needed; changes nothing.
#[utoipa::path(post, path = "/billing-adjustment/preview", tag = "orders", request_body = AddAdjustments, responses((status = 200, body = Answer<AdjustmentsPreview>)))]
async fn preview_adjustments(actor: Actor, write: Write<AddAdjustments>) -> Result<Json<Answer<AdjustmentsPreview>>> {
    actor.require(Action::TakeOrders)?;
    check_not_empty(&write.body)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(change::preview_adjustments(&mut tx, &actor, &write.body).await?))
}

/// Switches a discount or charge on or off. Switching a charge off counts as a discount of its size.
#[utoipa::path(patch, path = "/billing-adjustment/{id}", tag = "orders", params(("id" = i64, Path)), request_body = SwitchAdjustment, responses((status = 200, body = Answer<AdjustmentsChanged>)))]
async fn switch_adjustment(
    actor: Actor,
    Path(id): Path<AdjustmentId>,
    write: Write<SwitchAdjustment>,
) -> Result<WriteAnswer> {
    let approval = check_given_pin(&actor, &write.body.pin).await?;
    idempotent_write!(actor, write, |work, body| change::switch_adjustment(work, id, body.enabled, approval).await)
}

/// Removes a discount or charge. Removing a charge counts as a discount of its size.
#[utoipa::path(delete, path = "/billing-adjustment/{id}", tag = "orders", params(("id" = i64, Path)), request_body = RemoveAdjustment, responses((status = 200, body = Answer<AdjustmentsChanged>)))]
async fn remove_adjustment(
    actor: Actor,
    Path(id): Path<AdjustmentId>,
    write: Write<RemoveAdjustment>,
) -> Result<WriteAnswer> {
    let approval = check_given_pin(&actor, &write.body.pin).await?;
    idempotent_write!(actor, write, |work, _body| change::remove_adjustment(work, id, approval).await)
}

/// Lists all discounts and charges of an account, enabled or not.
#[utoipa::path(get, path = "/adjustments-by-request-id/{id}", tag = "orders", params(("id" = i64, Path, description = "The client request's id")), responses((status = 200, body = Answer<Adjustments>)))]
async fn list_adjustments(actor: Actor, Path(id): Path<RequestId>) -> Result<Json<Answer<Adjustments>>> {
    actor.require(Action::SeeFloor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(read::load_adjustments(&mut tx, id, actor.app.clock().now()).await?))
}

/// Lists the kinds of charges.
#[utoipa::path(get, path = "/additional-charge-types", tag = "orders", responses((status = 200, body = Rows<ChargeType>)))]
async fn list_charge_types(actor: Actor) -> Result<Rows<ChargeType>> {
    actor.require(Action::SeeFloor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(rows(store::list_charge_types(&mut tx).await?))
}
