//! All SQL of `smtp_settings`.

use super::model::Smtp;
use crate::db::{self, Tx};

/// As this transaction sees it; a company that never set it has none.
pub(super) async fn load(tx: &mut Tx) -> db::Result<Smtp> {
    let row: Option<Smtp> = tx
        .query("SELECT host, port, security, username, password, sender, public_url FROM smtp_settings WHERE id = 1")
        .maybe()
        .await?;
    Ok(row.unwrap_or_default())
}

pub(super) async fn save(tx: &mut Tx, s: &Smtp) -> db::Result<u64> {
    tx.query(
        "INSERT INTO smtp_settings (id, host, port, security, username, password, sender, public_url)
         VALUES (1, $1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (id) DO UPDATE SET host = excluded.host, port = excluded.port, security = excluded.security,
            username = excluded.username, password = excluded.password, sender = excluded.sender,
            public_url = excluded.public_url",
    )
    .bind(s.host.as_str())
    .bind(s.port)
    .bind(s.security.as_str())
    .bind(s.username.as_str())
    .bind(s.password.as_str())
    .bind(s.sender.as_str())
    .bind(s.public_url.as_str())
    .run()
    .await
}
