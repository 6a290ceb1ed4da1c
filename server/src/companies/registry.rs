//! The companies in memory: opened once, reloaded when the control database has changed.

use super::{
    Company,
    store::{self, CompanyRow, NewCompany},
};
use crate::{
    clock::Clock,
    config::Config,
    db::{self, Db, PostgresPool},
    error::{Code, Result, invalid, refuse},
    transact,
};
use anyhow::Context;
use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, PoisonError, RwLock},
};

/// Connections to PostgreSQL, shared by all companies.
const CONNECTIONS: u32 = 32;

/// Where databases come from.
#[derive(Debug, Clone)]
enum Place {
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
    /// By slug; replaced whole on reload.
    open: RwLock<HashMap<String, Arc<Company>>>,
    reloading: tokio::sync::Mutex<()>,
}

impl Companies {
    /// Opens the control database and every company in it.
    pub async fn open(config: &Config, clock: Clock) -> anyhow::Result<Self> {
        let place = match &config.database {
            Some(url) => {
                Place::Schemas(PostgresPool::connect(url, CONNECTIONS).await.context("cannot reach PostgreSQL")?)
            }
            None => {
                std::fs::create_dir_all(config.data.join("companies"))
                    .with_context(|| format!("cannot create {}", config.data.display()))?;
                Place::Files(config.data.clone())
            }
        };
        let control = open_db(&place, "control").await?;
        control.migrate(&db::CONTROL).await?;
        let inner = Inner { place, control, clock, open: RwLock::default(), reloading: tokio::sync::Mutex::default() };
        let companies = Self(Arc::new(inner));
        companies.reload().await?;
        Ok(companies)
    }

    /// The company of a host name; with one company every name leads to it.
    pub async fn by_host(&self, host: &str) -> Result<Arc<Company>> {
        if let Some(found) = self.find(host) {
            return Ok(found);
        }
        self.reload().await?;
        self.find(host).ok_or_else(|| refuse(Code::NotFound, "No hay un restaurante en esta dirección.").into())
    }

    fn find(&self, host: &str) -> Option<Arc<Company>> {
        let open = self.0.open.read().unwrap_or_else(PoisonError::into_inner);
        if open.len() == 1 {
            return open.values().next().cloned();
        }
        open.values().find(|c| c.domain.as_deref().is_some_and(|d| d.eq_ignore_ascii_case(host))).cloned()
    }

    /// All companies that are open.
    pub fn all(&self) -> Vec<Arc<Company>> {
        self.0.open.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }
    /// By its short name.
    pub fn by_slug(&self, slug: &str) -> Option<Arc<Company>> {
        self.0.open.read().unwrap_or_else(PoisonError::into_inner).get(slug).cloned()
    }

    /// Reads the control database again: new companies are opened and migrated, licences and names taken over.
    pub async fn reload(&self) -> Result<()> {
        let _one = self.0.reloading.lock().await;
        let rows = store::active(&self.0.control).await?;
        let mut next = HashMap::with_capacity(rows.len());
        for row in rows {
            let db = match self.by_slug(&row.slug) {
                Some(c) => c.db.clone(),
                None => self.open_company(&row.slug).await?,
            };
            next.insert(row.slug.clone(), Arc::new(company(row, db)));
        }
        *self.0.open.write().unwrap_or_else(PoisonError::into_inner) = next;
        Ok(())
    }

    async fn open_company(&self, slug: &str) -> Result<Db> {
        let db = open_db(&self.0.place, slug).await?;
        db.migrate(&db::COMPANY).await?;
        Ok(db)
    }

    /// Adds a company and makes its database; the same slug again is a refusal.
    pub async fn add(&self, new: &NewCompany) -> Result<Arc<Company>> {
        if !is_slug(&new.slug) || new.slug == "control" {
            return invalid(
                "slug",
                "El nombre corto lleva minúsculas, dígitos y _, empieza con letra y no es 'control'.",
            )
            .err();
        }
        let now = self.0.clock.now();
        let added: Result<i64> = transact!(self.0.control, |tx| { Ok(store::insert(tx, new, now).await?) });
        added?;
        self.reload().await?;
        self.by_slug(&new.slug).ok_or_else(|| anyhow::anyhow!("company {} vanished", new.slug).into())
    }

    /// Switches the licence.
    pub async fn set_license(&self, id: i64, active: bool) -> Result<()> {
        let set: Result<u64> = transact!(self.0.control, |tx| { Ok(store::set_license(tx, id, active).await?) });
        set?;
        self.reload().await
    }
}

async fn open_db(place: &Place, name: &str) -> anyhow::Result<Db> {
    Ok(match place {
        Place::Files(data) if name == "control" => Db::open_sqlite(data.join("control.sqlite")).await?,
        Place::Files(data) => Db::open_sqlite(data.join("companies").join(format!("{name}.sqlite"))).await?,
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

/// A short name that can be a file and a schema.
fn is_slug(slug: &str) -> bool {
    slug.len() <= 40
        && slug.starts_with(|c: char| c.is_ascii_lowercase())
        && !slug.starts_with("pg_")
        && slug.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}
