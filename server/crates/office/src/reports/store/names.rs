//! SQL of the names of a report's keys, by id.

use comanda_base::{
    db::{self, Tx},
    product_unit,
};
use comanda_ledgers::figures::OWN_LINES;
use std::collections::{HashMap, HashSet};

/// The most names loaded; no house has more.
const MAX_NAMES: i64 = 50_000;

async fn load_names(tx: &mut Tx, sql: &'static str) -> db::Result<HashMap<String, String>> {
    let rows: Vec<(i64, String)> = tx.query(sql).bind(MAX_NAMES).all().await?;
    Ok(rows.into_iter().map(|(id, name)| (id.to_string(), name)).collect())
}

/// Adds the names of document lines that are not products.
fn with_other_lines(mut names: HashMap<String, String>) -> HashMap<String, String> {
    names.extend(OWN_LINES.map(|(key, name)| (key.to_string(), name.to_owned())));
    names
}

pub(in crate::reports) async fn load_people_names(tx: &mut Tx) -> db::Result<HashMap<String, String>> {
    load_names(tx, "SELECT id, TRIM(name || ' ' || lastname) FROM users LIMIT $1").await
}

pub(in crate::reports) async fn load_category_names(tx: &mut Tx) -> db::Result<HashMap<String, String>> {
    Ok(with_other_lines(load_names(tx, "SELECT id, name FROM categories LIMIT $1").await?))
}

pub(in crate::reports) async fn load_product_names(tx: &mut Tx) -> db::Result<HashMap<String, String>> {
    Ok(with_other_lines(load_names(tx, "SELECT id, name FROM products LIMIT $1").await?))
}

/// Loads the names of products for quantities that were sold: what is sold by weight or volume has its unit behind, `Lenguado (kg)`.
pub(in crate::reports) async fn load_product_names_with_unit(tx: &mut Tx) -> db::Result<HashMap<String, String>> {
    const NAMES: &str = concat!(
        "SELECT p.id, CASE p.sale_unit WHEN 'UNIT' THEN p.name ELSE p.name || ' (' || ",
        product_unit!("p"),
        " || ')' END FROM products p LIMIT $1"
    );
    Ok(with_other_lines(load_names(tx, NAMES).await?))
}

pub(in crate::reports) async fn load_table_names(tx: &mut Tx) -> db::Result<HashMap<String, String>> {
    let sql = "SELECT t.id, s.name || ' ' || t.name FROM dining_tables t JOIN salons s ON s.id = t.salon_id LIMIT $1";
    load_names(tx, sql).await
}

pub(in crate::reports) async fn load_document_type_names(tx: &mut Tx) -> db::Result<HashMap<String, String>> {
    load_names(tx, "SELECT id, name FROM billing_types LIMIT $1").await
}

/// Loads the present category of each product.
pub(in crate::reports) async fn load_product_categories(tx: &mut Tx) -> db::Result<HashMap<String, String>> {
    let rows: Vec<(i64, Option<i64>)> =
        tx.query("SELECT id, category_id FROM products LIMIT $1").bind(MAX_NAMES).all().await?;
    Ok(rows.into_iter().filter_map(|(id, category)| Some((id.to_string(), category?.to_string()))).collect())
}

/// Lists the products without a category, plus 0 for lines without a product, if `category` is 0; otherwise nothing.
pub(in crate::reports) async fn list_products_without_category(tx: &mut Tx, category: i64) -> db::Result<HashSet<i64>> {
    if category != 0 {
        return Ok(HashSet::new());
    }
    let rows: Vec<(i64,)> =
        tx.query("SELECT id FROM products WHERE category_id IS NULL LIMIT $1").bind(MAX_NAMES).all().await?;
    Ok(rows.into_iter().map(|(id,)| id).chain([0]).collect())
}
