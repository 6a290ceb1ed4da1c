//! Which documents need a person, or soon will.

use super::watch_store;
use chrono::{DateTime, Days, NaiveDate, Utc};
use comanda_base::{db::Tx, error::Result};
use comanda_platform::settings::tax;

/// A factura and its notes are taken for three calendar days after their day (2108), voids for seven (2957). The day before the last
/// is when somebody is told.
const DOCUMENT_RINGS_AFTER: Days = Days::new(2);
const VOID_RINGS_AFTER: Days = Days::new(6);
/// A rejection that nobody put right in so many days is left to the list of documents.
const REJECTED_DAYS: Days = Days::new(30);

/// How many need somebody, and since which day.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct Watched {
    /// A person must mend something before they are sent.
    pub failed: i64,
    /// Voids among them: the tax authority counts their documents.
    pub failed_voids: i64,
    /// Refused, and not issued anew.
    pub rejected: i64,
    /// Credit notes among them: their money went back, and the tax authority does not know it.
    pub rejected_notes: i64,
    /// Facturas and their notes that have to be taken today or tomorrow.
    pub late: i64,
    pub late_since: Option<NaiveDate>,
    /// Voids that have to be taken today or tomorrow.
    pub late_voids: i64,
    pub late_voids_since: Option<NaiveDate>,
}

/// As of `now`.
pub async fn watched(tx: &mut Tx, now: DateTime<Utc>) -> Result<Watched> {
    let (documents, voids) = (document_rings_from(now), void_rings_from(now));
    Ok(watch_store::watched(tx, documents, voids, before(now, REJECTED_DAYS)).await?)
}

/// The last day of issue whose documents somebody is told of.
pub(super) fn document_rings_from(now: DateTime<Utc>) -> NaiveDate {
    before(now, DOCUMENT_RINGS_AFTER)
}

/// The last day of issue whose voids somebody is told of.
pub(super) fn void_rings_from(now: DateTime<Utc>) -> NaiveDate {
    before(now, VOID_RINGS_AFTER)
}

fn before(now: DateTime<Utc>, days: Days) -> NaiveDate {
    tax::issue_date(now).checked_sub_days(days).unwrap_or_default()
}
