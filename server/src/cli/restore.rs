//! `comanda company restore`

use super::{
    company::{ensure_reachable, find_company, open_company},
    company_database::{run_exclusively, seal_optional_address},
    say,
};
use anyhow::{Context, Result, ensure};
use chrono::{DateTime, Utc};
use comanda::{
    backups, catalog,
    clock::Clock,
    companies::{Companies, CompanyUpdate, NewCompany},
    config::Config,
    db::Tx,
    restored,
};
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// The word that confirms the replacement of a company's present data.
const CONFIRMATION: &str = "reemplazar";

/// Servers reload the list of companies every second; after this time requests that were running then have ended.
const SERVERS_NOTICE_WITHIN: Duration = Duration::from_secs(3);

/// The location of a backup, and the key that opens it.
#[derive(Debug)]
pub(super) struct BackupSource {
    /// The path of a file, or `s3://…`.
    pub from: String,
    pub identity: Option<PathBuf>,
}

/// Restores a backup as a new company, optionally on the PostgreSQL at `url`, or in place of a company's present data. Nothing is changed
/// before the backup was downloaded, opened and verified.
pub(super) async fn restore_company(
    config: &Config,
    companies: &Companies,
    (new, url): (&NewCompany, Option<&str>),
    copy: &BackupSource,
    word: Option<&str>,
) -> Result<()> {
    let now = Clock::system().now();
    let listed = companies.list_all().await?;
    let present = listed.iter().find(|row| row.slug == new.slug);
    if present.is_some() {
        ensure!(
            word == Some(CONFIRMATION),
            "la empresa {} ya existe: restaurar pierde lo que tiene ahora. Si eso quieres, agrega --word {CONFIRMATION}",
            new.slug
        );
    } else {
        ensure_reachable(companies, new).await?;
    }
    // A wrong address is reported before the download; the one to be stored is sealed again when the company is created.
    seal_optional_address(config, companies, url).await?;
    let scratch = backups::create_scratch_folder(&config.data)?;
    let downloaded = backups::download_backup(
        &copy.from,
        copy.identity.as_deref(),
        &config.backups,
        companies.control(),
        scratch.path(),
    )
    .await;
    let downloaded = downloaded.context("no se restauró y nada cambió")?;
    let restoring = Restore { config, companies, new, url, file: &downloaded, scratch: scratch.path(), now };
    let is_second_copy = match present {
        Some(_) => restoring.replace_present().await.map(|()| false)?,
        None => run_exclusively(companies, restoring.restore_as_new()).await??,
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
    let supers = restored::list_super_admins(&mut open_company(companies, &new.slug).await?.db.read().await?).await?;
    if !supers.is_empty() {
        say(&format!("Pueden cambiar la licencia (super administradores de la copia): {}.", supers.join(", ")))?;
    }
    Ok(())
}

/// A verified backup and its destination.
struct Restore<'r> {
    config: &'r Config,
    companies: &'r Companies,
    new: &'r NewCompany,
    /// The PostgreSQL for a new company, if not the server's own.
    url: Option<&'r str>,
    file: &'r Path,
    scratch: &'r Path,
    now: DateTime<Utc>,
}

impl Restore<'_> {
    /// Replaces the company's present data. The company is not served meanwhile, so the backup of its present data has every acknowledged
    /// write.
    async fn replace_present(&self) -> Result<()> {
        // The list is loaded again, because the download may have taken a while.
        let was_served =
            self.companies.list_all().await?.iter().any(|row| row.slug == self.new.slug && row.is_active());
        if was_served {
            self.companies.change_company(&self.new.slug, &serving_change(false)).await?;
            tokio::time::sleep(SERVERS_NOTICE_WITHIN).await;
        }
        let outcome = run_exclusively(self.companies, self.replace()).await.and_then(|outcome| outcome);
        if was_served {
            self.companies.change_company(&self.new.slug, &serving_change(true)).await?;
        }
        outcome
    }

    async fn replace(&self) -> Result<()> {
        let is_lost =
            self.companies.replace_lost_database(&find_company(self.companies, &self.new.slug).await?).await?;
        let company = open_company(self.companies, &self.new.slug).await?;
        if is_lost {
            say("No había base de datos de esta empresa: se hace una nueva.")?;
        } else {
            let before = company.back_up(&self.config.data, "antes-de-restaurar", self.now).await?;
            say(&format!("Copia de lo que había: {}", before.path.display()))?;
        }
        let agents = restored::list_agent_tokens(&mut company.db.read().await?).await?;
        let amend = async |tx: &mut Tx| {
            catalog::version::mark_replaced(tx).await?;
            restored::end_access(tx, Some(agents), self.now).await
        };
        company.db.restore_from(self.file, self.scratch, amend).await.context("no se restauró y nada cambió")
    }

    /// Restores as a new company. Returns whether it is a second copy of a company on this server, which must not act for it. A renewal of
    /// the key must not run meanwhile: it would miss a company registered after its list was loaded, and drop the key of restored secrets.
    async fn restore_as_new(&self) -> Result<bool> {
        let new = NewCompany {
            database_url: seal_optional_address(self.config, self.companies, self.url).await?,
            ..self.new.clone()
        };
        let others = self.list_rucs().await;
        let mut is_second = false;
        let db = self.companies.prepare_database(&new).await?;
        let amend = async |tx: &mut Tx| {
            restored::end_access(tx, None, self.now).await?;
            is_second = others.contains(&restored::load_ruc(tx).await?);
            if is_second {
                restored::disable_outgoing(tx, self.now).await?;
            }
            Ok(())
        };
        db.restore_from(self.file, self.scratch, amend).await.context("no se restauró")?;
        self.companies.register_company(&new).await?;
        Ok(is_second)
    }

    /// Lists the RUCs of all companies on this server. A company that cannot be opened is left out: it cannot act either.
    async fn list_rucs(&self) -> Vec<String> {
        let mut rucs = Vec::new();
        for row in self.companies.list_all().await.unwrap_or_default() {
            if let Ok(Some(company)) = self.companies.open_even_inactive(&row.slug).await
                && let Ok(mut tx) = company.db.read().await
            {
                rucs.extend(restored::load_ruc(&mut tx).await.ok().filter(|ruc| !ruc.is_empty()));
            }
        }
        rucs
    }
}

fn serving_change(active: bool) -> CompanyUpdate {
    CompanyUpdate { active: Some(active), ..CompanyUpdate::default() }
}
