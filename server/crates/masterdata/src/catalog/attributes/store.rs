//! SQL of attributes and their options.

use crate::catalog::{
    model::{Attribute, AttributeOption},
    store::{self as catalog, OptionRow},
};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    error::{OrNotFound, Result},
    ids::{AttributeId, OptionId},
};

fn with_options(rows: Vec<(AttributeId, String)>, options: Vec<OptionRow>) -> Vec<Attribute> {
    let options_of = |id: AttributeId| {
        let own_options = options.iter().filter(|o| o.attribute_id == id.0);
        own_options.map(|o| AttributeOption { id: OptionId(o.id), name: o.name.clone() }).collect()
    };
    rows.into_iter().map(|(id, name)| Attribute { options: options_of(id), id, name }).collect()
}

pub(super) async fn load_attribute(tx: &mut Tx, id: AttributeId) -> Result<Attribute> {
    let row =
        tx.query("SELECT id, name FROM attributes WHERE id = $1").bind(id).maybe().await.or_not_found("el atributo")?;
    let options = catalog::load_options(tx).await?;
    with_options(vec![row], options).pop().ok_or_else(|| comanda_base::error::not_found("el atributo").into())
}

/// Writes options in their order. Existing names are first changed, so that two options can swap names without violating the unique index.
pub(super) async fn save_options(
    tx: &mut Tx,
    attribute: AttributeId,
    options: &[(Option<OptionId>, String)],
) -> Result<()> {
    let placed = options.iter().zip(1_i64..);
    let kept: Vec<_> = placed.clone().filter_map(|((id, name), n)| id.map(|id| (id, name.clone(), n))).collect();
    let new: Vec<_> =
        placed.filter(|((id, _), _)| id.is_none()).map(|((_, name), n)| args![attribute, name.clone(), n]).collect();
    tx.query("UPDATE attribute_options SET name = name || ' #' || CAST(id AS TEXT) WHERE attribute_id = $1")
        .bind(attribute)
        .run()
        .await?;
    if !kept.is_empty() {
        let sql = Sql::new("UPDATE attribute_options SET name = v.column2, position = v.column3 FROM (VALUES");
        let rows = kept.into_iter().map(|(id, name, n)| args![id, name, n]);
        tx.query(sql.rows(rows).add(") AS v WHERE attribute_options.id = v.column1")).run().await?;
    }
    if !new.is_empty() {
        let sql = Sql::new("INSERT INTO attribute_options (attribute_id, name, position) VALUES");
        tx.query(sql.rows(new)).run().await?;
    }
    Ok(())
}

pub(super) async fn list_other_names(tx: &mut Tx, but: AttributeId) -> Result<Vec<String>> {
    Ok(tx.query("SELECT name FROM attributes WHERE id <> $1 ORDER BY id LIMIT 1000").bind(but).column().await?)
}

pub(super) async fn lock_attribute(tx: &mut Tx, id: AttributeId) -> Result<(AttributeId,)> {
    tx.query("SELECT id FROM attributes WHERE id = $1").bind(id).for_update().maybe().await.or_not_found("el atributo")
}

/// Selects attributes; an order is to be added.
pub(super) fn select_attributes() -> Sql {
    Sql::new("SELECT id, name FROM attributes")
}

/// Loads the attributes that a statement selects, with their options.
pub(super) async fn load_attributes(tx: &mut Tx, found: Sql) -> Result<Vec<Attribute>> {
    let rows: Vec<(AttributeId, String)> = tx.query(found.add("LIMIT 1000")).all().await?;
    Ok(with_options(rows, catalog::load_options(tx).await?))
}

pub(super) async fn insert_attribute(tx: &mut Tx, name: &str) -> db::Result<AttributeId> {
    tx.query("INSERT INTO attributes (name) VALUES ($1) RETURNING id").bind(name).scalar().await
}

pub(super) async fn rename_attribute(tx: &mut Tx, id: AttributeId, name: &str) -> db::Result<u64> {
    tx.query("UPDATE attributes SET name = $1 WHERE id = $2").bind(name).bind(id).run().await
}

pub(super) async fn delete_options(tx: &mut Tx, removed: impl Iterator<Item = OptionId>) -> db::Result<u64> {
    tx.query(Sql::new("DELETE FROM attribute_options").list("WHERE id IN (?)", removed)).run().await
}

/// Deletes an attribute with its options.
pub(super) async fn delete_attribute(tx: &mut Tx, id: AttributeId) -> db::Result<u64> {
    tx.query("DELETE FROM attribute_options WHERE attribute_id = $1").bind(id).run().await?;
    tx.query("DELETE FROM attributes WHERE id = $1").bind(id).run().await
}
