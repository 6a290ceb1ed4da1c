//! HTTP handlers of schedules.

use super::{
    form::SaveSchedule,
    hours::LocalMoment,
    model::Schedule,
    save,
    store::{self, ScheduleRow},
};
use axum::{Json, extract::Path};
use comanda_base::{
    db::{Sql, Tx},
    error::Result,
    ids::ScheduleId,
    listing::{Paging, Rows},
    search::contains_pattern,
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    settings::Settings,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of schedules.
pub(in crate::catalog) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_schedules, create_schedule)).routes(routes!(
        get_schedule,
        update_schedule,
        delete_schedule
    ))
}

const COLUMNS: [(&str, &str); 3] =
    [("name", "s.search_key"), ("from", "s.from_minutes, s.until_minutes"), ("status", "s.status")];

async fn begin_read(actor: &Actor) -> Result<(Tx, LocalMoment)> {
    actor.require(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let settings = Settings::load(&mut tx).await?;
    Ok((tx, LocalMoment::new(actor.app.clock().now(), &settings)))
}

/// Schedules by page; `term` searches names, `filters` accept `status`.
#[utoipa::path(get, path = "/schedules", tag = "catalog", params(Paging), responses((status = 200, body = Rows<Schedule>)))]
async fn list_schedules(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<Schedule>> {
    let (mut tx, now) = begin_read(&actor).await?;
    let pattern = paging.term.as_deref().map(contains_pattern);
    let states = paging.parse_filters()?.column_texts("status");
    let narrowed = |sql: Sql| {
        let sql = sql.when("AND s.search_key LIKE ? ESCAPE '!'", pattern.clone());
        match states.clone() {
            Some(states) => sql.list("AND s.status IN (?)", states),
            None => sql,
        }
    };
    let total_rows: i64 = tx.query(narrowed(store::select_count())).scalar().await?;
    let (limit, offset) = paging.page_limits(total_rows)?;
    let list = paging.add_order_by(narrowed(store::select_schedules()), &COLUMNS, "s.id")?;
    let rows: Vec<ScheduleRow> = tx.query(list.with("LIMIT ?", limit).with("OFFSET ?", offset)).all().await?;
    let rows = save::load_details(&mut tx, rows, now).await?;
    Ok(Rows::page(rows, total_rows, limit))
}

/// One schedule.
#[utoipa::path(get, path = "/schedules/{id}", tag = "catalog", params(("id" = ScheduleId, Path)), responses((status = 200, body = Answer<Schedule>)))]
async fn get_schedule(actor: Actor, Path(id): Path<ScheduleId>) -> Result<Json<Answer<Schedule>>> {
    let (mut tx, now) = begin_read(&actor).await?;
    Ok(ok(save::load_schedule(&mut tx, id, now).await?))
}

/// Adds a schedule. Of several that run at once the lowest price counts; a product that several limit is sold while any of them runs.
#[utoipa::path(post, path = "/schedules", tag = "catalog", request_body = SaveSchedule, responses((status = 200, body = Answer<Schedule>)))]
async fn create_schedule(actor: Actor, write: Write<SaveSchedule>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| save::create_schedule(work, body).await)
}

/// Updates only the fields sent of a schedule.
#[utoipa::path(put, path = "/schedules/{id}", tag = "catalog", params(("id" = ScheduleId, Path)), request_body = SaveSchedule, responses((status = 200, body = Answer<Schedule>)))]
async fn update_schedule(actor: Actor, Path(id): Path<ScheduleId>, write: Write<SaveSchedule>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| save::update_schedule(work, id, body).await)
}

/// Deletes a schedule; order lines with its price keep it.
#[utoipa::path(delete, path = "/schedules/{id}", tag = "catalog", params(("id" = ScheduleId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn delete_schedule(actor: Actor, Path(id): Path<ScheduleId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| save::delete_schedule(work, id).await)
}
