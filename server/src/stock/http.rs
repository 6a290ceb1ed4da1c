//! Calls of the store room: reading units of measure and supplies.

use super::supplies::{self, Measurement, Supply, Unit};
use crate::{
    app::App,
    db::Sql,
    error::{Result, not_found},
    http::{
        Action, Actor, Answer, Rows, ok,
        paging::{Flag, Paging, contains, pages},
        rows,
    },
    ids::{CategoryId, MeasurementId, SupplyId},
};
use axum::{
    Json,
    extract::{Path, Query},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

const ORDER: &str = "ORDER BY s.name, s.id";

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_measurements))
        .routes(routes!(list_related_measurements))
        .routes(routes!(list_supplies))
        .routes(routes!(get_supply))
        .routes(routes!(list_supplies_by_page))
        .routes(routes!(list_supplies_by_category))
}

/// Units of measure, each base unit with those measured by it.
#[utoipa::path(get, path = "/measurements", tag = "stock", responses((status = 200, body = Rows<Measurement>)))]
async fn list_measurements(actor: Actor) -> Result<Json<Rows<Measurement>>> {
    actor.must(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    Ok(rows(supplies::with_children(supplies::units(&mut tx).await?)))
}

/// The units that can stand for this one: all of the same magnitude, itself too.
#[utoipa::path(get, path = "/measurements/{id}/related", tag = "stock", params(("id" = MeasurementId, Path)), responses((status = 200, body = Rows<Unit>)))]
async fn list_related_measurements(actor: Actor, Path(id): Path<MeasurementId>) -> Result<Json<Rows<Unit>>> {
    actor.must(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let units = supplies::units(&mut tx).await?;
    let base = |unit: &Unit| unit.magnitude_id.unwrap_or(unit.id);
    let of = units.iter().find(|u| u.id == id).map(base).ok_or_else(|| not_found("la unidad de medida"))?;
    Ok(rows(units.into_iter().filter(|u| base(u) == of).collect()))
}

/// All supplies, by page; `term` searches names.
#[utoipa::path(get, path = "/supplies", tag = "stock", params(Paging), responses((status = 200, body = Rows<Supply>)))]
async fn list_supplies(actor: Actor, Query(paging): Query<Paging>) -> Result<Json<Rows<Supply>>> {
    page(&actor, &paging, |sql| sql).await
}

/// One supply.
#[utoipa::path(get, path = "/supplies/{id}", tag = "stock", params(("id" = SupplyId, Path)), responses((status = 200, body = Answer<Supply>)))]
async fn get_supply(actor: Actor, Path(id): Path<SupplyId>) -> Result<Json<Answer<Supply>>> {
    actor.must(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let found = supplies::read(&mut tx, supplies::supplies().with("AND s.id = ?", id)).await?;
    Ok(ok(found.into_iter().next().ok_or_else(|| not_found("el insumo"))?))
}

/// Which supplies are wanted.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Narrow {
    /// Only those of which there is less than the minimum.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    below_min_stock: Flag,
    /// Only those that are counted.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    has_stocks: Flag,
}

/// Supplies by page, narrowed to what is counted or short.
#[utoipa::path(get, path = "/supplies-paginate-list", tag = "stock", params(Paging, Narrow), responses((status = 200, body = Rows<Supply>)))]
async fn list_supplies_by_page(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(narrow): Query<Narrow>,
) -> Result<Json<Rows<Supply>>> {
    page(&actor, &paging, |mut sql| {
        for (wanted, condition) in [
            (narrow.has_stocks, "AND s.has_stock"),
            (narrow.below_min_stock, "AND s.has_stock AND COALESCE(i.on_hand, 0) < s.min_stock"),
        ] {
            if wanted.0 {
                sql = sql.add(condition);
            }
        }
        sql
    })
    .await
}

/// The active supplies of a category.
#[utoipa::path(get, path = "/supplies-by-category/{id}", tag = "stock", params(("id" = CategoryId, Path)), responses((status = 200, body = Rows<Supply>)))]
async fn list_supplies_by_category(actor: Actor, Path(id): Path<CategoryId>) -> Result<Json<Rows<Supply>>> {
    actor.must(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let list =
        supplies::supplies().with("AND s.status = 'ACTIVE' AND s.category_id = ?", id).add(ORDER).add("LIMIT 10000");
    Ok(rows(supplies::read(&mut tx, list).await?))
}

async fn page(actor: &Actor, paging: &Paging, narrow: impl Fn(Sql) -> Sql) -> Result<Json<Rows<Supply>>> {
    actor.must(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let pattern = paging.term.as_deref().map(contains);
    let found = |sql: Sql| narrow(sql.when("AND s.search_key LIKE ? ESCAPE '!'", pattern.clone()));
    let total_rows: i64 = tx.query(found(supplies::count_of_supplies())).scalar().await?;
    let (limit, offset) = paging.window(total_rows)?;
    let list = found(supplies::supplies()).add(ORDER).with("LIMIT ?", limit).with("OFFSET ?", offset);
    let rows = supplies::read(&mut tx, list).await?;
    Ok(Json(Rows { success: true, rows, total_rows, total_pages: pages(total_rows, limit) }))
}
