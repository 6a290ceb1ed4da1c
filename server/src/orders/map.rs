//! The floor as it is now: tables with the account that is open there, take-aways and deliveries.

use super::{
    account::Account,
    model::{Line, LineStatus, RequestKind},
    reservations::NextReservation,
    store::{self, OpenRow, Shown},
};
use crate::{
    app::App,
    db::Tx,
    error::{Result, not_found},
    floor::{
        self, Salon, StatusTable, TableFacts, TableRow, WithStatus,
        model::{status, still_expected},
        page_of,
    },
    http::{Action, Actor, Answer, Rows, ok, paging::Paging, rows},
    ids::{RequestId, SalonId, TableId, UserId},
    money::Money,
    settings::{Settings, tax},
};
use axum::{
    Json,
    extract::{Path, Query},
};
use chrono::{DateTime, Duration, Utc};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;
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

/// The account that is open at a table, in short.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TableRequest {
    pub id: RequestId,
    pub persons: i64,
    pub opened_at: DateTime<Utc>,
    pub attendant_id: UserId,
    pub attendant_name: String,
    pub total: Money,
    /// Lines that have not gone to the kitchen.
    pub unsent_count: i64,
    /// Lines that wait to be brought.
    pub ready_count: i64,
    pub version: i64,
    pub client_name: String,
}

/// A table and who sits there.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Table {
    pub id: TableId,
    pub salon_id: SalonId,
    pub name: String,
    pub seats: i64,
    pub x: i64,
    pub y: i64,
    pub width: i64,
    pub height: i64,
    pub shape: String,
    pub status: String,
    pub status_table: StatusTable,
    pub cleaning_since: Option<DateTime<Utc>>,
    /// Of the reservation that makes it RESERVED.
    pub reserved_for: Option<DateTime<Utc>>,
    /// Who is expected here next, still today.
    pub next_reservation: Option<NextReservation>,
    pub client_request_id: Option<RequestId>,
    pub request: Option<TableRequest>,
}

/// A take-away or a delivery, in short.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FloorRequest {
    pub id: RequestId,
    #[serde(rename = "type")]
    pub kind: RequestKind,
    pub correlative: i64,
    pub client_name: String,
    pub phone: String,
    pub address: String,
    pub reference: String,
    pub courier: String,
    pub delivery_app: bool,
    pub status: LineStatus,
    pub total: Money,
    pub due: Money,
    pub unsent_count: i64,
    /// Lines that wait to be brought.
    pub ready_count: i64,
    pub opened_at: DateTime<Utc>,
    pub attendant_id: UserId,
    pub attendant_name: String,
    /// Paid and closed, shown until it is handed over.
    pub is_paid: bool,
    pub version: i64,
}

/// A salon with its tables.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FloorSalon {
    #[serde(flatten)]
    pub salon: Salon,
    pub tables: Vec<Table>,
}

/// The whole floor.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Floor {
    pub salons: Vec<FloorSalon>,
    pub takeaway: Vec<FloorRequest>,
    pub delivery: Vec<FloorRequest>,
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
) -> Result<Json<Rows<Table>>> {
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
async fn list_tables_by_salon(actor: Actor, Path(id): Path<SalonId>) -> Result<Json<Rows<Table>>> {
    Ok(rows(tables_now(&actor, Some(id), false).await?))
}

/// The tables of a salon with their state: the same as `tables-by-salon`, under the name that older clients ask for.
#[utoipa::path(get, path = "/tables-by-salon-status/{id}", tag = "floor", params(("id" = SalonId, Path)), responses((status = 200, body = Rows<Table>)))]
async fn list_tables_by_salon_status(actor: Actor, Path(id): Path<SalonId>) -> Result<Json<Rows<Table>>> {
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

/// Puts the open accounts and today's reservations at their tables.
fn seat(tables: Vec<TableRow>, open: &[OpenRow], now: DateTime<Utc>) -> Vec<Table> {
    let at_table = |reservation: bool| {
        let rows = open.iter().filter(move |r| r.is_reservation == reservation);
        rows.filter_map(|r| Some((r.table_id?, r)))
    };
    let sitting: HashMap<TableId, &OpenRow> = at_table(false).collect();
    let mut expected: HashMap<TableId, NextReservation> = HashMap::new();
    for (table, next) in at_table(true).filter_map(|(table, r)| Some((table, next_reservation(r)?))) {
        let first = expected.entry(table).or_insert_with(|| next.clone());
        if next.reserved_for < first.reserved_for {
            *first = next;
        }
    }
    tables.into_iter().map(|t| table(sitting.get(&t.id).copied(), expected.remove(&t.id), t, now)).collect()
}

fn next_reservation(r: &OpenRow) -> Option<NextReservation> {
    Some(NextReservation {
        id: r.id,
        reserved_for: r.reserved_for?,
        client_name: r.client_name.clone(),
        phone: r.phone.clone(),
        persons: r.persons,
    })
}

fn table(open: Option<&OpenRow>, next: Option<NextReservation>, t: TableRow, now: DateTime<Utc>) -> Table {
    let billed = open.is_some_and(|r| r.billed_at.is_some());
    let reserved_for = next.as_ref().map(|n| n.reserved_for);
    let facts = TableFacts { open: open.is_some(), billed, cleaning: t.cleaning_since.is_some(), reserved_for };
    let status_table = status(facts, now);
    Table {
        id: t.id,
        salon_id: t.salon_id,
        name: t.name,
        seats: t.seats,
        x: t.x,
        y: t.y,
        width: t.width,
        height: t.height,
        shape: t.shape,
        status: t.status,
        status_table,
        cleaning_since: t.cleaning_since.filter(|_| status_table == StatusTable::Cleaning),
        reserved_for: reserved_for.filter(|_| status_table == StatusTable::Reserved),
        next_reservation: next,
        client_request_id: open.map(|r| r.id),
        request: open.map(table_request),
    }
}

fn table_request(r: &OpenRow) -> TableRequest {
    TableRequest {
        id: r.id,
        persons: r.persons,
        opened_at: r.opened_at,
        attendant_id: r.attendant_id,
        attendant_name: r.attendant_name.clone(),
        total: r.total,
        unsent_count: r.unsent_count,
        ready_count: r.ready_count,
        version: r.version,
        client_name: r.client_name.clone(),
    }
}

fn summary(r: &OpenRow) -> FloorRequest {
    FloorRequest {
        id: r.id,
        kind: r.kind,
        correlative: r.correlative.unwrap_or_default(),
        client_name: r.client_name.clone(),
        phone: r.phone.clone(),
        address: r.address.clone(),
        reference: r.address_reference.clone(),
        courier: r.courier.clone(),
        delivery_app: r.delivery_app,
        status: r.status,
        total: r.total,
        due: r.total - r.paid,
        unsent_count: r.unsent_count,
        ready_count: r.ready_count,
        opened_at: r.opened_at,
        attendant_id: r.attendant_id,
        attendant_name: r.attendant_name.clone(),
        is_paid: r.is_paid,
        version: r.version,
    }
}
