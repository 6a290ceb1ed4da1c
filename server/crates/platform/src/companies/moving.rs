//! A company goes to another PostgreSQL.

use super::{Companies, CompanyRow, databases::open_db, store};
use chrono::{DateTime, TimeDelta, Utc};
use comanda_base::{
    db::{self, Copied, Db, Mark, Tables},
    error::{Code, Result, not_found, refuse},
    transact,
};
use std::time::Duration;

/// Servers look at the list of companies every second.
const SERVERS_NOTICE_WITHIN: Duration = Duration::from_secs(3);
/// Nobody is served for that long at most: whoever moves a company may be gone before it is done.
const CLOSED: TimeDelta = TimeDelta::seconds(20);
/// The new place is named while so much of it is left, or not at all.
const SAFE: TimeDelta = TimeDelta::seconds(5);

/// What was moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    pub rows: u64,
    /// What the schema is called now that was left behind; none: it has its name still.
    pub left_as: Option<String>,
}

impl Companies {
    /// Moves a company to the PostgreSQL of this sealed address, or to that of the list of companies, while servers run. It can be read
    /// meanwhile and not written to, and nobody is served for some seconds at the end. What it was moved from is kept under another name.
    /// Of one installation, one move at a time.
    ///
    /// # Errors
    /// A refusal, or what a server answers: then the company is where it was.
    pub async fn move_company(&self, slug: &str, to: Option<String>, now: DateTime<Utc>) -> Result<Moved> {
        let found = self.listed().await?.into_iter().find(|row| row.slug == slug);
        let Some(row) = found else { return Err(not_found("esa empresa").into()) };
        if row.database_url == to {
            return is_there_already();
        }
        let source = self.open_company(&row).await?;
        let target = open_db(self.place(), slug, to.as_deref()).await?;
        let id = row.uuid_channel.as_str();
        let copying = Mark::Copying(id.to_owned());
        match target.mark().await? {
            Mark::Missing => {}
            // A move that was cut off left it behind.
            Mark::Copying(company) | Mark::Copied(company)
                if company == id && source.identity().await? != target.identity().await? =>
            {
                target.drop_schema().await?;
            }
            Mark::Company(company) if company == id && source.identity().await? == target.identity().await? => {
                return is_there_already();
            }
            Mark::Company(company) if company == id => {
                let text = format!(
                    "En esa base de datos quedó un esquema {slug} de esta empresa, de un traslado anterior o de un servidor que volvió. Si nadie lo \
                     necesita, cámbiale el nombre ahí y vuelve a intentar: ALTER SCHEMA \"{slug}\" RENAME TO \"{slug}_anterior\"."
                );
                return refuse(Code::AlreadyExists, text).err();
            }
            Mark::Company(_) | Mark::Copying(_) | Mark::Copied(_) | Mark::None => {
                let text = format!(
                    "En esa base de datos ya hay un esquema {slug}, que no es de esta empresa. Elige otra base."
                );
                return refuse(Code::AlreadyExists, text).err();
            }
        }
        target.create_schema(&copying).await?;
        match copy(&source, &target, id).await {
            Ok(copied) => self.hand_over(&row, to, copied, (&target, now)).await,
            Err(error) => {
                discard(&target, slug).await;
                Err(error.into())
            }
        }
    }

    /// Whether the schema of this name on the PostgreSQL of a sealed address can be this company's, which has another address now.
    ///
    /// # Errors
    /// Why it cannot, or that it does not answer.
    pub async fn must_be_at(&self, slug: &str, database_url: Option<&str>) -> Result<()> {
        let found = self.listed().await?.into_iter().find(|row| row.slug == slug);
        let Some(row) = found else { return Err(not_found("esa empresa").into()) };
        let there = open_db(self.place(), slug, database_url).await?;
        let why = match there.mark().await? {
            Mark::Company(company) if company == row.uuid_channel => None,
            Mark::None if has_tables(&there).await => None,
            Mark::Missing | Mark::None => {
                Some("no hay un esquema de esta empresa: para llevarla ahí usa comanda company move")
            }
            Mark::Copying(_) | Mark::Copied(_) => {
                Some("solo hay una copia que un traslado cortado dejó a medias: repite comanda company move")
            }
            Mark::Company(_) => Some("el esquema de ese nombre es de otra empresa o de otra instalación"),
        };
        if let Some(why) = why {
            return refuse(Code::Conflict, format!("En esa base de datos {why}.")).err();
        }
        // The place that is known may be away: that is why it is told anew.
        let Ok(known) = open_db(self.place(), slug, row.database_url.as_deref()).await else { return Ok(()) };
        let is_elsewhere = match (known.identity().await, there.identity().await) {
            (Ok(known), Ok(there)) => known.is_some() && known != there,
            _ => false,
        };
        if is_elsewhere && known.mark().await.is_ok_and(|mark| mark == Mark::Company(row.uuid_channel)) {
            let text = "La empresa sigue donde estaba y ese servidor responde: para llevarla usa comanda company move; si ese servidor quedó atrás, apágalo primero.";
            return refuse(Code::Conflict, text).err();
        }
        Ok(())
    }

    /// Nobody uses the old one any more when the list names the new one, not even a server that was slow to notice. Cut off before that,
    /// the company is served again where it was once its time is over.
    async fn hand_over(
        &self,
        row: &CompanyRow,
        to: Option<String>,
        mut copied: Copied,
        (target, now): (&Db, DateTime<Utc>),
    ) -> Result<Moved> {
        let own_now = self.clock().now();
        let closed: Result<()> = transact!(self.control(), |tx| {
            let until = tx.database_now(own_now).await? + CLOSED;
            Ok(store::close_until(tx, row.id, until).await?)
        });
        closed?;
        tokio::time::sleep(SERVERS_NOTICE_WITHIN).await;
        // Only the connection that copied kept writers away: where it was lost, the copy may lack something.
        let left_as = format!("{}_{}", row.slug, now.format("%Y%m%d_%H%M%S"));
        copied.rename(&left_as).await?;
        let own_now = self.clock().now();
        let named: Result<bool> = transact!(self.control(), |tx| {
            let latest = tx.database_now(own_now).await? + SAFE;
            Ok(store::move_to(tx, row, to.as_deref(), latest).await?)
        });
        if !named? {
            return refuse(
                Code::Conflict,
                "El traslado tardó demasiado y se dejó: la empresa sigue donde estaba. Vuelve a intentar.",
            )
            .err();
        }
        if let Err(error) = target.set_mark(&Mark::Company(row.uuid_channel.clone())).await {
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
        Ok(Moved { rows, left_as })
    }
}

fn is_there_already<T>() -> Result<T> {
    let text = "La empresa ya está en esa base de datos. Si solo cambió la dirección: comanda company change --company-database.";
    refuse(Code::Conflict, text).err()
}

async fn copy(source: &Db, target: &Db, company: &str) -> db::Result<Copied> {
    target.migrate(&db::COMPANY).await?;
    source.copy_to(target, company).await
}

async fn has_tables(db: &Db) -> bool {
    matches!(db.tables(&db::COMPANY).await, Ok(Tables::Current | Tables::Older(_) | Tables::Newer))
}

async fn discard(target: &Db, slug: &str) {
    if let Err(error) = target.drop_schema().await {
        tracing::warn!(%error, slug, "what a move began was not removed; the next one does it");
    }
}
