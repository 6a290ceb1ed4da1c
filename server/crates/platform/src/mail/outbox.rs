//! The folder of letters that nobody sends: one file each, readable as it is.

use super::model::Email;
use crate::{companies::Company, state::App};
use anyhow::{Context, anyhow};
use chrono::{DateTime, Duration, NaiveDateTime, Utc};
use comanda_base::{error::Result, private_files};
use lettre::{Message, message::Mailbox};
use std::path::{Path, PathBuf};

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

/// Deletes the letters that were written long ago, also of companies that are not served any more, and tells how many. What bears no
/// name of a letter stays.
pub(super) async fn forget_old(folders: &Path, now: DateTime<Utc>) -> std::io::Result<usize> {
    let mut forgotten = 0;
    for folder in entries(folders).await? {
        for path in entries(&folder).await? {
            let is_old = written_at(&path).is_some_and(|at| at < now - Duration::days(KEPT_DAYS));
            if is_old {
                tokio::fs::remove_file(&path).await?;
                forgotten += 1;
            }
        }
    }
    Ok(forgotten)
}

/// What lies in a folder; nothing in what is none.
async fn entries(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    use std::io::ErrorKind::{NotADirectory, NotFound};
    let mut entries = match tokio::fs::read_dir(folder).await {
        Err(e) if matches!(e.kind(), NotFound | NotADirectory) => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut paths = Vec::new();
    while let Some(entry) = entries.next_entry().await? {
        paths.push(entry.path());
    }
    Ok(paths)
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
}
