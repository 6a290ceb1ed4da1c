//! `comanda company move`, and where companies lie.

use super::say;
use anyhow::{Context, Result, ensure};
use comanda::{clock::Clock, companies::Companies, config::Config, seal::Seals, servers::agree_on_key};

/// The sealed address of another PostgreSQL; none where it is the server's own.
pub(super) async fn elsewhere(config: &Config, companies: &Companies, url: &str) -> Result<Option<String>> {
    ensure!(config.database.is_some(), "este servidor guarda sus empresas en archivos: no las lleva a PostgreSQL");
    // Servers with another key could not open what is sealed here.
    agree_on_key(companies.control(), &Seals::of(&config.data), false).await?;
    companies.elsewhere(url).await
}

/// The same of a PostgreSQL on which a company's schema is already.
pub(super) async fn at(config: &Config, companies: &Companies, slug: &str, url: &str) -> Result<Option<String>> {
    let sealed = elsewhere(config, companies, url).await?;
    ensure!(
        companies.has_schema_at(slug, sealed.as_deref()).await?,
        "en esa base de datos no hay un esquema {slug}: si quieres llevar la empresa ahí, usa comanda company move"
    );
    Ok(sealed)
}

/// Moves a company to the PostgreSQL at this address; without one, to the server's own.
pub(super) async fn move_company(config: &Config, companies: &Companies, slug: &str, to: Option<&str>) -> Result<()> {
    let own = config
        .database
        .as_deref()
        .context("este servidor guarda sus empresas en archivos: no las lleva a PostgreSQL")?;
    let to = elsewhere(config, companies, to.unwrap_or(own)).await?;
    let moved = companies.move_company(slug, to, Clock::system().now()).await?;
    say(&format!(
        "Empresa {slug} llevada: {} filas. Lo que había queda como esquema {left}, sin uso; cuando ya no haga falta: DROP SCHEMA \"{left}\" CASCADE.",
        moved.rows,
        left = moved.left_as
    ))
}
