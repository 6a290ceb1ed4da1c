//! SQL of `identity_service` and `identities`.

use super::{reading::IdentityData, service::LookupService};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Json, Tx},
    error::Result,
    seal::{Seals, SecretKind},
    words::IdentityDocument,
};

pub(super) async fn load_service(tx: &mut Tx, seals: &Seals) -> Result<LookupService> {
    let row: Option<LookupService> =
        tx.query("SELECT dni_url, ruc_url, token FROM identity_service WHERE id = 1").maybe().await?;
    let mut service = row.unwrap_or_default();
    service.token = seals.open(SecretKind::LookupToken, &service.token)?.or_empty_text();
    Ok(service)
}

pub(super) async fn save_service(tx: &mut Tx, s: &LookupService, seals: &Seals) -> Result<()> {
    let token = seals.seal(SecretKind::LookupToken, &s.token)?;
    tx.query(
        "INSERT INTO identity_service (id, dni_url, ruc_url, token) VALUES (1, $1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET dni_url = excluded.dni_url, ruc_url = excluded.ruc_url, token = excluded.token",
    )
    .bind(s.dni_url.as_str())
    .bind(s.ruc_url.as_str())
    .bind(token)
    .run()
    .await?;
    Ok(())
}

/// Finds the answer stored since `since`, with its time.
pub(super) async fn find_answer(
    tx: &mut Tx,
    kind: IdentityDocument,
    number: &str,
    since: DateTime<Utc>,
) -> db::Result<Option<(IdentityData, DateTime<Utc>)>> {
    let row: Option<(Json<IdentityData>, DateTime<Utc>)> = tx
        .query(
            "SELECT found, asked_at FROM identities
             WHERE document_type = $1 AND document_number = $2 AND asked_at > $3",
        )
        .bind(kind)
        .bind(number)
        .bind(since)
        .maybe()
        .await?;
    Ok(row.map(|(found, at)| (found.0, at)))
}

pub(super) async fn save_answer(
    tx: &mut Tx,
    kind: IdentityDocument,
    number: &str,
    found: &IdentityData,
    now: DateTime<Utc>,
) -> db::Result<u64> {
    tx.query(
        "INSERT INTO identities (document_type, document_number, found, asked_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (document_type, document_number) DO UPDATE SET found = excluded.found, asked_at = excluded.asked_at",
    )
    .bind(kind)
    .bind(number)
    .bind(Json(found))
    .bind(now)
    .run()
    .await
}

pub(super) async fn delete_before(tx: &mut Tx, limit: DateTime<Utc>) -> db::Result<u64> {
    tx.query("DELETE FROM identities WHERE asked_at < $1").bind(limit).run().await
}
