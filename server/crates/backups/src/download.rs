//! Fetches a backup from its target to be restored: it is downloaded, decrypted and checked before anything is changed because of it.

use super::{
    encryption::{self, BackupFileKind},
    plan, store,
    target::checksum_of,
};
use anyhow::{Context, Result, bail, ensure};
use comanda_base::{
    config::BackupConfig,
    db::{self, Db},
};
use std::path::{Path, PathBuf};

/// Returns the backup as a decrypted file: `from` itself, or a file in `scratch`.
///
/// # Errors
/// The file does not exist, is no backup, is incomplete, differs from what this installation made under that name, or is encrypted for
/// another key; the text says which.
pub async fn download_backup(
    from: &str,
    key_file: Option<&Path>,
    config: &BackupConfig,
    control: &Db,
    scratch: &Path,
) -> Result<PathBuf> {
    let file = match from.starts_with(plan::S3_SCHEME) {
        true => fetch(from, config, scratch).await?,
        false => PathBuf::from(from),
    };
    ensure!(file.is_file(), "no hay un archivo {from}");
    check_recorded_sum(from, &file, control).await?;
    let plain = match encryption::detect_file_kind(&file)? {
        BackupFileKind::Plain => file,
        BackupFileKind::Foreign => bail!("{from} no es una copia de Comanda"),
        BackupFileKind::Encrypted => {
            let Some(key) = key_file else {
                bail!("la copia está cifrada: agrega --identity con el archivo de la llave privada")
            };
            let (key, plain) = (key.to_owned(), scratch.join("opened.sqlite"));
            let target = plain.clone();
            tokio::task::spawn_blocking(move || encryption::decrypt_backup(&file, &target, &key)).await??;
            plain
        }
    };
    match db::check_backup(&plain).await {
        Ok(()) => Ok(plain),
        Err(later @ db::Error::LaterVersion) => Err(later).context(format!("no se puede usar {from}")),
        Err(other) => Err(other).context(format!("{from} no es una copia entera de Comanda")),
    }
}

/// Checks that a backup made here under that name is unchanged: an altered one may be a valid file all the same.
async fn check_recorded_sum(from: &str, file: &Path, control: &Db) -> Result<()> {
    let name = from.rsplit(['/', std::path::MAIN_SEPARATOR]).next().unwrap_or(from);
    let Some(recorded) = store::find_sha256(&mut control.read().await?, name).await? else { return Ok(()) };
    ensure!(
        checksum_of(file).await?.sha256 == recorded,
        "{from} no es como se hizo: su SHA-256 es otro, alguien lo cambió o se dañó. Elige otra copia (comanda backup list)"
    );
    Ok(())
}

async fn fetch(from: &str, config: &BackupConfig, scratch: &Path) -> Result<PathBuf> {
    let (name, key) = plan::split_bucket_url(from)?;
    ensure!(!key.is_empty(), "falta el nombre de la copia: s3://{name}/carpeta/… (míralo con comanda backup list)");
    let fetched = scratch.join("fetched");
    plan::open_bucket(name, "", config)?.fetch(key, &fetched).await?;
    Ok(fetched)
}
