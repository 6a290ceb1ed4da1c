//! The floor as it is now: tables with their open accounts, take-aways and deliveries.

pub(in crate::orders) mod http;
mod model;
mod seat;
mod table_actions;

pub(in crate::orders) use model::FloorRequest;
pub use model::{Floor, FloorSalon, Table};

use super::{
    account::Account,
    model::{Line, RequestKind},
    store::{self, FloorRowFilter, OpenAccountRow},
};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{RequestId, SalonId},
};
use comanda_masterdata::floor::{
    self,
    model::{earliest_expected, latest_table_hold},
};
use comanda_platform::settings::{Settings, tax};
use seat::{seat_accounts, to_floor_request};
use std::collections::HashMap;

/// The time for which an order paid in advance is shown, unless it is marked as handed over.
const HANDED_OVER_WITHIN: Duration = Duration::hours(4);

/// Loads everything that the map shows.
async fn load_floor(tx: &mut Tx, now: DateTime<Utc>) -> Result<Floor> {
    let salons = floor::list_active_salons(tx).await?;
    let tables = floor::list_active_tables(tx, None).await?;
    let open = load_open_rows(tx, now).await?;
    let mut by_salon: HashMap<SalonId, Vec<Table>> = HashMap::new();
    for table in seat_accounts(tables, &open, now) {
        by_salon.entry(table.salon_id).or_default().push(table);
    }
    let salons = salons
        .into_iter()
        .map(|salon| FloorSalon { tables: by_salon.remove(&salon.id).unwrap_or_default(), salon })
        .collect();
    let requests_of =
        |kind| open.iter().filter(|r| r.shown.kind == kind && !r.is_reservation).map(to_floor_request).collect();
    Ok(Floor { salons, takeaway: requests_of(RequestKind::Order), delivery: requests_of(RequestKind::Delivery) })
}

/// Loads the active tables with their state, or also the disabled ones.
async fn load_tables(
    tx: &mut Tx,
    salon: Option<SalonId>,
    disabled_too: bool,
    now: DateTime<Utc>,
) -> Result<Vec<Table>> {
    let tables = match disabled_too {
        true => floor::list_tables(tx, salon).await?,
        false => floor::list_active_tables(tx, salon).await?,
    };
    let open = load_open_rows(tx, now).await?;
    Ok(seat_accounts(tables, &open, now))
}

/// Loads the open accounts with their totals. Most have neither discounts nor charges, and their total is the sum of their lines; the few
/// others are computed in full, all at once.
pub(super) async fn load_open_rows(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<OpenAccountRow>> {
    let settings = Settings::load(tx).await?;
    let day = settings.business_day(now);
    // Reservations of the early next day keep their tables before that day begins.
    let until = settings.day_span(day).1.max(latest_table_hold(now));
    let shown = FloorRowFilter { reserved: (earliest_expected(now), until), paid_since: now - HANDED_OVER_WITHIN };
    let mut open = store::list_open_rows(tx, &shown).await?;
    let adjusted: Vec<RequestId> = open.iter().filter(|r| r.has_adjustments).map(|r| r.shown.id).collect();
    if adjusted.is_empty() {
        return Ok(open);
    }
    let mut lines: HashMap<RequestId, Vec<Line>> = HashMap::new();
    for line in store::list_lines_of(tx, &adjusted).await? {
        lines.entry(line.client_request_id).or_default().push(line);
    }
    let mut adjustments: HashMap<RequestId, Vec<_>> = HashMap::new();
    for (request, adjustment) in store::list_enabled_adjustments(tx, &adjusted).await? {
        adjustments.entry(request).or_default().push(adjustment);
    }
    let rule = tax::load_rule_at(tx, now).await?;
    for row in open.iter_mut().filter(|r| r.has_adjustments) {
        let lines = lines.remove(&row.shown.id).unwrap_or_default();
        let adjustments = adjustments.remove(&row.shown.id).unwrap_or_default();
        let account = Account::new(lines, adjustments, row.paid, rule);
        row.shown.total = if row.shown.is_paid { account.closed_as_paid() } else { account }.totals.total;
    }
    Ok(open)
}
