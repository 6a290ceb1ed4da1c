//! SQL of `purchase_files`.

use super::{FileKind, PurchaseFile};
use comanda_base::{
    db::{self, Tx},
    ids::PurchaseId,
};
use comanda_platform::use_case::Work;

pub(crate) async fn load_files(tx: &mut Tx, id: PurchaseId) -> db::Result<Vec<PurchaseFile>> {
    tx.query("SELECT id, name, kind, size FROM purchase_files WHERE purchase_id = $1 ORDER BY id").bind(id).all().await
}

pub(super) async fn load_file_content(
    tx: &mut Tx,
    id: PurchaseId,
    file: i64,
) -> db::Result<Option<(PurchaseFile, Vec<u8>)>> {
    let found: Option<(i64, String, FileKind, i64, Vec<u8>)> = tx
        .query("SELECT id, name, kind, size, bytes FROM purchase_files WHERE purchase_id = $1 AND id = $2")
        .bind(id)
        .bind(file)
        .maybe()
        .await?;
    Ok(found.map(|(id, name, kind, size, bytes)| (PurchaseFile { id, name, kind, size }, bytes)))
}

pub(super) async fn insert_file(
    work: &mut Work<'_>,
    id: PurchaseId,
    (name, kind): (&str, FileKind),
    bytes: &[u8],
) -> db::Result<PurchaseFile> {
    let (user, now) = (work.actor.user_id, work.now);
    let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
    let insert = "INSERT INTO purchase_files (purchase_id, name, kind, size, bytes, user_id, created_at)
                  VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id";
    let query = work.query(insert).bind(id).bind(name).bind(kind).bind(size).bind(bytes);
    let id = query.bind(user).bind(now).scalar().await?;
    Ok(PurchaseFile { id, name: name.to_owned(), kind, size })
}

pub(super) async fn delete_file(tx: &mut Tx, file: i64) -> db::Result<u64> {
    tx.query("DELETE FROM purchase_files WHERE id = $1").bind(file).run().await
}
