//! HTTP calls for the kinds of documents and for their series.

use super::{
    series::{self, BillingSeries, SeriesForm},
    store,
    types::{self, TypeForm},
};
use crate::billing::model::BillingType;
use axum::{Json, extract::Path};
use comanda_base::{
    db::Sql,
    error::{OrNotFound, Result},
    ids::{BillingTypeId, SeriesId},
    listing::{Paging, Rows},
    search::folded,
};
use comanda_ledgers::ledger::require_ledger_access;
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_types, add_type))
        .routes(routes!(get_type, change_type, delete_type))
        .routes(routes!(list_series, add_series))
        .routes(routes!(get_series, change_series, delete_series))
}

/// Lists the kinds of documents.
#[utoipa::path(get, path = "/billing-types", tag = "billing", params(Paging), responses((status = 200, body = Rows<BillingType>)))]
async fn list_types(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<BillingType>> {
    require_ledger_access(&actor)?;
    let status = paging.parse_filters()?.column_texts("status");
    let pattern = paging.search_pattern();
    let narrow = |sql: Sql| {
        let sql = sql.when(concat!("AND ", folded!("t.name || ' ' || t.code"), " LIKE ? ESCAPE '!'"), pattern.clone());
        match &status {
            Some(statuses) => sql.list("AND t.status IN (?)", statuses.iter().cloned()),
            None => sql,
        }
    };
    let list = paging.add_order_by(
        narrow(store::select_types()),
        &[("id", "t.id"), ("name", "t.name"), ("status", "t.status")],
        "t.id",
    )?;
    let mut tx = actor.company.db.read().await?;
    paging.load_page(&mut tx, narrow(store::select_type_count()), list).await
}

/// Returns a kind of document.
#[utoipa::path(get, path = "/billing-types/{id}", tag = "billing", responses((status = 200, body = Answer<BillingType>)))]
async fn get_type(actor: Actor, Path(id): Path<BillingTypeId>) -> Result<Json<Answer<BillingType>>> {
    require_ledger_access(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(store::find_type(&mut tx, id).await.or_not_found("el tipo de comprobante")?))
}

/// Adds a kind of the restaurant's own.
#[utoipa::path(post, path = "/billing-types", tag = "billing", request_body = TypeForm, responses((status = 200, body = Answer<BillingType>)))]
async fn add_type(actor: Actor, write: Write<TypeForm>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, form| types::add_type(work, form).await)
}

/// Updates only the fields sent; one kind with which accounts can be charged stays active.
#[utoipa::path(put, path = "/billing-types/{id}", tag = "billing", request_body = TypeForm, responses((status = 200, body = Answer<BillingType>)))]
async fn change_type(actor: Actor, Path(id): Path<BillingTypeId>, write: Write<TypeForm>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, form| types::change_type(work, id, form).await)
}

/// Deletes a kind of the restaurant's own; boleta, factura and nota de venta cannot be deleted.
#[utoipa::path(delete, path = "/billing-types/{id}", tag = "billing", responses((status = 200, body = Answer<bool>)))]
async fn delete_type(actor: Actor, Path(id): Path<BillingTypeId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, _body| types::delete_type(work, id).await)
}

/// Lists the series of numbers.
#[utoipa::path(get, path = "/billing-series", tag = "billing", params(Paging), responses((status = 200, body = Rows<BillingSeries>)))]
async fn list_series(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<BillingSeries>> {
    require_ledger_access(&actor)?;
    let filters = paging.parse_filters()?;
    let (kinds, states) = (filters.column_ids("billing_type_id")?, filters.column_texts("status"));
    let enabled = states.filter(|s| s.len() == 1).map(|s| s[0] == "ACTIVE");
    let pattern = paging.search_pattern();
    let narrow = |sql: Sql| {
        let sql = sql.when(concat!("AND ", folded!("s.serie || ' ' || t.name"), " LIKE ? ESCAPE '!'"), pattern.clone());
        let sql = sql.when("AND s.enabled = ?", enabled);
        match &kinds {
            Some(kinds) => sql.list("AND s.billing_type_id IN (?)", kinds.iter().copied()),
            None => sql,
        }
    };
    let sort_columns = [
        ("type", "s.billing_type_id"),
        ("serie", "s.serie"),
        ("current_number", "s.current_number"),
        ("enabled", "s.enabled"),
    ];
    let list = paging.add_order_by(narrow(store::select_series()), &sort_columns, "s.id")?;
    let mut tx = actor.company.db.read().await?;
    paging.load_page(&mut tx, narrow(store::select_series_count()), list).await
}

/// Returns a series.
#[utoipa::path(get, path = "/billing-series/{id}", tag = "billing", responses((status = 200, body = Answer<BillingSeries>)))]
async fn get_series(actor: Actor, Path(id): Path<SeriesId>) -> Result<Json<Answer<BillingSeries>>> {
    require_ledger_access(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(store::find_series(&mut tx, id).await.or_not_found("la serie")?))
}

/// Adds a series: B and three more characters for boletas, F and three more for facturas, NV and two more for notas de venta.
#[utoipa::path(post, path = "/billing-series", tag = "billing", request_body = SeriesForm, responses((status = 200, body = Answer<BillingSeries>)))]
async fn add_series(actor: Actor, write: Write<SeriesForm>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, form| series::add_series(work, form).await)
}

/// Updates only the fields sent: the number cannot go below those issued, and each active kind keeps one enabled series.
#[utoipa::path(put, path = "/billing-series/{id}", tag = "billing", request_body = SeriesForm, responses((status = 200, body = Answer<BillingSeries>)))]
async fn change_series(actor: Actor, Path(id): Path<SeriesId>, write: Write<SeriesForm>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, form| series::change_series(work, id, form).await)
}

/// Deletes a series that gave no number.
#[utoipa::path(delete, path = "/billing-series/{id}", tag = "billing", responses((status = 200, body = Answer<bool>)))]
async fn delete_series(actor: Actor, Path(id): Path<SeriesId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, _body| series::delete_series(work, id).await)
}
