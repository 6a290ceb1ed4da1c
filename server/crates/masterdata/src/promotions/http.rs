//! Calls of promotions.

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
    use_case::{Action, Actor, Done, not_permitted},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_promotions, create_promotion)).routes(routes!(
        get_promotion,
        update_promotion,
        delete_promotion
    ))
}

/// Who collects hands them out, who keeps the catalogue writes them.
fn must_see(actor: &Actor) -> Result<()> {
    if actor.may(Action::Collect) || actor.may(Action::EditCatalog) { Ok(()) } else { not_permitted().err() }
}

/// Promotions by name, in force or not.
#[utoipa::path(get, path = "/promotions", tag = "promotions", params(Paging), responses((status = 200, body = Rows<Promotion>)))]
async fn list_promotions(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<Promotion>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let count = store::count();
    paging.run(&mut tx, count, store::promotions().add("ORDER BY name, id")).await
}

/// A promotion.
#[utoipa::path(get, path = "/promotions/{id}", tag = "promotions", params(("id" = PromotionId, Path)), responses((status = 200, body = Answer<Promotion>)))]
async fn get_promotion(actor: Actor, Path(id): Path<PromotionId>) -> Result<Json<Answer<Promotion>>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(super::promotion(&mut tx, id).await?))
}

/// Adds a promotion.
#[utoipa::path(post, path = "/promotions", tag = "promotions", request_body = SavePromotion, responses((status = 200, body = Answer<Promotion>)))]
async fn create_promotion(actor: Actor, write: Write<SavePromotion>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| write::create(work, body).await)
}

/// Updates only the fields sent of a promotion.
#[utoipa::path(put, path = "/promotions/{id}", tag = "promotions", params(("id" = PromotionId, Path)), request_body = SavePromotion, responses((status = 200, body = Answer<Promotion>)))]
async fn update_promotion(actor: Actor, Path(id): Path<PromotionId>, write: Write<SavePromotion>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| write::update(work, id, body).await)
}

/// Removes a promotion; gives it back as it was.
#[utoipa::path(delete, path = "/promotions/{id}", tag = "promotions", params(("id" = PromotionId, Path)), responses((status = 200, body = Answer<Promotion>)))]
async fn delete_promotion(actor: Actor, Path(id): Path<PromotionId>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| write::delete(work, id).await)
}
