//! SQL of `categories`.

use crate::catalog::model::{Category, CategoryKind, CategoryRow};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    error::{OrNotFound, Result},
    ids::CategoryId,
};

/// Selects categories; conditions are to be added with ` AND …`.
pub(super) fn select_categories() -> Sql {
    Sql::new(
        "SELECT c.id, c.name, c.type, c.icon, (SELECT COUNT(*) FROM products p WHERE p.category_id = c.id
             AND p.deleted_at IS NULL) AS products, c.position, c.is_delivered, c.target_margin, c.course_id, c.status
         FROM categories c WHERE c.deleted_at IS NULL",
    )
}

pub(super) async fn load_category(tx: &mut Tx, id: CategoryId) -> Result<CategoryRow> {
    tx.query(select_categories().with("AND c.id = ?", id)).maybe().await.or_not_found("la categoría")
}

const PRODUCTS: &str =
    "SELECT name FROM products WHERE category_id = $1 AND deleted_at IS NULL ORDER BY search_key LIMIT 10000";

const TOPPINGS: &str = "SELECT name FROM toppings WHERE category_id = $1 ORDER BY name LIMIT 10000";

const COMMENTS: &str = "SELECT name FROM comments WHERE category_id = $1 ORDER BY name LIMIT 10000";

/// Lists the names of the products in a category.
pub(super) async fn list_product_names(tx: &mut Tx, id: CategoryId) -> Result<Vec<String>> {
    list_names(tx, PRODUCTS, id).await
}

/// Lists the names of the toppings in a category.
pub(super) async fn list_topping_names(tx: &mut Tx, id: CategoryId) -> Result<Vec<String>> {
    list_names(tx, TOPPINGS, id).await
}

/// Lists the comments offered for a category.
pub(super) async fn list_comments(tx: &mut Tx, id: CategoryId) -> Result<Vec<String>> {
    list_names(tx, COMMENTS, id).await
}

async fn list_names(tx: &mut Tx, which: &'static str, id: CategoryId) -> Result<Vec<String>> {
    Ok(tx.query(Sql::new(which).bind(id)).column().await?)
}

pub(super) async fn lock_category(tx: &mut Tx, id: CategoryId) -> Result<(CategoryId,)> {
    let found = tx.query("SELECT id FROM categories WHERE id = $1 AND deleted_at IS NULL").bind(id).for_update();
    found.maybe().await.or_not_found("la categoría")
}

pub(super) async fn insert_category(tx: &mut Tx, c: &Category) -> db::Result<CategoryId> {
    tx.query(
        "INSERT INTO categories (name, type, icon, position, is_delivered, status, target_margin, course_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
    )
    .bind(c.name.as_str())
    .bind(c.kind)
    .bind(c.icon.as_str())
    .bind(c.position)
    .bind(c.is_delivered)
    .bind(c.status)
    .bind(c.target_margin)
    .bind(c.course_id)
    .scalar()
    .await
}

pub(super) async fn update_category(tx: &mut Tx, c: &Category) -> db::Result<u64> {
    tx.query(
        "UPDATE categories SET name = $1, icon = $2, position = $3, is_delivered = $4, status = $5, target_margin = $6,
             course_id = $7 WHERE id = $8",
    )
    .bind(c.name.as_str())
    .bind(c.icon.as_str())
    .bind(c.position)
    .bind(c.is_delivered)
    .bind(c.status)
    .bind(c.target_margin)
    .bind(c.course_id)
    .bind(c.id)
    .run()
    .await
}

/// Returns the number of categories and the highest position.
pub(super) async fn count_and_last_position(tx: &mut Tx) -> db::Result<(i64, i64)> {
    tx.query("SELECT COUNT(*), COALESCE(MAX(position), 0) FROM categories WHERE deleted_at IS NULL").one().await
}

/// Lists the names of the other categories, with their types.
pub(super) async fn list_other_names(tx: &mut Tx, but: CategoryId) -> db::Result<Vec<(String, CategoryKind)>> {
    tx.query("SELECT name, type FROM categories WHERE deleted_at IS NULL AND id <> $1 ORDER BY id LIMIT 2000")
        .bind(but)
        .all()
        .await
}

/// Locks a category and returns its type; `None`: there is no such category.
pub(super) async fn lock_kind(tx: &mut Tx, id: CategoryId) -> db::Result<Option<CategoryKind>> {
    let found: Option<(CategoryKind,)> = tx
        .query("SELECT type FROM categories WHERE id = $1 AND deleted_at IS NULL")
        .bind(id)
        .for_update()
        .maybe()
        .await?;
    Ok(found.map(|(kind,)| kind))
}

/// Marks a category as deleted and frees its name; the row is kept for the products of the past.
pub(super) async fn mark_deleted(tx: &mut Tx, id: CategoryId, now: DateTime<Utc>) -> db::Result<u64> {
    tx.query(
        "UPDATE categories SET deleted_at = $1, status = 'INACTIVE', name = name || ' (eliminada ' || CAST(id AS TEXT) || ')'
         WHERE id = $2",
    )
    .bind(now)
    .bind(id)
    .run()
    .await
}

/// Lists the names of the categories of a type, for sheets.
pub(in crate::catalog) async fn list_names_of_kind(
    tx: &mut Tx,
    kind: CategoryKind,
) -> db::Result<Vec<(CategoryId, String)>> {
    tx.query("SELECT id, name FROM categories WHERE type = $1 AND deleted_at IS NULL LIMIT 2000").bind(kind).all().await
}
