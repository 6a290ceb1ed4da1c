//! What moves are worth, computed behind the sales: a sale only writes quantities, and a worker of the process values them by the moving
//! average, in the order in which they happened. A document that comes late begins again from its own moment, in steps that each commit,
//! so that nothing waits for it and a server that ends in between goes on where it was.

mod fold;
mod lines;
mod made;
mod made_store;
mod step;
mod store;
mod worker;
mod write_store;

pub(super) use fold::Balance;
pub use worker::tend;

use super::model::Item;
use comanda_base::{
    db::{self, Tx},
    error::Result,
    transact,
};
use comanda_platform::{
    companies::Company,
    realtime::{Event, EventKind, Room, Wakes},
    state::App,
};
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;

/// How long a reader waits for values that are being computed.
const PATIENCE: Duration = Duration::from_secs(2);
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// Values everything that waits in a company.
pub async fn settle(app: &App, company: &Company) -> Result<()> {
    let mut replayed = false;
    loop {
        let waits = {
            let mut tx = company.db.read().await?;
            store::anything_waits(&mut tx).await?
        };
        if !waits {
            break;
        }
        let now = app.clock().now();
        let stepped = transact!(company.db, |tx| -> db::Result<step::Stepped> { step::step(tx, now).await })?;
        replayed |= stepped.replayed;
        if !stepped.more {
            break;
        }
    }
    if replayed {
        let event = Event { room: Room::Catalog, kind: EventKind::StockChanged, ids: json!({}) };
        app.realtime().publish(company, vec![event], Wakes::Nobody).await;
    }
    Ok(())
}

/// The moment that a reader waits for values that are being computed.
#[derive(Debug)]
pub struct Patience(Instant);

impl Patience {
    /// Begins now.
    pub fn begin() -> Self {
        Self(Instant::now() + PATIENCE)
    }
    /// Wakes the worker and waits until it is worth looking again; false where the moment is over.
    pub async fn lasts(&self, app: &App, company: &Company) -> bool {
        let lasts = Instant::now() < self.0;
        if lasts {
            app.valuer().wake(&company.slug);
            tokio::time::sleep(LOOK_AGAIN).await;
        }
        lasts
    }
}

/// Waits a moment for an item that is being valued; whether it still waits then, which its figures have to say.
pub async fn still_waits(app: &App, company: &Company, item: Item) -> Result<bool> {
    let patience = Patience::begin();
    loop {
        let waits = {
            let mut tx = company.db.read().await?;
            store::item_waits(&mut tx, item).await?
        };
        if !waits || !patience.lasts(app, company).await {
            return Ok(waits);
        }
    }
}

/// Whether the values of an item are being computed.
pub async fn item_waits(tx: &mut Tx, item: Item) -> db::Result<bool> {
    store::item_waits(tx, item).await
}
