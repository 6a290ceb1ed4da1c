//! Who has a DNI or RUC: our own clients first, then what was answered in the last thirty days, then the service that the company
//! configured. Whoever finds nobody is told to type, and why.

mod http;
mod identify;
mod reading;
mod service;
mod store;

pub(super) use http::routes;

use chrono::{DateTime, Duration, Utc};
use comanda_base::{db::Tx, error::Result};

/// How long an answer of the service holds.
const KEPT_DAYS: i64 = 30;

/// Forgets answers that hold no more.
pub async fn forget_old_answers(tx: &mut Tx, now: DateTime<Utc>) -> Result<()> {
    store::forget_before(tx, now - Duration::days(KEPT_DAYS)).await?;
    Ok(())
}
