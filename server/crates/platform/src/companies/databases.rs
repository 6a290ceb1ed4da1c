//! The databases of companies: where each is, and opening or creating it.

use super::{
    Companies, CompanyRow,
    external_servers::{self, ExternalServers},
};
use comanda_base::{
    config::Config,
    db::{self, ConnectionCounts, Db, PostgresPool, SchemaMark},
    error::{Code, Result, refuse},
    seal::Seals,
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// The place of the companies' databases: files in a folder, or schemas of a PostgreSQL.
#[derive(Debug, Clone)]
pub(super) enum DatabaseLocation {
    Files(PathBuf),
    Schemas { control_pool: PostgresPool, external: Arc<ExternalServers> },
}

impl DatabaseLocation {
    /// Returns the location that the configuration says, with at most this many connections to each PostgreSQL.
    ///
    /// # Errors
    /// PostgreSQL cannot be reached.
    pub async fn from_config(config: &Config, connections: u32) -> db::Result<Self> {
        Ok(match &config.database {
            Some(url) => Self::Schemas {
                control_pool: PostgresPool::connect(url, connections).await?,
                external: Arc::new(ExternalServers::new(Seals::in_folder(&config.data), connections)),
            },
            None => Self::Files(config.data.clone()),
        })
    }
}

impl Companies {
    /// Counts the control database's connections and those to other PostgreSQL servers.
    pub fn count_connections(&self) -> ConnectionCounts {
        match self.database_location() {
            DatabaseLocation::Files(_) => self.control().count_connections(),
            DatabaseLocation::Schemas { external, .. } => {
                self.control().count_connections() + external.count_connections()
            }
        }
    }

    /// Returns the URL of another PostgreSQL, sealed as the list of companies stores it, once that server has answered; `None` where the
    /// URL is that of the control database.
    ///
    /// # Errors
    /// The server does not answer, or this installation uses SQLite files.
    pub async fn seal_external_url(&self, url: &str) -> anyhow::Result<Option<String>> {
        let DatabaseLocation::Schemas { control_pool, external } = self.database_location() else {
            anyhow::bail!(
                "este servidor guarda sus empresas en archivos; a otro PostgreSQL van las de un servidor con --database"
            );
        };
        if control_pool.connects_to(url) { Ok(None) } else { external.seal_address(url).await.map(Some) }
    }

    /// Describes in Spanish where a company's database is; `None` where it is with the control database.
    pub fn describe_location(&self, row: &CompanyRow) -> Option<String> {
        let DatabaseLocation::Schemas { external, .. } = self.database_location() else { return None };
        let sealed = row.database_url.as_deref()?;
        Some(external.open_sealed_address(sealed).map_or_else(
            |_| "otro PostgreSQL, cuya dirección está sellada con otra clave".to_owned(),
            |url| external_servers::strip_credentials(&url),
        ))
    }

    /// Opens and migrates the database of a company. A missing one is not created: it would look like a new restaurant.
    pub(super) async fn open_company(&self, row: &CompanyRow) -> Result<Db> {
        if !self.has_database(row).await? {
            return Err(anyhow::anyhow!(
                "falta su base de datos: restaura la última copia, o revisa a dónde lleva su dirección"
            )
            .into());
        }
        let db = open_database(self.database_location(), &row.slug, row.database_url.as_deref()).await?;
        let mark = check_schema_owner(&db, row).await?;
        db.migrate(&db::COMPANY_MIGRATIONS).await?;
        let company_mark = SchemaMark::Company(row.uuid_channel.clone());
        if mark != company_mark {
            db.set_schema_mark(&company_mark).await?;
        }
        Ok(db)
    }

    /// Creates the database of a company.
    pub(super) async fn create_database(&self, slug: &str, database_url: Option<&str>) -> Result<Db> {
        let db = open_database(self.database_location(), slug, database_url).await?;
        if !matches!(db.load_schema_mark().await?, SchemaMark::Missing | SchemaMark::None) {
            let text = format!(
                "En esa base de datos ya hay un esquema {slug} de otra empresa o de otra instalación. Elige otro nombre corto u otra base."
            );
            return refuse(Code::AlreadyExists, text).err();
        }
        db.migrate(&db::COMPANY_MIGRATIONS).await?;
        Ok(db)
    }

    /// Creates an empty database for a company that has lost its own, to be restored into; returns whether it had lost it.
    ///
    /// # Errors
    /// The database can neither be found nor created.
    pub async fn replace_lost_database(&self, row: &CompanyRow) -> Result<bool> {
        let is_lost = !self.has_database(row).await?;
        if is_lost {
            self.create_database(&row.slug, row.database_url.as_deref()).await?;
        }
        Ok(is_lost)
    }

    async fn has_database(&self, row: &CompanyRow) -> Result<bool> {
        Ok(match self.database_location() {
            DatabaseLocation::Files(data) => sqlite_path(data, &row.slug).is_file(),
            place @ DatabaseLocation::Schemas { .. } => {
                open_database(place, &row.slug, row.database_url.as_deref()).await?.exists().await?
            }
        })
    }
}

/// Returns the mark of a company's schema; fails where that belongs to another company or is an unfinished copy.
pub(super) async fn check_schema_owner(db: &Db, row: &CompanyRow) -> anyhow::Result<SchemaMark> {
    let mark = db.load_schema_mark().await?;
    match &mark {
        SchemaMark::Copying(_) => {
            anyhow::bail!(
                "el esquema de ese nombre es una copia que un traslado dejó a medias: revisa a dónde lleva su dirección"
            )
        }
        SchemaMark::Company(company) | SchemaMark::Copied(company) if *company != row.uuid_channel => {
            anyhow::bail!(
                "el esquema de ese nombre es de otra empresa o de otra instalación: revisa a dónde lleva su dirección"
            )
        }
        _ => Ok(mark),
    }
}

/// Returns the path of a company's file, or of the control database.
pub(super) fn sqlite_path(data: &Path, name: &str) -> PathBuf {
    match name {
        "control" => data.join("control.sqlite"),
        slug => data.join("companies").join(format!("{slug}.sqlite")),
    }
}

/// Opens a database, at its sealed URL where the company has one; does not create or migrate schemas.
pub(super) async fn open_database(
    place: &DatabaseLocation,
    name: &str,
    database_url: Option<&str>,
) -> anyhow::Result<Db> {
    Ok(match (place, database_url) {
        (DatabaseLocation::Files(data), None) => Db::open_sqlite(sqlite_path(data, name)).await?,
        (DatabaseLocation::Files(_), Some(_)) => {
            anyhow::bail!("{name} lies on a PostgreSQL, and this server has files")
        }
        (DatabaseLocation::Schemas { control_pool, .. }, None) => control_pool.schema(name)?,
        (DatabaseLocation::Schemas { external, .. }, Some(sealed)) => {
            external.connection_pool(sealed).await?.schema(name)?
        }
    })
}
