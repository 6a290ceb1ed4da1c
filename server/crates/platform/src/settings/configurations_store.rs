//! All SQL of `configurations`.

use super::{Locale, configurations::Configuration};
use comanda_base::{
    db::{self, Sql, Tx},
    error::Result,
    ids::ConfigurationId,
    listing::{Paging, Rows},
    search::folded,
};

const COLUMNS: &str = "SELECT id, key, name, type, value, status FROM configurations WHERE 1 = 1";

pub(super) async fn load_page(tx: &mut Tx, paging: &Paging) -> Result<Rows<Configuration>> {
    let status = paging.parse_filters()?.column_texts("status");
    let pattern = paging.search_pattern();
    let narrow = |sql: Sql| {
        let sql = sql.when(concat!("AND ", folded!("key || ' ' || name"), " LIKE ? ESCAPE '!'"), pattern.clone());
        match &status {
            Some(wanted) => sql.list("AND status IN (?)", wanted.iter().cloned()),
            None => sql,
        }
    };
    let columns = [("id", "id"), ("key", "key"), ("name", "name"), ("status", "status")];
    let list = paging.add_order_by(narrow(Sql::new(COLUMNS)), &columns, "id")?;
    paging.load_page(tx, narrow(Sql::new("SELECT COUNT(*) FROM configurations WHERE 1 = 1")), list).await
}

pub(super) async fn find_configuration(tx: &mut Tx, id: ConfigurationId) -> db::Result<Option<Configuration>> {
    tx.query(Sql::new(COLUMNS).with("AND id = ?", id)).maybe().await
}

/// Loads a configuration and locks its row.
pub(super) async fn lock_configuration(tx: &mut Tx, id: ConfigurationId) -> db::Result<Option<Configuration>> {
    tx.query(Sql::new(COLUMNS).with("AND id = ?", id)).for_update().maybe().await
}

/// Loads the value of an active configuration.
pub(super) async fn find_value(tx: &mut Tx, key: &str) -> db::Result<Option<String>> {
    let value: Option<(String,)> =
        tx.query("SELECT value FROM configurations WHERE key = $1 AND status = 'ACTIVE'").bind(key).maybe().await?;
    Ok(value.map(|row| row.0))
}

pub(super) async fn insert_configuration(tx: &mut Tx, new: &Configuration) -> db::Result<u64> {
    tx.query("INSERT INTO configurations (id, key, name, type, value, status) VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(new.id)
        .bind(new.key.as_str())
        .bind(new.name.as_str())
        .bind(new.kind.as_str())
        .bind(new.value.as_str())
        .bind(new.status)
        .run()
        .await
}

pub(super) async fn update_configuration(tx: &mut Tx, id: ConfigurationId, now: &Configuration) -> db::Result<u64> {
    tx.query("UPDATE configurations SET key = $1, name = $2, type = $3, value = $4, status = $5 WHERE id = $6")
        .bind(now.key.as_str())
        .bind(now.name.as_str())
        .bind(now.kind.as_str())
        .bind(now.value.as_str())
        .bind(now.status)
        .bind(id)
        .run()
        .await
}

pub(super) async fn delete_configuration(tx: &mut Tx, id: ConfigurationId) -> db::Result<u64> {
    tx.query("DELETE FROM configurations WHERE id = $1").bind(id).run().await
}

/// Updates the stored locale; returns 0 where none is stored.
pub(super) async fn update_locale(tx: &mut Tx, key: &str, locale: Locale) -> db::Result<u64> {
    tx.query("UPDATE configurations SET value = $1, status = 'ACTIVE' WHERE key = $2")
        .bind(locale)
        .bind(key)
        .run()
        .await
}

pub(super) async fn insert_locale(tx: &mut Tx, id: ConfigurationId, key: &str, locale: Locale) -> db::Result<u64> {
    tx.query("INSERT INTO configurations (id, key, name, type, value, status) VALUES ($1, $2, 'Idioma de las pantallas', 'LOCALE', $3, 'ACTIVE')")
        .bind(id)
        .bind(key)
        .bind(locale)
        .run()
        .await
}
