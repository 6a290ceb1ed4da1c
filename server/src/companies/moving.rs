//! A company goes to another PostgreSQL.

use super::{Change, Companies, CompanyRow, registry::open_db};
use crate::{
    db::{self, Copied, Db},
    error::{Code, Result, not_found, refuse},
};
use chrono::{DateTime, Utc};
use std::time::Duration;

/// Servers look at the list of companies every second.
const SERVERS_NOTICE_WITHIN: Duration = Duration::from_secs(3);

/// What was moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    pub rows: u64,
    /// What the schema is called now that was left behind.
    pub left_as: String,
}

impl Companies {
    /// Moves a company to the PostgreSQL of this sealed address, or to that of the list of companies, while servers run. It can be read
    /// meanwhile and not written to, and nobody is served for some seconds at the end. What it was moved from is kept under another name.
    ///
    /// # Errors
    /// A refusal, or what a server answers: then the company is where it was.
    pub async fn move_company(&self, slug: &str, to: Option<String>, now: DateTime<Utc>) -> Result<Moved> {
        let Some(row) = self.listed().await?.into_iter().find(|row| row.slug == slug) else {
            return Err(not_found("esa empresa").into());
        };
        if row.database_url == to {
            return refuse(Code::Conflict, "La empresa ya está en esa base de datos.").err();
        }
        let source = self.open_company(slug, row.database_url.as_deref()).await?;
        let target = open_db(self.place(), slug, to.as_deref()).await?;
        if target.has_schema().await? {
            let text = format!(
                "En esa base de datos ya hay un esquema {slug}. Si es de otra instalación, elige otra base; si quedó de un intento anterior, \
                 bórralo ahí: DROP SCHEMA \"{slug}\" CASCADE."
            );
            return refuse(Code::AlreadyExists, text).err();
        }
        let copied = copy(&source, &target).await;
        match copied {
            Ok(copied) => self.hand_over(&row, to, copied, now).await,
            Err(error) => {
                discard(&target, slug).await;
                Err(error.into())
            }
        }
    }

    /// Whether a schema of this name is on the PostgreSQL of this sealed address, or on that of the list of companies.
    ///
    /// # Errors
    /// It does not answer.
    pub async fn has_schema_at(&self, slug: &str, database_url: Option<&str>) -> Result<bool> {
        Ok(open_db(self.place(), slug, database_url).await?.has_schema().await?)
    }

    /// Nobody uses the old one any more when the list names the new one, not even a server that was slow to notice.
    async fn hand_over(
        &self,
        row: &CompanyRow,
        to: Option<String>,
        copied: Copied,
        now: DateTime<Utc>,
    ) -> Result<Moved> {
        let served = |active, database_url| Change { active: Some(active), database_url, ..Change::default() };
        self.change(&row.slug, &served(false, None)).await?;
        tokio::time::sleep(SERVERS_NOTICE_WITHIN).await;
        self.change(&row.slug, &served(row.is_active(), Some(to))).await?;
        let (rows, left_as) = (copied.rows, format!("{}_{}", row.slug, now.format("%Y%m%d_%H%M%S")));
        copied.rename(&left_as).await?;
        Ok(Moved { rows, left_as })
    }
}

async fn copy(source: &Db, target: &Db) -> db::Result<Copied> {
    target.migrate(&db::COMPANY).await?;
    source.copy_to(target).await
}

async fn discard(target: &Db, slug: &str) {
    if let Err(error) = target.drop_schema().await {
        tracing::warn!(%error, slug, "what a move began was not removed");
    }
}
