//! The numbering and taxation of documents: kinds of documents, their series, and the rates of IGV by date.

mod establishment;
pub(super) mod http;
mod rates_http;
mod regimes_http;
mod series;
mod series_rules;
mod store;
mod types;
mod types_and_series_http;
mod zones_http;

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{db::Tx, error::Result};
use comanda_platform::settings::{lock_company, tax};

/// Returns the last day with documents whose rate has to stay. No document is issued until the end of the transaction ([`tax::lock_rules_shared`]), so
/// that the day stays the last one while the caller changes what applies from a day on.
pub async fn find_last_issue_date(tx: &mut Tx, now: DateTime<Utc>) -> Result<Option<NaiveDate>> {
    lock_company(tx).await?;
    Ok(store::find_last_issued_at(tx, now).await?.map(tax::issue_date))
}
