//! The command line of the server.

use anyhow::Result;
use clap::{Parser, Subcommand};
use comanda::{
    app::App,
    clock::Clock,
    config::{Config, ConfigFile},
};
use std::{net::SocketAddr, path::PathBuf};
use tracing_subscriber::EnvFilter;

/// Comanda: punto de venta y administración de restaurantes.
#[derive(Debug, Parser)]
#[command(version, about)]
struct Cli {
    /// Archivo de configuración (TOML).
    #[arg(long, global = true, env = "COMANDA_CONFIG")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Args)]
struct Place {
    /// Carpeta de datos.
    #[arg(long, env = "COMANDA_DATA")]
    data: Option<PathBuf>,
    /// postgres://… ; sin esto, un archivo SQLite por empresa.
    #[arg(long, env = "COMANDA_DATABASE")]
    database: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Sirve la API, socket.io y la aplicación web.
    Serve {
        /// Dirección donde escucha.
        #[arg(long, env = "COMANDA_LISTEN")]
        listen: Option<SocketAddr>,
        #[command(flatten)]
        place: Place,
    },
    /// Escribe el documento OpenAPI.
    Openapi,
}

#[tokio::main]
async fn main() -> Result<()> {
    let cli = Cli::parse();
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    let file = ConfigFile::read(cli.config.as_deref())?;
    match cli.command {
        Command::Serve { listen, place } => serve(config(file, listen, place)).await,
        Command::Openapi => {
            println!("{}", comanda::app::api().into_openapi().to_pretty_json()?);
            Ok(())
        }
    }
}

fn config(file: ConfigFile, listen: Option<SocketAddr>, place: Place) -> Config {
    Config {
        listen: listen.or(file.listen).unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 8080))),
        data: place.data.or(file.data).unwrap_or_else(|| PathBuf::from("data")),
        database: place.database.or(file.database),
    }
}

async fn serve(config: Config) -> Result<()> {
    let listen = config.listen;
    let (app, router) = App::open(config, Clock::system()).await?;
    let listener = tokio::net::TcpListener::bind(listen).await?;
    tracing::info!("listening on http://{}", listener.local_addr()?);
    tokio::spawn(comanda::housekeeping::run(app));
    axum::serve(listener, router).await?;
    Ok(())
}
