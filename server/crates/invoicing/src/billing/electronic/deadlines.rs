//! Documents and voids that the law's days are running out for, and when somebody is told of them by mail.

use super::{
    setup::Setup,
    watch::{document_rings_from, void_rings_from},
    watch_store as store,
};
use chrono::{DateTime, Days, Duration, NaiveDate, NaiveTime, Utc};
use comanda_base::{db::Tx, error::Result};
use comanda_platform::settings::{Settings, wall_clock};

/// Nobody reads it in the middle of the night.
const FROM: NaiveTime = NaiveTime::from_hms_opt(8, 0, 0).expect("an hour of the day");
/// When it is tried again that could not be sent.
const AGAIN: Duration = Duration::minutes(30);

/// One of them.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct Late {
    pub serie: String,
    pub number: i64,
    pub issued_on: NaiveDate,
    /// A void that is not done yet.
    pub is_void: bool,
    /// What was answered last; empty where nothing was.
    pub sunat_message: String,
}

/// What is to be told now, the oldest first, with the address that it goes to (empty: the administrators'); none where nothing is,
/// or it was told today.
pub async fn to_tell(tx: &mut Tx, now: DateTime<Utc>) -> Result<Option<(Vec<Late>, String)>> {
    if !store::may_tell(tx, now).await? || now.with_timezone(&Settings::load(tx).await?.time_zone).time() < FROM {
        return Ok(None);
    }
    let late = store::late(tx, document_rings_from(now), void_rings_from(now)).await?;
    Ok(if late.is_empty() { None } else { Some((late, Setup::load(tx).await?.alert_email)) })
}

/// Takes it upon oneself to tell; `false` where somebody else did. It is not told again before tomorrow.
pub async fn take(tx: &mut Tx, now: DateTime<Utc>) -> Result<bool> {
    let zone = Settings::load(tx).await?.time_zone;
    let tomorrow = now.with_timezone(&zone).date_naive().checked_add_days(Days::new(1)).unwrap_or_default();
    Ok(store::take_telling(tx, now, wall_clock::first_instant(tomorrow.and_time(FROM), zone)).await? == 1)
}

/// It could not be sent: once more after a while.
pub async fn not_told(tx: &mut Tx, now: DateTime<Utc>) -> Result<()> {
    Ok(store::tell_again(tx, now + AGAIN).await?)
}
