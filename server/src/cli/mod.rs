//! The command line.

mod agent;
mod company;
mod demo;
mod doctor;
mod first_company;
mod serve;
mod trouble;
mod user;
mod web_app;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use comanda::{
    clock::Clock,
    config::{Config, ConfigFile, MaxConnections, Network, network},
    router,
    state::App,
};
use ipnet::IpNet;
use std::{
    io::{IsTerminal, Write},
    net::SocketAddr,
    path::PathBuf,
    process::ExitCode,
};
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

#[derive(Debug, Args)]
struct Place {
    /// Carpeta de datos.
    #[arg(long, env = "COMANDA_DATA")]
    data: Option<PathBuf>,
    /// postgres://… ; sin esto, un archivo SQLite por empresa.
    #[arg(long, env = "COMANDA_DATABASE")]
    database: Option<String>,
    /// Permite que las empresas usen servidores de correo y de consulta de una red privada.
    #[arg(long, env = "COMANDA_ALLOW_PRIVATE_ADDRESSES")]
    allow_private_addresses: bool,
}

#[derive(Debug, Default, Args)]
struct Listen {
    /// Dirección donde escucha (normalmente 127.0.0.1:8080).
    #[arg(long, env = "COMANDA_LISTEN")]
    listen: Option<SocketAddr>,
    /// Proxies a los que se cree quién pregunta (X-Forwarded-For): direcciones o redes, separadas por comas; normalmente esta máquina.
    #[arg(long, env = "COMANDA_TRUSTED_PROXIES", value_delimiter = ',', value_parser = network)]
    trusted_proxies: Option<Vec<IpNet>>,
    /// Conexiones a la vez, en total.
    #[arg(long, env = "COMANDA_MAX_CONNECTIONS")]
    max_connections: Option<usize>,
    /// Conexiones a la vez desde una misma dirección.
    #[arg(long, env = "COMANDA_MAX_CONNECTIONS_PER_ADDRESS")]
    max_connections_per_address: Option<usize>,
    /// Dirección con la que otras computadoras llegan al servidor; sin esto, la que usa quien pregunta.
    #[arg(long, env = "COMANDA_PUBLIC_URL")]
    public_url: Option<String>,
    /// Carpeta de los instaladores del agente (normalmente downloads, junto al programa o en la carpeta de datos).
    #[arg(long, env = "COMANDA_DOWNLOADS")]
    downloads: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Sirve la API, socket.io y la aplicación web.
    Serve {
        /// Nombre del restaurante: se crea si todavía no hay ninguno, y se dice una sola vez la contraseña de su administrador.
        #[arg(long)]
        restaurant: Option<String>,
        /// Con PostgreSQL: la clave de los secretos (secrets.key) de esta carpeta vale desde ahora, porque la anterior se perdió.
        #[arg(long)]
        new_secrets_key: bool,
        #[command(flatten)]
        listen: Listen,
        #[command(flatten)]
        place: Place,
    },
    /// Llena un restaurante de demostración; si ya está, no cambia nada.
    SeedDemo {
        #[command(flatten)]
        place: Place,
        /// Días de ventas pasadas.
        #[arg(long, default_value_t = 30)]
        past_days: u32,
    },
    /// Restaurante de demostración listo para usar: datos, servidor y agente con impresoras virtuales.
    Demo {
        #[command(flatten)]
        listen: Listen,
        #[command(flatten)]
        place: Place,
        /// Días de ventas pasadas.
        #[arg(long, default_value_t = 30)]
        past_days: u32,
    },
    /// Empresas de este servidor.
    Company {
        #[command(subcommand)]
        command: company::Command,
    },
    /// Usuarios de una empresa.
    User {
        #[command(subcommand)]
        command: user::Command,
    },
    /// Revisa carpeta, disco, base de datos, reloj, puerto, copias y licencias, y dice cómo arreglar lo que falla.
    ///
    /// No cambia nada. Termina con 0 si todo está bien, 1 si hay algo que atender y 2 si algo no funciona.
    Doctor {
        #[command(flatten)]
        listen: Listen,
        #[command(flatten)]
        place: Place,
        /// Para un programa que vigila.
        #[arg(long)]
        json: bool,
    },
    /// Escribe el documento OpenAPI.
    Openapi,
}

/// Does what the command line asks; what goes wrong is said in one sentence.
pub async fn start() -> ExitCode {
    let said = match Cli::try_parse() {
        Ok(cli) => match run(cli).await {
            Ok(code) => return code,
            Err(error) => trouble::sentence(&error),
        },
        // Help and version are asked for, and no errors.
        Err(asked) if !asked.use_stderr() => {
            asked.print().ok();
            return ExitCode::SUCCESS;
        }
        Err(error) => trouble::usage(&error),
    };
    writeln!(std::io::stderr(), "{said}").ok();
    ExitCode::FAILURE
}

async fn run(cli: Cli) -> Result<ExitCode> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let colours = std::io::stderr().is_terminal();
    tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colours).with_writer(std::io::stderr).init();
    let file = ConfigFile::read(cli.config.as_deref())?;
    match cli.command {
        Command::Doctor { listen, place, json } => return doctor::run(&config(file, listen, place), json).await,
        Command::Serve { restaurant, new_secrets_key, listen, place } => {
            serve::serve(config(file, listen, place), restaurant.as_deref(), new_secrets_key).await
        }
        Command::SeedDemo { place, past_days } => {
            let app = open(config(file, Listen::default(), place)).await?;
            comanda::demo::seed_demo(&app, past_days).await?;
            say("El restaurante de demostración está listo.")
        }
        Command::Demo { listen, place, past_days } => demo::demo(config(file, listen, place), past_days).await,
        Command::Company { command } => company::run(command, file).await,
        Command::User { command } => user::run(command, file).await,
        Command::Openapi => say(&comanda::router::document().to_pretty_json()?),
    }
    .map(|()| ExitCode::SUCCESS)
}

/// What is decided: by the command line, else by the file, else as usual.
fn config(file: ConfigFile, listen: Listen, place: Place) -> Config {
    let usual = Network::default();
    let max = MaxConnections {
        all: listen.max_connections.or(file.max_connections).unwrap_or(usual.max_connections.all),
        of_one_address: listen
            .max_connections_per_address
            .or(file.max_connections_per_address)
            .unwrap_or(usual.max_connections.of_one_address),
    };
    let network = Network {
        trusted_proxies: listen.trusted_proxies.or(file.trusted_proxies).unwrap_or(usual.trusted_proxies),
        max_connections: max,
        ..usual
    };
    Config {
        listen: listen.listen.or(file.listen).unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 8080))),
        data: place.data.or(file.data).unwrap_or_else(|| PathBuf::from("data")),
        database: place.database.or(file.database),
        network,
        public_url: listen.public_url.or(file.public_url),
        downloads: listen.downloads.or(file.downloads),
        allow_private_addresses: place.allow_private_addresses || file.allow_private_addresses.unwrap_or(false),
    }
}

/// The app without a server, for work on its data.
async fn open(config: Config) -> Result<App> {
    router::beside(config, Clock::system()).await
}

/// Writes a line for people; a closed pipe is an error like any other.
fn say(text: &str) -> Result<()> {
    Ok(writeln!(std::io::stdout(), "{text}")?)
}
