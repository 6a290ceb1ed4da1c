//! `comanda backup …`

use super::{Listen, Place, company::of, config, say, trouble};
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Subcommand};
use comanda::{
    backups::{BackupRunner, Listed, Pace, Plan, WhenGone, make_key},
    clock::Clock,
    companies::{Companies, Company},
    config::{ConfigFile, Keep},
};
use std::{collections::BTreeSet, path::PathBuf};

/// Where backups go by themselves.
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
    backup_keep: Option<Keep>,
    #[command(flatten)]
    reach: Reach,
}

/// How an S3 service may be reached.
#[derive(Debug, Default, Args)]
pub(super) struct Reach {
    /// Permite un servicio S3 sin TLS (http://) fuera de esta máquina.
    #[arg(long, env = "COMANDA_BACKUP_ALLOW_HTTP")]
    backup_allow_http: bool,
}

impl BackupArgs {
    /// The file, as it is when the command line has had its say.
    pub(super) fn over(self, mut file: ConfigFile) -> ConfigFile {
        let config = &mut file.backup;
        config.to = self.backup_to.or(config.to.take());
        config.hour = self.backup_hour.or(config.hour);
        config.recipients = self.backup_recipient.or(config.recipients.take());
        config.keep = self.backup_keep.or(config.keep);
        self.reach.over(file)
    }
}

impl Reach {
    pub(super) fn over(self, mut file: ConfigFile) -> ConfigFile {
        if self.backup_allow_http {
            file.backup.allow_http = Some(true);
        }
        file
    }
}

/// Of which companies.
#[derive(Debug, Args)]
pub(super) struct Whose {
    #[command(flatten)]
    place: Place,
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
        whose: Whose,
        /// Empieza de nuevo donde las copias anteriores se quitaron a propósito.
        #[arg(long)]
        anew: bool,
    },
    /// Muestra las copias que hay en su lugar.
    List(Whose),
    /// Hace una llave: escribe la privada en un archivo y muestra la pública, para --backup-recipient.
    Keygen {
        /// Archivo de la llave privada. Guárdalo fuera de este servidor: sin él nadie abre las copias.
        #[arg(long, default_value = "comanda-copias.key")]
        to: PathBuf,
    },
}

pub(super) async fn run(command: Command, file: ConfigFile) -> Result<()> {
    match command {
        Command::Now { whose, anew } => {
            let slug = whose.company.clone();
            let (keeper, companies) = open(whose, file).await?;
            let chosen = chosen(&companies, slug.as_deref()).await?;
            now(&keeper, chosen, if anew { WhenGone::StartOver } else { WhenGone::Refuse }).await
        }
        Command::List(whose) => {
            let slug = whose.company.clone();
            let (keeper, _) = open(whose, file).await?;
            let mut slugs = keeper.slugs().await?;
            if let Some(slug) = slug {
                ensure!(slugs.contains(&slug), "no hay una empresa {slug}, ni copias de ella en ese lugar");
                slugs = BTreeSet::from([slug]);
            }
            let mut are_any = false;
            for slug in slugs {
                for listed in keeper.list(&slug).await? {
                    are_any = true;
                    say(&line(&slug, &listed))?;
                }
            }
            if are_any { Ok(()) } else { say("No hay copias en ese lugar.") }
        }
        Command::Keygen { to } => {
            let public = make_key(&to)?;
            say(&format!(
                "Llave pública   {public}\nLlave privada   {}\n\nSaca de este servidor el archivo de la llave privada y guárdalo en dos lugares: sin él nadie abre las copias.",
                to.display()
            ))
        }
    }
}

async fn open(whose: Whose, file: ConfigFile) -> Result<(BackupRunner, Companies)> {
    let config = config(whose.backup.over(file), Listen::default(), whose.place)?;
    let plan = Plan::of(&config.backups)?
        .context("no se ha dicho a dónde van las copias: agrega --backup-to con una carpeta o s3://bucket/carpeta")?;
    let companies = Companies::connect(&config, Clock::system()).await?;
    Ok((BackupRunner::new(plan, &config, companies.clone(), Clock::system(), Pace::default()), companies))
}

/// The company of this short name, or all that are served, by their short names; one that cannot be opened says why.
async fn chosen(companies: &Companies, slug: Option<&str>) -> Result<Vec<(String, Result<Company>)>> {
    let mut chosen = Vec::new();
    for row in companies.listed().await? {
        if slug.map_or(row.is_active(), |slug| slug == row.slug) {
            let opened = of(companies, &row.slug).await;
            chosen.push((row.slug, opened));
        }
    }
    if let Some(slug) = slug {
        ensure!(!chosen.is_empty(), "no hay una empresa {slug}");
    }
    Ok(chosen)
}

/// One company that fails does not keep the others from theirs.
async fn now(keeper: &BackupRunner, companies: Vec<(String, Result<Company>)>, when_gone: WhenGone) -> Result<()> {
    let mut failed = Vec::new();
    for (slug, opened) in companies {
        let made = match opened {
            Ok(company) => keeper.now(&company, when_gone).await,
            Err(error) => Err(error),
        };
        match made {
            Ok(made) => {
                let seconds = (made.took_ms + 999) / 1_000;
                say(&format!("{slug}: copia comprobada {} ({} bytes, {seconds} s)", made.name, made.bytes))?;
            }
            Err(error) => failed.push(format!("{slug}: {}", trouble::in_words(&error))),
        }
    }
    match failed.as_slice() {
        [] => Ok(()),
        failed => bail!("no se hizo la copia de {}", failed.join("; ")),
    }
}

fn line(slug: &str, listed: &Listed) -> String {
    let at = listed.made.as_ref().map_or(listed.item.modified, |made| made.made_at);
    let whose = if listed.made.is_some() { "" } else { "  (no la hizo este servidor)" };
    format!("{} UTC  {:>14}  {slug}/{}{whose}", at.format("%d/%m/%Y %H:%M"), listed.item.bytes, listed.item.name)
}
