//! The look-up of who has a DNI or RUC: first among the clients, then in the answers of the last thirty days, then at the service that the
//! company configured. If nobody is found, the user is told why and asked to type the data.

mod http;
mod identify;
mod reading;
mod service;
mod store;

pub(super) use http::routes;

use chrono::{DateTime, Duration, Utc};
use comanda_base::{db::Tx, error::Result};

/// The number of days for which an answer of the service is valid.
const VALID_DAYS: i64 = 30;

/// Deletes answers that are no longer valid.
pub async fn delete_old_answers(tx: &mut Tx, now: DateTime<Utc>) -> Result<()> {
    store::delete_before(tx, now - Duration::days(VALID_DAYS)).await?;
    Ok(())
}
