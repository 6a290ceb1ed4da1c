//! The companies in memory: opened once, reloaded when the control database has changed.

use super::{
    Company,
    databases::{Place, open_db},
    idle,
    opening::Databases,
    refresh::OPENED_FIRST,
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

/// Connections to one PostgreSQL, shared by all companies on it.
const CONNECTIONS: u32 = 32;

/// All companies of this server.
#[derive(Debug, Clone)]
pub struct Companies(pub(super) Arc<Inner>);
#[derive(Debug)]
pub(super) struct Inner {
    place: Place,
    control: Db,
    clock: Clock,
    /// Replaced whole on reload.
    known: RwLock<Known>,
    /// When the control database was last read.
    pub(super) looked: Mutex<Option<Instant>>,
    reloading: tokio::sync::Mutex<()>,
    databases: Databases,
    pub(super) reading_again: tokio::sync::Mutex<()>,
    pub(super) opening_all: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
pub(super) struct Known {
    /// Those that are served, by slug.
    pub open: HashMap<String, Arc<Company>>,
    /// As they were read.
    pub rows: Vec<CompanyRow>,
    version: u64,
}

impl Companies {
    /// Opens the control database, and each company when it is asked for.
    ///
    /// # Errors
    /// It cannot be opened.
    pub async fn connect(config: &Config, clock: Clock) -> anyhow::Result<Self> {
        private_files::make_folder(&config.data)?;
        if config.database.is_none() {
            private_files::own_folder(&config.data.join("companies"))?;
        }
        let place = Place::find(config, CONNECTIONS)
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
            databases: Databases::default(),
            reading_again: tokio::sync::Mutex::default(),
            opening_all: tokio::sync::Mutex::default(),
        }));
        companies.read_list().await?;
        Ok(companies)
    }

    /// Opens the control database and every company in it; of many, the rest while the server works. A company that cannot be opened
    /// is closed, with its reason in the log.
    ///
    /// # Errors
    /// The control database cannot be opened, or not one of the companies.
    pub async fn open(config: &Config, clock: Clock) -> anyhow::Result<Self> {
        let companies = Self::connect(config, clock).await?;
        idle::start(Arc::downgrade(&companies.0));
        if companies.unopened().len() > OPENED_FIRST {
            companies.open_beside();
            return Ok(companies);
        }
        companies.open_all().await;
        match companies.closed().into_iter().next() {
            Some((slug, reason)) if companies.all().is_empty() => {
                anyhow::bail!("no se puede abrir la empresa {slug}: {reason}")
            }
            _ => Ok(companies),
        }
    }

    /// The company of a host name; with one company every name leads to it.
    pub async fn by_host(&self, host: &str) -> Result<Arc<Company>> {
        self.look_again().await;
        let host = host.trim_end_matches('.').to_ascii_lowercase();
        // A made-up name costs a look into an index, or a list of one row; it does not make the server read a long list.
        if self.slug_at(&host).is_none()
            && (self.known().rows.len() <= 1 || store::is_served_at(&self.0.control, &host).await?)
        {
            self.read_list().await?;
        }
        let slug = self.slug_at(&host);
        let slug = slug.ok_or_else(|| refuse(Code::NotFound, "No hay un restaurante en esta dirección."))?;
        self.opened(&slug).await?.ok_or_else(|| not_found("ese restaurante").into())
    }

    /// With one company every name leads to it.
    fn slug_at(&self, host: &str) -> Option<String> {
        let known = self.known();
        let mut served = known.rows.iter().filter(|row| row.is_active());
        let found = served.find(|row| known.rows.len() == 1 || row.domain.as_deref() == Some(host));
        found.map(|row| row.slug.clone())
    }

    pub(super) fn known(&self) -> RwLockReadGuard<'_, Known> {
        self.0.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The control database, of which other rooms have tables too: it also holds what a restored company must not bring back.
    pub fn control(&self) -> &Db {
        &self.0.control
    }
    /// All companies that are served.
    pub fn all(&self) -> Vec<Arc<Company>> {
        self.known().open.values().cloned().collect()
    }
    /// By its short name, where it is served.
    pub fn by_slug(&self, slug: &str) -> Option<Arc<Company>> {
        self.known().open.get(slug).cloned()
    }
    /// All of them, also those that are not served.
    pub async fn listed(&self) -> Result<Vec<CompanyRow>> {
        store::all(&self.0.control, self.0.clock.now()).await
    }

    /// Whether the control database answers, and with it, on PostgreSQL, the connections that all companies share.
    ///
    /// # Errors
    /// It does not.
    pub async fn answers(&self) -> Result<()> {
        Ok(store::look(&self.0.control).await?)
    }

    pub(super) fn place(&self) -> &Place {
        &self.0.place
    }

    pub(super) fn clock(&self) -> &Clock {
        &self.0.clock
    }

    /// Takes over what the control database says of companies, and lets those go that are not served any more.
    pub(super) async fn read_list(&self) -> Result<()> {
        let _one = self.0.reloading.lock().await;
        let rows = store::all(&self.0.control, self.0.clock.now()).await?;
        let mut known = self.0.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.rows != rows {
            let open = |row: &CompanyRow| {
                let before = known.open.get(&row.slug).filter(|before| before.database_url == row.database_url)?;
                Some((row.slug.clone(), Arc::new(company(row.clone(), before.db.clone()))))
            };
            let open = rows.iter().filter(|row| row.is_open()).filter_map(open).collect();
            *known = Known { open, version: known.version + 1, rows };
        }
        let is_served = |slug: &str, url: Option<&str>| {
            let mut rows = known.rows.iter();
            rows.any(|row| row.is_active() && row.slug == slug && row.database_url.as_deref() == url)
        };
        self.0.databases.keep_only(is_served);
        Ok(())
    }

    /// A company by its short name, opened and brought up to date where it is not yet; `None` where none is served under that name.
    ///
    /// # Errors
    /// [`Code::DatabaseUnavailable`]: it cannot be opened now.
    pub async fn opened(&self, slug: &str) -> Result<Option<Arc<Company>>> {
        if let Some(company) = self.by_slug(slug) {
            return Ok(Some(company));
        }
        let served = |known: &Known| known.rows.iter().find(|row| row.is_active() && row.slug == slug).cloned();
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
        let opened = || Arc::new(company(row, db));
        Ok(Some(known.open.entry(slug.to_owned()).or_insert_with(opened).clone()))
    }

    /// Those that could not be opened, by their short names, and why.
    pub fn closed(&self) -> Vec<(String, String)> {
        self.0.databases.closed()
    }

    /// Another number whenever something of a company was found to be another than before.
    pub fn version(&self) -> u64 {
        self.known().version
    }

    /// A company by its short name, served or not.
    pub async fn served_or_not(&self, slug: &str) -> Result<Option<Company>> {
        let Some(row) = self.listed().await?.into_iter().find(|row| row.slug == slug) else { return Ok(None) };
        let db = self.open_company(&row).await?;
        Ok(Some(company(row, db)))
    }
}

fn is_moving() -> Refusal {
    let text = "Este restaurante cambia de servidor en este momento. Vuelve a intentar en unos segundos.";
    Refusal { retry_after_s: Some(3), ..refuse(Code::DatabaseUnavailable, text) }
}

fn company(row: CompanyRow, db: Db) -> Company {
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
