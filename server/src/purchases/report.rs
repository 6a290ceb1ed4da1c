//! What was bought in a span of days.

use super::{
    model::PurchaseReport,
    words::{PurchasePaidBy, PurchaseStatus},
};
use crate::{db::Tx, error::Result, ids::ProviderId};
use chrono::{DateTime, NaiveDate, Utc};
use serde::Deserialize;

/// Which purchases a report is of.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReportFilter {
    /// Days of the paper, from and to; absent: today.
    pub start_date: Option<NaiveDate>,
    pub end_date: Option<NaiveDate>,
    /// Searched in numbers, providers and items.
    pub term: Option<String>,
    pub provider_id: Option<ProviderId>,
    /// CONTADO or CREDITO; `cash`: paid out of a cash box; `other`: paid otherwise.
    pub payment_type: Option<PurchasePaidBy>,
    pub status: Option<PurchaseStatus>,
}

/// The report.
pub(super) async fn report(_tx: &mut Tx, _filter: &ReportFilter, _now: DateTime<Utc>) -> Result<PurchaseReport> {
    crate::error::not_found("el reporte").err()
}
