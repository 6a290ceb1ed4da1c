//! The companies of a data folder as they lie there: nothing is made, and nothing brought up to date.

use super::{
    elsewhere::Elsewhere,
    registry::{CONNECTIONS_TO_LOOK, Place, open_db},
    store::{self, CompanyRow},
};
use crate::{
    clock::Clock,
    config::Config,
    db::{Db, PostgresPool},
    seal::Seals,
};
use anyhow::{Context, Result};
use std::sync::Arc;

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
                let elsewhere = Arc::new(Elsewhere::new(Seals::of(&config.data), CONNECTIONS_TO_LOOK));
                Place::Schemas { own: pool.context("no se llega a PostgreSQL")?, elsewhere }
            }
            None => Place::Files(config.data.clone()),
        }))
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
    /// It is there and cannot be opened.
    pub async fn company(&self, row: &CompanyRow) -> Result<Option<Db>> {
        self.database(&row.slug, row.database_url.as_deref()).await
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
            let file = super::registry::file_of(data, name);
            if !file.is_file() {
                return Ok(None);
            }
        }
        let db = open_db(&self.0, name, database_url).await?;
        Ok(db.is_there().await?.then_some(db))
    }
}
