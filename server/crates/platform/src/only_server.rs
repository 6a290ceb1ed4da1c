//! Ensures that only one server uses a data folder. Several may share a PostgreSQL database, each with a folder of its own, but not with a
//! server of an old version that has to be alone. The folder is locked by a file, the database by a connection; both locks end with the
//! process, however it ends. Commands do not need these locks: they write rows, which the server reads.

use crate::servers::{has_agreed_key, not_agreed};
use anyhow::{Context, Result, bail};
use comanda_base::{
    config::Config,
    db::{DatabaseLock, Db, LockHolder},
    private_files,
    seal::Seals,
};
use std::{
    fs::{File, TryLockError},
    io::{Read, Seek, Write},
    path::Path,
    time::Duration,
};

/// The lock file in the data folder; it contains the id of the server's process.
pub const FILE: &str = "server.lock";

/// The pause before a database that did not answer is tried again.
const RETRY_PAUSE: Duration = Duration::from_secs(1);

/// The locks of this process as the only server of its folder; dropping it releases them.
#[derive(Debug)]
pub struct OnlyServer {
    _folder: File,
    database: Option<DatabaseLock>,
}

impl OnlyServer {
    /// Takes the locks.
    ///
    /// # Errors
    /// Another server holds one; the message names its process and says what to do.
    pub async fn acquire(config: &Config) -> Result<Self> {
        private_files::make_folder(&config.data)?;
        let folder = lock_folder(&config.data)?;
        let database = match &config.database {
            Some(url) => Some(hold_database(url).await?),
            None => None,
        };
        Ok(Self { _folder: folder, database })
    }

    /// Whether another server is running on the same database.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn has_peers(&mut self) -> Result<bool> {
        match &mut self.database {
            Some(hold) => Ok(hold.is_shared().await?),
            None => Ok(false),
        }
    }

    /// Returns only when this server must stop: while the database was unreachable, a server that has to be alone took it, or the key of
    /// secrets was renewed, so that this server would seal secrets that no other can open.
    pub async fn until_lost(self, control: &Db, seals: &Seals) -> anyhow::Error {
        let Some(mut hold) = self.database else { return std::future::pending().await };
        loop {
            if let Err(first) = hold.keep_until_retaken().await {
                return held_exclusively(&first);
            }
            if !has_key_of_others(control, seals).await {
                return not_agreed(seals);
            }
        }
    }
}

/// Checks the agreed key, and retries until the database answers.
async fn has_key_of_others(control: &Db, seals: &Seals) -> bool {
    loop {
        match has_agreed_key(control, seals).await {
            Ok(has) => return has,
            Err(error) => {
                let error = format!("{error:#}");
                tracing::warn!(
                    error,
                    "whether the key of secrets is still that of the other servers is not known; asked again"
                );
            }
        }
        tokio::time::sleep(RETRY_PAUSE).await;
    }
}

fn lock_folder(data: &Path) -> Result<File> {
    let path = data.join(FILE);
    let cannot = || format!("no se puede bloquear {}", path.display());
    let mut file = private_files::open(&path).with_context(cannot)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut process = String::new();
            // On Windows a locked file cannot be read.
            file.read_to_string(&mut process).ok();
            bail!(
                "{}",
                already_running(&format!("la carpeta {}", data.display()), process.trim(), "otra carpeta con --data")
            );
        }
        Err(TryLockError::Error(e)) => return Err(e).with_context(cannot),
    }
    file.set_len(0).and_then(|()| file.rewind()).with_context(cannot)?;
    write!(file, "{}", std::process::id()).with_context(cannot)?;
    Ok(file)
}

/// Returns a unique application name, which PostgreSQL shows to other servers.
fn name() -> String {
    format!("comanda serve {} {:08x}", std::process::id(), rand::random::<u32>())
}

async fn hold_database(url: &str) -> Result<DatabaseLock> {
    match DatabaseLock::acquire(url, &name())
        .await
        .context("no se llega a PostgreSQL (revisa --database y que esté encendido)")?
    {
        Ok(hold) => Ok(hold),
        Err(first) => Err(held_exclusively(&first)),
    }
}

fn held_exclusively(first: &LockHolder) -> anyhow::Error {
    let process = first.name.strip_prefix("comanda serve ").and_then(|rest| rest.split(' ').next()).unwrap_or_default();
    let base = match first.address.as_str() {
        "" => "esa base de datos".to_owned(),
        address => format!("esa base de datos, desde {address}"),
    };
    let (first, end) = describe_process(process);
    anyhow::anyhow!(
        "ya hay un servidor de una versión anterior de Comanda sobre {base}: {first}, y esa versión no comparte. Detén ese primero \
         (systemctl stop comanda{end}), o usa otra base con --database."
    )
}

fn already_running(what: &str, process: &str, other: &str) -> String {
    let (first, end) = describe_process(process);
    format!(
        "ya hay un servidor de Comanda sobre {what}: {first}. Detén ese primero (systemctl stop comanda{end}), o usa {other}. \
         Los comandos company, user y doctor sí se usan con el servidor andando."
    )
}

fn describe_process(process: &str) -> (String, String) {
    match process {
        "" => ("otro proceso".to_owned(), String::new()),
        id => (format!("el proceso {id}"), format!(" o kill {id}")),
    }
}
