//! `comanda company move`, and the databases of companies.

use super::{company::find_company, say};
use anyhow::{Context, Result, ensure};
use comanda::{
    clock::Clock,
    companies::{Companies, CompanyRow, CompanyUpdate},
    config::Config,
    seal::Seals,
    servers::{Lease, agree_on_key},
};
use std::time::Duration;

/// The lease of a command that replaces a company's data; it is renewed while the command works, and expires if it dies.
const LEASE_DURATION: Duration = Duration::from_secs(30);

/// Returns the sealed address of another PostgreSQL; `None` where it is the server's own. A sealed address to be stored must be obtained
/// within [`run_exclusively`]: a renewal of the key meanwhile would miss it.
pub(super) async fn seal_address(config: &Config, companies: &Companies, url: &str) -> Result<Option<String>> {
    ensure!(config.database.is_some(), "este servidor guarda sus empresas en archivos: no las lleva a PostgreSQL");
    // Servers with another key could not open an address sealed here.
    agree_on_key(companies.control(), &Seals::in_folder(&config.data), false).await?;
    companies.seal_external_url(url).await
}

/// Returns the sealed address of an optional PostgreSQL.
pub(super) async fn seal_optional_address(
    config: &Config,
    companies: &Companies,
    url: Option<&str>,
) -> Result<Option<String>> {
    match url {
        Some(url) => seal_address(config, companies, url).await,
        None => Ok(None),
    }
}

/// Changes a company whose schema is already on the PostgreSQL at this address, exclusively of moves.
pub(super) async fn change_database(
    config: &Config,
    companies: &Companies,
    slug: &str,
    (url, change): (&str, CompanyUpdate),
) -> Result<CompanyRow> {
    let changed = async {
        let sealed = seal_address(config, companies, url).await?;
        companies.check_location(slug, sealed.as_deref()).await?;
        let change = CompanyUpdate { database_url: Some(sealed), ..change };
        anyhow::Ok(companies.change_company(slug, &change).await?)
    };
    run_exclusively(companies, changed).await?
}

/// Moves a company to the PostgreSQL at this address, or to the server's own by default.
pub(super) async fn move_company(
    config: &Config,
    companies: &Companies,
    slug: &str,
    database_url: Option<&str>,
) -> Result<()> {
    let server_address = config
        .database
        .as_deref()
        .context("este servidor guarda sus empresas en archivos: no las lleva a PostgreSQL")?;
    let row = find_company(companies, slug).await?;
    let before = companies.describe_location(&row).unwrap_or_else(|| "el PostgreSQL de --database".to_owned());
    let moving = async {
        let database_url = seal_address(config, companies, database_url.unwrap_or(server_address)).await?;
        anyhow::Ok(companies.move_company(slug, database_url, Clock::system().now()).await?)
    };
    let moved = run_exclusively(companies, moving).await??;
    let remainder_text = match moved.left_as {
        Some(schema) => format!(
            "lo que había queda como esquema {schema}, que nadie usa; cuando ya no haga falta, bórralo ahí: DROP SCHEMA \"{schema}\" CASCADE"
        ),
        None => format!(
            "quedó con su nombre lo que había, que nadie usa: ALTER SCHEMA \"{slug}\" RENAME TO \"{slug}_anterior\""
        ),
    };
    say(&format!("Empresa {slug} llevada: {} filas. En {before} {remainder_text}.", moved.rows))
}

/// Runs work that replaces or moves a company's data or seals its secrets anew, exclusively of other such commands.
pub(super) async fn run_exclusively<T>(companies: &Companies, work: impl Future<Output = T>) -> Result<T> {
    let lease = Lease::new(companies.control(), &Clock::system(), "moves and restores", LEASE_DURATION);
    lease.run_with_lease(work).await?.with_context(|| {
        format!(
            "otro comando mueve o restaura una empresa o renueva la clave de los secretos en este momento, o se cortó hace menos de {} \
             segundos: vuelve a intentar",
            LEASE_DURATION.as_secs()
        )
    })
}
