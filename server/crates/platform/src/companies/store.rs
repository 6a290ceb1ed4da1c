//! All SQL of the control database.

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Db, Tx},
    error::Result,
    words::Status,
};

/// A row of `companies`.
#[derive(Debug, Clone, PartialEq, comanda_from_row::FromRow)]
pub struct CompanyRow {
    pub id: i64,
    pub slug: String,
    pub name: String,
    pub domain: Option<String>,
    pub uuid_channel: String,
    pub license_active: bool,
    pub license_until: Option<NaiveDate>,
    pub status: Status,
    /// The sealed address of the PostgreSQL on which it lies; none: where this list is.
    pub database_url: Option<String>,
    /// While it goes elsewhere: nobody is served before that.
    pub closed_until: Option<DateTime<Utc>>,
}

impl CompanyRow {
    /// Whether it is served.
    pub fn is_active(&self) -> bool {
        self.status.is_active()
    }
    /// Whether it is served, and does not go elsewhere at this moment.
    pub fn is_open(&self) -> bool {
        self.is_active() && self.closed_until.is_none()
    }
}

/// What `comanda company add` gives.
#[derive(Debug, Clone)]
pub struct NewCompany {
    pub slug: String,
    pub name: String,
    pub domain: Option<String>,
    /// As [`Companies::elsewhere`](super::Companies::elsewhere) gives it; none: where the list of companies is.
    pub database_url: Option<String>,
}

/// What an operator or a super admin changes; what is not given stays.
#[derive(Debug, Clone, Default)]
pub struct Change {
    pub name: Option<String>,
    /// By another host name, or by none.
    pub domain: Option<Option<String>>,
    /// Served or not.
    pub active: Option<bool>,
    pub license_active: Option<bool>,
    pub license_until: Option<Option<NaiveDate>>,
    /// Where it lies from now on.
    pub database_url: Option<Option<String>>,
}

const COMPANY: &str = "SELECT id, slug, name, domain, uuid_channel, license_active, license_until, status, database_url, closed_until FROM companies";

/// All of them; what is over is not told.
pub(super) async fn all(control: &Db, own_now: DateTime<Utc>) -> Result<Vec<CompanyRow>> {
    let mut tx = control.read().await?;
    let mut rows: Vec<CompanyRow> = tx.query(db::Sql::new(COMPANY).add("ORDER BY id")).all().await?;
    if rows.iter().any(|row| row.closed_until.is_some()) {
        let now = tx.database_now(own_now).await?;
        for row in &mut rows {
            row.closed_until = row.closed_until.filter(|until| now < *until);
        }
    }
    Ok(rows)
}

/// Nobody is served before that.
pub(super) async fn close_until(tx: &mut Tx, id: i64, until: DateTime<Utc>) -> db::Result<()> {
    tx.query("UPDATE companies SET closed_until = $1 WHERE id = $2").bind(until).bind(id).run().await?;
    Ok(())
}

/// Names another place for a company that is closed until after `latest` and still lies where it did, and opens it; whether it was so.
pub(super) async fn move_to(
    tx: &mut Tx,
    row: &CompanyRow,
    to: Option<&str>,
    latest: DateTime<Utc>,
) -> db::Result<bool> {
    let name = "UPDATE companies SET database_url = $1, closed_until = NULL
                WHERE id = $2 AND closed_until > $3 AND COALESCE(database_url, '') = $4";
    let name = tx.query(name).bind(to.map(str::to_owned)).bind(row.id).bind(latest);
    Ok(name.bind(row.database_url.as_deref().unwrap_or_default()).run().await? > 0)
}

/// Reads a row, where there is one.
pub(super) async fn look(control: &Db) -> db::Result<()> {
    let mut tx = control.read().await?;
    let _any: Option<(i64,)> = tx.query("SELECT id FROM companies ORDER BY id LIMIT 1").maybe().await?;
    Ok(())
}

/// Whether a company is served at this host name.
pub(super) async fn is_served_at(control: &Db, domain: &str) -> db::Result<bool> {
    let mut tx = control.read_single().await?;
    let found: Option<(i64,)> =
        tx.query("SELECT id FROM companies WHERE domain = $1 AND status = 'ACTIVE'").bind(domain).maybe().await?;
    Ok(found.is_some())
}

pub(super) async fn by_slug(tx: &mut Tx, slug: &str) -> db::Result<Option<CompanyRow>> {
    tx.query(db::Sql::new(COMPANY).with("WHERE slug = ?", slug)).for_update().maybe().await
}

pub(super) async fn insert(tx: &mut Tx, new: &NewCompany, now: DateTime<Utc>) -> db::Result<i64> {
    tx.query(
        "INSERT INTO companies (slug, name, domain, uuid_channel, created_at, database_url)
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
    )
    .bind(new.slug.as_str())
    .bind(new.name.as_str())
    .bind(new.domain.clone())
    .bind(uuid::Uuid::new_v4().to_string())
    .bind(now)
    .bind(new.database_url.clone())
    .scalar()
    .await
}

pub(super) async fn update(tx: &mut Tx, row: &CompanyRow) -> db::Result<u64> {
    tx.query(
        "UPDATE companies SET name = $1, domain = $2, license_active = $3, license_until = $4, status = $5, database_url = $6
         WHERE id = $7",
    )
    .bind(row.name.as_str())
    .bind(row.domain.clone())
    .bind(row.license_active)
    .bind(row.license_until)
    .bind(row.status)
    .bind(row.database_url.clone())
    .bind(row.id)
    .run()
    .await
}
