//! The companies of a data folder as they lie there: nothing is made, and nothing brought up to date.

use super::{
    databases::{Place, file_of, must_be_of, open_db},
    store::{self, CompanyRow},
};
use anyhow::{Context, Result};
use comanda_base::{clock::Clock, config::Config, db::Db};

/// For a look beside a server that has its own.
const CONNECTIONS: u32 = 2;

/// Where databases are, before anybody opens them.
#[derive(Debug)]
pub struct Unopened(Place);

impl Unopened {
    /// Finds them.
    ///
    /// # Errors
    /// PostgreSQL cannot be reached.
    pub async fn find(config: &Config) -> Result<Self> {
        Ok(Self(Place::find(config, CONNECTIONS).await.context("no se llega a PostgreSQL")?))
    }
    /// The one that lists the companies; `None` where there is none yet.
    ///
    /// # Errors
    /// It is there and cannot be opened.
    pub async fn control(&self) -> Result<Option<Db>> {
        self.database("control", None).await
    }
    /// Of a company; `None` where it is not there.
    ///
    /// # Errors
    /// It is there and cannot be opened, or is another company's.
    pub async fn company(&self, row: &CompanyRow) -> Result<Option<Db>> {
        let Some(db) = self.database(&row.slug, row.database_url.as_deref()).await? else { return Ok(None) };
        must_be_of(&db, row).await?;
        Ok(Some(db))
    }
    /// All companies.
    ///
    /// # Errors
    /// They cannot be read.
    pub async fn listed(&self, control: &Db) -> Result<Vec<CompanyRow>> {
        Ok(store::all(control, Clock::system().now()).await?)
    }

    async fn database(&self, name: &str, database_url: Option<&str>) -> Result<Option<Db>> {
        if let Place::Files(data) = &self.0 {
            let file = file_of(data, name);
            if !file.is_file() {
                return Ok(None);
            }
        }
        let db = open_db(&self.0, name, database_url).await?;
        Ok(db.is_there().await?.then_some(db))
    }
}
