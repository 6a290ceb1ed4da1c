//! All SQL of `pictures`.

use super::Picture;
use chrono::{DateTime, Utc};
use comanda_base::db::{self, Tx};

pub(super) async fn save_picture(tx: &mut Tx, owner: &str, p: &Picture, now: DateTime<Utc>) -> db::Result<()> {
    tx.query(
        "INSERT INTO pictures (owner, hash, media_type, width, height, bytes, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (owner) DO UPDATE SET hash = excluded.hash, media_type = excluded.media_type, width = excluded.width,
             height = excluded.height, bytes = excluded.bytes, updated_at = excluded.updated_at",
    )
    .bind(owner)
    .bind(p.hash.as_str())
    .bind(p.media_type.as_str())
    .bind(p.width)
    .bind(p.height)
    .bind(p.bytes.as_slice())
    .bind(now)
    .run()
    .await?;
    Ok(())
}

pub(super) async fn delete_picture(tx: &mut Tx, owner: &str) -> db::Result<()> {
    tx.query("DELETE FROM pictures WHERE owner = $1").bind(owner).run().await?;
    Ok(())
}

pub(super) async fn find_by_owner(tx: &mut Tx, owner: &str) -> db::Result<Option<Picture>> {
    tx.query("SELECT hash, media_type, width, height, bytes FROM pictures WHERE owner = $1").bind(owner).maybe().await
}

/// Loads a picture by its hash; several owners may have the same one.
pub(super) async fn find_by_hash(tx: &mut Tx, hash: &str) -> db::Result<Option<Picture>> {
    tx.query("SELECT hash, media_type, width, height, bytes FROM pictures WHERE hash = $1 ORDER BY owner LIMIT 1")
        .bind(hash)
        .maybe()
        .await
}
