//! The companies in memory: opened once, reloaded when the control database has changed.

use super::{
    Company, names,
    store::{self, Change, CompanyRow, NewCompany},
};
use crate::{
    clock::Clock,
    config::Config,
    db::{self, Connections, Db, PostgresPool},
    error::{Code, OrNotFound, Refusal, Result, refuse},
    private_files, transact,
    words::Status,
};
use anyhow::Context;
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard},
    time::{Duration, Instant},
};

/// Connections to PostgreSQL, shared by all companies.
const CONNECTIONS: u32 = 32;
/// For a look beside a server that has its own.
pub(super) const CONNECTIONS_TO_LOOK: u32 = 2;

/// How long the server goes on with the companies that it knows.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Where databases come from.
#[derive(Debug, Clone)]
pub(super) enum Place {
    Files(PathBuf),
    Schemas(PostgresPool),
}

/// All companies of this server.
#[derive(Debug, Clone)]
pub struct Companies(Arc<Inner>);
#[derive(Debug)]
struct Inner {
    place: Place,
    control: Db,
    clock: Clock,
    /// Replaced whole on reload.
    known: RwLock<Known>,
    /// When the control database was last read.
    looked: Mutex<Option<Instant>>,
    reloading: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct Known {
    /// Those that are served, by slug.
    open: HashMap<String, Arc<Company>>,
    /// The server has one company in all: every host name leads to it.
    alone: bool,
    /// As they were read.
    rows: Vec<CompanyRow>,
    version: u64,
}

impl Companies {
    /// Opens the control database and every company in it.
    pub async fn open(config: &Config, clock: Clock) -> anyhow::Result<Self> {
        let place = match &config.database {
            Some(url) => Place::Schemas(
                PostgresPool::connect(url, CONNECTIONS)
                    .await
                    .context("no se llega a PostgreSQL (revisa --database y que esté encendido)")?,
            ),
            None => {
                private_files::make_folder(&config.data)?;
                private_files::own_folder(&config.data.join("companies"))?;
                Place::Files(config.data.clone())
            }
        };
        let control = open_db(&place, "control").await?;
        control.migrate(&db::CONTROL).await?;
        let companies = Self(Arc::new(Inner {
            place,
            control,
            clock,
            known: RwLock::default(),
            looked: Mutex::default(),
            reloading: tokio::sync::Mutex::default(),
        }));
        companies.reload().await?;
        Ok(companies)
    }

    /// The company of a host name; with one company every name leads to it.
    pub async fn by_host(&self, host: &str) -> Result<Arc<Company>> {
        self.look_again().await;
        let host = host.trim_end_matches('.').to_ascii_lowercase();
        if let Some(company) = self.find(&host) {
            return Ok(company);
        }
        // A made-up name costs a look into an index, or a list of one row; it does not make the server read a long list.
        if self.known().rows.len() <= 1 || store::is_served_at(&self.0.control, &host).await? {
            self.reload().await?;
        }
        self.find(&host).ok_or_else(|| refuse(Code::NotFound, "No hay un restaurante en esta dirección.").into())
    }

    /// What an operator changes beside the running server is taken over within moments. A look that fails blocks nobody: the
    /// server goes on with what it knew.
    pub async fn look_again(&self) {
        {
            let mut looked = self.0.looked.lock().unwrap_or_else(PoisonError::into_inner);
            if looked.is_some_and(|at| at.elapsed() < LOOK_EVERY) {
                return;
            }
            *looked = Some(Instant::now());
        }
        if let Err(error) = self.reload().await {
            tracing::warn!(%error, "the list of companies could not be read again");
        }
    }

    fn find(&self, host: &str) -> Option<Arc<Company>> {
        let known = self.known();
        if known.alone {
            return known.open.values().next().cloned();
        }
        known.open.values().find(|c| c.domain.as_deref() == Some(host)).cloned()
    }

    fn known(&self) -> RwLockReadGuard<'_, Known> {
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
        store::all(&self.0.control).await
    }

    /// Whether the control database answers, and with it, on PostgreSQL, the connections that all companies share.
    ///
    /// # Errors
    /// It does not.
    pub async fn answers(&self) -> Result<()> {
        Ok(store::look(&self.0.control).await?)
    }

    /// The control database's connections.
    pub fn connections(&self) -> Connections {
        self.0.control.connections()
    }

    /// Reads the control database again: new companies are opened and migrated, licences and names taken over.
    pub async fn reload(&self) -> Result<()> {
        let _one = self.0.reloading.lock().await;
        let rows = store::all(&self.0.control).await?;
        let alone = rows.len() == 1;
        let mut open = HashMap::with_capacity(rows.len());
        for row in rows.iter().filter(|row| row.is_active()) {
            let db = match self.by_slug(&row.slug) {
                Some(c) => c.db.clone(),
                None => self.open_company(&row.slug).await?,
            };
            open.insert(row.slug.clone(), Arc::new(company(row.clone(), db)));
        }
        let mut known = self.0.known.write().unwrap_or_else(PoisonError::into_inner);
        let version = known.version + u64::from(known.rows != rows);
        *known = Known { open, alone, rows, version };
        Ok(())
    }

    /// Another number whenever something of a company was found to be another than before.
    pub fn version(&self) -> u64 {
        self.known().version
    }

    /// A company by its short name, served or not.
    pub async fn served_or_not(&self, slug: &str) -> Result<Option<Company>> {
        let Some(row) = self.listed().await?.into_iter().find(|row| row.slug == slug) else { return Ok(None) };
        let db = self.open_company(slug).await?;
        Ok(Some(company(row, db)))
    }

    async fn open_company(&self, slug: &str) -> Result<Db> {
        let db = open_db(&self.0.place, slug).await?;
        db.migrate(&db::COMPANY).await?;
        Ok(db)
    }

    /// Adds a company and makes its database; the same slug or domain again is a refusal.
    pub async fn add(&self, new: &NewCompany) -> Result<Arc<Company>> {
        self.prepare(new).await?;
        self.register(new).await
    }

    /// Makes the database of a company that nobody can reach before it is [registered](Self::register).
    pub async fn prepare(&self, new: &NewCompany) -> Result<Db> {
        names::slug(&new.slug)?;
        let domain = new.domain.as_deref().map(names::domain).transpose()?;
        for other in self.listed().await? {
            if other.slug == new.slug {
                return taken("slug", format!("Ya hay una empresa {}.", other.slug)).err();
            }
            if domain.is_some() && other.domain == domain {
                return taken("domain", format!("Ese dominio ya es de la empresa {}.", other.slug)).err();
            }
        }
        self.open_company(&new.slug).await
    }

    /// Lets requests reach a company.
    pub async fn register(&self, new: &NewCompany) -> Result<Arc<Company>> {
        let domain = new.domain.as_deref().map(names::domain).transpose()?;
        let new = NewCompany { domain, ..new.clone() };
        let now = self.0.clock.now();
        let added: Result<i64> = transact!(self.0.control, |tx| { Ok(store::insert(tx, &new, now).await?) });
        added?;
        self.reload().await?;
        self.by_slug(&new.slug).ok_or_else(|| anyhow::anyhow!("company {} vanished", new.slug).into())
    }

    /// Changes what is given and takes it over at once; other servers of the same data do within moments.
    pub async fn change(&self, slug: &str, change: &Change) -> Result<CompanyRow> {
        let domain = match &change.domain {
            Some(Some(domain)) => Some(Some(names::domain(domain)?)),
            other => other.clone(),
        };
        let changed: Result<CompanyRow> = transact!(self.0.control, |tx| {
            let mut row: CompanyRow = store::by_slug(tx, slug).await.or_not_found("esa empresa")?;
            row.name = change.name.clone().unwrap_or(row.name);
            row.domain = domain.clone().unwrap_or(row.domain);
            row.license_active = change.license_active.unwrap_or(row.license_active);
            row.license_until = change.license_until.unwrap_or(row.license_until);
            row.status = change.active.map_or(row.status, |on| if on { Status::Active } else { Status::Inactive });
            store::update(tx, &row).await?;
            Ok(row)
        });
        let changed = changed?;
        self.reload().await?;
        Ok(changed)
    }
}

fn taken(field: &str, text: String) -> Refusal {
    refuse(Code::AlreadyExists, text.clone()).at(field, text)
}

/// The file of a company, or of the list of companies.
pub(super) fn file_of(data: &Path, name: &str) -> PathBuf {
    match name {
        "control" => data.join("control.sqlite"),
        slug => data.join("companies").join(format!("{slug}.sqlite")),
    }
}

pub(super) async fn open_db(place: &Place, name: &str) -> anyhow::Result<Db> {
    Ok(match place {
        Place::Files(data) => Db::open_sqlite(file_of(data, name)).await?,
        Place::Schemas(pool) => pool.schema(name)?,
    })
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
        db,
    }
}
