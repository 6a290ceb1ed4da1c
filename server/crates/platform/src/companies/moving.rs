//! Moves a company to another PostgreSQL.

use super::{Companies, CompanyRow, databases::open_db, store};
use chrono::{DateTime, TimeDelta, Utc};
use comanda_base::{
    db::{self, CopiedSchema, Db, SchemaMark, SchemaState},
    error::{Code, Result, not_found, refuse},
    transact,
};
use std::time::Duration;

/// The time until all servers have noticed a change of the list of companies, which they read every second.
const SERVERS_NOTICE_WITHIN: Duration = Duration::from_secs(3);
/// The longest time for which the company is closed: the moving process may be killed before it is done.
const CLOSED_DURATION: TimeDelta = TimeDelta::seconds(20);
/// The new location is only stored while this much of that time is left.
const SAFETY_MARGIN: TimeDelta = TimeDelta::seconds(5);

/// The result of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompanyMove {
    pub rows: u64,
    /// The new name of the schema that was left behind; `None`: it could not be renamed.
    pub left_as: Option<String>,
}

impl Companies {
    /// Moves a company to the PostgreSQL of this sealed URL, or to that of the control database, while servers run. Meanwhile it can be
    /// read but not written, and at the end it is closed for some seconds. The old schema is kept under another name. An installation
    /// must run one move at a time.
    ///
    /// # Errors
    /// A refusal, or an error of a server: then the company is where it was.
    pub async fn move_company(
        &self,
        slug: &str,
        database_url: Option<String>,
        now: DateTime<Utc>,
    ) -> Result<CompanyMove> {
        let found = self.list_all().await?.into_iter().find(|row| row.slug == slug);
        let Some(row) = found else { return Err(not_found("esa empresa").into()) };
        if row.database_url == database_url {
            return already_there();
        }
        let source = self.open_company(&row).await?;
        let target = open_db(self.place(), slug, database_url.as_deref()).await?;
        let id = row.uuid_channel.as_str();
        let copying = SchemaMark::Copying(id.to_owned());
        match target.load_mark().await? {
            SchemaMark::Missing => {}
            // An interrupted move left it behind.
            SchemaMark::Copying(company) | SchemaMark::Copied(company)
                if company == id && source.load_schema_identity().await? != target.load_schema_identity().await? =>
            {
                target.drop_schema().await?;
            }
            SchemaMark::Company(company)
                if company == id && source.load_schema_identity().await? == target.load_schema_identity().await? =>
            {
                return already_there();
            }
            SchemaMark::Company(company) if company == id => {
                let text = format!(
                    "En esa base de datos quedó un esquema {slug} de esta empresa, de un traslado anterior o de un servidor que volvió. Si nadie lo \
                     necesita, cámbiale el nombre ahí y vuelve a intentar: ALTER SCHEMA \"{slug}\" RENAME TO \"{slug}_anterior\"."
                );
                return refuse(Code::AlreadyExists, text).err();
            }
            SchemaMark::Company(_) | SchemaMark::Copying(_) | SchemaMark::Copied(_) | SchemaMark::None => {
                let text = format!(
                    "En esa base de datos ya hay un esquema {slug}, que no es de esta empresa. Elige otra base."
                );
                return refuse(Code::AlreadyExists, text).err();
            }
        }
        target.create_schema(&copying).await?;
        match copy(&source, &target, id).await {
            Ok(copied) => self.switch_over(&row, database_url, copied, (&target, now)).await,
            Err(error) => {
                discard(&target, slug).await;
                Err(error.into())
            }
        }
    }

    /// Checks that the schema on the PostgreSQL of a sealed URL is this company's, whose server only has a new URL.
    ///
    /// # Errors
    /// A refusal with the reason, or the server does not answer.
    pub async fn check_location(&self, slug: &str, database_url: Option<&str>) -> Result<()> {
        let found = self.list_all().await?.into_iter().find(|row| row.slug == slug);
        let Some(row) = found else { return Err(not_found("esa empresa").into()) };
        let new_location = open_db(self.place(), slug, database_url).await?;
        let why = match new_location.load_mark().await? {
            SchemaMark::Company(company) if company == row.uuid_channel => None,
            SchemaMark::None if has_tables(&new_location).await => None,
            SchemaMark::Missing | SchemaMark::None => {
                Some("no hay un esquema de esta empresa: para llevarla ahí usa comanda company move")
            }
            SchemaMark::Copying(_) | SchemaMark::Copied(_) => {
                Some("solo hay una copia que un traslado cortado dejó a medias: repite comanda company move")
            }
            SchemaMark::Company(_) => Some("el esquema de ese nombre es de otra empresa o de otra instalación"),
        };
        if let Some(why) = why {
            return refuse(Code::Conflict, format!("En esa base de datos {why}.")).err();
        }
        // The known location may be unreachable, which is a reason to enter a new URL.
        let Ok(known) = open_db(self.place(), slug, row.database_url.as_deref()).await else { return Ok(()) };
        let is_elsewhere = match (known.load_schema_identity().await, new_location.load_schema_identity().await) {
            (Ok(known), Ok(new_location)) => known.is_some() && known != new_location,
            _ => false,
        };
        if is_elsewhere && known.load_mark().await.is_ok_and(|mark| mark == SchemaMark::Company(row.uuid_channel)) {
            let text = "La empresa sigue donde estaba y ese servidor responde: para llevarla usa comanda company move; si ese servidor quedó atrás, apágalo primero.";
            return refuse(Code::Conflict, text).err();
        }
        Ok(())
    }

    /// Closes the company, renames the old schema and stores the new location, so that no server, however slow to notice, still writes to
    /// the old one. If it is interrupted before, the company opens again at its old location when its time is over.
    async fn switch_over(
        &self,
        row: &CompanyRow,
        database_url: Option<String>,
        mut copied: CopiedSchema,
        (target, now): (&Db, DateTime<Utc>),
    ) -> Result<CompanyMove> {
        let own_now = self.clock().now();
        let closed: Result<()> = transact!(self.control(), |tx| {
            let until = tx.database_now(own_now).await? + CLOSED_DURATION;
            Ok(store::close_until(tx, row.id, until).await?)
        });
        closed?;
        tokio::time::sleep(SERVERS_NOTICE_WITHIN).await;
        // Only the connection that copied locks out writers: if it was lost, the copy may lack something, and this fails.
        let left_as = format!("{}_{}", row.slug, now.format("%Y%m%d_%H%M%S"));
        copied.rename(&left_as).await?;
        let own_now = self.clock().now();
        let named: Result<bool> = transact!(self.control(), |tx| {
            let latest = tx.database_now(own_now).await? + SAFETY_MARGIN;
            Ok(store::update_location(tx, row, database_url.as_deref(), latest).await?)
        });
        if !named? {
            return refuse(
                Code::Conflict,
                "El traslado tardó demasiado y se dejó: la empresa sigue donde estaba. Vuelve a intentar.",
            )
            .err();
        }
        if let Err(error) = target.set_mark(&SchemaMark::Company(row.uuid_channel.clone())).await {
            tracing::warn!(%error, "whose the schema is will be said by the first server that opens it");
        }
        let rows = copied.rows;
        let left_as = match copied.finish().await {
            Ok(()) => Some(left_as),
            Err(error) => {
                tracing::warn!(%error, "what was left behind has its name still");
                None
            }
        };
        Ok(CompanyMove { rows, left_as })
    }
}

fn already_there<T>() -> Result<T> {
    let text = "La empresa ya está en esa base de datos. Si solo cambió la dirección: comanda company change --company-database.";
    refuse(Code::Conflict, text).err()
}

async fn copy(source: &Db, target: &Db, company: &str) -> db::Result<CopiedSchema> {
    target.migrate(&db::COMPANY).await?;
    source.copy_to(target, company).await
}

async fn has_tables(db: &Db) -> bool {
    matches!(
        db.load_schema_state(&db::COMPANY).await,
        Ok(SchemaState::Current | SchemaState::Older(_) | SchemaState::Newer)
    )
}

async fn discard(target: &Db, slug: &str) {
    if let Err(error) = target.drop_schema().await {
        tracing::warn!(%error, slug, "what a move began was not removed; the next one does it");
    }
}
