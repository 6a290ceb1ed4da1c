//! The command line.

mod agent;
mod backup;
mod company;
mod company_database;
mod demo;
mod doctor;
mod first_company;
mod listen;
mod memory;
mod operator_errors;
mod restore;
mod secrets;
mod serve;
mod user;
mod web_app;

use anyhow::{Result, anyhow};
use backup::BackupArgs;
use clap::{Args, Parser, Subcommand, ValueEnum};
use comanda::{
    clock::Clock,
    config::{
        BackupConfig, BackupSection, Config, ConfigFile, MaxConnections, MetricsConfig, MetricsToken, NetworkConfig,
        S3Access, TlsFiles,
    },
    router,
    state::App,
};
use listen::Listen;
use std::{
    io::{IsTerminal, Write},
    net::SocketAddr,
    path::PathBuf,
    process::ExitCode,
    time::Duration,
};
use tracing_subscriber::EnvFilter;

/// Comanda: punto de venta y administración de restaurantes.
#[derive(Debug, Parser)]
#[command(version, about)]
struct Cli {
    /// Archivo de configuración (TOML).
    #[arg(long, global = true, env = "COMANDA_CONFIG")]
    config: Option<PathBuf>,
    /// Cómo se escribe el registro: text para personas, json para un programa que los junta.
    #[arg(long, global = true, env = "COMANDA_LOG", default_value = "text")]
    log: LogFormat,
    #[command(subcommand)]
    command: Command,
}

/// The format of the log.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum LogFormat {
    Text,
    Json,
}

impl LogFormat {
    fn start_logging(self) {
        let mut filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
        for quiet in comanda::db::NOT_LOGGED {
            filter = filter.add_directive(quiet.parse().expect("a directive"));
        }
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
        // An internal error would be printed to the same closed pipe, by a macro that panics: the server must outlive the log's reader.
        let log = log.log_internal_errors(false);
        match self {
            Self::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
            // A line has at most one span around it: its request, with id, company and user.
            Self::Json => log.json().flatten_event(true).with_current_span(true).with_span_list(false).init(),
        }
    }
}

#[derive(Debug, Args)]
struct DataPlace {
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
        place: DataPlace,
        #[command(flatten)]
        backup: BackupArgs,
    },
    /// Llena un restaurante de demostración; si ya está, no cambia nada.
    SeedDemo {
        #[command(flatten)]
        place: DataPlace,
        /// Días de ventas pasadas.
        #[arg(long, default_value_t = 30)]
        past_days: u32,
    },
    /// Restaurante de demostración listo para usar: datos, servidor y agente con impresoras virtuales.
    Demo {
        #[command(flatten)]
        listen: Listen,
        #[command(flatten)]
        place: DataPlace,
        /// Días de ventas pasadas.
        #[arg(long, default_value_t = 30)]
        past_days: u32,
    },
    /// Empresas de este servidor.
    Company {
        #[command(subcommand)]
        command: company::Command,
    },
    /// Copias de seguridad que van a otro lugar: hacerlas, verlas, y la llave que las abre.
    Backup {
        #[command(subcommand)]
        command: backup::Command,
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
        place: DataPlace,
        #[command(flatten)]
        backup: BackupArgs,
        /// Para un programa que vigila.
        #[arg(long)]
        json: bool,
    },
    /// Hace una clave nueva para los secretos guardados (secrets.key) y los sella todos con ella; antes se detienen los servidores.
    ///
    /// Son las contraseñas del correo, claves SOL, certificados, claves de servicios, segundos factores y direcciones de bases de datos de
    /// todas las empresas. Si se corta, ninguno se pierde: la clave anterior abre hasta el final, y se ejecuta otra vez. Las copias de
    /// seguridad hechas antes siguen selladas con la clave anterior: conserva una copia de ella mientras las conserves.
    RenewSecretsKey {
        #[command(flatten)]
        place: DataPlace,
        /// Solo muestra qué secretos hay, cuántos y de cuándo es la clave. No cambia nada; se usa también con el servidor andando.
        #[arg(long)]
        list: bool,
        /// Renueva también si hay secretos sellados con una clave que no está aquí: quedan como están y se escriben de nuevo.
        #[arg(long, conflicts_with = "list")]
        leave_lost: bool,
    },
    /// Escribe el documento OpenAPI.
    Openapi,
}

/// Runs the command line; an error is printed as one sentence.
pub async fn run_command_line() -> ExitCode {
    let outcome = match Cli::try_parse() {
        Ok(cli) => match run(cli).await {
            Ok(code) => return code,
            Err(error) => operator_errors::error_sentence(&error),
        },
        // Help and version were requested and are no errors.
        Err(help) if !help.use_stderr() => {
            help.print().ok();
            return ExitCode::SUCCESS;
        }
        Err(error) => operator_errors::usage_sentence(&error),
    };
    writeln!(std::io::stderr(), "{outcome}").ok();
    ExitCode::FAILURE
}

async fn run(cli: Cli) -> Result<ExitCode> {
    cli.log.start_logging();
    let file = ConfigFile::read(cli.config.as_deref())?;
    match cli.command {
        Command::Doctor { listen, place, backup, json } => {
            return doctor::run_doctor(&merge_config(backup.merge_into(file), listen, place)?, json).await;
        }
        Command::Serve { restaurant, new_secrets_key, listen, place, backup } => {
            serve::serve(merge_config(backup.merge_into(file), listen, place)?, restaurant.as_deref(), new_secrets_key)
                .await
        }
        Command::SeedDemo { place, past_days } => {
            demo::fill_demo_only(merge_config(file, Listen::default(), place)?, past_days).await
        }
        Command::Demo { listen, place, past_days } => {
            demo::run_demo(merge_config(file, listen, place)?, past_days).await
        }
        Command::Company { command } => company::run_company_command(command, file).await,
        Command::Backup { command } => backup::run_backup_command(command, file).await,
        Command::User { command } => user::run_user_command(command, file).await,
        Command::RenewSecretsKey { place, list, leave_lost } => {
            let config = merge_config(file, Listen::default(), place)?;
            if list { secrets::print_secrets(&config).await } else { secrets::renew_key(&config, leave_lost).await }
        }
        Command::Openapi => say(&comanda::router::openapi_document().to_pretty_json()?),
    }
    .map(|()| ExitCode::SUCCESS)
}

/// Merges the command line, the configuration file and the defaults, in this order of precedence.
fn merge_config(file: ConfigFile, listen: Listen, place: DataPlace) -> Result<Config> {
    let usual = NetworkConfig::default();
    let max = MaxConnections {
        total: listen.max_connections.or(file.max_connections).unwrap_or(usual.max_connections.total),
        per_address: listen
            .max_connections_per_address
            .or(file.max_connections_per_address)
            .unwrap_or(usual.max_connections.per_address),
    };
    let network = NetworkConfig {
        trusted_proxies: listen.trusted_proxies.or(file.trusted_proxies).unwrap_or(usual.trusted_proxies),
        max_connections: max,
        ..usual
    };
    let metrics = MetricsConfig {
        listen: listen.metrics_listen.or(file.metrics_listen),
        // An empty variable counts as not set.
        token: listen
            .metrics_token
            .or(file.metrics_token)
            .filter(|token| !token.is_empty())
            .as_deref()
            .map(MetricsToken::new)
            .transpose()
            .map_err(|wrong| anyhow!(wrong))?,
        companies: listen.metrics_companies.or(file.metrics_companies).unwrap_or(MetricsConfig::default().companies),
    };
    let tls = match (listen.tls_cert.or(file.tls_cert), listen.tls_key.or(file.tls_key)) {
        (Some(cert), Some(key)) => Some(TlsFiles { cert, key }),
        (None, None) => None,
        _ => return Err(anyhow!("--tls-cert y --tls-key van juntos: el certificado y su clave, en formato PEM")),
    };
    Ok(Config {
        tls,
        listen: listen.listen.or(file.listen).unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 8080))),
        data: place.data.or(file.data).unwrap_or_else(|| PathBuf::from("data")),
        database: place.database.or(file.database),
        network,
        public_url: listen.public_url.or(file.public_url),
        ntp_server: listen.ntp_server.or(file.ntp_server),
        downloads: listen.downloads.or(file.downloads),
        backups: merge_backups(file.backup),
        allow_private_addresses: place.allow_private_addresses || file.allow_private_addresses.unwrap_or(false),
        metrics,
        drain: Duration::from_secs(listen.drain_seconds.or(file.drain_seconds).unwrap_or_default()),
    })
}

fn merge_backups(file: BackupSection) -> BackupConfig {
    let usual = BackupConfig::default();
    BackupConfig {
        to: file.to,
        hour: file.hour.unwrap_or(usual.hour),
        keep: file.keep.unwrap_or(usual.keep),
        recipients: file.recipients.unwrap_or_default(),
        allow_http: file.allow_http.unwrap_or(false),
        s3: S3Access::from_variables(|name| std::env::var(name).ok()),
    }
}

/// Opens the app without a server, for commands that work on its data.
async fn open_app(config: Config) -> Result<App> {
    router::open_app(config, Clock::system()).await
}

/// Prints a line to stdout; a closed pipe is an error like any other.
fn say(text: &str) -> Result<()> {
    Ok(writeln!(std::io::stdout(), "{text}")?)
}
