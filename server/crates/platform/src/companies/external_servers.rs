//! Connections to the PostgreSQL servers of companies that are not on the server with the company list. Server addresses contain
//! passwords, so the list stores them sealed. Each server has one connection pool for all its companies.

use anyhow::{Result, anyhow, bail, ensure};
use comanda_base::{
    db::{self, Connections, PostgresPool},
    seal::{OpenedSecret, Seals, SecretKind},
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::OnceCell;

/// The pause between a failed connection and the next attempt.
const RETRY_PAUSE: Duration = Duration::from_secs(3);

/// Connection pools of other servers, by address.
#[derive(Debug)]
pub(super) struct ExternalServers {
    seals: Seals,
    /// The pool size of one server.
    connections: u32,
    pools: Mutex<HashMap<String, Arc<Server>>>,
}

/// One external server.
#[derive(Debug, Default)]
struct Server {
    pool: OnceCell<PostgresPool>,
    /// The error and time of the last failed connection.
    failed: Mutex<Option<(String, Instant)>>,
}

impl ExternalServers {
    pub fn new(seals: Seals, connections: u32) -> Self {
        Self { seals, connections, pools: Mutex::default() }
    }

    /// Connects to the address and returns it sealed.
    pub async fn seal(&self, url: &str) -> Result<String> {
        ensure!(
            (url.starts_with("postgres://") || url.starts_with("postgresql://"))
                && !without_credentials(url).is_empty(),
            "la base de datos se escribe postgres://usuario:clave@servidor:puerto/base"
        );
        self.connect(url).await?;
        self.seals.seal(SecretKind::DatabaseAddress, url)
    }

    /// Returns the plain address.
    pub fn open(&self, sealed: &str) -> Result<String> {
        match self.seals.open(SecretKind::DatabaseAddress, sealed)? {
            OpenedSecret::Secret(url) => Ok(url),
            OpenedSecret::Plain(_) | OpenedSecret::Lost => bail!(
                "la dirección de su base de datos está sellada con otra clave (secrets.key): trae la que tenía este servidor, o di la dirección otra \
                 vez con comanda company change --company-database"
            ),
        }
    }

    /// Returns the connection pool of a sealed address.
    pub async fn pool(&self, sealed: &str) -> Result<PostgresPool> {
        self.connect(&self.open(sealed)?).await
    }

    /// Returns the connection counts of all pools in total.
    pub fn connections(&self) -> Connections {
        let pools = self.pools();
        let open = pools.values().filter_map(|server| server.pool.get());
        open.map(PostgresPool::connections).fold(Connections::default(), |all, connections| all + connections)
    }

    async fn connect(&self, url: &str) -> Result<PostgresPool> {
        // Companies of one unreachable server share a connection attempt; companies of other servers do not wait for it.
        let server = self.pools().entry(url.to_owned()).or_default().clone();
        let failed = || server.failed.lock().unwrap_or_else(PoisonError::into_inner);
        let connect = async || {
            if let Some((why, _)) = failed().as_ref().filter(|(_, at)| at.elapsed() < RETRY_PAUSE) {
                bail!("{why}");
            }
            PostgresPool::connect(url, self.connections).await.map_err(|error| {
                let why =
                    format!("no se puede usar PostgreSQL en {}: {}", without_credentials(url), explain_error(&error));
                *failed() = Some((why.clone(), Instant::now()));
                anyhow!(why)
            })
        };
        server.pool.get_or_try_init(connect).await.cloned()
    }

    fn pools(&self) -> MutexGuard<'_, HashMap<String, Arc<Server>>> {
        self.pools.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Describes a connection error for the operator, in Spanish.
fn explain_error(error: &db::Error) -> String {
    match (error.code().as_deref().unwrap_or_default(), error) {
        ("28P01" | "28000", _) => "no acepta ese usuario o esa clave".to_owned(),
        ("3D000", _) => "no existe esa base de datos".to_owned(),
        (_, db::Error::Unavailable) => "no responde (una clave con @, / o # se escribe con %40, %2F, %23)".to_owned(),
        _ => error.to_string(),
    }
}

/// Returns the host and database of an address, without credentials and parameters.
pub(super) fn without_credentials(url: &str) -> String {
    let after = url.split_once("://").map_or(url, |(_, rest)| rest);
    let after = after.split('?').next().unwrap_or_default();
    after.rsplit_once('@').map_or(after, |(_, place)| place).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_and_parameters_are_removed() {
        for (url, said) in [
            ("postgres://comanda:se:cre@to@norte.example:5433/casas?sslmode=require", "norte.example:5433/casas"),
            ("postgresql://norte/casas", "norte/casas"),
            ("postgres:///casas?host=/run/postgresql&password=x@y", "/casas"),
        ] {
            assert_eq!(without_credentials(url), said);
        }
    }

    #[tokio::test]
    async fn addresses_are_verified_and_open_only_with_their_key() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let external = ExternalServers::new(Seals::in_folder(folder.path()), 1);
        for url in ["", "norte.example", "mysql://norte/casas"] {
            assert!(external.seal(url).await.unwrap_err().to_string().contains("postgres://"), "{url}");
        }
        let away = format!("{:#}", external.seal("postgres://u:clave@127.0.0.1:1/casas").await.unwrap_err());
        assert!(away.contains("127.0.0.1:1/casas") && !away.contains("clave@"), "{away}");
        let sealed =
            Seals::in_folder(folder.path()).seal(SecretKind::DatabaseAddress, "postgres://norte/casas").unwrap();
        assert_eq!(external.open(&sealed).unwrap(), "postgres://norte/casas");
        let stranger = ExternalServers::new(Seals::in_folder(other.path()), 1);
        assert!(stranger.open(&sealed).unwrap_err().to_string().contains("secrets.key"));
    }
}
