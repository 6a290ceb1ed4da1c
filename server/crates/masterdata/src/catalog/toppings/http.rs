//! HTTP handlers of toppings.

use super::{
    model::{SaveTopping, ToppingView},
    save, store,
};
use crate::catalog::{
    http::require_catalog_read,
    sold_out::{self, SoldOut, SoldOutNow},
};
use axum::{Json, extract::Path};
use chrono::NaiveDate;
use comanda_base::{
    db::{Sql, Tx},
    error::{Result, not_found},
    ids::{CategoryId, ToppingId},
    listing::{Paging, Rows},
    search::contains_pattern,
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok, rows},
    idempotent_write,
    settings::Settings,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The keys by which toppings can be sorted.
const COLUMNS: [(&str, &str); 4] =
    [("name", "t.search_key"), ("sale_amount", "t.sale_amount"), ("category", "category"), ("status", "t.status")];

/// Returns the routes of toppings.
pub(in crate::catalog) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_toppings, create_topping))
        .routes(routes!(get_topping, update_topping, delete_topping))
        .routes(routes!(set_topping_sold_out))
        .routes(routes!(list_toppings_by_category))
}

async fn begin_read(actor: &Actor) -> Result<(Tx, NaiveDate)> {
    require_catalog_read(actor)?;
    let mut tx = actor.company.db.read().await?;
    let settings = Settings::load(&mut tx).await?;
    Ok((tx, settings.business_day(actor.app.clock().now())))
}

/// Toppings by page; `term` searches names, `filters` accept `status`, `category_id`, `has_recipe` and `supply_id`.
#[utoipa::path(get, path = "/toppings", tag = "catalog", params(Paging), responses((status = 200, body = Rows<ToppingView>)))]
async fn list_toppings(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<ToppingView>> {
    let (mut tx, today) = begin_read(&actor).await?;
    let pattern = paging.term.as_deref().map(contains_pattern);
    let filters = paging.parse_filters()?;
    let (states, categories, supplies) =
        (filters.column_texts("status"), filters.column_ids("category_id")?, filters.column_ids("supply_id")?);
    let narrowed = |sql: Sql| {
        let mut sql = sql.when("AND t.search_key LIKE ? ESCAPE '!'", pattern.clone());
        if let Some(states) = states.clone() {
            sql = sql.list("AND t.status IN (?)", states);
        }
        if let Some(categories) = categories.clone() {
            sql = sql.list("AND t.category_id IN (?)", categories);
        }
        if let Some(supplies) = supplies.clone() {
            let condition = "AND (t.supply_id IN (?) OR t.id IN (SELECT r.topping_id FROM topping_supplies r WHERE r.supply_id IN (?)))";
            sql = sql.list(condition, supplies);
        }
        if filters.is_set("has_recipe") { sql.add("AND t.has_recipe") } else { sql }
    };
    let total_rows: i64 = tx.query(narrowed(store::select_count())).scalar().await?;
    let (limit, offset) = paging.page_limits(total_rows)?;
    let list = paging.add_order_by(narrowed(store::select_toppings()), &COLUMNS, "t.id")?;
    let with_costs = actor.can_without_pin(Action::EditCatalog);
    let rows =
        store::load_toppings(&mut tx, list.with("LIMIT ?", limit).with("OFFSET ?", offset), today, with_costs).await?;
    Ok(Rows::page(rows, total_rows, limit))
}

/// The toppings of a category, and those that its products offer.
#[utoipa::path(get, path = "/toppings-by-category/{id}", tag = "catalog", params(("id" = CategoryId, Path)), responses((status = 200, body = Rows<ToppingView>)))]
async fn list_toppings_by_category(actor: Actor, Path(id): Path<CategoryId>) -> Result<Rows<ToppingView>> {
    let (mut tx, today) = begin_read(&actor).await?;
    let list = store::select_toppings()
        .with(
            "AND (t.category_id = ? OR t.id IN (SELECT pt.topping_id FROM product_toppings pt
             JOIN products p ON p.id = pt.product_id WHERE p.category_id = ?))",
            id,
        )
        .add("ORDER BY t.search_key, t.id LIMIT 10000");
    Ok(rows(store::load_toppings(&mut tx, list, today, actor.can_without_pin(Action::EditCatalog)).await?))
}

/// One topping.
#[utoipa::path(get, path = "/toppings/{id}", tag = "catalog", params(("id" = ToppingId, Path)), responses((status = 200, body = Answer<ToppingView>)))]
async fn get_topping(actor: Actor, Path(id): Path<ToppingId>) -> Result<Json<Answer<ToppingView>>> {
    let (mut tx, today) = begin_read(&actor).await?;
    let list = store::select_toppings().with("AND t.id = ?", id);
    let found = store::load_toppings(&mut tx, list, today, actor.can_without_pin(Action::EditCatalog)).await?;
    Ok(ok(found.into_iter().next().ok_or_else(|| not_found("el adicional"))?))
}

/// Adds a topping.
#[utoipa::path(post, path = "/toppings", tag = "catalog", request_body = SaveTopping, responses((status = 200, body = Answer<ToppingView>)))]
async fn create_topping(actor: Actor, write: Write<SaveTopping>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| save::create_topping(work, body).await)
}

/// Updates only the fields sent of a topping.
#[utoipa::path(put, path = "/toppings/{id}", tag = "catalog", params(("id" = ToppingId, Path)), request_body = SaveTopping, responses((status = 200, body = Answer<ToppingView>)))]
async fn update_topping(actor: Actor, Path(id): Path<ToppingId>, write: Write<SaveTopping>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| save::update_topping(work, id, body).await)
}

/// Marks a topping as sold out today, or ends the mark.
#[utoipa::path(put, path = "/toppings/{id}/sold-out", tag = "catalog", params(("id" = ToppingId, Path)), request_body = SoldOut, responses((status = 200, body = Answer<SoldOutNow>)))]
async fn set_topping_sold_out(actor: Actor, Path(id): Path<ToppingId>, write: Write<SoldOut>) -> Result<WriteAnswer> {
    actor.require(Action::SoldOut)?;
    idempotent_write!(actor, write, |work, body| sold_out::set_topping_sold_out(work, id, body.sold_out).await)
}

/// Deletes a topping; 409 `in_use` where products offer it or it was ever ordered.
#[utoipa::path(delete, path = "/toppings/{id}", tag = "catalog", params(("id" = ToppingId, Path)), responses((status = 200, body = Answer<ToppingView>)))]
async fn delete_topping(actor: Actor, Path(id): Path<ToppingId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| save::delete_topping(work, id).await)
}
