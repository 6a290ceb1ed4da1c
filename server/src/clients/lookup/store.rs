//! All SQL of `identity_service` and `identities`.

use super::{reading::Found, service::Service};
use crate::{
    db::{self, Json, Tx},
    error::Result,
    seal::{Opened, Seals},
    words::IdentityDocument,
};
use chrono::{DateTime, Utc};

/// What the token is sealed for.
const PURPOSE: &str = "identity_service.token";

pub(super) async fn service(tx: &mut Tx, seals: &Seals) -> Result<Service> {
    let row: Option<Service> =
        tx.query("SELECT dni_url, ruc_url, token FROM identity_service WHERE id = 1").maybe().await?;
    let mut service = row.unwrap_or_default();
    service.token = seals.open(PURPOSE, &service.token)?.or_nothing();
    Ok(service)
}

/// Seals a token that was kept before there were seals.
pub(super) async fn seal_kept(tx: &mut Tx, seals: &Seals) -> Result<()> {
    let row: Option<(String,)> =
        tx.query("SELECT token FROM identity_service WHERE id = 1").for_update().maybe().await?;
    let Some((kept,)) = row else { return Ok(()) };
    if let Opened::Plain(token) = seals.open(PURPOSE, &kept)? {
        let sealed = seals.seal(PURPOSE, &token)?;
        tx.query("UPDATE identity_service SET token = $1 WHERE id = 1").bind(sealed).run().await?;
    }
    Ok(())
}

pub(super) async fn save_service(tx: &mut Tx, s: &Service, seals: &Seals) -> Result<()> {
    let token = seals.seal(PURPOSE, &s.token)?;
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

/// What was answered since `since`, and when.
pub(super) async fn answer(
    tx: &mut Tx,
    kind: IdentityDocument,
    number: &str,
    since: DateTime<Utc>,
) -> db::Result<Option<(Found, DateTime<Utc>)>> {
    let row: Option<(Json<Found>, DateTime<Utc>)> = tx
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

pub(super) async fn keep_answer(
    tx: &mut Tx,
    kind: IdentityDocument,
    number: &str,
    found: &Found,
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

pub(super) async fn forget_before(tx: &mut Tx, limit: DateTime<Utc>) -> db::Result<u64> {
    tx.query("DELETE FROM identities WHERE asked_at < $1").bind(limit).run().await
}
