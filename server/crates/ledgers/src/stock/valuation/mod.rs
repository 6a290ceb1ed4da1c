//! The valuation of stock moves, computed after the sales: a sale only writes quantities, and a background worker values them by the moving
//! average in the order in which they happened. A document that is dated back restarts the valuation at its own moment, in steps that each
//! commit, so that nothing waits for it and a server that stops in between continues where it was. The rules are explained in
//! `server/docs/decisions/`, "Stock is a ledger of moves".

mod lines;
mod moving_average;
mod productions;
mod productions_store;
mod step;
mod store;
mod worker;
mod write_store;

pub(super) use moving_average::Balance;
pub use worker::spawn_worker;

use super::model::Item;
use comanda_base::{
    db::{self, Tx},
    error::Result,
    transact,
};
use comanda_platform::{
    companies::Company,
    realtime::{Event, EventKind, Room, WokenAgents},
    state::App,
};
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;

/// The longest time that a reader waits for values that are being computed.
const MAX_WAIT: Duration = Duration::from_secs(2);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Values everything that is pending in a company.
pub async fn value_pending(app: &App, company: &Company) -> Result<()> {
    let mut replayed = false;
    loop {
        let waits = {
            let mut tx = company.db.read().await?;
            store::has_pending(&mut tx).await?
        };
        if !waits {
            break;
        }
        let now = app.clock().now();
        let stepped = transact!(company.db, |tx| -> db::Result<step::StepOutcome> { step::run(tx, now).await })?;
        replayed |= stepped.replayed;
        if !stepped.more {
            break;
        }
    }
    if replayed {
        let event = Event { room: Room::Catalog, kind: EventKind::StockChanged, ids: json!({}) };
        app.realtime().publish(company, vec![event], WokenAgents::Nobody).await;
    }
    Ok(())
}

/// The limited time that a reader waits for values that are being computed.
#[derive(Debug)]
pub struct WaitLimit(Instant);

impl WaitLimit {
    /// Starts the time now.
    pub fn start() -> Self {
        Self(Instant::now() + MAX_WAIT)
    }
    /// Wakes the worker and sleeps until it is worth looking again; returns false once the time is over.
    pub async fn wait_again(&self, app: &App, company: &Company) -> bool {
        let lasts = Instant::now() < self.0;
        if lasts {
            app.valuer().wake(&company.slug);
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        lasts
    }
}

/// Waits a moment for an item that is being valued, and returns whether it is still pending, which its figures then have to say.
pub async fn wait_until_valued(app: &App, company: &Company, item: Item) -> Result<bool> {
    let patience = WaitLimit::start();
    loop {
        let waits = {
            let mut tx = company.db.read().await?;
            store::is_item_pending(&mut tx, item).await?
        };
        if !waits || !patience.wait_again(app, company).await {
            return Ok(waits);
        }
    }
}

/// Whether the values of an item are still being computed.
pub async fn is_item_pending(tx: &mut Tx, item: Item) -> db::Result<bool> {
    store::is_item_pending(tx, item).await
}
