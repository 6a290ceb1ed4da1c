//! Counts the documents that need a person's attention, or soon will.

use super::watch_store;
use chrono::{DateTime, Days, NaiveDate, Utc};
use comanda_base::{db::Tx, error::Result};
use comanda_platform::settings::tax;

/// The age at which a document causes an alert: a factura and its notes are accepted until three calendar days after their issue date
/// (2108), voids until seven (2957), and the alert comes on the day before the last.
const DOCUMENT_ALERT_AFTER: Days = Days::new(2);
const VOID_ALERT_AFTER: Days = Days::new(6);
/// The number of days after which an unresolved rejection is no longer counted here.
const REJECTED_DAYS: Days = Days::new(30);

/// The numbers of documents that need attention, and since which day.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct AttentionCounts {
    /// Documents for which a person must correct something before they are sent.
    pub failed: i64,
    /// The voids among `failed`; the tax authority still counts their documents.
    pub failed_voids: i64,
    /// Refused documents that were not reissued.
    pub rejected: i64,
    /// Refused credit notes: their money was refunded, and the tax authority does not know them.
    pub rejected_notes: i64,
    /// Facturas and their notes that must be accepted today or tomorrow.
    pub late: i64,
    pub late_since: Option<NaiveDate>,
    /// Voids that must be accepted today or tomorrow.
    pub late_voids: i64,
    pub late_voids_since: Option<NaiveDate>,
}

/// Counts the documents that need attention at the time `now`.
pub async fn load_attention_counts(tx: &mut Tx, now: DateTime<Utc>) -> Result<AttentionCounts> {
    let (documents, voids) = (document_alert_day(now), void_alert_day(now));
    Ok(watch_store::load_attention_counts(tx, documents, voids, days_before(now, REJECTED_DAYS)).await?)
}

/// The last day of issue whose documents cause an alert.
pub(super) fn document_alert_day(now: DateTime<Utc>) -> NaiveDate {
    days_before(now, DOCUMENT_ALERT_AFTER)
}

/// The last day of issue whose voids cause an alert.
pub(super) fn void_alert_day(now: DateTime<Utc>) -> NaiveDate {
    days_before(now, VOID_ALERT_AFTER)
}

fn days_before(now: DateTime<Utc>, days: Days) -> NaiveDate {
    tax::issue_date(now).checked_sub_days(days).unwrap_or_default()
}
