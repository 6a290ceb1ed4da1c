//! The version of the catalogue that tills have, found without reading the catalogue: tills ask for it each time they are opened, and
//! usually have the current one already.
//!
//! A computed version stays valid while its inputs are the same: what was written in the catalogue ([`mark_changed`]), counted stock, the
//! day, and the hours of schedules. After a minute it is computed again, in case a change was not marked.

use super::{
    model::Sale,
    sale::{self, SaleContext},
    store::{self, CountedStock},
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

const MAX_AGE: Duration = Duration::from_secs(60);

/// Gives the catalogue a new version because of this write, and tells the tills what changed.
pub fn mark_changed(work: &mut Work<'_>, what: Value) {
    mark_possibly_changed(work);
    work.add_event(Room::Catalog, EventKind::CatalogChanged, what);
}

/// Gives the catalogue a new version without telling tills. It is written just before the commit, so that concurrent writes do not wait for
/// each other earlier.
pub(super) fn mark_possibly_changed(work: &mut Work<'_>) {
    work.before_commit("catalog_version", store::upsert_catalog_version(random_version()));
}

/// Gives a new version to a catalogue that was replaced as a whole.
pub async fn mark_replaced(tx: &mut Tx) -> db::Result<()> {
    tx.query(store::upsert_catalog_version(random_version())).run().await?;
    Ok(())
}

/// Returns a random version. A counter would not do: a restored backup that is then changed could reuse a number with another meaning.
fn random_version() -> i64 {
    i64::from_ne_bytes(rand::random())
}

/// The inputs that decide the version.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct VersionInputs {
    /// The number of events that tills got about the catalogue; this also covers writes by a server of a release that writes no version.
    events: u64,
    written: i64,
    counted: Vec<CountedStock>,
    /// The business day, by which products are sold out.
    business_day: NaiveDate,
    /// The calendar day, in relation to which hours are put into words.
    date: NaiveDate,
    zone: Tz,
    negative_stock: bool,
}

impl VersionInputs {
    /// Loads the current inputs. `events` was read before the transaction began.
    pub async fn load(tx: &mut Tx, today: SaleContext, events: u64) -> Result<Self> {
        Ok(Self {
            events,
            written: store::load_version(tx).await?,
            counted: store::load_counted(tx).await?,
            business_day: today.day,
            date: today.moment.day(),
            zone: today.moment.zone,
            negative_stock: today.negative_stock,
        })
    }
}

/// A version with the inputs for which it is valid.
#[derive(Debug)]
pub(super) struct CachedVersion {
    inputs: VersionInputs,
    /// The moment at which a schedule begins or ends.
    changes_at: Option<DateTime<Utc>>,
    computed: Instant,
    pub version: String,
}

impl CachedVersion {
    /// Computes the version and returns the catalogue with it. `before`, a version known for the same inputs, is only compared: a difference
    /// means that a write did not announce itself.
    pub async fn compute_version(
        tx: &mut Tx,
        today: SaleContext,
        inputs: VersionInputs,
        before: Option<&Self>,
    ) -> Result<(Self, Sale)> {
        let sale = sale::load_sale(tx, today).await?;
        if let Some(before) = before
            && before.version != sale.version
        {
            tracing::error!("the catalogue was changed by something that does not say so");
            debug_assert_eq!(before.version, sale.version, "a write of the catalogue ends in version::changed");
        }
        let (changes_at, version) = (sale.changes_at, sale.version.clone());
        Ok((Self { inputs, changes_at, computed: Instant::now(), version }, sale))
    }

    /// Whether the version is still valid.
    pub fn is_valid(&self, inputs: &VersionInputs, now: DateTime<Utc>) -> bool {
        self.inputs == *inputs && self.changes_at.is_none_or(|at| now < at) && self.computed.elapsed() < MAX_AGE
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
    fn a_version_is_valid_for_a_minute_or_until_an_input_changes() {
        let now: DateTime<Utc> = "2026-11-28T17:00:00Z".parse().unwrap();
        let cached_version = |age: Duration| CachedVersion {
            inputs: inputs(7),
            changes_at: Some(now + Duration::from_secs(10)),
            computed: Instant::now().checked_sub(age).unwrap(),
            version: "1f".into(),
        };
        let fresh = cached_version(Duration::ZERO);
        assert!(fresh.is_valid(&inputs(7), now));
        assert!(!fresh.is_valid(&inputs(8), now), "the catalogue was changed");
        assert!(!fresh.is_valid(&inputs(7), now + Duration::from_secs(10)), "a schedule begins");
        assert!(
            !cached_version(MAX_AGE).is_valid(&inputs(7), now),
            "whatever was changed without a word shows after a minute"
        );
    }
}
