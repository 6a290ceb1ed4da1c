//! Adding and changing companies, by an operator.

use super::{
    Companies, Company, names,
    store::{self, CompanyRow, CompanyUpdate, NewCompany},
};
use comanda_base::{
    db::Db,
    error::{OrNotFound, Result, already_exists, not_found},
    transact,
    words::Status,
};
use std::sync::Arc;

impl Companies {
    /// Adds a company and creates its database; refuses a slug or domain that is in use.
    pub async fn add_company(&self, new: &NewCompany) -> Result<Arc<Company>> {
        self.prepare_database(new).await?;
        self.register_company(new).await
    }

    /// Creates the database of a company, which cannot be reached before it is [registered](Self::register_company).
    pub async fn prepare_database(&self, new: &NewCompany) -> Result<Db> {
        names::check_slug(&new.slug)?;
        let domain = new.domain.as_deref().map(names::parse_domain).transpose()?;
        for other in self.list_all().await? {
            if other.slug == new.slug {
                return already_exists("slug", format!("Ya hay una empresa {}.", other.slug)).err();
            }
            if domain.is_some() && other.domain == domain {
                return already_exists("domain", format!("Ese dominio ya es de la empresa {}.", other.slug)).err();
            }
        }
        self.create_database(&new.slug, new.database_url.as_deref()).await
    }

    /// Adds a prepared company to the list, so that requests reach it.
    pub async fn register_company(&self, new: &NewCompany) -> Result<Arc<Company>> {
        let domain = new.domain.as_deref().map(names::parse_domain).transpose()?;
        let new = NewCompany { domain, ..new.clone() };
        let now = self.clock().now();
        let added: Result<i64> = transact!(self.control(), |tx| { Ok(store::insert_company(tx, &new, now).await?) });
        added?;
        self.reload_list().await?;
        self.get_or_open(&new.slug).await?.ok_or_else(|| not_found("esa empresa").into())
    }

    /// Changes the given fields; this server applies them at once, other servers within moments.
    pub async fn change_company(&self, slug: &str, change: &CompanyUpdate) -> Result<CompanyRow> {
        let domain = match &change.domain {
            Some(Some(domain)) => Some(Some(names::parse_domain(domain)?)),
            other => other.clone(),
        };
        let changed: Result<CompanyRow> = transact!(self.control(), |tx| {
            let mut row: CompanyRow = store::find_by_slug(tx, slug).await.or_not_found("esa empresa")?;
            row.name = change.name.clone().unwrap_or(row.name);
            row.domain = domain.clone().unwrap_or(row.domain);
            row.license_active = change.license_active.unwrap_or(row.license_active);
            row.license_until = change.license_until.unwrap_or(row.license_until);
            row.database_url = change.database_url.clone().unwrap_or(row.database_url);
            row.status =
                change.active.map_or(row.status, |is_active| if is_active { Status::Active } else { Status::Inactive });
            store::update_company(tx, &row).await?;
            Ok(row)
        });
        let changed = changed?;
        self.reload_list().await?;
        Ok(changed)
    }
}
