//! SQL that writes production areas and reads what uses them.

use crate::catalog::{model::ProductionArea, store::select_areas};
use comanda_base::{
    db::{self, Sql, Tx},
    error::{Result, not_found},
    ids::{AreaId, CategoryId},
};

pub(super) async fn load_area(tx: &mut Tx, id: AreaId) -> Result<ProductionArea> {
    let found = tx.query(select_areas().with("WHERE id = ?", id)).maybe().await?;
    Ok(found.ok_or_else(|| not_found("el área"))?)
}

const PRODUCTS: &str = "SELECT name FROM products WHERE production_area_id = $1 ORDER BY search_key LIMIT 1000";

const ACTIVE_PRODUCTS: &str =
    "SELECT name FROM products WHERE production_area_id = $1 AND status = 'ACTIVE' ORDER BY search_key LIMIT 1000";

const PRINTERS: &str = "SELECT p.name FROM printer_areas a JOIN printers p ON p.id = a.printer_id
    WHERE a.production_area_id = $1 ORDER BY p.name LIMIT 1000";

/// Lists the names of the products made in an area.
pub(super) async fn list_products(tx: &mut Tx, id: AreaId) -> Result<Vec<String>> {
    list_names(tx, PRODUCTS, id).await
}

/// Lists the names of the active products made in an area.
pub(super) async fn list_active_products(tx: &mut Tx, id: AreaId) -> Result<Vec<String>> {
    list_names(tx, ACTIVE_PRODUCTS, id).await
}

/// Lists the names of the printers that serve an area.
pub(super) async fn list_printers(tx: &mut Tx, id: AreaId) -> Result<Vec<String>> {
    list_names(tx, PRINTERS, id).await
}

async fn list_names(tx: &mut Tx, which: &'static str, id: AreaId) -> Result<Vec<String>> {
    Ok(tx.query(Sql::new(which).bind(id)).column().await?)
}

pub(super) async fn lock_area(tx: &mut Tx, id: AreaId) -> Result<()> {
    let found: Option<(AreaId,)> =
        tx.query("SELECT id FROM production_areas WHERE id = $1").bind(id).for_update().maybe().await?;
    Ok(found.map(drop).ok_or_else(|| not_found("el área"))?)
}

pub(super) async fn insert_area(tx: &mut Tx, a: &ProductionArea) -> db::Result<AreaId> {
    tx.query(
        "INSERT INTO production_areas (name, warn_minutes, late_minutes, status) VALUES ($1, $2, $3, $4) RETURNING id",
    )
    .bind(a.name.as_str())
    .bind(a.warn_minutes)
    .bind(a.late_minutes)
    .bind(a.status)
    .scalar()
    .await
}

pub(super) async fn update_area(tx: &mut Tx, a: &ProductionArea) -> db::Result<u64> {
    tx.query("UPDATE production_areas SET name = $1, warn_minutes = $2, late_minutes = $3, status = $4 WHERE id = $5")
        .bind(a.name.as_str())
        .bind(a.warn_minutes)
        .bind(a.late_minutes)
        .bind(a.status)
        .bind(a.id)
        .run()
        .await
}

/// Lists the areas where products of a category are made.
pub(super) async fn list_by_category(tx: &mut Tx, id: CategoryId) -> Result<Vec<ProductionArea>> {
    let sql = select_areas()
        .with("WHERE id IN (SELECT p.production_area_id FROM products p WHERE p.category_id = ?)", id)
        .add("ORDER BY id LIMIT 1000");
    Ok(tx.query(sql).all().await?)
}

pub(super) async fn delete_area(tx: &mut Tx, id: AreaId) -> db::Result<u64> {
    tx.query("DELETE FROM production_areas WHERE id = $1").bind(id).run().await
}
