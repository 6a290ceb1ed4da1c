//! The floor as it is now: tables with the account that is open there, take-aways and deliveries.

pub(in crate::orders) mod http;
mod model;
mod seat;
mod table_actions;

pub use model::{Floor, FloorSalon, Table};

use super::{
    account::Account,
    model::{Line, RequestKind},
    store::{self, OpenRow, Shown},
};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{RequestId, SalonId},
    money::Money,
};
use comanda_masterdata::floor::{
    self,
    model::{keeps_until, still_expected},
};
use comanda_platform::settings::{Settings, tax};
use seat::{seat, summary};
use std::collections::HashMap;

/// What was paid in advance stays in sight this long, unless it is said to be handed over.
const HANDED_OVER_WITHIN: Duration = Duration::hours(4);

/// Everything that the map shows.
async fn floor_now(tx: &mut Tx, now: DateTime<Utc>) -> Result<Floor> {
    let salons = floor::salons(tx).await?;
    let tables = floor::tables(tx, None).await?;
    let open = open_rows(tx, now).await?;
    let mut by_salon: HashMap<SalonId, Vec<Table>> = HashMap::new();
    for table in seat(tables, &open, now) {
        by_salon.entry(table.salon_id).or_default().push(table);
    }
    let salons = salons
        .into_iter()
        .map(|salon| FloorSalon { tables: by_salon.remove(&salon.id).unwrap_or_default(), salon })
        .collect();
    let of = |kind| open.iter().filter(|r| r.kind == kind && !r.is_reservation).map(summary).collect();
    Ok(Floor { salons, takeaway: of(RequestKind::Order), delivery: of(RequestKind::Delivery) })
}

/// The active tables with their state, or also those that are disabled.
async fn tables_now(tx: &mut Tx, of: Option<SalonId>, disabled_too: bool, now: DateTime<Utc>) -> Result<Vec<Table>> {
    let tables = match disabled_too {
        true => floor::all_tables(tx, of).await?,
        false => floor::tables(tx, of).await?,
    };
    let open = open_rows(tx, now).await?;
    Ok(seat(tables, &open, now))
}

/// The open accounts with their totals. Most have neither discount nor charge, and their total is the sum of their lines; the few
/// others are computed whole, all at once.
pub(super) async fn open_rows(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<OpenRow>> {
    let settings = Settings::load(tx).await?;
    let day = settings.business_day(now);
    // Who comes when the next day has begun keeps their table before.
    let until = settings.span_of(day).1.max(keeps_until(now));
    let shown = Shown { reserved: (still_expected(now), until), paid_since: now - HANDED_OVER_WITHIN };
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
    let rule = tax::rule_at(tx, now).await?;
    for row in open.iter_mut().filter(|r| r.has_adjustments) {
        let lines = lines.remove(&row.id).unwrap_or_default();
        let adjustments = adjustments.remove(&row.id).unwrap_or_default();
        row.total = Account::of(lines, adjustments, Money::ZERO, rule).totals.total;
    }
    Ok(open)
}
