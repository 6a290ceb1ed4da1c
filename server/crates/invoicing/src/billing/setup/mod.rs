//! How documents are numbered and taxed: the kinds of document, their series, the rates of IGV by date.

mod establishment;
pub(super) mod http;
mod rates_http;
mod regimes_http;
mod series;
mod series_http;
mod series_rules;
mod store;
mod types;
mod types_http;
mod zones_http;

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{db::Tx, error::Result};
use comanda_platform::settings::{lock_company, tax};

/// The last day that documents were issued on whose rate has to stay. Nothing is issued from here on until the end of the
/// transaction ([`tax::hold`]), so that it stays the last one while the caller changes what holds from a day on.
pub async fn last_issue_date(tx: &mut Tx, now: DateTime<Utc>) -> Result<Option<NaiveDate>> {
    lock_company(tx).await?;
    Ok(store::last_issued_at(tx, now).await?.map(tax::issue_date))
}
