//! The companies of a data folder as they lie there: nothing is made, and nothing brought up to date.

use super::{
    registry::{CONNECTIONS_TO_LOOK, Place, open_db},
    store::{self, CompanyRow},
};
use crate::{
    config::Config,
    db::{Db, PostgresPool},
};
use anyhow::{Context, Result};

/// Where databases are, before anybody opens them.
#[derive(Debug)]
pub struct Unopened(Place);

impl Unopened {
    /// Finds them.
    ///
    /// # Errors
    /// PostgreSQL cannot be reached.
    pub async fn find(config: &Config) -> Result<Self> {
        Ok(Self(match &config.database {
            Some(url) => {
                let pool = PostgresPool::connect(url, CONNECTIONS_TO_LOOK).await;
                Place::Schemas(pool.context("no se llega a PostgreSQL")?)
            }
            None => Place::Files(config.data.clone()),
        }))
    }
    /// The one that lists the companies; `None` where there is none yet.
    ///
    /// # Errors
    /// It is there and cannot be opened.
    pub async fn control(&self) -> Result<Option<Db>> {
        self.database("control").await
    }
    /// Of a company; `None` where it is not there.
    ///
    /// # Errors
    /// It is there and cannot be opened.
    pub async fn company(&self, slug: &str) -> Result<Option<Db>> {
        self.database(slug).await
    }
    /// All companies.
    ///
    /// # Errors
    /// They cannot be read.
    pub async fn listed(&self, control: &Db) -> Result<Vec<CompanyRow>> {
        Ok(store::all(control).await?)
    }

    async fn database(&self, name: &str) -> Result<Option<Db>> {
        if let Place::Files(data) = &self.0 {
            let file = super::registry::file_of(data, name);
            if !file.is_file() {
                return Ok(None);
            }
        }
        let db = open_db(&self.0, name).await?;
        if let Place::Schemas(_) = &self.0 {
            let mut tx = db.read().await?;
            if !store::has_schema(&mut tx, name).await? {
                return Ok(None);
            }
        }
        Ok(Some(db))
    }
}
