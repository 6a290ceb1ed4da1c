//! The demo's last month besides its sales: purchases, losses, stock counts, productions, dismissed orders and reservations. Each is a call
//! of the API at its time by the user who did it, so that all rules apply and every screen shows what it would in a working house.

mod counts;
mod demo_api;
mod store_room;
mod tables;

use super::SLUG;
use crate::router::InProcess;
use anyhow::Context;
use chrono::{DateTime, Utc};
use comanda_ledgers::stock::valuation;
use comanda_platform::state::App;
use demo_api::DemoApi;

/// The days of past sales from which this month is created; a shorter past only has sales.
pub(super) const MONTH_DAYS: u32 = 28;

/// Creates the month up to `now`. The app's clock must be one that is set by hand, and `calls` a client of the app.
pub(super) async fn create_month(app: &App, calls: InProcess, now: DateTime<Utc>) -> anyhow::Result<()> {
    let company = app.companies().find_by_slug(SLUG).context("the demo restaurant is not there")?;
    let demo = DemoApi::open(app, &company, calls, now).await?;
    store_room::create_goods(&demo).await?;
    tables::create_orders_and_reservations(&demo, now).await?;
    // A count values its shortages, so costs must be settled before.
    valuation::value_pending(app, &company).await?;
    counts::create_counts(&demo).await?;
    app.clock().set(now);
    Ok(valuation::value_pending(app, &company).await?)
}
