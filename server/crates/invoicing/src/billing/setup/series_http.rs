//! HTTP calls for the series.

use super::{
    series::{self, BillingSeries, SeriesForm},
    store,
};
use axum::{Json, extract::Path};
use comanda_base::{
    db::Sql,
    error::{OrNotFound, Result},
    ids::SeriesId,
    listing::{Paging, Rows},
    search::{contains_pattern, folded},
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
    OpenApiRouter::new().routes(routes!(list_series, add_series)).routes(routes!(
        get_series,
        change_series,
        delete_series
    ))
}

/// Lists the series of numbers.
#[utoipa::path(get, path = "/billing-series", tag = "billing", params(Paging), responses((status = 200, body = Rows<BillingSeries>)))]
async fn list_series(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<BillingSeries>> {
    require_ledger_access(&actor)?;
    let filters = paging.parse_filters()?;
    let (kinds, states) = (filters.ids("billing_type_id")?, filters.texts("status"));
    let enabled = states.filter(|s| s.len() == 1).map(|s| s[0] == "ACTIVE");
    let pattern = paging.term.as_deref().filter(|t| !t.trim().is_empty()).map(contains_pattern);
    let narrow = |sql: Sql| {
        let sql = sql.when(concat!("AND ", folded!("s.serie || ' ' || t.name"), " LIKE ? ESCAPE '!'"), pattern.clone());
        let sql = sql.when("AND s.enabled = ?", enabled);
        match &kinds {
            Some(kinds) => sql.list("AND s.billing_type_id IN (?)", kinds.iter().copied()),
            None => sql,
        }
    };
    let by = [
        ("type", "s.billing_type_id"),
        ("serie", "s.serie"),
        ("current_number", "s.current_number"),
        ("enabled", "s.enabled"),
    ];
    let list = paging.add_order_by(narrow(store::select_series()), &by, "s.id")?;
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
    idempotent_write!(actor, write, |work, form| series::add(work, form).await)
}

/// Updates only the fields sent: the number cannot go below those issued, and each active kind keeps one enabled series.
#[utoipa::path(put, path = "/billing-series/{id}", tag = "billing", request_body = SeriesForm, responses((status = 200, body = Answer<BillingSeries>)))]
async fn change_series(actor: Actor, Path(id): Path<SeriesId>, write: Write<SeriesForm>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, form| series::change(work, id, form).await)
}

/// Deletes a series that gave no number.
#[utoipa::path(delete, path = "/billing-series/{id}", tag = "billing", responses((status = 200, body = Answer<bool>)))]
async fn delete_series(actor: Actor, Path(id): Path<SeriesId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, _body| {
        series::delete(work, id).await?;
        Ok(true)
    })
}
