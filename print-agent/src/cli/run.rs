//! `run`: runs the agent itself, in this window or as the service.

use std::io::stderr;

use tracing_subscriber::{filter::LevelFilter, fmt::writer::MakeWriterExt};

use super::{Answer, CommandResult, Context, Exit, context::run_to_completion};
use crate::{agent, clock::Clock, logs::LogFiles, owner};

const HELP: &str = "\
Es lo que ejecuta el servicio. A mano sirve para mirar qué pasa; termina con Ctrl-C, después de lo que esté imprimiendo.
Anota en la pantalla y en su carpeta de registros: se ve con «comanda-agent logs».

Ejemplos:
  comanda-agent run
  comanda-agent run --verbose --config prueba.toml";

#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub(super) struct Arguments {
    /// Anota también cada ticket
    #[arg(long, short)]
    pub(super) verbose: bool,
    /// Lo pone el sistema operativo cuando arranca el servicio
    #[arg(long, hide = true)]
    pub(super) as_service: bool,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> CommandResult {
    let config = context.config();
    init_logging(context, arguments.verbose);
    #[cfg(windows)]
    if arguments.as_service {
        crate::service::run(config.map_err(|failure| failure.message))?;
        return Ok(Answer::silent());
    }
    let config = config?;
    let state_dir = config.state_dir.clone();
    let ran = run_to_completion(async { Ok(agent::run(config, Clock::system(), wait_for_shutdown()).await?) });
    if !matches!(&ran, Err(failure) if failure.exit == Exit::Busy) {
        owner::give_to_folder_owner(&state_dir)?;
    }
    ran.map(|()| Answer::silent())
}

/// Logs to the screen (or to the system journal), and also to files that a technician can read months later.
fn init_logging(context: &Context, verbose: bool) {
    let level = if verbose { LevelFilter::DEBUG } else { LevelFilter::INFO };
    let format = tracing_subscriber::fmt().with_max_level(level).with_ansi(false).compact();
    let dir = context.log_dir();
    match LogFiles::open(&dir) {
        Ok(files) => format.with_writer(stderr.and(files)).init(),
        Err(error) => {
            format.with_writer(stderr).init();
            tracing::warn!(%error, dir = %dir.display(), "no log files: the folder cannot be written");
        }
    }
    // Nobody can see what a Windows service writes to standard error, so panics are logged.
    std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
}

async fn wait_for_shutdown() {
    #[cfg(unix)]
    {
        let terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate());
        if let Ok(mut terminate) = terminate {
            tokio::select! {
                _ = terminate.recv() => return,
                _ = tokio::signal::ctrl_c() => return,
            }
        }
    }
    // If no signal handler can be installed, the agent just keeps running.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
