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

use crate::{error::Result, settings::tax, use_case::Work};
use chrono::NaiveDate;

/// The last day that documents were issued on whose rate has to stay.
pub async fn last_issue_date(work: &mut Work<'_>) -> Result<Option<NaiveDate>> {
    Ok(store::last_issued_at(work.tx, work.now).await?.map(tax::issue_date))
}
