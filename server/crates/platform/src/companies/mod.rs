//! The companies of this server: found by host name, each with a database of its own. Knows nothing of restaurants.

mod backup;
mod changes;
mod databases;
mod elsewhere;
mod idle;
mod moving;
mod names;
mod opening;
mod refresh;
mod registry;
mod store;
mod unopened;

pub use backup::Backup;
pub use moving::Moved;
pub use names::is_slug;
pub use registry::Companies;
pub use store::{Change, CompanyRow, NewCompany};
pub use unopened::Unopened;

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::db::Db;

/// Short name of the company that shows what Comanda does; what it sells is invented.
pub const DEMO: &str = "demo";

/// One company as the registry holds it.
#[derive(Debug)]
pub struct Company {
    pub id: i64,
    pub slug: String,
    pub name: String,
    pub domain: Option<String>,
    /// The print channel of the whole company.
    pub uuid_channel: String,
    pub license_active: bool,
    pub license_until: Option<NaiveDate>,
    /// On which PostgreSQL it lies, sealed; none: on the one of the list of companies, or in a file.
    database_url: Option<String>,
    pub db: Db,
}

impl Company {
    /// Whether it only shows what Comanda does.
    pub fn is_demo(&self) -> bool {
        self.slug == DEMO
    }
    /// Whether its data lie where those of the other one do.
    pub fn is_at_same_place_as(&self, other: &Self) -> bool {
        self.database_url == other.database_url
    }
    /// Active and not past its end date.
    pub fn license_active(&self, now: DateTime<Utc>) -> bool {
        self.license_active && self.license_until.is_none_or(|until| license_day(now) <= until)
    }
}

/// The day by which licences end: in Lima, where the contracts are signed.
pub fn license_day(now: DateTime<Utc>) -> NaiveDate {
    now.with_timezone(&chrono_tz::America::Lima).date_naive()
}
