//! HTTP handlers of the costs of dishes.

use super::{ComparedWith, DishCosts, load_page};
use axum::Json;
use comanda_base::{error::Result, listing::Paging};
use comanda_platform::http::Query;
use comanda_platform::{
    state::App,
    use_case::{Action, Actor},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of dish costs.
pub(in crate::catalog) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_dish_costs))
}

/// The costs of active dishes now and on an earlier day, their margins and target margins. `filters` accept `state` (ROSE, BELOW_TARGET,
/// UNKNOWN) and `category_id`; sorted by `change`, `change_percent`, `food_cost`, `sale_amount`, `margin_percent`, `name`.
#[utoipa::path(get, path = "/dish-costs", tag = "catalog", params(Paging, ComparedWith), responses((status = 200, body = DishCosts)))]
async fn list_dish_costs(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(comparison): Query<ComparedWith>,
) -> Result<Json<DishCosts>> {
    actor.require(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let costs = load_page(&mut tx, &paging, comparison, actor.app.clock().now()).await?;
    if costs.totals.pending > 0 {
        actor.app.stock_valuer_wake().wake(&actor.company.slug);
    }
    Ok(Json(costs))
}
