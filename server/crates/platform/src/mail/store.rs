//! All SQL of `smtp_settings`.

use super::model::SmtpServer;
use comanda_base::{
    db::Tx,
    error::Result,
    seal::{OpenedSecret, Seals, SecretKind},
};

pub(super) async fn load_smtp(tx: &mut Tx, seals: &Seals) -> Result<SmtpServer> {
    let row: Option<SmtpServer> = tx
        .query("SELECT host, port, security, username, password, sender, public_url FROM smtp_settings WHERE id = 1")
        .maybe()
        .await?;
    let mut smtp = row.unwrap_or_default();
    match seals.open(SecretKind::MailPassword, &smtp.password)? {
        OpenedSecret::Secret(password) | OpenedSecret::Plain(password) => smtp.password = password,
        OpenedSecret::Lost => {
            smtp.password.clear();
            smtp.password_lost = true;
        }
    }
    Ok(smtp)
}

/// Whether a mail server is set.
pub(super) async fn is_smtp_configured(tx: &mut Tx) -> Result<bool> {
    let row: Option<(String,)> = tx.query("SELECT host FROM smtp_settings WHERE id = 1").maybe().await?;
    Ok(row.is_some_and(|(host,)| !host.is_empty()))
}

/// Loads the base URL of links in mails.
pub(super) async fn load_public_url(tx: &mut Tx) -> Result<Option<String>> {
    let row: Option<(String,)> = tx.query("SELECT public_url FROM smtp_settings WHERE id = 1").maybe().await?;
    Ok(row.map(|(url,)| url).filter(|url| !url.is_empty()))
}

pub(super) async fn save_smtp(tx: &mut Tx, s: &SmtpServer, seals: &Seals) -> Result<()> {
    let password = seals.seal(SecretKind::MailPassword, &s.password)?;
    tx.query(
        "INSERT INTO smtp_settings (id, host, port, security, username, password, sender, public_url)
         VALUES (1, $1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (id) DO UPDATE SET host = excluded.host, port = excluded.port, security = excluded.security,
            username = excluded.username, password = excluded.password, sender = excluded.sender,
            public_url = excluded.public_url",
    )
    .bind(s.host.as_str())
    .bind(s.port)
    .bind(s.security)
    .bind(s.username.as_str())
    .bind(password)
    .bind(s.sender.as_str())
    .bind(s.public_url.as_str())
    .run()
    .await?;
    Ok(())
}
