//! The outbox: a folder of mails that are not sent, one readable file each.

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

/// The number of days for which mails are kept.
const MAIL_RETENTION_DAYS: i64 = 30;

/// The format of the time at the beginning of a file's name.
const TIME_FORMAT: &str = "%Y%m%d-%H%M%S";

/// The sender of stored multipart mails, which must have one.
const SENDER: &str = "Comanda <comanda@localhost>";

/// Returns the folder of a company.
pub(super) fn company_folder(app: &App, company: &Company) -> PathBuf {
    outbox_folder(app).join(&company.slug)
}

/// Returns the parent folder of all companies.
pub(super) fn outbox_folder(app: &App) -> PathBuf {
    app.config().data.join("outbox")
}

/// The result of deleting old mails.
#[derive(Debug, Default)]
pub struct DeletedLetters {
    /// The number of deleted mails.
    pub count: usize,
    /// The first error of deleting a file or reading a folder, with its path.
    pub first_error: Option<anyhow::Error>,
}

impl DeletedLetters {
    fn note(&mut self, path: &Path, error: std::io::Error) {
        self.first_error.get_or_insert_with(|| anyhow::Error::new(error).context(path.display().to_string()));
    }
}

/// Deletes old mails, also of companies that are not served any more. Files without the name of a mail stay; an error does not keep
/// other mails from being deleted.
pub(super) async fn delete_old_letters(folders: &Path, now: DateTime<Utc>) -> DeletedLetters {
    let mut forgotten = DeletedLetters::default();
    for folder in entries(folders, &mut forgotten).await {
        for path in entries(&folder, &mut forgotten).await {
            let is_old = written_at(&path).is_some_and(|at| at < now - Duration::days(MAIL_RETENTION_DAYS));
            if !is_old {
                continue;
            }
            match tokio::fs::remove_file(&path).await {
                Ok(()) => forgotten.count += 1,
                // Another process deleted it.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => forgotten.note(&path, error),
            }
        }
    }
    forgotten
}

/// Lists the entries of a folder; empty for anything else. After an error the entries that were read so far are returned.
async fn entries(folder: &Path, forgotten: &mut DeletedLetters) -> Vec<PathBuf> {
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

/// Returns the time in the name of a mail, as [`write_email`] makes it; a name with a leading dot is of one that was never finished.
fn written_at(path: &Path) -> Option<DateTime<Utc>> {
    let name = path.file_name()?.to_str()?;
    let name = name.strip_prefix('.').unwrap_or(name).strip_suffix(".eml")?;
    let (written_at, id) = name.rsplit_once('-')?;
    uuid::Uuid::try_parse(id).ok()?;
    Some(NaiveDateTime::parse_from_str(written_at, TIME_FORMAT).ok()?.and_utc())
}

/// Writes a mail and returns the path. It appears in the folder only when it is complete.
pub(super) async fn write_email(app: &App, company: &Company, email: &Email) -> Result<String> {
    let folder = company_folder(app, company);
    let now = app.clock().now();
    let name = format!("{}-{}.eml", now.format(TIME_FORMAT), uuid::Uuid::new_v4().simple());
    let text = if email.files.is_empty() && email.html.is_none() { plain(email, now) } else { multipart(email, now)? };
    let (file, part) = (folder.join(&name), folder.join(format!(".{name}")));
    private_files::make_private_folder(&folder)?;
    // It may contain a link to set a password.
    private_files::open_private_file(&part).with_context(|| format!("cannot write {}", part.display()))?;
    tokio::fs::write(&part, text).await.with_context(|| format!("cannot write {}", part.display()))?;
    tokio::fs::rename(&part, &file).await.with_context(|| format!("cannot write {}", file.display()))?;
    Ok(file.display().to_string())
}

/// Formats a mail without attachments as readable text.
fn plain(email: &Email, now: DateTime<Utc>) -> Vec<u8> {
    format!(
        "Date: {}\nTo: {}\nSubject: {}\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{}\n",
        now.to_rfc2822(),
        email.to,
        email.subject,
        email.text
    )
    .into_bytes()
}

/// Formats a multipart mail, which a mail program can open.
fn multipart(email: &Email, now: DateTime<Utc>) -> Result<Vec<u8>> {
    let to: Mailbox = email.to.parse().map_err(|e| anyhow!("recipient: {e}"))?;
    let from: Mailbox = SENDER.parse().map_err(|e| anyhow!("sender: {e}"))?;
    let message = Message::builder().date(now.into()).from(from).to(to).subject(email.subject.as_str());
    Ok(email.build_message(message)?.formatted())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_at_reads_the_time_only_from_file_names_of_mails() {
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
    async fn an_error_does_not_keep_other_mails_from_being_deleted() {
        let folders = tempfile::tempdir().unwrap();
        let old = |company: &str, n: u32| {
            folders.path().join(company).join(format!("20261001-170001-0b7e7c2f4f1f4b7b8a6f1f2d3c4b5a{n:02}.eml"))
        };
        // Folders cannot be deleted by the call that deletes files.
        let stuck = [old("demo", 50), old("norte", 50)];
        stuck.iter().for_each(|path| std::fs::create_dir_all(path).unwrap());
        let letters: Vec<_> = (10..20).flat_map(|n| [old("demo", n), old("norte", n)]).collect();
        letters.iter().for_each(|path| std::fs::write(path, "Hola").unwrap());
        let forgotten = delete_old_letters(folders.path(), "2026-11-29T17:00:00Z".parse().unwrap()).await;
        assert_eq!(forgotten.count, letters.len());
        let why = format!("{:#}", forgotten.first_error.unwrap());
        assert!(stuck.iter().any(|path| why.contains(&path.display().to_string())), "{why}");
        assert!(letters.iter().all(|path| !path.exists()) && stuck.iter().all(|path| path.exists()));
    }
}
