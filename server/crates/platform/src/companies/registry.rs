//! The registry of companies in memory: each is opened once, and the list is reloaded when the control database has changed.

use super::{
    Company,
    databases::{DatabaseLocation, open_db},
    idle,
    opening::DatabaseCache,
    refresh::MAX_OPENED_FIRST,
    store::{self, CompanyRow},
};
use anyhow::Context;
use comanda_base::{
    clock::Clock,
    config::Config,
    db::{self, Db},
    error::{Code, Refusal, Result, not_found, refuse},
    private_files,
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard},
    time::Instant,
};

/// The most connections to one PostgreSQL, shared by all companies on it.
const MAX_CONNECTIONS: u32 = 32;

/// All companies of this server.
#[derive(Debug, Clone)]
pub struct Companies(pub(super) Arc<Inner>);
#[derive(Debug)]
pub(super) struct Inner {
    place: DatabaseLocation,
    control: Db,
    clock: Clock,
    /// Replaced as a whole on reload.
    known: RwLock<CompanyList>,
    /// The time at which the control database was last read.
    pub(super) looked: Mutex<Option<Instant>>,
    reloading: tokio::sync::Mutex<()>,
    databases: DatabaseCache,
    pub(super) reading_again: tokio::sync::Mutex<()>,
    pub(super) opening_all: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
pub(super) struct CompanyList {
    /// The open companies, by slug.
    pub open: HashMap<String, Arc<Company>>,
    /// All companies as the control database lists them.
    pub rows: Vec<CompanyRow>,
    version: u64,
}

impl Companies {
    /// Opens the control database; companies are opened when they are asked for.
    ///
    /// # Errors
    /// The control database cannot be opened.
    pub async fn connect(config: &Config, clock: Clock) -> anyhow::Result<Self> {
        private_files::make_folder(&config.data)?;
        if config.database.is_none() {
            private_files::own_folder(&config.data.join("companies"))?;
        }
        let place = DatabaseLocation::find(config, MAX_CONNECTIONS)
            .await
            .context("no se llega a PostgreSQL (revisa --database y que esté encendido)")?;
        let control = open_db(&place, "control", None).await?;
        control.migrate(&db::CONTROL).await?;
        let companies = Self(Arc::new(Inner {
            place,
            control,
            clock,
            known: RwLock::default(),
            looked: Mutex::default(),
            reloading: tokio::sync::Mutex::default(),
            databases: DatabaseCache::default(),
            reading_again: tokio::sync::Mutex::default(),
            opening_all: tokio::sync::Mutex::default(),
        }));
        companies.reload_list().await?;
        Ok(companies)
    }

    /// Opens the control database and every company in it; many companies are opened in the background. For a company that cannot be
    /// opened the reason is logged.
    ///
    /// # Errors
    /// The control database cannot be opened, or none of the companies can.
    pub async fn open(config: &Config, clock: Clock) -> anyhow::Result<Self> {
        let companies = Self::connect(config, clock).await?;
        idle::start(Arc::downgrade(&companies.0));
        if companies.unopened().len() > MAX_OPENED_FIRST {
            companies.open_in_background();
            return Ok(companies);
        }
        companies.open_all().await;
        match companies.list_failed().into_iter().next() {
            Some((slug, reason)) if companies.all().is_empty() => {
                anyhow::bail!("no se puede abrir la empresa {slug}: {reason}")
            }
            _ => Ok(companies),
        }
    }

    /// Finds and opens the company of a host name; with a single company every name leads to it.
    pub async fn find_by_host(&self, host: &str) -> Result<Arc<Company>> {
        self.refresh_if_due().await;
        let host = host.trim_end_matches('.').to_ascii_lowercase();
        // An invented name costs one index look-up, or reading a list of one row; it does not make the server read a long list.
        if self.slug_of_host(&host).is_none()
            && (self.known().rows.len() <= 1 || store::exists_active_domain(&self.0.control, &host).await?)
        {
            self.reload_list().await?;
        }
        let slug = self.slug_of_host(&host);
        let slug = slug.ok_or_else(|| refuse(Code::NotFound, "No hay un restaurante en esta dirección."))?;
        self.get_or_open(&slug).await?.ok_or_else(|| not_found("ese restaurante").into())
    }

    /// Returns the slug of the company at a host name; with a single company every name leads to it.
    fn slug_of_host(&self, host: &str) -> Option<String> {
        let known = self.known();
        let mut served = known.rows.iter().filter(|row| row.is_active());
        let found = served.find(|row| known.rows.len() == 1 || row.domain.as_deref() == Some(host));
        found.map(|row| row.slug.clone())
    }

    pub(super) fn known(&self) -> RwLockReadGuard<'_, CompanyList> {
        self.0.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The control database, in which other rooms have tables too: it also stores what a restored company must not bring back.
    pub fn control(&self) -> &Db {
        &self.0.control
    }
    /// Returns all open companies.
    pub fn all(&self) -> Vec<Arc<Company>> {
        self.known().open.values().cloned().collect()
    }
    /// Returns an open company by its slug.
    pub fn find_by_slug(&self, slug: &str) -> Option<Arc<Company>> {
        self.known().open.get(slug).cloned()
    }
    /// Lists all companies in the control database, inactive ones too.
    pub async fn list_all(&self) -> Result<Vec<CompanyRow>> {
        store::list_all(&self.0.control, self.0.clock.now()).await
    }

    /// Checks that the control database answers; on PostgreSQL this tests the connections that all companies share.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn check_database(&self) -> Result<()> {
        Ok(store::check_readable(&self.0.control).await?)
    }

    pub(super) fn place(&self) -> &DatabaseLocation {
        &self.0.place
    }

    pub(super) fn clock(&self) -> &Clock {
        &self.0.clock
    }

    /// Reads the list from the control database, and drops companies that are not served any more.
    pub(super) async fn reload_list(&self) -> Result<()> {
        let _one = self.0.reloading.lock().await;
        let rows = store::list_all(&self.0.control, self.0.clock.now()).await?;
        let mut known = self.0.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.rows != rows {
            let open = |row: &CompanyRow| {
                let before = known.open.get(&row.slug).filter(|before| before.database_url == row.database_url)?;
                Some((row.slug.clone(), Arc::new(build_company(row.clone(), before.db.clone()))))
            };
            let open = rows.iter().filter(|row| row.is_open()).filter_map(open).collect();
            *known = CompanyList { open, version: known.version + 1, rows };
        }
        let is_served = |slug: &str, url: Option<&str>| {
            let mut rows = known.rows.iter();
            rows.any(|row| row.is_active() && row.slug == slug && row.database_url.as_deref() == url)
        };
        self.0.databases.retain(is_served);
        Ok(())
    }

    /// Returns a company by its slug, opened and migrated where it is not yet; `None` where no active company has that slug.
    ///
    /// # Errors
    /// [`Code::DatabaseUnavailable`]: the company cannot be opened now.
    pub async fn get_or_open(&self, slug: &str) -> Result<Option<Arc<Company>>> {
        if let Some(company) = self.find_by_slug(slug) {
            return Ok(Some(company));
        }
        let served = |known: &CompanyList| known.rows.iter().find(|row| row.is_active() && row.slug == slug).cloned();
        let Some(found) = served(&self.known()) else { return Ok(None) };
        if !found.is_open() {
            return Err(is_moving().into());
        }
        let url = found.database_url.as_deref();
        let db = self.0.databases.open(slug, url, || self.open_company(&found)).await?;
        let mut known = self.0.known.write().unwrap_or_else(PoisonError::into_inner);
        let Some(row) = served(&known) else { return Ok(None) };
        if !row.is_open() || row.database_url != found.database_url {
            return Err(is_moving().into());
        }
        known.version += 1;
        let opened = || Arc::new(build_company(row, db));
        Ok(Some(known.open.entry(slug.to_owned()).or_insert_with(opened).clone()))
    }

    /// Returns the slugs of companies that could not be opened, with the reason.
    pub fn list_failed(&self) -> Vec<(String, String)> {
        self.0.databases.failures()
    }

    /// A number that changes whenever a change of a company was noticed.
    pub fn version(&self) -> u64 {
        self.known().version
    }

    /// Opens a company by its slug, also an inactive one.
    pub async fn open_even_inactive(&self, slug: &str) -> Result<Option<Company>> {
        let Some(row) = self.list_all().await?.into_iter().find(|row| row.slug == slug) else { return Ok(None) };
        let db = self.open_company(&row).await?;
        Ok(Some(build_company(row, db)))
    }
}

fn is_moving() -> Refusal {
    let text = "Este restaurante cambia de servidor en este momento. Vuelve a intentar en unos segundos.";
    Refusal { retry_after_s: Some(3), ..refuse(Code::DatabaseUnavailable, text) }
}

fn build_company(row: CompanyRow, db: Db) -> Company {
    Company {
        id: row.id,
        slug: row.slug,
        name: row.name,
        domain: row.domain,
        uuid_channel: row.uuid_channel,
        license_active: row.license_active,
        license_until: row.license_until,
        database_url: row.database_url,
        db,
    }
}
