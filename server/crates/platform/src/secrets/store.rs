//! The statements that reach sealed columns of all slices. Their names are those of [`SecretKind`].

use comanda_base::{
    db::{self, Query, Sql, Tx},
    seal::SecretKind,
};

/// What is kept of this kind, by the keys of its rows.
pub(super) async fn kept(tx: &mut Tx, kind: SecretKind) -> db::Result<Vec<(i64, String)>> {
    all_kept(tx, kind).all().await
}

/// The same, locked until the transaction ends.
pub(super) async fn locked(tx: &mut Tx, kind: SecretKind) -> db::Result<Vec<(i64, String)>> {
    all_kept(tx, kind).for_update().all().await
}

fn all_kept(tx: &mut Tx, kind: SecretKind) -> Query<'_> {
    let column = kind.column();
    let select = Sql::new("SELECT").add(column.key).add(",").add(column.name).add("FROM").add(column.table);
    tx.query(select.add("WHERE").add(column.name).add("<> '' ORDER BY").add(column.key))
}

/// Keeps this text in the place of what a row has.
pub(super) async fn replace(tx: &mut Tx, kind: SecretKind, row: i64, sealed: &str) -> db::Result<()> {
    let column = kind.column();
    let update = Sql::new("UPDATE").add(column.table).add("SET").add(column.name).with("= ?", sealed);
    tx.query(update.add("WHERE").add(column.key).with("= ?", row)).run().await?;
    Ok(())
}
