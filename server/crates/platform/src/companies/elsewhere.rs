//! Companies whose schemas lie on other PostgreSQL servers than the list of companies: a provider adds servers as he grows. Their
//! addresses hold passwords, so the list keeps them sealed. Each server is connected to once, for all companies on it.

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

/// One that was not reached is tried again after this time.
const TRY_AGAIN: Duration = Duration::from_secs(3);

/// Connections to other servers, by their addresses.
#[derive(Debug)]
pub(super) struct Elsewhere {
    seals: Seals,
    /// Of one server.
    connections: u32,
    pools: Mutex<HashMap<String, Arc<Server>>>,
}

/// One of them.
#[derive(Debug, Default)]
struct Server {
    pool: OnceCell<PostgresPool>,
    /// Why it was not reached, and when.
    failed: Mutex<Option<(String, Instant)>>,
}

impl Elsewhere {
    pub fn new(seals: Seals, connections: u32) -> Self {
        Self { seals, connections, pools: Mutex::default() }
    }

    /// An address as the list keeps it, once it answers.
    pub async fn seal(&self, url: &str) -> Result<String> {
        ensure!(
            (url.starts_with("postgres://") || url.starts_with("postgresql://")) && !place(url).is_empty(),
            "la base de datos se escribe postgres://usuario:clave@servidor:puerto/base"
        );
        self.connected(url).await?;
        self.seals.seal(SecretKind::DatabaseAddress, url)
    }

    /// The address that the list keeps.
    pub fn open(&self, sealed: &str) -> Result<String> {
        match self.seals.open(SecretKind::DatabaseAddress, sealed)? {
            OpenedSecret::Secret(url) => Ok(url),
            OpenedSecret::Plain(_) | OpenedSecret::Lost => bail!(
                "la dirección de su base de datos está sellada con otra clave (secrets.key): trae la que tenía este servidor, o di la dirección otra \
                 vez con comanda company change --company-database"
            ),
        }
    }

    /// Connections to the server at an address that the list keeps.
    pub async fn pool(&self, sealed: &str) -> Result<PostgresPool> {
        self.connected(&self.open(sealed)?).await
    }

    /// Of all of them together.
    pub fn connections(&self) -> Connections {
        let pools = self.pools();
        let open = pools.values().filter_map(|server| server.pool.get());
        open.map(PostgresPool::connections).fold(Connections::default(), |all, of| all + of)
    }

    async fn connected(&self, url: &str) -> Result<PostgresPool> {
        // Companies of one that is away wait for one try together, and those of others for none.
        let server = self.pools().entry(url.to_owned()).or_default().clone();
        let failed = || server.failed.lock().unwrap_or_else(PoisonError::into_inner);
        let connect = async || {
            if let Some((why, _)) = failed().as_ref().filter(|(_, at)| at.elapsed() < TRY_AGAIN) {
                bail!("{why}");
            }
            PostgresPool::connect(url, self.connections).await.map_err(|error| {
                let why = format!("no se puede usar PostgreSQL en {}: {}", place(url), in_words(&error));
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

/// What an operator can do something about.
fn in_words(error: &db::Error) -> String {
    match (error.code().as_deref().unwrap_or_default(), error) {
        ("28P01" | "28000", _) => "no acepta ese usuario o esa clave".to_owned(),
        ("3D000", _) => "no existe esa base de datos".to_owned(),
        (_, db::Error::Away) => "no responde (una clave con @, / o # se escribe con %40, %2F, %23)".to_owned(),
        _ => error.to_string(),
    }
}

/// Server and database of an address, without who connects to it.
pub(super) fn place(url: &str) -> String {
    let after = url.split_once("://").map_or(url, |(_, rest)| rest);
    let after = after.split('?').next().unwrap_or_default();
    after.rsplit_once('@').map_or(after, |(_, place)| place).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_connects_and_how_is_not_said() {
        for (url, said) in [
            ("postgres://comanda:se:cre@to@norte.example:5433/casas?sslmode=require", "norte.example:5433/casas"),
            ("postgresql://norte/casas", "norte/casas"),
            ("postgres:///casas?host=/run/postgresql&password=x@y", "/casas"),
        ] {
            assert_eq!(place(url), said);
        }
    }

    #[tokio::test]
    async fn an_address_needs_a_server_that_answers_and_opens_under_its_own_key_only() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let elsewhere = Elsewhere::new(Seals::of(folder.path()), 1);
        for url in ["", "norte.example", "mysql://norte/casas"] {
            assert!(elsewhere.seal(url).await.unwrap_err().to_string().contains("postgres://"), "{url}");
        }
        let away = format!("{:#}", elsewhere.seal("postgres://u:clave@127.0.0.1:1/casas").await.unwrap_err());
        assert!(away.contains("127.0.0.1:1/casas") && !away.contains("clave@"), "{away}");
        let sealed = Seals::of(folder.path()).seal(SecretKind::DatabaseAddress, "postgres://norte/casas").unwrap();
        assert_eq!(elsewhere.open(&sealed).unwrap(), "postgres://norte/casas");
        let stranger = Elsewhere::new(Seals::of(other.path()), 1);
        assert!(stranger.open(&sealed).unwrap_err().to_string().contains("secrets.key"));
    }
}
