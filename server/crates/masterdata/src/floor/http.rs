//! HTTP handlers of salons and tables; those that delete are in `removal`, the floor map is in `orders`.

use super::{
    layout::{self, Layout, SalonPlan},
    model::{Salon, StatusFilter, TableRow},
    plan::{SalonForm, TableForm},
    save,
    uses::{check_no_table_in_use, check_tables_free},
};
use axum::{Json, extract::Path};
use comanda_base::{
    error::{Result, invalid},
    ids::{SalonId, TableId},
    listing::{Paging, Rows, search_sort_and_page},
    words::Status,
};
use comanda_platform::{
    http::{Answer, Query, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of salons and tables.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_salons, add_salon))
        .routes(routes!(get_salon, change_salon))
        .routes(routes!(save_layout))
        .routes(routes!(add_table))
        .routes(routes!(change_table))
}

/// The filter of a list of salons or tables.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StatusQuery {
    /// ACTIVE (if absent), INACTIVE or ALL.
    status: Option<String>,
}

impl StatusQuery {
    /// Whether the query names a status.
    pub fn is_given(&self) -> bool {
        self.status.is_some()
    }
    /// Returns the filter: active ones if the query names no status.
    pub fn status_filter(&self) -> Result<StatusFilter> {
        let Some(text) = &self.status else { return Ok(StatusFilter::Active) };
        text.parse().map_err(|_| invalid("status", "El estado es ACTIVE, INACTIVE o ALL.").into())
    }
}

/// The salons in their order; all of them unless a page is asked for.
#[utoipa::path(get, path = "/salons", tag = "floor", params(Paging, StatusQuery), responses((status = 200, body = Rows<Salon>)))]
async fn list_salons(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(which): Query<StatusQuery>,
) -> Result<Rows<Salon>> {
    actor.require(Action::SeeFloor)?;
    let mut tx = actor.company.db.read().await?;
    let wanted = which.status_filter()?;
    let mut found = super::list_salons(&mut tx).await?;
    found.retain(|salon| wanted.includes(salon.status));
    search_sort_and_page(found, &paging, |salon| salon.name.clone(), &[])
}

/// Adds a salon.
#[utoipa::path(post, path = "/salons", tag = "floor", request_body = SalonForm, responses((status = 200, body = Answer<Salon>)))]
async fn add_salon(actor: Actor, write: Write<SalonForm>) -> Result<WriteAnswer> {
    actor.require(Action::EditTables)?;
    idempotent_write!(actor, write, |work, form| save::add_salon(work, form).await)
}

/// A salon with all its tables, active or not.
#[utoipa::path(get, path = "/salons/{id}", tag = "floor", params(("id" = SalonId, Path)), responses((status = 200, body = Answer<SalonPlan>)))]
async fn get_salon(actor: Actor, Path(id): Path<SalonId>) -> Result<Json<Answer<SalonPlan>>> {
    actor.require(Action::SeeFloor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(super::load_plan(&mut tx, id).await?))
}

/// Saves the layout of a salon: all of it, or nothing if another user changed it meanwhile (409 `stale_version`; `current` is the salon as
/// it is now).
#[utoipa::path(put, path = "/salons/{id}/layout", tag = "floor", params(("id" = SalonId, Path)), request_body = Layout, responses((status = 200, body = Answer<SalonPlan>)))]
async fn save_layout(actor: Actor, Path(id): Path<SalonId>, write: Write<Layout>) -> Result<WriteAnswer> {
    actor.require(Action::EditTables)?;
    idempotent_write!(actor, write, |work, body| layout::save_layout(work, id, body).await)
}

/// Adds a table, at the first free place unless one is given.
#[utoipa::path(post, path = "/tables", tag = "floor", request_body = TableForm, responses((status = 200, body = Answer<TableRow>)))]
async fn add_table(actor: Actor, write: Write<TableForm>) -> Result<WriteAnswer> {
    actor.require(Action::EditTables)?;
    idempotent_write!(actor, write, |work, form| save::add_table(work, form).await)
}

/// Updates only the fields sent of a salon; disabling one in use is 409 `in_use`.
#[utoipa::path(put, path = "/salons/{id}", tag = "floor", params(("id" = SalonId, Path)), request_body = SalonForm, responses((status = 200, body = Answer<Salon>)))]
async fn change_salon(actor: Actor, Path(id): Path<SalonId>, write: Write<SalonForm>) -> Result<WriteAnswer> {
    actor.require(Action::EditTables)?;
    idempotent_write!(actor, write, |work, form| {
        if form.status == Some(Status::Inactive) {
            check_no_table_in_use(work, id, "desactivar el salón").await?;
        }
        save::change_salon(work, id, form).await
    })
}

/// Updates only the fields sent of a table; disabling one in use, or moving it to another salon, is 409 `in_use`.
#[utoipa::path(put, path = "/tables/{id}", tag = "floor", params(("id" = TableId, Path)), request_body = TableForm, responses((status = 200, body = Answer<TableRow>)))]
async fn change_table(actor: Actor, Path(id): Path<TableId>, write: Write<TableForm>) -> Result<WriteAnswer> {
    actor.require(Action::EditTables)?;
    idempotent_write!(actor, write, |work, form| {
        let table = super::lock_table(work, id).await?;
        if form.status == Some(Status::Inactive) {
            check_tables_free(work, &[id], "desactivar la mesa").await?;
        }
        if form.salon_id.is_some_and(|salon| salon != table.salon_id) {
            check_tables_free(work, &[id], "pasar la mesa a otro salón").await?;
        }
        save::change_table(work, id, form).await
    })
}
