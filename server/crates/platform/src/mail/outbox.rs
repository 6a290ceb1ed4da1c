//! The folder of letters that nobody sends: one file each, readable as it is.

use super::model::Email;
use crate::{companies::Company, state::App};
use anyhow::{Context, anyhow};
use chrono::{DateTime, Duration, NaiveDateTime, Utc};
use comanda_base::{error::Result, private_files};
use lettre::{Message, message::Mailbox};
use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// Letters are kept this long.
const KEPT_DAYS: i64 = 30;

/// How the name of one begins: when it was written.
const WRITTEN_AT: &str = "%Y%m%d-%H%M%S";

/// Nobody sends it: a letter in parts has to say somebody.
const FROM: &str = "Comanda <comanda@localhost>";

/// The folder of a company.
pub(super) fn folder(app: &App, company: &Company) -> PathBuf {
    folders(app).join(&company.slug)
}

/// Those of all companies of this server.
pub(super) fn folders(app: &App) -> PathBuf {
    app.config().data.join("outbox")
}

/// What came of deleting old letters.
#[derive(Debug, Default)]
pub struct ForgottenLetters {
    /// How many were deleted.
    pub count: usize,
    /// Why the first of those that are still there could not be deleted, or the first folder not be read, with its path.
    pub first_error: Option<anyhow::Error>,
}

impl ForgottenLetters {
    fn note(&mut self, path: &Path, error: std::io::Error) {
        self.first_error.get_or_insert_with(|| anyhow::Error::new(error).context(path.display().to_string()));
    }
}

/// Deletes the letters that were written long ago, also of companies that are not served any more. What bears no name of a letter
/// stays; what cannot be deleted keeps no other letter.
pub(super) async fn forget_old(folders: &Path, now: DateTime<Utc>) -> ForgottenLetters {
    let mut forgotten = ForgottenLetters::default();
    for folder in entries(folders, &mut forgotten).await {
        for path in entries(&folder, &mut forgotten).await {
            let is_old = written_at(&path).is_some_and(|at| at < now - Duration::days(KEPT_DAYS));
            if !is_old {
                continue;
            }
            match tokio::fs::remove_file(&path).await {
                Ok(()) => forgotten.count += 1,
                // Somebody else deleted it.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => forgotten.note(&path, error),
            }
        }
    }
    forgotten
}

/// What lies in a folder; nothing in what is none, and what was found until it could not be read on.
async fn entries(folder: &Path, forgotten: &mut ForgottenLetters) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    match read_entries(folder, &mut paths).await {
        Err(error) if !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            forgotten.note(folder, error);
        }
        _ => {}
    }
    paths
}

async fn read_entries(folder: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries = tokio::fs::read_dir(folder).await?;
    while let Some(entry) = entries.next_entry().await? {
        paths.push(entry.path());
    }
    Ok(())
}

/// By its name, as [`keep`] gives it; one with a dot in front was never finished.
fn written_at(path: &Path) -> Option<DateTime<Utc>> {
    let name = path.file_name()?.to_str()?;
    let name = name.strip_prefix('.').unwrap_or(name).strip_suffix(".eml")?;
    let (written_at, id) = name.rsplit_once('-')?;
    uuid::Uuid::try_parse(id).ok()?;
    Some(NaiveDateTime::parse_from_str(written_at, WRITTEN_AT).ok()?.and_utc())
}

/// Writes the letter and says where. Whoever watches the folder never sees half of one.
pub(super) async fn keep(app: &App, company: &Company, letter: &Email) -> Result<String> {
    let folder = folder(app, company);
    let now = app.clock().now();
    let name = format!("{}-{}.eml", now.format(WRITTEN_AT), uuid::Uuid::new_v4().simple());
    let text =
        if letter.files.is_empty() && letter.html.is_none() { plain(letter, now) } else { in_parts(letter, now)? };
    let (file, part) = (folder.join(&name), folder.join(format!(".{name}")));
    private_files::own_folder(&folder)?;
    // A link to a new password may be in it.
    private_files::open(&part).with_context(|| format!("cannot write {}", part.display()))?;
    tokio::fs::write(&part, text).await.with_context(|| format!("cannot write {}", part.display()))?;
    tokio::fs::rename(&part, &file).await.with_context(|| format!("cannot write {}", file.display()))?;
    Ok(file.display().to_string())
}

/// Readable as it is.
fn plain(letter: &Email, now: DateTime<Utc>) -> Vec<u8> {
    format!(
        "Date: {}\nTo: {}\nSubject: {}\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{}\n",
        now.to_rfc2822(),
        letter.to,
        letter.subject,
        letter.text
    )
    .into_bytes()
}

/// With its files, as a mail program opens it.
fn in_parts(letter: &Email, now: DateTime<Utc>) -> Result<Vec<u8>> {
    let to: Mailbox = letter.to.parse().map_err(|e| anyhow!("recipient: {e}"))?;
    let from: Mailbox = FROM.parse().map_err(|e| anyhow!("sender: {e}"))?;
    let message = Message::builder().date(now.into()).from(from).to(to).subject(letter.subject.as_str());
    Ok(letter.built(message)?.formatted())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_letter_has_a_day() {
        let at = |name: &str| written_at(Path::new("outbox/demo").join(name).as_path()).map(|at| at.to_rfc3339());
        let day = Some("2026-10-29T17:00:01+00:00".to_owned());
        assert_eq!(at("20261029-170001-0b7e7c2f4f1f4b7b8a6f1f2d3c4b5a69.eml"), day);
        assert_eq!(at(".20261029-170001-0b7e7c2f4f1f4b7b8a6f1f2d3c4b5a69.eml"), day);
        for other in [
            "notas.txt",
            "20261029.eml",
            "20261029-170001-copia.eml",
            "20261029-170001-0b7e7c2f4f1f4b7b8a6f1f2d3c4b5a69.pdf",
        ] {
            assert_eq!(at(other), None, "{other}");
        }
    }

    #[tokio::test]
    async fn a_letter_that_cannot_be_deleted_keeps_no_other_one() {
        let folders = tempfile::tempdir().unwrap();
        let old = |company: &str, n: u32| {
            folders.path().join(company).join(format!("20261001-170001-0b7e7c2f4f1f4b7b8a6f1f2d3c4b5a{n:02}.eml"))
        };
        // A folder is deleted by no call that deletes files.
        let stuck = [old("demo", 50), old("norte", 50)];
        stuck.iter().for_each(|path| std::fs::create_dir_all(path).unwrap());
        let letters: Vec<_> = (10..20).flat_map(|n| [old("demo", n), old("norte", n)]).collect();
        letters.iter().for_each(|path| std::fs::write(path, "Hola").unwrap());
        let forgotten = forget_old(folders.path(), "2026-11-29T17:00:00Z".parse().unwrap()).await;
        assert_eq!(forgotten.count, letters.len());
        let why = format!("{:#}", forgotten.first_error.unwrap());
        assert!(stuck.iter().any(|path| why.contains(&path.display().to_string())), "{why}");
        assert!(letters.iter().all(|path| !path.exists()) && stuck.iter().all(|path| path.exists()));
    }
}
