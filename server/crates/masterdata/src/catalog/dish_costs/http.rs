//! Calls of what dishes cost.

use super::{ComparedWith, DishCosts, since};
use axum::Json;
use comanda_base::{error::Result, listing::Paging};
use comanda_platform::http::Query;
use comanda_platform::{
    state::App,
    use_case::{Action, Actor},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub(in crate::catalog) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_dish_costs))
}

/// What active dishes cost now and cost then, what they leave and should leave. `filters` know `state` (ROSE, BELOW_TARGET, UNKNOWN) and
/// `category_id`; sorted by `change`, `change_percent`, `food_cost`, `sale_amount`, `margin_percent`, `name`.
#[utoipa::path(get, path = "/dish-costs", tag = "catalog", params(Paging, ComparedWith), responses((status = 200, body = DishCosts)))]
async fn list_dish_costs(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(with): Query<ComparedWith>,
) -> Result<Json<DishCosts>> {
    actor.must(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let costs = since(&mut tx, &paging, with, actor.app.clock().now()).await?;
    if costs.totals.pending > 0 {
        actor.app.valuer().wake(&actor.company.slug);
    }
    Ok(Json(costs))
}
