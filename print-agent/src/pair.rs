//! Pairing: exchanges a six-digit code for a token.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use comanda_ticket::wire::{PairRequest, PairResponse};

use crate::{
    agent::host_name,
    api::{self, ApiError},
    config::Config,
    net::ServerAccess,
    owner,
};

/// A pairing request: the server, the code, and the way to the server.
#[derive(Debug, Clone)]
pub struct Pairing<'a> {
    /// The server's address as a person typed it.
    pub server: &'a str,
    /// The code on the screen; spaces and hyphens are ignored.
    pub code: &'a str,
    /// See [`Config::proxy`].
    pub proxy: Option<String>,
    /// See [`Config::ca_file`].
    pub ca_file: Option<PathBuf>,
}

/// The reason why pairing failed.
#[derive(Debug, thiserror::Error)]
pub enum PairError {
    /// The code is not six digits.
    #[error("«{0}» no es un código: son seis dígitos")]
    Code(String),
    /// The server was not reached, or it refused.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// The configuration file cannot be written. This is checked before the code is used up.
    #[error("no se puede escribir {path}: {source}")]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

/// Asks the server for a token and writes the agent's configuration file.
///
/// # Errors
/// [`PairError`]; the code is not used up where the file could not have been written.
pub async fn pair(pairing: &Pairing<'_>, file: &Path) -> Result<PairResponse, PairError> {
    let code: String = pairing.code.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    if code.len() != 6 || !code.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(PairError::Code(pairing.code.to_owned()));
    }
    let ca_file = pairing.ca_file.as_deref().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
    let net = ServerAccess::for_server(pairing.server, pairing.proxy.as_deref(), ca_file.as_deref())
        .map_err(ApiError::ServerAccess)?;
    let unwritable = |source| PairError::Unwritable { path: file.to_owned(), source };
    try_to_write(file).map_err(unwritable)?;
    let request = PairRequest {
        code,
        machine: host_name(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        platform: format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH),
    };
    let paired = api::exchange_pairing_code(&net, &request).await?;
    // A second agent on one machine needs its own state folder, which is therefore named after the file.
    let name = file.file_stem().map_or_else(|| "agent".into(), |stem| stem.to_string_lossy().into_owned());
    let written = Config {
        proxy: pairing.proxy.clone(),
        ca_file,
        // A machine that is paired again still has its scales.
        scales: Config::read(file).map(|before| before.scales).unwrap_or_default(),
        ..Config::new(net.address().to_string(), &paired.token, format!("{name}-state"))
    };
    written.write(file).map_err(unwritable)?;
    Ok(paired)
}

fn try_to_write(file: &Path) -> io::Result<()> {
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    let probe = file.with_extension("probe");
    owner::create_afresh(&probe)?;
    fs::remove_file(probe)
}
