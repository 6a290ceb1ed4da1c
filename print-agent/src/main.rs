//! The command line of the print agent.

use std::{io::Write, path::PathBuf};

use clap::{Parser, Subcommand};
use comanda_agent::{agent, clock::Clock, config::Config, pair, status};
use tracing_subscriber::filter::LevelFilter;

/// Agente de impresión de Comanda: recibe los tickets del servidor y los imprime.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Vincula esta máquina con un servidor, con el código que muestra la pantalla Impresoras.
    Pair {
        /// Dirección del servidor, por ejemplo https://mirestaurante.pe
        #[arg(long)]
        server: String,
        /// Código de seis dígitos; vale diez minutos.
        #[arg(long)]
        code: String,
        /// Archivo que se escribe.
        #[arg(long, default_value = "agent.toml")]
        config: PathBuf,
    },
    /// Trabaja hasta que se le pide terminar.
    Run {
        /// Archivo que escribió `pair`.
        #[arg(long, default_value = "agent.toml")]
        config: PathBuf,
        /// Cuenta también cada ticket.
        #[arg(long, short)]
        verbose: bool,
    },
    /// Muestra con qué servidor está vinculada y qué falta imprimir.
    Status {
        /// Archivo que escribió `pair`.
        #[arg(long, default_value = "agent.toml")]
        config: PathBuf,
    },
}

fn main() -> anyhow::Result<()> {
    let mut out = std::io::stdout();
    match Arguments::parse().command {
        Command::Pair { server, code, config } => {
            let paired = pair::pair(&server, &code, &config)?;
            writeln!(
                out,
                "Vinculada con {}. Inicie el agente: comanda-agent run --config {}",
                paired.company_name,
                config.display()
            )?;
        }
        Command::Run { config, verbose } => run(&Config::read(&config)?, verbose)?,
        Command::Status { config } => write!(out, "{}", status::describe(&Config::read(&config)?)?)?,
    }
    Ok(())
}

fn run(config: &Config, verbose: bool) -> anyhow::Result<()> {
    let level = if verbose { LevelFilter::DEBUG } else { LevelFilter::INFO };
    tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).with_ansi(false).compact().init();
    // One thread is enough for a dozen printers, and each further one costs memory all day.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Ok(runtime.block_on(agent::run(config.clone(), Clock::system(), asked_to_end()))?)
}

async fn asked_to_end() {
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
    // Without a handler the agent simply runs on.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
