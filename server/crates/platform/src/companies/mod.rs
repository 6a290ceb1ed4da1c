//! The companies of this server: found by host name, each with a database of its own. Each is opened once, closed while nobody uses it, and
//! can be moved from one PostgreSQL to another. `server/docs/decisions/`, "Companies on several PostgreSQL servers", tells how.

mod backup;
mod changes;
mod databases;
mod external_servers;
mod idle;
mod moving;
mod names;
mod opening;
mod refresh;
mod registry;
mod store;
mod unopened;

pub use backup::CompanyBackup;
pub use moving::CompanyMove;
pub use names::is_slug;
pub use registry::Companies;
pub use store::{CompanyRow, CompanyUpdate, NewCompany};
pub use unopened::UnopenedDatabases;

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::db::Db;

/// The slug of the demo company, whose data are invented.
pub const DEMO_SLUG: &str = "demo";

/// A company that is open in the registry.
#[derive(Debug)]
pub struct Company {
    pub id: i64,
    pub slug: String,
    pub name: String,
    pub domain: Option<String>,
    /// The company's permanent id, which also names its print channel.
    pub uuid_channel: String,
    pub license_active: bool,
    pub license_until: Option<NaiveDate>,
    /// The sealed URL of its PostgreSQL; `None`: that of the control database, or a file.
    database_url: Option<String>,
    pub db: Db,
}

impl Company {
    /// Whether this is the demo company.
    pub fn is_demo(&self) -> bool {
        self.slug == DEMO_SLUG
    }
    /// Whether both companies are on the same database server.
    pub fn shares_location_with(&self, other: &Self) -> bool {
        self.database_url == other.database_url
    }
    /// Whether the licence is switched on and not past its last day.
    pub fn is_license_active(&self, now: DateTime<Utc>) -> bool {
        self.license_active && self.license_until.is_none_or(|until| license_day(now) <= until)
    }
}

/// Returns the day by which licences end: in Lima, where the contracts are signed.
pub fn license_day(now: DateTime<Utc>) -> NaiveDate {
    now.with_timezone(&chrono_tz::America::Lima).date_naive()
}
