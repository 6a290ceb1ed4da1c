//! The floor as it is now: tables with the account that is open there, take-aways and deliveries.

mod model;
mod seat;
pub(in crate::orders) mod table_actions;

pub use model::{Floor, FloorSalon, Table};

use super::{
    account::Account,
    model::{Line, RequestKind},
    store::{self, OpenRow, Shown},
};
use crate::{
    db::Tx,
    error::{Result, not_found},
    floor::{self, WithStatus, model::still_expected, page_of},
    http::{Answer, ok, rows},
    ids::{RequestId, SalonId, TableId},
    listing::{Paging, Rows},
    money::Money,
    settings::{Settings, tax},
    state::App,
    use_case::{Action, Actor},
};
use axum::{
    Json,
    extract::{Path, Query},
};
use chrono::{DateTime, Duration, Utc};
use seat::{seat, summary};
use std::collections::HashMap;
use utoipa_axum::{router::OpenApiRouter, routes};

/// What was paid in advance stays in sight this long, unless it is said to be handed over.
const HANDED_OVER_WITHIN: Duration = Duration::hours(4);

/// Routes of the map.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_floor))
        .routes(routes!(list_tables))
        .routes(routes!(get_table))
        .routes(routes!(list_tables_by_salon))
        .routes(routes!(list_tables_by_salon_status))
}

/// Everything that the map shows, in one answer.
#[utoipa::path(get, path = "/floor", tag = "floor", responses((status = 200, body = Answer<Floor>)))]
async fn get_floor(actor: Actor) -> Result<Json<Answer<Floor>>> {
    actor.must(Action::SeeFloor)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    let salons = floor::salons(&mut tx).await?;
    let tables = floor::tables(&mut tx, None).await?;
    let open = open_rows(&mut tx, now).await?;
    let mut by_salon: HashMap<SalonId, Vec<Table>> = HashMap::new();
    for table in seat(tables, &open, now) {
        by_salon.entry(table.salon_id).or_default().push(table);
    }
    let salons = salons
        .into_iter()
        .map(|salon| FloorSalon { tables: by_salon.remove(&salon.id).unwrap_or_default(), salon })
        .collect();
    let of = |kind| open.iter().filter(|r| r.kind == kind && !r.is_reservation).map(summary).collect();
    Ok(ok(Floor { salons, takeaway: of(RequestKind::Order), delivery: of(RequestKind::Delivery) }))
}

/// The active tables, or also those that are disabled.
async fn tables_now(actor: &Actor, of: Option<SalonId>, disabled_too: bool) -> Result<Vec<Table>> {
    actor.must(Action::SeeFloor)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    let tables = match disabled_too {
        true => floor::all_tables(&mut tx, of).await?,
        false => floor::tables(&mut tx, of).await?,
    };
    let open = open_rows(&mut tx, now).await?;
    Ok(seat(tables, &open, now))
}

/// All tables with their state, unless a page is asked for.
#[utoipa::path(get, path = "/tables", tag = "floor", params(Paging, WithStatus), responses((status = 200, body = Rows<Table>)))]
async fn list_tables(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(which): Query<WithStatus>,
) -> Result<Rows<Table>> {
    let mut found = Vec::new();
    for table in tables_now(&actor, None, which.wants_disabled()).await? {
        if which.keeps(&table.status)? {
            found.push(table);
        }
    }
    page_of(found, &paging, |table| table.name.clone())
}

/// One table with its state, also where it is disabled.
#[utoipa::path(get, path = "/tables/{id}", tag = "floor", params(("id" = TableId, Path)), responses((status = 200, body = Answer<Table>)))]
async fn get_table(actor: Actor, Path(id): Path<TableId>) -> Result<Json<Answer<Table>>> {
    let found = tables_now(&actor, None, true).await?.into_iter().find(|t| t.id == id);
    Ok(ok(found.ok_or_else(|| not_found("la mesa"))?))
}

/// The tables of a salon.
#[utoipa::path(get, path = "/tables-by-salon/{id}", tag = "floor", params(("id" = SalonId, Path)), responses((status = 200, body = Rows<Table>)))]
async fn list_tables_by_salon(actor: Actor, Path(id): Path<SalonId>) -> Result<Rows<Table>> {
    Ok(rows(tables_now(&actor, Some(id), false).await?))
}

/// The tables of a salon with their state: the same as `tables-by-salon`, under the name that older clients ask for.
#[utoipa::path(get, path = "/tables-by-salon-status/{id}", tag = "floor", params(("id" = SalonId, Path)), responses((status = 200, body = Rows<Table>)))]
async fn list_tables_by_salon_status(actor: Actor, Path(id): Path<SalonId>) -> Result<Rows<Table>> {
    Ok(rows(tables_now(&actor, Some(id), false).await?))
}

/// The open accounts with their totals. Most have neither discount nor charge, and their total is the sum of their lines; the few
/// others are computed whole, all at once.
pub(super) async fn open_rows(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<OpenRow>> {
    let settings = Settings::load(tx).await?;
    let day = settings.business_day(now);
    let shown =
        Shown { reserved: (still_expected(now), settings.span_of(day).1), paid_since: now - HANDED_OVER_WITHIN };
    let mut open = store::open_rows(tx, &shown).await?;
    let adjusted: Vec<RequestId> = open.iter().filter(|r| r.has_adjustments).map(|r| r.id).collect();
    if adjusted.is_empty() {
        return Ok(open);
    }
    let mut lines: HashMap<RequestId, Vec<Line>> = HashMap::new();
    for line in store::lines_of(tx, &adjusted).await? {
        lines.entry(line.client_request_id).or_default().push(line);
    }
    let mut adjustments: HashMap<RequestId, Vec<_>> = HashMap::new();
    for (request, adjustment) in store::adjustments_of(tx, &adjusted).await? {
        adjustments.entry(request).or_default().push(adjustment);
    }
    let rule = tax::rule_of(tx, day).await?;
    for row in open.iter_mut().filter(|r| r.has_adjustments) {
        let lines = lines.remove(&row.id).unwrap_or_default();
        let adjustments = adjustments.remove(&row.id).unwrap_or_default();
        row.total = Account::of(lines, adjustments, Money::ZERO, rule).totals.total;
    }
    Ok(open)
}
