//! `comanda company …`

use super::{
    DataPlace, Listen,
    backup::S3Options,
    company_database, merge_config,
    restore::{BackupSource, restore_company},
    say,
};
use anyhow::{Context, Result, bail, ensure};
use chrono::NaiveDate;
use clap::{Args, Subcommand, ValueEnum};
use comanda::{
    clock::Clock,
    companies::{Companies, Company, CompanyRow, CompanyUpdate, NewCompany, license_day},
    config::{Config, ConfigFile},
    new_company,
    one_line::one_line,
};
use std::path::{Path, PathBuf};

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Switch {
    Activa,
    Inactiva,
}

/// Selects a company by its short name.
#[derive(Debug, Args)]
pub(super) struct CompanyChoice {
    #[command(flatten)]
    place: DataPlace,
    /// Nombre corto de la empresa.
    #[arg(long)]
    slug: String,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Agrega una empresa lista para usar; dice una sola vez la contraseña de su administrador.
    Add {
        #[command(flatten)]
        place: DataPlace,
        /// Nombre comercial.
        #[arg(long)]
        name: String,
        /// Nombre corto: minúsculas, dígitos y _; nombra su archivo o esquema.
        #[arg(long)]
        slug: String,
        /// Dominio por el que se la reconoce; necesario cuando el servidor tiene varias empresas.
        #[arg(long)]
        domain: Option<String>,
        /// Otro PostgreSQL donde va su esquema (postgres://…); sin esto, el de --database.
        #[arg(long, env = "COMANDA_COMPANY_DATABASE", hide_env_values = true)]
        company_database: Option<String>,
        /// Usuario de su administrador.
        #[arg(long, default_value = "admin")]
        admin: String,
    },
    /// Muestra las empresas.
    List {
        #[command(flatten)]
        place: DataPlace,
    },
    /// Cambia nombre, dominio, licencia, o la dirección de su base de datos.
    Change {
        #[command(flatten)]
        which: CompanyChoice,
        #[arg(long)]
        name: Option<String>,
        #[arg(long)]
        domain: Option<String>,
        /// Enciende o apaga la licencia.
        #[arg(long, value_enum)]
        license: Option<Switch>,
        /// Último día de la licencia (AAAA-MM-DD), o «sin-fin».
        #[arg(long)]
        license_until: Option<String>,
        /// La dirección nueva del PostgreSQL donde ya está su esquema, si cambió de servidor, puerto o clave.
        #[arg(long, env = "COMANDA_COMPANY_DATABASE", hide_env_values = true)]
        company_database: Option<String>,
    },
    /// Lleva una empresa a otro PostgreSQL con el servidor andando: mientras se copia se puede leer, y al final no se atiende unos segundos.
    Move {
        #[command(flatten)]
        which: CompanyChoice,
        /// A dónde (postgres://…); sin esto, al de --database.
        #[arg(long, env = "COMANDA_COMPANY_DATABASE", hide_env_values = true)]
        to: Option<String>,
    },
    /// Deja de atender a una empresa; sus datos quedan.
    Disable {
        #[command(flatten)]
        which: CompanyChoice,
    },
    /// Vuelve a atender a una empresa.
    Enable {
        #[command(flatten)]
        which: CompanyChoice,
    },
    /// Escribe una copia de los datos de una empresa y la comprueba; el servidor puede seguir atendiendo.
    Backup {
        #[command(flatten)]
        which: CompanyChoice,
        /// Archivo de la copia; sin esto, uno con fecha en la carpeta de datos.
        #[arg(long)]
        to: Option<PathBuf>,
    },
    /// Restaura una copia como empresa nueva, o en una que ya existe si se escribe la palabra.
    Restore {
        #[command(flatten)]
        which: CompanyChoice,
        /// La copia: un archivo, o s3://bucket/carpeta/empresa/archivo (con las variables AWS_… en el entorno).
        #[arg(long)]
        from: String,
        /// Archivo de la llave privada, para una copia cifrada.
        #[arg(long)]
        identity: Option<PathBuf>,
        #[command(flatten)]
        reach: S3Options,
        /// Nombre comercial, para una empresa nueva.
        #[arg(long)]
        name: Option<String>,
        /// Dominio, para una empresa nueva.
        #[arg(long)]
        domain: Option<String>,
        /// Otro PostgreSQL donde va su esquema, para una empresa nueva; sin esto, el de --database.
        #[arg(long, env = "COMANDA_COMPANY_DATABASE", hide_env_values = true)]
        company_database: Option<String>,
        /// La palabra «reemplazar»: pierde lo que la empresa tiene ahora (antes se guarda una copia).
        #[arg(long)]
        word: Option<String>,
    },
}

pub(super) async fn run_company_command(command: Command, file: ConfigFile) -> Result<()> {
    match command {
        Command::Add { place, name, slug, domain, company_database, admin } => {
            let (config, companies) = connect(file, place).await?;
            let url = company_database.as_deref();
            let added = async {
                let database_url = company_database::seal_optional_address(&config, &companies, url).await?;
                add_company(&companies, &NewCompany { slug, name: one_line(&name), domain, database_url }, &admin).await
            };
            match url {
                Some(_) => company_database::run_exclusively(&companies, added).await?,
                None => added.await,
            }
        }
        Command::List { place } => list_companies(&connect(file, place).await?.1).await,
        Command::Change { which, name, domain, license, license_until, company_database } => {
            let (config, companies) = connect(file, which.place).await?;
            let change = CompanyUpdate {
                name: name.map(|name| one_line(name.trim())).filter(|name| !name.is_empty()),
                domain: domain.map(Some),
                license_active: license.map(|switch| matches!(switch, Switch::Activa)),
                license_until: license_until.map(|text| parse_last_day(&text)).transpose()?,
                ..CompanyUpdate::default()
            };
            let row = match company_database {
                Some(url) => {
                    company_database::change_database(&config, &companies, &which.slug, (&url, change)).await?
                }
                None => companies.change_company(&which.slug, &change).await?,
            };
            say(&company_line(&companies, &row))
        }
        Command::Move { which, to } => {
            let (config, companies) = connect(file, which.place).await?;
            company_database::move_company(&config, &companies, &which.slug, to.as_deref()).await
        }
        Command::Disable { which } => {
            change_company(file, which, CompanyUpdate { active: Some(false), ..CompanyUpdate::default() }).await
        }
        Command::Enable { which } => {
            change_company(file, which, CompanyUpdate { active: Some(true), ..CompanyUpdate::default() }).await
        }
        Command::Backup { which, to } => {
            let (config, companies) = connect(file, which.place).await?;
            back_up(&config, &companies, &which.slug, to.as_deref()).await
        }
        Command::Restore { which, from, identity, reach, name, domain, company_database, word } => {
            let (config, companies) = connect(reach.merge_into(file), which.place).await?;
            let new = NewCompany {
                name: name.map_or_else(|| which.slug.clone(), |name| one_line(&name)),
                slug: which.slug,
                domain,
                database_url: None,
            };
            let (copy, url) = (BackupSource { from, identity }, company_database.as_deref());
            restore_company(&config, &companies, (&new, url), &copy, word.as_deref()).await
        }
    }
}

async fn connect(file: ConfigFile, place: DataPlace) -> Result<(Config, Companies)> {
    let config = merge_config(file, Listen::default(), place)?;
    let companies = Companies::connect(&config, Clock::system()).await?;
    Ok((config, companies))
}

async fn add_company(companies: &Companies, new: &NewCompany, admin: &str) -> Result<()> {
    ensure_reachable(companies, new).await?;
    let created = new_company::create_company(companies, new, admin, Clock::system().now()).await?;
    say(&format!(
        "Empresa {} agregada.\n\n  Usuario     {}\n  Contraseña  {}\n\nLa contraseña no se vuelve a mostrar: al entrar con ella se elige otra.",
        created.company.name, created.username, created.password
    ))
}

/// Refuses a new company where two would share the server without a domain each: one of them could not be reached.
pub(super) async fn ensure_reachable(companies: &Companies, new: &NewCompany) -> Result<()> {
    let others = companies.list_all().await?;
    if let Some(other) = others.iter().find(|other| other.domain.is_none() && other.slug != new.slug) {
        bail!(
            "en esta carpeta ya está la empresa {} sin dominio, y con otra dejaría de encontrarse: usa otra carpeta con --data, \
             o dale un dominio con company change --slug {} --domain …",
            other.slug,
            other.slug
        );
    }
    ensure!(
        others.is_empty() || new.domain.is_some(),
        "en esta carpeta ya hay una empresa, y con varias cada una necesita su dominio: usa otra carpeta con --data, o agrega --domain"
    );
    Ok(())
}

async fn list_companies(companies: &Companies) -> Result<()> {
    for company in companies.list_all().await? {
        say(&company_line(companies, &company))?;
    }
    Ok(())
}

fn company_line(companies: &Companies, c: &CompanyRow) -> String {
    let today = license_day(Clock::system().now());
    let until = c.license_until.map(|day| day.format("%d/%m/%Y").to_string());
    let licence = match (c.license_active, until) {
        (false, _) => "licencia apagada".to_owned(),
        (true, None) => "licencia activa".to_owned(),
        (true, Some(day)) if c.license_until.is_some_and(|until| until < today) => format!("licencia vencida el {day}"),
        (true, Some(day)) => format!("licencia activa hasta el {day}"),
    };
    let served = if c.is_active() { "" } else { "  (desactivada)" };
    let place = companies.describe_location(c).map(|place| format!("  en {place}")).unwrap_or_default();
    format!("{:<20} {:<32} {:<28} {licence}{served}{place}", c.slug, c.name, c.domain.as_deref().unwrap_or("-"))
}

fn parse_last_day(text: &str) -> Result<Option<NaiveDate>> {
    if text == "sin-fin" {
        return Ok(None);
    }
    Ok(Some(text.parse().with_context(|| format!("{text} no es una fecha como 2027-12-31 ni «sin-fin»"))?))
}

async fn change_company(file: ConfigFile, which: CompanyChoice, change: CompanyUpdate) -> Result<()> {
    let (_, companies) = connect(file, which.place).await?;
    let changed = companies.change_company(&which.slug, &change).await?;
    say(&company_line(&companies, &changed))
}

async fn back_up(config: &Config, companies: &Companies, slug: &str, target: Option<&Path>) -> Result<()> {
    let company = open_company(companies, slug).await?;
    let created = match target {
        Some(path) => {
            ensure!(!path.exists(), "{} ya existe: no se escribe encima", path.display());
            company.back_up_to(path).await
        }
        None => company.back_up(&config.data, "copia", Clock::system().now()).await,
    };
    let created = created?;
    say(&format!("Copia comprobada: {} ({} bytes)", created.path.display(), created.bytes))
}

/// Finds the row of a company.
pub(super) async fn find_company(companies: &Companies, slug: &str) -> Result<CompanyRow> {
    let found = companies.list_all().await?.into_iter().find(|row| row.slug == slug);
    found.with_context(|| format!("no hay una empresa {slug}"))
}

/// Opens a company, even one that is not served.
pub(super) async fn open_company(companies: &Companies, slug: &str) -> Result<Company> {
    companies.open_even_inactive(slug).await?.with_context(|| format!("no hay una empresa {slug}"))
}
