//! The databases of companies: where each lies, and opening or making it.

use super::{
    Companies, CompanyRow,
    elsewhere::{self, Elsewhere},
};
use comanda_base::{
    config::Config,
    db::{self, Connections, Db, Mark, PostgresPool},
    error::{Code, Result, refuse},
    seal::Seals,
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// Where databases lie.
#[derive(Debug, Clone)]
pub(super) enum Place {
    Files(PathBuf),
    Schemas { own: PostgresPool, elsewhere: Arc<Elsewhere> },
}

impl Place {
    /// Where the configuration says, with so many connections to a PostgreSQL at most.
    ///
    /// # Errors
    /// PostgreSQL cannot be reached.
    pub async fn find(config: &Config, connections: u32) -> db::Result<Self> {
        Ok(match &config.database {
            Some(url) => Self::Schemas {
                own: PostgresPool::connect(url, connections).await?,
                elsewhere: Arc::new(Elsewhere::new(Seals::of(&config.data), connections)),
            },
            None => Self::Files(config.data.clone()),
        })
    }
}

impl Companies {
    /// The control database's connections, and those to other PostgreSQL servers.
    pub fn connections(&self) -> Connections {
        match self.place() {
            Place::Files(_) => self.control().connections(),
            Place::Schemas { elsewhere, .. } => self.control().connections() + elsewhere.connections(),
        }
    }

    /// The address of another PostgreSQL as the list of companies keeps it, once that has answered; none where it is the list's own.
    ///
    /// # Errors
    /// It does not answer, or this server has files.
    pub async fn elsewhere(&self, url: &str) -> anyhow::Result<Option<String>> {
        let Place::Schemas { own, elsewhere } = self.place() else {
            anyhow::bail!(
                "este servidor guarda sus empresas en archivos; a otro PostgreSQL van las de un servidor con --database"
            );
        };
        if own.is_at(url) { Ok(None) } else { elsewhere.seal(url).await.map(Some) }
    }

    /// Where a company lies, for people: nothing where the list of companies does.
    pub fn place_of(&self, row: &CompanyRow) -> Option<String> {
        let Place::Schemas { elsewhere, .. } = self.place() else { return None };
        let sealed = row.database_url.as_deref()?;
        Some(elsewhere.open(sealed).map_or_else(
            |_| "otro PostgreSQL, cuya dirección está sellada con otra clave".to_owned(),
            |url| elsewhere::place(&url),
        ))
    }

    /// Opens the database of a company and brings it up to date. One that is not there is not made: it would look like a new restaurant.
    pub(super) async fn open_company(&self, row: &CompanyRow) -> Result<Db> {
        if !self.has_database(row).await? {
            return Err(anyhow::anyhow!(
                "falta su base de datos: restaura la última copia, o revisa a dónde lleva su dirección"
            )
            .into());
        }
        let db = open_db(self.place(), &row.slug, row.database_url.as_deref()).await?;
        let mark = must_be_of(&db, row).await?;
        db.migrate(&db::COMPANY).await?;
        let own = Mark::Company(row.uuid_channel.clone());
        if mark != own {
            db.set_mark(&own).await?;
        }
        Ok(db)
    }

    /// Makes the database of a company.
    pub(super) async fn create_database(&self, slug: &str, database_url: Option<&str>) -> Result<Db> {
        let db = open_db(self.place(), slug, database_url).await?;
        if !matches!(db.mark().await?, Mark::Missing | Mark::None) {
            let text = format!(
                "En esa base de datos ya hay un esquema {slug} de otra empresa o de otra instalación. Elige otro nombre corto u otra base."
            );
            return refuse(Code::AlreadyExists, text).err();
        }
        db.migrate(&db::COMPANY).await?;
        Ok(db)
    }

    /// Makes an empty database for a company that has lost its own, to be restored into; whether it had.
    ///
    /// # Errors
    /// It can be neither found nor made.
    pub async fn replace_lost_database(&self, row: &CompanyRow) -> Result<bool> {
        let is_lost = !self.has_database(row).await?;
        if is_lost {
            self.create_database(&row.slug, row.database_url.as_deref()).await?;
        }
        Ok(is_lost)
    }

    async fn has_database(&self, row: &CompanyRow) -> Result<bool> {
        Ok(match self.place() {
            Place::Files(data) => file_of(data, &row.slug).is_file(),
            place @ Place::Schemas { .. } => {
                open_db(place, &row.slug, row.database_url.as_deref()).await?.is_there().await?
            }
        })
    }
}

/// What its database says of itself, unless that is another company's, or a copy that was never finished.
pub(super) async fn must_be_of(db: &Db, row: &CompanyRow) -> anyhow::Result<Mark> {
    let mark = db.mark().await?;
    match &mark {
        Mark::Copying(_) => {
            anyhow::bail!(
                "el esquema de ese nombre es una copia que un traslado dejó a medias: revisa a dónde lleva su dirección"
            )
        }
        Mark::Company(company) | Mark::Copied(company) if *company != row.uuid_channel => {
            anyhow::bail!(
                "el esquema de ese nombre es de otra empresa o de otra instalación: revisa a dónde lleva su dirección"
            )
        }
        _ => Ok(mark),
    }
}

/// The file of a company, or of the list of companies.
pub(super) fn file_of(data: &Path, name: &str) -> PathBuf {
    match name {
        "control" => data.join("control.sqlite"),
        slug => data.join("companies").join(format!("{slug}.sqlite")),
    }
}

/// Of a company that lies elsewhere by its sealed address; nothing of it is made or brought up to date.
pub(super) async fn open_db(place: &Place, name: &str, database_url: Option<&str>) -> anyhow::Result<Db> {
    Ok(match (place, database_url) {
        (Place::Files(data), None) => Db::open_sqlite(file_of(data, name)).await?,
        (Place::Files(_), Some(_)) => anyhow::bail!("{name} lies on a PostgreSQL, and this server has files"),
        (Place::Schemas { own, .. }, None) => own.schema(name)?,
        (Place::Schemas { elsewhere, .. }, Some(sealed)) => elsewhere.pool(sealed).await?.schema(name)?,
    })
}
