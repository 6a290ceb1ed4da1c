//! The SQL on the sealed columns of all slices, whose names are in [`SecretKind`].

use comanda_base::{
    db::{self, Query, Sql, Tx},
    seal::SecretKind,
};

/// Lists the stored secrets of a kind, with the keys of their rows.
pub(super) async fn list_secrets(tx: &mut Tx, kind: SecretKind) -> db::Result<Vec<(i64, String)>> {
    select_all(tx, kind).all().await
}

/// Lists them with their rows locked until the transaction ends.
pub(super) async fn lock_secrets(tx: &mut Tx, kind: SecretKind) -> db::Result<Vec<(i64, String)>> {
    select_all(tx, kind).for_update().all().await
}

fn select_all(tx: &mut Tx, kind: SecretKind) -> Query<'_> {
    let column = kind.column();
    let select = Sql::new("SELECT").add(column.key).add(",").add(column.name).add("FROM").add(column.table);
    tx.query(select.add("WHERE").add(column.name).add("<> '' ORDER BY").add(column.key))
}

/// Replaces the stored secret of a row.
pub(super) async fn replace_secret(tx: &mut Tx, kind: SecretKind, row: i64, sealed: &str) -> db::Result<()> {
    let column = kind.column();
    let update = Sql::new("UPDATE").add(column.table).add("SET").add(column.name).with("= ?", sealed);
    tx.query(update.add("WHERE").add(column.key).with("= ?", row)).run().await?;
    Ok(())
}
