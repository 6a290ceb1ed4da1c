//! Documents and voids whose legal deadlines are near, and the schedule of alert e-mails about them.

use super::{
    setup::BillingSetup,
    watch::{document_alert_day, void_alert_day},
    watch_store as store,
};
use chrono::{DateTime, Days, Duration, NaiveDate, NaiveTime, Utc};
use comanda_base::{db::Tx, error::Result};
use comanda_platform::settings::{Settings, wall_clock};

/// Alerts are sent from this hour on, since nobody reads them at night.
const EARLIEST_HOUR: NaiveTime = NaiveTime::from_hms_opt(8, 0, 0).expect("an hour of the day");
/// The pause before an alert that could not be sent is tried again.
const RETRY_PAUSE: Duration = Duration::minutes(30);

/// A document or void whose deadline is near.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct NearDeadline {
    pub serie: String,
    pub number: i64,
    pub issued_on: NaiveDate,
    /// True for a void that is not done yet, false for a document that is not sent.
    pub is_void: bool,
    /// The text of the last answer; empty where there was none.
    pub sunat_message: String,
}

/// Returns the documents and voids to report now, the oldest first, with the recipient's address (empty for the administrators'); `None`
/// where there is nothing to report, or today's alert was sent.
pub async fn find_due_alert(tx: &mut Tx, now: DateTime<Utc>) -> Result<Option<(Vec<NearDeadline>, String)>> {
    if !store::is_alert_due(tx, now).await?
        || now.with_timezone(&Settings::load(tx).await?.time_zone).time() < EARLIEST_HOUR
    {
        return Ok(None);
    }
    let late = store::load_near_deadline(tx, document_alert_day(now), void_alert_day(now)).await?;
    Ok(if late.is_empty() { None } else { Some((late, BillingSetup::load(tx).await?.alert_email)) })
}

/// Claims today's alert; false where another server did. After it no alert is due before tomorrow.
pub async fn claim_alert(tx: &mut Tx, now: DateTime<Utc>) -> Result<bool> {
    let zone = Settings::load(tx).await?.time_zone;
    let tomorrow = now.with_timezone(&zone).date_naive().checked_add_days(Days::new(1)).unwrap_or_default();
    Ok(store::claim_alert(tx, now, wall_clock::first_instant(tomorrow.and_time(EARLIEST_HOUR), zone)).await? == 1)
}

/// Schedules another try after an alert that could not be sent.
pub async fn retry_alert_later(tx: &mut Tx, now: DateTime<Utc>) -> Result<()> {
    Ok(store::set_next_alert(tx, now + RETRY_PAUSE).await?)
}
