//! HTTP handlers of promotions.

use super::{
    model::Promotion,
    store,
    write::{self, SavePromotion},
};
use axum::{Json, extract::Path};
use comanda_base::{
    error::Result,
    ids::PromotionId,
    listing::{Paging, Rows},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer, not_permitted_refusal},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of promotions.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_promotions, create_promotion)).routes(routes!(
        get_promotion,
        update_promotion,
        delete_promotion
    ))
}

/// Refuses with 403 unless the actor may collect, and so hands promotions out, or edit the catalogue.
fn require_promotion_read(actor: &Actor) -> Result<()> {
    if actor.can_without_pin(Action::Collect) || actor.can_without_pin(Action::EditCatalog) {
        Ok(())
    } else {
        not_permitted_refusal().err()
    }
}

/// Promotions by name, valid or not.
#[utoipa::path(get, path = "/promotions", tag = "promotions", params(Paging), responses((status = 200, body = Rows<Promotion>)))]
async fn list_promotions(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<Promotion>> {
    require_promotion_read(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let count = store::select_count();
    paging.load_page(&mut tx, count, store::select_promotions().add("ORDER BY name, id")).await
}

/// A promotion.
#[utoipa::path(get, path = "/promotions/{id}", tag = "promotions", params(("id" = PromotionId, Path)), responses((status = 200, body = Answer<Promotion>)))]
async fn get_promotion(actor: Actor, Path(id): Path<PromotionId>) -> Result<Json<Answer<Promotion>>> {
    require_promotion_read(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(super::load_promotion(&mut tx, id).await?))
}

/// Adds a promotion.
#[utoipa::path(post, path = "/promotions", tag = "promotions", request_body = SavePromotion, responses((status = 200, body = Answer<Promotion>)))]
async fn create_promotion(actor: Actor, write: Write<SavePromotion>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| write::create_promotion(work, body).await)
}

/// Updates only the fields sent of a promotion.
#[utoipa::path(put, path = "/promotions/{id}", tag = "promotions", params(("id" = PromotionId, Path)), request_body = SavePromotion, responses((status = 200, body = Answer<Promotion>)))]
async fn update_promotion(
    actor: Actor,
    Path(id): Path<PromotionId>,
    write: Write<SavePromotion>,
) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| write::update_promotion(work, id, body).await)
}

/// Deletes a promotion and returns it as it was.
#[utoipa::path(delete, path = "/promotions/{id}", tag = "promotions", params(("id" = PromotionId, Path)), responses((status = 200, body = Answer<Promotion>)))]
async fn delete_promotion(actor: Actor, Path(id): Path<PromotionId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| write::delete_promotion(work, id).await)
}
