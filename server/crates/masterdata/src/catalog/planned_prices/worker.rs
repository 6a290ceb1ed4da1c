//! Writes planned prices into the products when their day has come, beside everything else; also what came while no server was up.

use super::{due, store};
use comanda_base::{error::Result, transact};
use comanda_platform::{
    companies::Company,
    realtime::{Event, EventKind, Room, Wakes},
    settings::tax,
    state::{self, App},
};
use serde_json::json;
use std::time::Duration;

const EVERY: Duration = Duration::from_secs(1);

/// Starts it, for as long as the process lives.
pub fn start(app: App) {
    state::every_company(app, EVERY, "planned prices", |app, company| Box::pin(round(app, company)));
}

async fn round(app: &App, company: &Company) -> Result<()> {
    let now = app.clock().now();
    let mut tx = company.db.read().await?;
    let is_any_due = store::is_any_due(&mut tx, tax::issue_date(now)).await?;
    drop(tx);
    if !is_any_due {
        return Ok(());
    }
    let written: Result<bool> = transact!(company.db, |tx| { due::write_due_alone(tx, now).await });
    if written? {
        let event = Event { room: Room::Catalog, kind: EventKind::CatalogChanged, ids: json!({}) };
        app.realtime().publish(company, vec![event], Wakes::Nobody).await;
    }
    Ok(())
}
