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
    /// The sealed URL of its PostgreSQL; `None`: that of the control database, or a file.
    pub database_url: Option<String>,
    /// Set while the company is being moved: it is not served before that time.
    pub closed_until: Option<DateTime<Utc>>,
}

impl CompanyRow {
    /// Whether the company is active.
    pub fn is_active(&self) -> bool {
        self.status.is_active()
    }
    /// Whether the company is active and not being moved at this moment.
    pub fn is_open(&self) -> bool {
        self.is_active() && self.closed_until.is_none()
    }
}

/// The arguments of `comanda company add`.
#[derive(Debug, Clone)]
pub struct NewCompany {
    pub slug: String,
    pub name: String,
    pub domain: Option<String>,
    /// A sealed URL from [`Companies::seal_external_url`](super::Companies::seal_external_url); `None`: the control database's server.
    pub database_url: Option<String>,
}

/// A change of a company by an operator or a super admin; fields that are `None` stay.
#[derive(Debug, Clone, Default)]
pub struct CompanyUpdate {
    pub name: Option<String>,
    /// Another host name, or none.
    pub domain: Option<Option<String>>,
    /// Whether the company is active.
    pub active: Option<bool>,
    pub license_active: Option<bool>,
    pub license_until: Option<Option<NaiveDate>>,
    /// The sealed URL of its database from now on.
    pub database_url: Option<Option<String>>,
}

const SELECT_COMPANY: &str = "SELECT id, slug, name, domain, uuid_channel, license_active, license_until, status, database_url, closed_until FROM companies";

/// Lists all companies; a `closed_until` that is over reads as `None`.
pub(super) async fn list_companies(control: &Db, own_now: DateTime<Utc>) -> Result<Vec<CompanyRow>> {
    let mut tx = control.read().await?;
    let mut rows: Vec<CompanyRow> = tx.query(db::Sql::new(SELECT_COMPANY).add("ORDER BY id")).all().await?;
    if rows.iter().any(|row| row.closed_until.is_some()) {
        let now = tx.database_now(own_now).await?;
        for row in &mut rows {
            row.closed_until = row.closed_until.filter(|until| now < *until);
        }
    }
    Ok(rows)
}

/// Closes a company until this time.
pub(super) async fn close_company_until(tx: &mut Tx, id: i64, until: DateTime<Utc>) -> db::Result<()> {
    tx.query("UPDATE companies SET closed_until = $1 WHERE id = $2").bind(until).bind(id).run().await?;
    Ok(())
}

/// Stores the new location of a company and opens it, provided that it is closed until after `latest` and its location is unchanged;
/// returns whether that was so.
pub(super) async fn update_location(
    tx: &mut Tx,
    row: &CompanyRow,
    database_url: Option<&str>,
    latest: DateTime<Utc>,
) -> db::Result<bool> {
    let name = "UPDATE companies SET database_url = $1, closed_until = NULL
                WHERE id = $2 AND closed_until > $3 AND COALESCE(database_url, '') = $4";
    let name = tx.query(name).bind(database_url.map(str::to_owned)).bind(row.id).bind(latest);
    Ok(name.bind(row.database_url.as_deref().unwrap_or_default()).run().await? > 0)
}

/// Reads one row, to check that the database answers.
pub(super) async fn check_readable(control: &Db) -> db::Result<()> {
    let mut tx = control.read().await?;
    let _any: Option<(i64,)> = tx.query("SELECT id FROM companies ORDER BY id LIMIT 1").maybe().await?;
    Ok(())
}

/// Whether an active company has this host name.
pub(super) async fn is_domain_in_use(control: &Db, domain: &str) -> db::Result<bool> {
    let mut tx = control.read_single().await?;
    let found: Option<(i64,)> =
        tx.query("SELECT id FROM companies WHERE domain = $1 AND status = 'ACTIVE'").bind(domain).maybe().await?;
    Ok(found.is_some())
}

pub(super) async fn find_by_slug(tx: &mut Tx, slug: &str) -> db::Result<Option<CompanyRow>> {
    tx.query(db::Sql::new(SELECT_COMPANY).with("WHERE slug = ?", slug)).for_update().maybe().await
}

pub(super) async fn insert_company(tx: &mut Tx, new: &NewCompany, now: DateTime<Utc>) -> db::Result<i64> {
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

pub(super) async fn update_company(tx: &mut Tx, row: &CompanyRow) -> db::Result<u64> {
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
