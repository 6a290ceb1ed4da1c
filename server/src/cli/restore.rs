//! `comanda company restore`

use super::{
    company::{known, of, reachable},
    moving::{exclusively, place},
    say,
};
use anyhow::{Context, Result, ensure};
use chrono::{DateTime, Utc};
use comanda::{
    backups, catalog,
    clock::Clock,
    companies::{Change, Companies, NewCompany},
    config::Config,
    db::Tx,
    restored,
};
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// What somebody types who wants a company's present data replaced.
const REPLACE: &str = "reemplazar";

/// Servers look at the list of companies every second; what was under way then has ended by now.
const SERVERS_NOTICE_WITHIN: Duration = Duration::from_secs(3);

/// Where a backup lies, and what opens it.
#[derive(Debug)]
pub(super) struct Copy {
    /// A file or `s3://…`.
    pub from: String,
    pub identity: Option<PathBuf>,
}

/// Restores a backup as a new company, on the PostgreSQL at `url` where one is given, or in the place of what a company has now. Nothing is
/// changed before the backup was downloaded here, opened and found to be whole.
pub(super) async fn restore(
    config: &Config,
    companies: &Companies,
    (new, url): (&NewCompany, Option<&str>),
    copy: &Copy,
    word: Option<&str>,
) -> Result<()> {
    let now = Clock::system().now();
    let listed = companies.listed().await?;
    let present = listed.iter().find(|row| row.slug == new.slug);
    if present.is_some() {
        ensure!(
            word == Some(REPLACE),
            "la empresa {} ya existe: restaurar pierde lo que tiene ahora. Si eso quieres, agrega --word {REPLACE}",
            new.slug
        );
    } else {
        reachable(companies, new).await?;
    }
    // An address that is wrong is told before the download; what is kept of it is sealed when the company is made.
    place(config, companies, url).await?;
    let scratch = backups::scratch(&config.data)?;
    let downloaded =
        backups::download(&copy.from, copy.identity.as_deref(), &config.backups, companies.control(), scratch.path())
            .await;
    let downloaded = downloaded.context("no se restauró y nada cambió")?;
    let restoring = Restoring { config, companies, new, url, file: &downloaded, scratch: scratch.path(), now };
    let is_second_copy = match present {
        Some(_) => restoring.in_place().await.map(|()| false)?,
        None => exclusively(companies, restoring.as_new_company()).await??,
    };
    say(&format!(
        "Empresa {} restaurada de {}. Todos vuelven a ingresar con las contraseñas de la copia; mira en Impresoras qué agentes siguen vinculados.",
        new.slug, copy.from
    ))?;
    if is_second_copy {
        say(
            "En este servidor ya está esa empresa (el mismo RUC): esta copia no envía comprobantes ni correos y no imprime. Sus comprobantes son \
             de demostración hasta que elijas otra forma de envío en Ajustes.",
        )?;
    }
    let supers = restored::super_admins(&mut of(companies, &new.slug).await?.db.read().await?).await?;
    if !supers.is_empty() {
        say(&format!("Pueden cambiar la licencia (super administradores de la copia): {}.", supers.join(", ")))?;
    }
    Ok(())
}

/// A backup that was opened and found to be whole, and where it goes.
struct Restoring<'r> {
    config: &'r Config,
    companies: &'r Companies,
    new: &'r NewCompany,
    /// The PostgreSQL for a new company, where that is not the server's own.
    url: Option<&'r str>,
    file: &'r Path,
    scratch: &'r Path,
    now: DateTime<Utc>,
}

impl Restoring<'_> {
    /// In the place of what the company has. Nobody is served meanwhile: what was acknowledged is in the copy that is kept of it.
    async fn in_place(&self) -> Result<()> {
        // As it is now: downloading may have taken a while.
        let was_served = self.companies.listed().await?.iter().any(|row| row.slug == self.new.slug && row.is_active());
        if was_served {
            self.companies.change(&self.new.slug, &served(false)).await?;
            tokio::time::sleep(SERVERS_NOTICE_WITHIN).await;
        }
        let done = exclusively(self.companies, self.replace()).await.and_then(|done| done);
        if was_served {
            self.companies.change(&self.new.slug, &served(true)).await?;
        }
        done
    }

    async fn replace(&self) -> Result<()> {
        let is_lost = self.companies.replace_lost_database(&known(self.companies, &self.new.slug).await?).await?;
        let company = of(self.companies, &self.new.slug).await?;
        if is_lost {
            say("No había base de datos de esta empresa: se hace una nueva.")?;
        } else {
            let before = company.back_up(&self.config.data, "antes-de-restaurar", self.now).await?;
            say(&format!("Copia de lo que había: {}", before.path.display()))?;
        }
        let agents = restored::agent_tokens(&mut company.db.read().await?).await?;
        let amend = async |tx: &mut Tx| {
            catalog::version::replaced(tx).await?;
            restored::end_access(tx, Some(agents), self.now).await
        };
        company.db.restore_from(self.file, self.scratch, amend).await.context("no se restauró y nada cambió")
    }

    /// As a new company; whether it is a second copy of one that is here, which must not act for it. A renewal of the key must not run
    /// meanwhile: it would not reach a company that is registered after its list was read, and drop the key of what was restored.
    async fn as_new_company(&self) -> Result<bool> {
        let new = NewCompany { database_url: place(self.config, self.companies, self.url).await?, ..self.new.clone() };
        let others = self.rucs().await;
        let mut is_second = false;
        let db = self.companies.prepare(&new).await?;
        let amend = async |tx: &mut Tx| {
            restored::end_access(tx, None, self.now).await?;
            is_second = others.contains(&restored::ruc(tx).await?);
            if is_second {
                restored::disable_outgoing(tx, self.now).await?;
            }
            Ok(())
        };
        db.restore_from(self.file, self.scratch, amend).await.context("no se restauró")?;
        self.companies.register(&new).await?;
        Ok(is_second)
    }

    /// Those of all companies on this server. One that cannot be opened cannot act either.
    async fn rucs(&self) -> Vec<String> {
        let mut rucs = Vec::new();
        for row in self.companies.listed().await.unwrap_or_default() {
            if let Ok(Some(company)) = self.companies.served_or_not(&row.slug).await
                && let Ok(mut tx) = company.db.read().await
            {
                rucs.extend(restored::ruc(&mut tx).await.ok().filter(|ruc| !ruc.is_empty()));
            }
        }
        rucs
    }
}

fn served(active: bool) -> Change {
    Change { active: Some(active), ..Change::default() }
}
