//! The folder of letters that nobody sends: one file each, readable as it is.

use super::model::Email;
use crate::{companies::Company, error::Result, private_files, state::App};
use anyhow::{Context, anyhow};
use chrono::{DateTime, Utc};
use lettre::{Message, message::Mailbox};
use std::path::PathBuf;

/// Nobody sends it: a letter in parts has to say somebody.
const FROM: &str = "Comanda <comanda@localhost>";

/// The folder of a company.
pub(super) fn folder(app: &App, company: &Company) -> PathBuf {
    app.config().data.join("outbox").join(&company.slug)
}

/// Writes the letter and says where. Whoever watches the folder never sees half of one.
pub(super) async fn keep(app: &App, company: &Company, letter: &Email) -> Result<String> {
    let folder = folder(app, company);
    let now = app.clock().now();
    let name = format!("{}-{}.eml", now.format("%Y%m%d-%H%M%S"), uuid::Uuid::new_v4().simple());
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
