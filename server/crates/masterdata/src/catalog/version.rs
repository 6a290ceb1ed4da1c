//! Which version of the catalogue is for sale, found without reading it: tills ask for it each time that they are opened, and mostly have
//! it already.
//!
//! It is that of the last time where nothing has changed that decides it: what is written in the catalogue ([`changed`]), what is counted,
//! the day, and the hours of schedules. After a minute it is computed again, whatever was changed without a word.

use super::{
    model::Sale,
    sale::{self, Today},
    store::{self, Counted},
};
use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use comanda_base::{
    db::{self, Tx},
    error::Result,
};
use comanda_platform::{
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde_json::Value;
use std::time::{Duration, Instant};

const GOOD_FOR: Duration = Duration::from_secs(60);

/// What of the catalogue was changed with this write: gives it another version, and tells the tills.
pub fn changed(work: &mut Work<'_>, what: Value) {
    may_have_changed(work);
    work.tell(Room::Catalog, EventKind::CatalogChanged, what);
}

/// The same where nothing is told. It is written at the end: two who change the catalogue do not wait for each other before.
pub(super) fn may_have_changed(work: &mut Work<'_>) {
    work.before_commit("catalog_version", store::set_version(drawn()));
}

/// Another catalogue is in the place of the one before.
pub async fn replaced(tx: &mut Tx) -> db::Result<()> {
    tx.query(store::set_version(drawn())).run().await?;
    Ok(())
}

/// Drawn and not counted: a backup that is restored and changed does not come upon a number that stood for something else.
fn drawn() -> i64 {
    i64::from_ne_bytes(rand::random())
}

/// What decides the version.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct VersionInputs {
    /// How often tills were told of it here: also by a server of a version that draws no number.
    events: u64,
    written: i64,
    counted: Vec<Counted>,
    /// By which something is sold out.
    business_day: NaiveDate,
    /// By which hours are said.
    date: NaiveDate,
    zone: Tz,
    negative_stock: bool,
}

impl VersionInputs {
    /// What it is now. `events` was read before the transaction began.
    pub async fn load(tx: &mut Tx, today: Today, events: u64) -> Result<Self> {
        Ok(Self {
            events,
            written: store::version(tx).await?,
            counted: store::counted(tx).await?,
            business_day: today.day,
            date: today.moment.day(),
            zone: today.moment.zone,
            negative_stock: today.negative_stock,
        })
    }
}

/// A version, and for what it holds.
#[derive(Debug)]
pub(super) struct CachedVersion {
    inputs: VersionInputs,
    /// When a schedule begins or ends.
    changes_at: Option<DateTime<Utc>>,
    computed: Instant,
    pub version: String,
}

impl CachedVersion {
    /// Computes it; the catalogue comes with it. `before` is what was known and still holds.
    pub async fn compute(
        tx: &mut Tx,
        today: Today,
        inputs: VersionInputs,
        before: Option<&Self>,
    ) -> Result<(Self, Sale)> {
        let sale = sale::sale(tx, today).await?;
        if let Some(before) = before
            && before.version != sale.version
        {
            tracing::error!("the catalogue was changed by something that does not say so");
            debug_assert_eq!(before.version, sale.version, "a write of the catalogue ends in version::changed");
        }
        let (changes_at, version) = (sale.changes_at, sale.version.clone());
        Ok((Self { inputs, changes_at, computed: Instant::now(), version }, sale))
    }

    /// Whether it still holds.
    pub fn holds(&self, inputs: &VersionInputs, now: DateTime<Utc>) -> bool {
        self.inputs == *inputs && self.changes_at.is_none_or(|at| now < at) && self.computed.elapsed() < GOOD_FOR
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(written: i64) -> VersionInputs {
        let date = "2026-11-28".parse().unwrap();
        let zone = chrono_tz::America::Lima;
        VersionInputs { events: 1, written, counted: Vec::new(), business_day: date, date, zone, negative_stock: false }
    }

    #[test]
    fn a_version_holds_for_a_minute_and_until_something_decides_otherwise() {
        let now: DateTime<Utc> = "2026-11-28T17:00:00Z".parse().unwrap();
        let of_age = |age: Duration| CachedVersion {
            inputs: inputs(7),
            changes_at: Some(now + Duration::from_secs(10)),
            computed: Instant::now().checked_sub(age).unwrap(),
            version: "1f".into(),
        };
        let fresh = of_age(Duration::ZERO);
        assert!(fresh.holds(&inputs(7), now));
        assert!(!fresh.holds(&inputs(8), now), "the catalogue was changed");
        assert!(!fresh.holds(&inputs(7), now + Duration::from_secs(10)), "a schedule begins");
        assert!(!of_age(GOOD_FOR).holds(&inputs(7), now), "whatever was changed without a word shows after a minute");
    }
}
