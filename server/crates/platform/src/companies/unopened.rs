//! Read access to the companies of a data folder as they are: nothing is created or migrated.

use super::{
    databases::{DatabaseLocation, check_schema_owner, open_database, sqlite_path},
    store::{self, CompanyRow},
};
use anyhow::{Context, Result};
use comanda_base::{clock::Clock, config::Config, db::Db};

/// Few connections, since a server may run at the same time.
const MAX_CONNECTIONS: u32 = 2;

/// The databases of an installation, not opened as companies.
#[derive(Debug)]
pub struct UnopenedDatabases(DatabaseLocation);

impl UnopenedDatabases {
    /// Finds the databases of a configuration.
    ///
    /// # Errors
    /// PostgreSQL cannot be reached.
    pub async fn from_config(config: &Config) -> Result<Self> {
        Ok(Self(DatabaseLocation::from_config(config, MAX_CONNECTIONS).await.context("no se llega a PostgreSQL")?))
    }
    /// Opens the control database; `None` where there is none yet.
    ///
    /// # Errors
    /// The database exists and cannot be opened.
    pub async fn open_control(&self) -> Result<Option<Db>> {
        self.database("control", None).await
    }
    /// Opens the database of a company; `None` where it does not exist.
    ///
    /// # Errors
    /// The database exists and cannot be opened, or is another company's.
    pub async fn open_company(&self, row: &CompanyRow) -> Result<Option<Db>> {
        let Some(db) = self.database(&row.slug, row.database_url.as_deref()).await? else { return Ok(None) };
        check_schema_owner(&db, row).await?;
        Ok(Some(db))
    }
    /// Lists all companies.
    ///
    /// # Errors
    /// The control database cannot be read.
    pub async fn list_companies(&self, control: &Db) -> Result<Vec<CompanyRow>> {
        Ok(store::list_companies(control, Clock::system().now()).await?)
    }

    async fn database(&self, name: &str, database_url: Option<&str>) -> Result<Option<Db>> {
        if let DatabaseLocation::Files(data) = &self.0 {
            let file = sqlite_path(data, name);
            if !file.is_file() {
                return Ok(None);
            }
        }
        let db = open_database(&self.0, name, database_url).await?;
        Ok(db.exists().await?.then_some(db))
    }
}
