//! `comanda company restore`

use super::{
    company::{of, reachable},
    say,
};
use anyhow::{Context, Result, ensure};
use comanda::{
    backups,
    clock::Clock,
    companies::{Companies, NewCompany},
    config::Config,
    db::Tx,
    restored,
};
use std::path::PathBuf;

/// What somebody types who wants a company's present data replaced.
const REPLACE: &str = "reemplazar";

/// Where a backup lies, and what opens it.
#[derive(Debug)]
pub(super) struct Copy {
    /// A file or `s3://…`.
    pub from: String,
    pub identity: Option<PathBuf>,
}

/// Restores a backup as a new company, or in the place of what a company has now. Nothing is changed before the backup was downloaded
/// here, opened and found to be whole.
pub(super) async fn restore(
    config: &Config,
    companies: &Companies,
    new: &NewCompany,
    copy: &Copy,
    word: Option<&str>,
) -> Result<()> {
    let now = Clock::system().now();
    let is_there = companies.listed().await?.iter().any(|row| row.slug == new.slug);
    if is_there {
        ensure!(
            word == Some(REPLACE),
            "la empresa {} ya existe: restaurar pierde lo que tiene ahora. Si eso quieres, agrega --word {REPLACE}",
            new.slug
        );
    } else {
        reachable(companies, new).await?;
    }
    let scratch = backups::scratch(&config.data)?;
    let downloaded = backups::download(&copy.from, copy.identity.as_deref(), &config.backups, scratch.path()).await;
    let downloaded = downloaded.context("no se restauró y nada cambió")?;
    if is_there {
        let company = of(companies, &new.slug).await?;
        let before = company.back_up(&config.data, "antes-de-restaurar", now).await?;
        say(&format!("Copia de lo que había: {}", before.path.display()))?;
        let agents = restored::agent_tokens(&mut company.db.read().await?).await?;
        let amend = async |tx: &mut Tx| restored::end_access(tx, Some(agents), now).await;
        let done = company.db.restore_from(&downloaded, scratch.path(), amend).await;
        done.context("no se restauró y nada cambió")?;
    } else {
        let db = companies.prepare(new).await?;
        let amend = async |tx: &mut Tx| restored::end_access(tx, None, now).await;
        db.restore_from(&downloaded, scratch.path(), amend).await.context("no se restauró")?;
        companies.register(new).await?;
    }
    say(&format!(
        "Empresa {} restaurada de {}. Todos vuelven a ingresar con las contraseñas de la copia; mira en Impresoras qué agentes siguen vinculados.",
        new.slug, copy.from
    ))
}
