//! HTTP handlers of units of measure and supplies. Those that delete are in `removal`.

use super::{
    save_supply::{self, SaveSupply},
    supplies::{self, Supply},
    units::{self, Measurement, SaveUnit, Unit},
    used_in,
};
use axum::{Json, extract::Path};
use comanda_base::{
    db::Sql,
    error::{Code, Result, not_found, refuse},
    ids::{CategoryId, MeasurementId, SupplyId},
    listing::{Flag, Paging, Rows, SortKey, short_list},
    search::contains_pattern,
};
use comanda_platform::{
    http::{Answer, Query, Write, ok, rows},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The keys by which supplies can be sorted.
const COLUMNS: [(&str, &str); 7] = [
    ("name", "s.search_key"),
    ("cost_amount", "s.cost_amount"),
    ("unit_cost", supplies::BY_UNIT_COST),
    ("stock", "COALESCE(i.on_hand, 0)"),
    ("min_stock", "s.min_stock"),
    ("category", "(SELECT c.name FROM categories c WHERE c.id = s.category_id)"),
    ("status", "s.status"),
];

/// Returns the routes of the stock.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(super::kardex_http::routes())
        .routes(routes!(list_measurements, create_measurement))
        .routes(routes!(get_measurement, update_measurement))
        .routes(routes!(list_related_measurements))
        .routes(routes!(list_supplies, create_supply))
        .routes(routes!(get_supply, update_supply))
        .routes(routes!(list_supplies_by_page))
        .routes(routes!(list_supplies_by_category))
}

/// Units of measure, each base unit with the units derived from it; all of them unless a page is asked for. `filters` accept `status`.
#[utoipa::path(get, path = "/measurements", tag = "stock", params(Paging), responses((status = 200, body = Rows<Measurement>)))]
async fn list_measurements(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<Measurement>> {
    actor.require(Action::RecordWaste)?;
    let states = paging.parse_filters()?.texts("status");
    let mut tx = actor.company.db.read().await?;
    let mut units = units::with_children(units::list_units(&mut tx).await?);
    units.retain(|m| states.as_ref().is_none_or(|states| states.iter().any(|s| s == m.unit.status.as_str())));
    let columns: [(&str, SortKey<Measurement>); 3] = [
        ("name", |m| m.unit.name.clone()),
        ("symbol", |m| m.unit.symbol.clone()),
        ("status", |m| m.unit.status.to_string()),
    ];
    short_list(units, &paging, |m| format!("{} {}", m.unit.name, m.unit.symbol), &columns)
}

/// Adds a unit of measure.
#[utoipa::path(post, path = "/measurements", tag = "stock", request_body = SaveUnit, responses((status = 200, body = Answer<Unit>)))]
async fn create_measurement(actor: Actor, write: Write<SaveUnit>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| units::create(work, body).await)
}

/// One unit of measure.
#[utoipa::path(get, path = "/measurements/{id}", tag = "stock", params(("id" = MeasurementId, Path)), responses((status = 200, body = Answer<Unit>)))]
async fn get_measurement(actor: Actor, Path(id): Path<MeasurementId>) -> Result<Json<Answer<Unit>>> {
    actor.require(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(units::unit(&mut tx, id).await?))
}

/// The units that can replace this one: all of the same magnitude, including itself.
#[utoipa::path(get, path = "/measurements/{id}/related", tag = "stock", params(("id" = MeasurementId, Path)), responses((status = 200, body = Rows<Unit>)))]
async fn list_related_measurements(actor: Actor, Path(id): Path<MeasurementId>) -> Result<Rows<Unit>> {
    actor.require(Action::RecordWaste)?;
    let mut tx = actor.company.db.read().await?;
    let units = units::list_units(&mut tx).await?;
    let base = units.iter().find(|u| u.id == id).map(Unit::base).ok_or_else(|| not_found("la unidad de medida"))?;
    Ok(rows(units.into_iter().filter(|u| u.base() == base).collect()))
}

/// All supplies, by page; `term` searches names.
#[utoipa::path(get, path = "/supplies", tag = "stock", params(Paging), responses((status = 200, body = Rows<Supply>)))]
async fn list_supplies(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<Supply>> {
    actor.require(Action::RecordWaste)?;
    list_page(&actor, &paging, SupplyListQuery::default()).await
}

/// Adds a supply.
#[utoipa::path(post, path = "/supplies", tag = "stock", request_body = SaveSupply, responses((status = 200, body = Answer<Supply>)))]
async fn create_supply(actor: Actor, write: Write<SaveSupply>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| save_supply::create(work, body).await)
}

/// One supply.
#[utoipa::path(get, path = "/supplies/{id}", tag = "stock", params(("id" = SupplyId, Path)), responses((status = 200, body = Answer<Supply>)))]
async fn get_supply(actor: Actor, Path(id): Path<SupplyId>) -> Result<Json<Answer<Supply>>> {
    actor.require(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(supplies::load_supply(&mut tx, id).await?))
}

/// The filter of a list of supplies; `filters` may say the same.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct SupplyListQuery {
    /// Only supplies below their minimum.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    below_min_stock: Flag,
    /// Only supplies whose stock is counted.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    has_stocks: Flag,
}

/// Supplies by page, optionally only those that are counted or below their minimum.
#[utoipa::path(get, path = "/supplies-paginate-list", tag = "stock", params(Paging, SupplyListQuery), responses((status = 200, body = Rows<Supply>)))]
async fn list_supplies_by_page(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(narrow): Query<SupplyListQuery>,
) -> Result<Rows<Supply>> {
    actor.require(Action::EditCatalog)?;
    list_page(&actor, &paging, narrow).await
}

/// The active supplies of a category.
#[utoipa::path(get, path = "/supplies-by-category/{id}", tag = "stock", params(("id" = CategoryId, Path)), responses((status = 200, body = Rows<Supply>)))]
async fn list_supplies_by_category(actor: Actor, Path(id): Path<CategoryId>) -> Result<Rows<Supply>> {
    actor.require(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let list = supplies::select_supplies()
        .with("AND s.status = 'ACTIVE' AND s.category_id = ?", id)
        .add("ORDER BY s.search_key, s.id LIMIT 10000");
    Ok(rows(supplies::load_supplies(&mut tx, list).await?))
}

async fn list_page(actor: &Actor, paging: &Paging, narrow: SupplyListQuery) -> Result<Rows<Supply>> {
    let pattern = paging.term.as_deref().map(contains_pattern);
    let filters = paging.parse_filters()?;
    let (states, categories) = (filters.texts("status"), filters.ids("category_id")?);
    let found = |sql: Sql| {
        let mut sql = sql.when("AND s.search_key LIKE ? ESCAPE '!'", pattern.clone());
        for (wanted, condition) in [
            (narrow.has_stocks.0 || filters.is_set("has_stocks"), "AND s.has_stock"),
            (
                narrow.below_min_stock.0 || filters.is_set("below_min_stock"),
                "AND s.has_stock AND COALESCE(i.on_hand, 0) < s.min_stock",
            ),
        ] {
            if wanted {
                sql = sql.add(condition);
            }
        }
        if let Some(states) = states.clone() {
            sql = sql.list("AND s.status IN (?)", states);
        }
        if let Some(categories) = categories.clone() {
            sql = sql.list("AND s.category_id IN (?)", categories);
        }
        sql
    };
    if !actor.can_without_pin(Action::EditCatalog) {
        refuse_hidden_figures(paging, narrow.below_min_stock.0 || filters.is_set("below_min_stock"))?;
    }
    let mut tx = actor.company.db.read().await?;
    let total_rows: i64 = tx.query(found(supplies::select_supply_count())).scalar().await?;
    let (limit, offset) = paging.window(total_rows)?;
    let list = paging.add_order_by(found(supplies::select_supplies()), &COLUMNS, "s.id")?;
    let mut rows = supplies::load_supplies(&mut tx, list.with("LIMIT ?", limit).with("OFFSET ?", offset)).await?;
    if !actor.can_without_pin(Action::EditCatalog) {
        rows = rows.into_iter().map(Supply::for_the_kitchen).collect();
    }
    Ok(Rows::page(rows, total_rows, limit))
}

/// Refuses an order or a filter by figures that the user may not see, because the result would show them.
fn refuse_hidden_figures(paging: &Paging, below_min_stock: bool) -> Result<()> {
    let text = "Con tu usuario no se ve cuánto hay ni cuánto cuesta: elige otro orden, por nombre o categoría.";
    if below_min_stock {
        return refuse(Code::NotPermitted, text).at("below_min_stock", text).err();
    }
    let sort_key = paging.sort.as_deref().unwrap_or_default().trim_start_matches('-');
    if matches!(sort_key, "stock" | "cost_amount" | "unit_cost") {
        return refuse(Code::NotPermitted, text).at("sort", text).err();
    }
    Ok(())
}

/// Updates only the fields sent of a supply; a unit of another magnitude while recipes use the supply is 409 `in_use`.
#[utoipa::path(put, path = "/supplies/{id}", tag = "stock", params(("id" = SupplyId, Path)), request_body = SaveSupply, responses((status = 200, body = Answer<Supply>)))]
async fn update_supply(actor: Actor, Path(id): Path<SupplyId>, write: Write<SaveSupply>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| save_supply::change(work, id, body).await)
}

/// Updates only the fields sent of a unit; another equivalence while supplies or recipes use the unit is 409 `in_use`.
#[utoipa::path(put, path = "/measurements/{id}", tag = "stock", params(("id" = MeasurementId, Path)), request_body = SaveUnit, responses((status = 200, body = Answer<Unit>)))]
async fn update_measurement(
    actor: Actor,
    Path(id): Path<MeasurementId>,
    write: Write<SaveUnit>,
) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| {
        if units::changes_equivalence(work.tx, id, body).await? {
            let supplies = units::supply_names_in(work.tx, id).await?;
            if let Some(used) = used_in::recipe_names_in(work.tx, id).await?.or(supplies) {
                let text =
                    format!("Hay cantidades escritas en esta unidad: {used}. Crea otra unidad con el valor nuevo.");
                return refuse(Code::InUse, text).at("equivalence", "No se cambia mientras se use.").err();
            }
        }
        units::update(work, id, body).await
    })
}
