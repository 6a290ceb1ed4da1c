//! A background worker that writes planned prices into the products when their day has come, also after a time without a server.

use super::{due, store};
use comanda_base::{error::Result, transact};
use comanda_platform::{
    companies::Company,
    realtime::{Event, EventKind, Room, WokenAgents},
    settings::tax,
    state::{self, App},
};
use serde_json::json;
use std::time::Duration;

const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Starts the worker, which runs until the process ends.
pub fn start_price_writer(app: App) {
    state::run_for_every_company(app, CHECK_INTERVAL, "planned prices", |app, company| {
        Box::pin(write_due_prices(app, company))
    });
}

async fn write_due_prices(app: &App, company: &Company) -> Result<()> {
    let now = app.clock().now();
    let mut tx = company.db.read().await?;
    let is_any_due = store::has_due_prices(&mut tx, tax::issue_date(now)).await?;
    drop(tx);
    if !is_any_due {
        return Ok(());
    }
    let written: Result<bool> = transact!(company.db, |tx| { due::write_due_prices_in_own_transaction(tx, now).await });
    if written? {
        let event = Event { room: Room::Catalog, kind: EventKind::CatalogChanged, ids: json!({}) };
        app.realtime().publish_events(company, vec![event], WokenAgents::Nobody).await;
    }
    Ok(())
}
