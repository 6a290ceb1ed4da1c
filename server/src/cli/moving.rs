//! `comanda company move`, and where companies lie.

use super::{company::known, say};
use anyhow::{Context, Result, ensure};
use comanda::{
    clock::Clock,
    companies::{Change, Companies, CompanyRow},
    config::Config,
    seal::Seals,
    servers::{Lease, agree_on_key},
};
use std::time::Duration;

/// Whoever replaces a company's data says so again in this time, or somebody else may.
const LEASE: Duration = Duration::from_secs(30);

/// The sealed address of another PostgreSQL; none where it is the server's own. What is kept of it is sealed
/// [exclusively](exclusively): a key that is renewed meanwhile would not reach it.
pub(super) async fn elsewhere(config: &Config, companies: &Companies, url: &str) -> Result<Option<String>> {
    ensure!(config.database.is_some(), "este servidor guarda sus empresas en archivos: no las lleva a PostgreSQL");
    // Servers with another key could not open what is sealed here.
    agree_on_key(companies.control(), &Seals::of(&config.data), false).await?;
    companies.elsewhere(url).await
}

/// The same of an address that may be given.
pub(super) async fn place(config: &Config, companies: &Companies, url: Option<&str>) -> Result<Option<String>> {
    match url {
        Some(url) => elsewhere(config, companies, url).await,
        None => Ok(None),
    }
}

/// Changes a company whose schema lies already on the PostgreSQL at this address, while nobody moves it.
pub(super) async fn change_place(
    config: &Config,
    companies: &Companies,
    slug: &str,
    (url, change): (&str, Change),
) -> Result<CompanyRow> {
    let changed = async {
        let sealed = elsewhere(config, companies, url).await?;
        companies.must_be_at(slug, sealed.as_deref()).await?;
        let change = Change { database_url: Some(sealed), ..change };
        anyhow::Ok(companies.change(slug, &change).await?)
    };
    exclusively(companies, changed).await?
}

/// Moves a company to the PostgreSQL at this address; without one, to the server's own.
pub(super) async fn move_company(config: &Config, companies: &Companies, slug: &str, to: Option<&str>) -> Result<()> {
    let own = config
        .database
        .as_deref()
        .context("este servidor guarda sus empresas en archivos: no las lleva a PostgreSQL")?;
    let row = known(companies, slug).await?;
    let before = companies.place_of(&row).unwrap_or_else(|| "el PostgreSQL de --database".to_owned());
    let moving = async {
        let to = elsewhere(config, companies, to.unwrap_or(own)).await?;
        anyhow::Ok(companies.move_company(slug, to, Clock::system().now()).await?)
    };
    let moved = exclusively(companies, moving).await??;
    let left = match moved.left_as {
        Some(left) => format!(
            "lo que había queda como esquema {left}, que nadie usa; cuando ya no haga falta, bórralo ahí: DROP SCHEMA \"{left}\" CASCADE"
        ),
        None => format!(
            "quedó con su nombre lo que había, que nadie usa: ALTER SCHEMA \"{slug}\" RENAME TO \"{slug}_anterior\""
        ),
    };
    say(&format!("Empresa {slug} llevada: {} filas. En {before} {left}.", moved.rows))
}

/// Does what replaces or moves a company's data or seals its secrets anew, while no other command does such a thing.
pub(super) async fn exclusively<T>(companies: &Companies, work: impl Future<Output = T>) -> Result<T> {
    let lease = Lease::of(companies.control(), &Clock::system(), "moves and restores", LEASE);
    lease.during(work).await?.with_context(|| {
        format!(
            "otro comando mueve o restaura una empresa o renueva la clave de los secretos en este momento, o se cortó hace menos de {} \
             segundos: vuelve a intentar",
            LEASE.as_secs()
        )
    })
}
