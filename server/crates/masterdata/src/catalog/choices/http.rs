//! HTTP handlers of groups of options.

use super::{
    model::{ChoiceGroup, SaveChoiceGroup},
    save, store,
};
use crate::catalog::http::begin_read;
use axum::{Json, extract::Path};
use comanda_base::{
    db::Sql,
    error::{Result, not_found},
    ids::ChoiceGroupId,
    listing::{Paging, Rows},
    search::contains_pattern,
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of groups of options.
pub(in crate::catalog) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_choice_groups, create_choice_group)).routes(routes!(
        get_choice_group,
        update_choice_group,
        delete_choice_group
    ))
}

/// Groups of options by page; `term` searches the names of groups and options, `sort` accepts `name` and `products`.
#[utoipa::path(get, path = "/choice-groups", tag = "catalog", params(Paging), responses((status = 200, body = Rows<ChoiceGroup>)))]
async fn list_choice_groups(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<ChoiceGroup>> {
    let (mut tx, today) = begin_read(&actor).await?;
    let pattern = paging.term.as_deref().map(contains_pattern);
    let narrowed = |sql: Sql| {
        sql.when(
            "AND (g.search_key LIKE ? ESCAPE '!' OR g.id IN (SELECT o.group_id FROM choice_options o
             JOIN toppings t ON t.id = o.topping_id WHERE t.search_key LIKE ? ESCAPE '!'))",
            pattern.clone(),
        )
    };
    let total_rows: i64 = tx.query(narrowed(store::select_count())).scalar().await?;
    let (limit, offset) = paging.page_limits(total_rows)?;
    let columns = [("name", "g.search_key"), ("products", "products")];
    let list = paging.add_order_by(narrowed(store::select_groups()), &columns, "g.id")?;
    let rows = store::load_groups(&mut tx, list.with("LIMIT ?", limit).with("OFFSET ?", offset), today.day).await?;
    Ok(Rows::page(rows, total_rows, limit))
}

/// One group of options.
#[utoipa::path(get, path = "/choice-groups/{id}", tag = "catalog", params(("id" = ChoiceGroupId, Path)), responses((status = 200, body = Answer<ChoiceGroup>)))]
async fn get_choice_group(actor: Actor, Path(id): Path<ChoiceGroupId>) -> Result<Json<Answer<ChoiceGroup>>> {
    let (mut tx, today) = begin_read(&actor).await?;
    let found = store::load_groups(&mut tx, store::select_groups().with("AND g.id = ?", id), today.day).await?;
    Ok(ok(found.into_iter().next().ok_or_else(|| not_found("el grupo"))?))
}

/// Adds a group of options. An option that names no existing topping creates it.
#[utoipa::path(post, path = "/choice-groups", tag = "catalog", request_body = SaveChoiceGroup, responses((status = 200, body = Answer<ChoiceGroup>)))]
async fn create_choice_group(actor: Actor, write: Write<SaveChoiceGroup>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| save::create(work, body).await)
}

/// Updates only the fields sent of a group of options; it changes for all products that offer it.
#[utoipa::path(put, path = "/choice-groups/{id}", tag = "catalog", params(("id" = ChoiceGroupId, Path)), request_body = SaveChoiceGroup, responses((status = 200, body = Answer<ChoiceGroup>)))]
async fn update_choice_group(
    actor: Actor,
    Path(id): Path<ChoiceGroupId>,
    write: Write<SaveChoiceGroup>,
) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| save::update(work, id, body).await)
}

/// Deletes a group of options; 409 `in_use` where products offer it or an option opens it.
#[utoipa::path(delete, path = "/choice-groups/{id}", tag = "catalog", params(("id" = ChoiceGroupId, Path)), responses((status = 200, body = Answer<ChoiceGroup>)))]
async fn delete_choice_group(actor: Actor, Path(id): Path<ChoiceGroupId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| save::delete(work, id).await)
}
