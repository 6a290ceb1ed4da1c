//! Pairing: a six-digit code for a token.

use std::{path::Path, time::Duration};

use anyhow::{Context, bail};
use comanda_ticket::wire::{PairRequest, Paired};
use serde::Deserialize;

use crate::{agent::machine, config::Config};

const PATIENCE: Duration = Duration::from_secs(20);
const MOST_ANSWER_BYTES: u64 = 64 << 10;

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    success: bool,
    response: Option<Paired>,
    message: Option<String>,
}

/// Asks the server for a token and writes the agent's file.
///
/// # Errors
/// When the server is not reached, refuses the code, or the file cannot be written.
pub fn pair(server: &str, code: &str, config: &Path) -> anyhow::Result<Paired> {
    let server = server.trim_end_matches('/');
    let paired = ask(server, code)?;
    // A second agent on one machine needs its own folder, so it is named after the file.
    let name = config.file_stem().map_or_else(|| "agent".into(), |stem| stem.to_string_lossy().into_owned());
    let written = Config {
        server: server.to_owned(),
        token: paired.token.clone(),
        state_dir: format!("{name}-state").into(),
        timing: Default::default(),
    };
    written.write(config).with_context(|| format!("no se puede escribir {}", config.display()))?;
    Ok(paired)
}

fn ask(server: &str, code: &str) -> anyhow::Result<Paired> {
    let request = PairRequest {
        code: code.to_owned(),
        machine: machine(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        platform: format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH),
    };
    let http = ureq::Agent::config_builder().timeout_global(Some(PATIENCE)).http_status_as_error(false).build();
    let mut answer = http
        .new_agent()
        .post(format!("{server}/api/print-agents/pair"))
        .header("Content-Type", "application/json")
        .send(serde_json::to_string(&request)?)
        .with_context(|| format!("no se puede llegar a {server}"))?;
    let status = answer.status();
    let body = answer.body_mut().with_config().limit(MOST_ANSWER_BYTES).read_to_string()?;
    let answer: Answer = serde_json::from_str(&body)
        .with_context(|| format!("{server} respondió {status}, pero no como un servidor de Comanda"))?;
    match (answer.success, answer.response) {
        (true, Some(paired)) => Ok(paired),
        (_, _) => bail!(answer.message.unwrap_or_else(|| format!("el servidor no aceptó el código ({status})"))),
    }
}
