//! All SQL of the control database.

use crate::{
    db::{self, Db, Tx},
    error::Result,
};
use chrono::{DateTime, NaiveDate, Utc};

/// A row of `companies`.
#[derive(Debug, Clone, PartialEq, sqlx::FromRow)]
pub struct CompanyRow {
    pub id: i64,
    pub slug: String,
    pub name: String,
    pub domain: Option<String>,
    pub uuid_channel: String,
    pub license_active: bool,
    pub license_until: Option<NaiveDate>,
}

/// What `comanda company add` gives.
#[derive(Debug, Clone)]
pub struct NewCompany {
    pub slug: String,
    pub name: String,
    pub domain: Option<String>,
}

pub(super) async fn active(control: &Db) -> Result<Vec<CompanyRow>> {
    let mut tx = control.read().await?;
    Ok(tx
        .query(
            "SELECT id, slug, name, domain, uuid_channel, license_active, license_until FROM companies
             WHERE status = 'ACTIVE' ORDER BY id",
        )
        .all()
        .await?)
}

pub(super) async fn insert(tx: &mut Tx, new: &NewCompany, now: DateTime<Utc>) -> db::Result<i64> {
    tx.query(
        "INSERT INTO companies (slug, name, domain, uuid_channel, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id",
    )
    .bind(new.slug.as_str())
    .bind(new.name.as_str())
    .bind(new.domain.clone())
    .bind(uuid::Uuid::new_v4().to_string())
    .bind(now)
    .scalar()
    .await
}

pub(super) async fn set_license(tx: &mut Tx, id: i64, active: bool) -> db::Result<u64> {
    tx.query("UPDATE companies SET license_active = $1 WHERE id = $2").bind(active).bind(id).run().await
}
