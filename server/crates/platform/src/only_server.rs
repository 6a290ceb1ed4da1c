//! One server to a data folder. On one PostgreSQL database there may be several, each with a folder of its own, but none of a version that
//! has to be alone there. The folder is locked by a file, the database held by a connection; both end with the process, however it
//! ends. Commands beside a running server take no part in this: they write rows, which the server reads.

use crate::servers::{has_agreed_key, not_agreed};
use anyhow::{Context, Result, bail};
use comanda_base::{
    config::Config,
    db::{Db, Hold, Holder},
    private_files,
    seal::Seals,
};
use std::{
    fs::{File, TryLockError},
    io::{Read, Seek, Write},
    path::Path,
    time::Duration,
};

/// The file in the data folder that the server keeps locked; it says the server's process.
pub const FILE: &str = "server.lock";

/// How long to wait before a database that did not answer is asked again.
const ASK_AGAIN: Duration = Duration::from_secs(1);

/// That this process is the one server of its folder; it is no more when this is dropped.
#[derive(Debug)]
pub struct OnlyServer {
    _folder: File,
    database: Option<Hold>,
}

impl OnlyServer {
    /// Becomes the one server.
    ///
    /// # Errors
    /// Another one is; the words say which process that is and what to do.
    pub async fn become_it(config: &Config) -> Result<Self> {
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
    pub async fn is_one_of_several(&mut self) -> Result<bool> {
        match &mut self.database {
            Some(hold) => Ok(hold.is_shared().await?),
            None => Ok(false),
        }
    }

    /// Ends only when it may serve no longer: while the database was away a server that has to be alone took it, or the key of its
    /// secrets was renewed, so that this server would seal what no other opens.
    pub async fn until_lost(self, control: &Db, seals: &Seals) -> anyhow::Error {
        let Some(mut hold) = self.database else { return std::future::pending().await };
        loop {
            if let Err(first) = hold.keep_until_retaken().await {
                return taken(&first);
            }
            if !has_key_of_others(control, seals).await {
                return not_agreed(seals);
            }
        }
    }
}

/// Asks until the database answers.
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
        tokio::time::sleep(ASK_AGAIN).await;
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
            // On Windows nobody reads what another has locked.
            file.read_to_string(&mut process).ok();
            bail!("{}", beside(&format!("la carpeta {}", data.display()), process.trim(), "otra carpeta con --data"));
        }
        Err(TryLockError::Error(e)) => return Err(e).with_context(cannot),
    }
    file.set_len(0).and_then(|()| file.rewind()).with_context(cannot)?;
    write!(file, "{}", std::process::id()).with_context(cannot)?;
    Ok(file)
}

/// As PostgreSQL shows this server to others; never the same twice.
fn name() -> String {
    format!("comanda serve {} {:08x}", std::process::id(), rand::random::<u32>())
}

async fn hold_database(url: &str) -> Result<Hold> {
    match Hold::take(url, &name()).await.context("no se llega a PostgreSQL (revisa --database y que esté encendido)")?
    {
        Ok(hold) => Ok(hold),
        Err(first) => Err(taken(&first)),
    }
}

fn taken(first: &Holder) -> anyhow::Error {
    let process = first.name.strip_prefix("comanda serve ").and_then(|rest| rest.split(' ').next()).unwrap_or_default();
    let base = match first.address.as_str() {
        "" => "esa base de datos".to_owned(),
        address => format!("esa base de datos, desde {address}"),
    };
    let (first, end) = named(process);
    anyhow::anyhow!(
        "ya hay un servidor de una versión anterior de Comanda sobre {base}: {first}, y esa versión no comparte. Detén ese primero \
         (systemctl stop comanda{end}), o usa otra base con --database."
    )
}

fn beside(what: &str, process: &str, other: &str) -> String {
    let (first, end) = named(process);
    format!(
        "ya hay un servidor de Comanda sobre {what}: {first}. Detén ese primero (systemctl stop comanda{end}), o usa {other}. \
         Los comandos company, user y doctor sí se usan con el servidor andando."
    )
}

fn named(process: &str) -> (String, String) {
    match process {
        "" => ("otro proceso".to_owned(), String::new()),
        id => (format!("el proceso {id}"), format!(" o kill {id}")),
    }
}
