//! The demo's last month besides its sales: goods came, spoiled and were counted, sauces were made, orders were taken back and tables
//! reserved. Each of these is a call of the API at its hour, made by who did it, so that all rules hold
//! for it and every screen finds what it would find in a house that works.

mod calls;
mod counts;
mod store_room;
mod tables;

use super::SLUG;
use crate::router::InProcess;
use anyhow::Context;
use calls::ApiHouse;
use chrono::{DateTime, Utc};
use comanda_ledgers::stock::valuation;
use comanda_platform::state::App;

/// A shorter past has sales alone.
pub(super) const DAYS: u32 = 28;

/// Lives it through, up to `now`. The app's clock is moved by hand; `calls` are those of the app.
pub(super) async fn live(app: &App, calls: InProcess, now: DateTime<Utc>) -> anyhow::Result<()> {
    let company = app.companies().by_slug(SLUG).context("the demo restaurant is not there")?;
    let house = ApiHouse::enter(app, &company, calls, now).await?;
    store_room::live(&house).await?;
    tables::live(&house, now).await?;
    // A count tells what lacks in money.
    valuation::settle(app, &company).await?;
    counts::live(&house).await?;
    app.clock().set(now);
    Ok(valuation::settle(app, &company).await?)
}
