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
use crate::{
    db::Tx,
    error::Result,
    realtime::{EventKind, Room},
    use_case::Work,
};
use chrono::{DateTime, NaiveDate, Utc};
use serde_json::Value;
use std::time::{Duration, Instant};

const GOOD_FOR: Duration = Duration::from_secs(60);

/// What of the catalogue was changed with this write: tells the tills, and gives it another version.
pub async fn changed(work: &mut Work<'_>, what: Value) -> Result<()> {
    // Drawn and not counted: a backup that is restored and changed does not come upon a number that stood for something else.
    store::set_version(work.tx, i64::from_ne_bytes(rand::random())).await?;
    work.tell(Room::Catalog, EventKind::CatalogChanged, what);
    Ok(())
}

/// What decides the version.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Decides {
    written: i64,
    counted: Vec<Counted>,
    /// By which something is sold out.
    business_day: NaiveDate,
    /// By which hours are said.
    date: NaiveDate,
    negative_stock: bool,
}

impl Decides {
    pub async fn load(tx: &mut Tx, today: Today) -> Result<Self> {
        Ok(Self {
            written: store::version(tx).await?,
            counted: store::counted(tx).await?,
            business_day: today.day,
            date: today.moment.day(),
            negative_stock: today.negative_stock,
        })
    }
}

/// A version, and for what it holds.
#[derive(Debug)]
pub(super) struct Known {
    decides: Decides,
    /// When a schedule begins or ends.
    changes_at: Option<DateTime<Utc>>,
    computed: Instant,
    pub version: String,
}

impl Known {
    /// Computes it; the catalogue comes with it.
    pub async fn compute(tx: &mut Tx, today: Today, decides: Decides) -> Result<(Self, Sale)> {
        let sale = sale::sale(tx, today).await?;
        let (changes_at, version) = (sale.changes_at, sale.version.clone());
        Ok((Self { decides, changes_at, computed: Instant::now(), version }, sale))
    }

    /// Whether it still holds.
    pub fn holds(&self, decides: &Decides, now: DateTime<Utc>) -> bool {
        self.decides == *decides && self.changes_at.is_none_or(|at| now < at) && self.computed.elapsed() < GOOD_FOR
    }
}
