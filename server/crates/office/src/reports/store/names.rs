//! What the keys of a report are called, by id.

use comanda_base::db::{self, Tx};
use comanda_ledgers::figures::OWN_LINES;
use std::collections::{HashMap, HashSet};

/// More than any house has of any of them.
const MAX_NAMES: i64 = 50_000;

async fn names(tx: &mut Tx, sql: &'static str) -> db::Result<HashMap<String, String>> {
    let rows: Vec<(i64, String)> = tx.query(sql).bind(MAX_NAMES).all().await?;
    Ok(rows.into_iter().map(|(id, name)| (id.to_string(), name)).collect())
}

/// What is on documents beside products stands among them.
fn with_own_lines(mut names: HashMap<String, String>) -> HashMap<String, String> {
    names.extend(OWN_LINES.map(|(key, name)| (key.to_string(), name.to_owned())));
    names
}

pub(in crate::reports) async fn names_of_people(tx: &mut Tx) -> db::Result<HashMap<String, String>> {
    names(tx, "SELECT id, TRIM(name || ' ' || lastname) FROM users LIMIT $1").await
}

pub(in crate::reports) async fn names_of_categories(tx: &mut Tx) -> db::Result<HashMap<String, String>> {
    Ok(with_own_lines(names(tx, "SELECT id, name FROM categories LIMIT $1").await?))
}

pub(in crate::reports) async fn names_of_products(tx: &mut Tx) -> db::Result<HashMap<String, String>> {
    Ok(with_own_lines(names(tx, "SELECT id, name FROM products LIMIT $1").await?))
}

pub(in crate::reports) async fn names_of_tables(tx: &mut Tx) -> db::Result<HashMap<String, String>> {
    let sql = "SELECT t.id, s.name || ' ' || t.name FROM dining_tables t JOIN salons s ON s.id = t.salon_id LIMIT $1";
    names(tx, sql).await
}

pub(in crate::reports) async fn names_of_documents(tx: &mut Tx) -> db::Result<HashMap<String, String>> {
    names(tx, "SELECT id, name FROM billing_types LIMIT $1").await
}

/// The category that each product is of now.
pub(in crate::reports) async fn categories_of_products(tx: &mut Tx) -> db::Result<HashMap<String, String>> {
    let rows: Vec<(i64, Option<i64>)> =
        tx.query("SELECT id, category_id FROM products LIMIT $1").bind(MAX_NAMES).all().await?;
    Ok(rows.into_iter().filter_map(|(id, category)| Some((id.to_string(), category?.to_string()))).collect())
}

/// The products of no category, where that is what is asked for: `0`; with what was sold of no product at all.
pub(in crate::reports) async fn products_without_category(tx: &mut Tx, category: i64) -> db::Result<HashSet<i64>> {
    if category != 0 {
        return Ok(HashSet::new());
    }
    let rows: Vec<(i64,)> =
        tx.query("SELECT id FROM products WHERE category_id IS NULL LIMIT $1").bind(MAX_NAMES).all().await?;
    Ok(rows.into_iter().map(|(id,)| id).chain([0]).collect())
}
