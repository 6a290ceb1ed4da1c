//! `comanda backup …`

use super::{DataPlace, Listen, company::open_company, merge_config, operator_errors, say};
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Subcommand};
use comanda::{
    backups::{BackupPlan, BackupRunner, MissingBackupsPolicy, RunnerSettings, TargetFile, make_backup_key},
    clock::Clock,
    companies::{Companies, Company},
    config::{BackupRetention, ConfigFile},
};
use std::{collections::BTreeSet, path::PathBuf};

/// Options of automatic backups.
#[derive(Debug, Default, Args)]
pub(super) struct BackupArgs {
    /// A dónde va una copia diaria de cada empresa: una carpeta, o s3://bucket/carpeta; sin esto no se hace ninguna.
    #[arg(long, env = "COMANDA_BACKUP_TO")]
    backup_to: Option<String>,
    /// Desde qué hora se hace, de 0 a 23, en la hora de cada local (normalmente 4).
    #[arg(long, env = "COMANDA_BACKUP_HOUR")]
    backup_hour: Option<u32>,
    /// Llaves públicas (age1…) para las que se cifra, separadas por comas; cualquiera de sus llaves privadas abre la copia.
    #[arg(long, env = "COMANDA_BACKUP_RECIPIENT", value_delimiter = ',')]
    backup_recipient: Option<Vec<String>>,
    /// Cuántas copias quedan: la última de tantos días, semanas y meses (normalmente 7,4,12).
    #[arg(long, env = "COMANDA_BACKUP_KEEP")]
    backup_keep: Option<BackupRetention>,
    #[command(flatten)]
    reach: S3Options,
}

/// Options of the connection to an S3 service.
#[derive(Debug, Default, Args)]
pub(super) struct S3Options {
    /// Permite un servicio S3 sin TLS (http://) fuera de esta máquina.
    #[arg(long, env = "COMANDA_BACKUP_ALLOW_HTTP")]
    backup_allow_http: bool,
}

impl BackupArgs {
    /// Returns the configuration file with these options applied over it.
    pub(super) fn merge_into(self, mut file: ConfigFile) -> ConfigFile {
        let config = &mut file.backup;
        config.to = self.backup_to.or(config.to.take());
        config.hour = self.backup_hour.or(config.hour);
        config.recipients = self.backup_recipient.or(config.recipients.take());
        config.keep = self.backup_keep.or(config.keep);
        self.reach.merge_into(file)
    }
}

impl S3Options {
    pub(super) fn merge_into(self, mut file: ConfigFile) -> ConfigFile {
        if self.backup_allow_http {
            file.backup.allow_http = Some(true);
        }
        file
    }
}

/// Selects companies and their place of backups.
#[derive(Debug, Args)]
pub(super) struct BackupScope {
    #[command(flatten)]
    place: DataPlace,
    #[command(flatten)]
    backup: BackupArgs,
    /// Nombre corto de la empresa; sin esto, todas las que se atienden.
    #[arg(long)]
    company: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Hace ahora una copia y la lleva a su lugar; el servidor puede seguir atendiendo.
    Now {
        #[command(flatten)]
        whose: BackupScope,
        /// Empieza de nuevo donde las copias anteriores se quitaron a propósito.
        #[arg(long)]
        anew: bool,
    },
    /// Muestra las copias que hay en su lugar.
    List(BackupScope),
    /// Hace una llave: escribe la privada en un archivo y muestra la pública, para --backup-recipient.
    Keygen {
        /// Archivo de la llave privada. Guárdalo fuera de este servidor: sin él nadie abre las copias.
        #[arg(long, default_value = "comanda-copias.key")]
        to: PathBuf,
    },
}

pub(super) async fn run_backup_command(command: Command, file: ConfigFile) -> Result<()> {
    match command {
        Command::Now { whose, anew } => {
            let slug = whose.company.clone();
            let (keeper, companies) = open(whose, file).await?;
            let chosen = open_chosen(&companies, slug.as_deref()).await?;
            back_up_now(
                &keeper,
                chosen,
                if anew { MissingBackupsPolicy::StartOver } else { MissingBackupsPolicy::Refuse },
            )
            .await
        }
        Command::List(whose) => {
            let slug = whose.company.clone();
            let (keeper, _) = open(whose, file).await?;
            let mut slugs = keeper.list_slugs().await?;
            if let Some(slug) = slug {
                ensure!(slugs.contains(&slug), "no hay una empresa {slug}, ni copias de ella en ese lugar");
                slugs = BTreeSet::from([slug]);
            }
            let mut are_any = false;
            for slug in slugs {
                for listed in keeper.list_files(&slug).await? {
                    are_any = true;
                    say(&listed_line(&slug, &listed))?;
                }
            }
            if are_any { Ok(()) } else { say("No hay copias en ese lugar.") }
        }
        Command::Keygen { to } => {
            let public = make_backup_key(&to)?;
            say(&format!(
                "Llave pública   {public}\nLlave privada   {}\n\nSaca de este servidor el archivo de la llave privada y guárdalo en dos lugares: sin él nadie abre las copias.",
                to.display()
            ))
        }
    }
}

async fn open(whose: BackupScope, file: ConfigFile) -> Result<(BackupRunner, Companies)> {
    let config = merge_config(whose.backup.merge_into(file), Listen::default(), whose.place)?;
    let plan = BackupPlan::from_config(&config.backups)?
        .context("no se ha dicho a dónde van las copias: agrega --backup-to con una carpeta o s3://bucket/carpeta")?;
    let companies = Companies::connect(&config, Clock::system()).await?;
    Ok((BackupRunner::new(plan, &config, companies.clone(), Clock::system(), RunnerSettings::default()), companies))
}

/// Opens the company with this short name, or all that are served. A company that cannot be opened has its error in the result.
async fn open_chosen(companies: &Companies, slug: Option<&str>) -> Result<Vec<(String, Result<Company>)>> {
    let mut chosen = Vec::new();
    for row in companies.list_all().await? {
        if slug.map_or(row.is_active(), |slug| slug == row.slug) {
            let opened = open_company(companies, &row.slug).await;
            chosen.push((row.slug, opened));
        }
    }
    if let Some(slug) = slug {
        ensure!(!chosen.is_empty(), "no hay una empresa {slug}");
    }
    Ok(chosen)
}

/// Backs up all these companies; one that fails does not stop the others.
async fn back_up_now(
    keeper: &BackupRunner,
    companies: Vec<(String, Result<Company>)>,
    when_missing: MissingBackupsPolicy,
) -> Result<()> {
    let mut failed = Vec::new();
    for (slug, opened) in companies {
        let outcome = match opened {
            Ok(company) => keeper.run_now(&company, when_missing).await,
            Err(error) => Err(error),
        };
        match outcome {
            Ok(backup) => {
                let seconds = (backup.took_ms + 999) / 1_000;
                say(&format!("{slug}: copia comprobada {} ({} bytes, {seconds} s)", backup.name, backup.bytes))?;
            }
            Err(error) => failed.push(format!("{slug}: {}", operator_errors::error_text(&error))),
        }
    }
    match failed.as_slice() {
        [] => Ok(()),
        failed => bail!("no se hizo la copia de {}", failed.join("; ")),
    }
}

fn listed_line(slug: &str, listed: &TargetFile) -> String {
    let at = listed.record.as_ref().map_or(listed.item.modified, |record| record.made_at);
    let whose = if listed.record.is_some() { "" } else { "  (no la hizo este servidor)" };
    format!("{} UTC  {:>14}  {slug}/{}{whose}", at.format("%d/%m/%Y %H:%M"), listed.item.bytes, listed.item.name)
}
