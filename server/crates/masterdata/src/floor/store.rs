//! SQL of `salons` and `dining_tables`.

use super::{
    model::{Landmark, Salon, TableRow},
    plan::{SalonFields, TableFields, TablePlacement},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{RequestId, SalonId, TableId},
    insert, update,
};
use comanda_platform::settings;

/// Selects salons that are not deleted; conditions are to be added with ` AND …`.
fn select_salons() -> Sql {
    Sql::new(
        "SELECT id, name, description, status, width, height, landmarks, position, layout_version FROM salons
         WHERE deleted_at IS NULL",
    )
}

/// Selects tables that are not deleted; conditions are to be added with ` AND …` on `t` (table) and `s` (salon).
fn select_tables() -> Sql {
    Sql::new(
        "SELECT t.id, t.salon_id, s.name AS salon, t.name, t.seats, t.x, t.y, t.width, t.height, t.shape, t.status, CASE WHEN",
    )
    .add(settings::CLEANING_ENABLED)
    .add(
        "THEN t.cleaning_since END AS cleaning_since FROM dining_tables t JOIN salons s ON s.id = t.salon_id WHERE t.deleted_at IS NULL AND s.deleted_at IS NULL",
    )
}

pub(super) async fn list_active_salons(tx: &mut Tx) -> db::Result<Vec<Salon>> {
    tx.query(select_salons().add("AND status = 'ACTIVE' ORDER BY position, id LIMIT 200")).all().await
}

pub(super) async fn list_salons(tx: &mut Tx) -> db::Result<Vec<Salon>> {
    tx.query(select_salons().add("ORDER BY position, id LIMIT 200")).all().await
}

/// Finds a salon, active or not.
pub(super) async fn find_salon(tx: &mut Tx, id: SalonId) -> db::Result<Option<Salon>> {
    tx.query(select_salons().with("AND id = ?", id)).maybe().await
}

const IN_ORDER: &str = "ORDER BY s.position, s.id, t.id LIMIT 10000";
const ACTIVE: &str = "AND s.status = 'ACTIVE' AND t.status = 'ACTIVE'";

/// Lists the active tables of one salon or of all.
pub(super) async fn list_active_tables(tx: &mut Tx, salon: Option<SalonId>) -> db::Result<Vec<TableRow>> {
    tx.query(select_tables().add(ACTIVE).when("AND t.salon_id = ?", salon).add(IN_ORDER)).all().await
}

/// Lists the tables of one salon or of all, active or not.
pub(super) async fn list_tables(tx: &mut Tx, salon: Option<SalonId>) -> db::Result<Vec<TableRow>> {
    tx.query(select_tables().when("AND t.salon_id = ?", salon).add(IN_ORDER)).all().await
}

pub(super) async fn find_active_table(tx: &mut Tx, id: TableId) -> db::Result<Option<TableRow>> {
    tx.query(select_tables().add(ACTIVE).with("AND t.id = ?", id)).maybe().await
}

/// Finds a table, active or not.
pub(super) async fn find_table(tx: &mut Tx, id: TableId) -> db::Result<Option<TableRow>> {
    tx.query(select_tables().with("AND t.id = ?", id)).maybe().await
}

pub(super) async fn set_cleaning(tx: &mut Tx, id: TableId, since: Option<DateTime<Utc>>) -> db::Result<u64> {
    tx.query("UPDATE dining_tables SET cleaning_since = $1 WHERE id = $2").bind(since).bind(id).run().await
}

/// Ends the cleaning of an active table; changes nothing if it is not active.
pub(super) async fn end_cleaning(tx: &mut Tx, id: TableId) -> db::Result<u64> {
    tx.query("UPDATE dining_tables SET cleaning_since = NULL WHERE id = $1 AND status = 'ACTIVE'").bind(id).run().await
}

/// Locks a table until the transaction ends, after the account that is to come to it.
pub(super) async fn lock_table(tx: &mut Tx, id: TableId) -> db::Result<TableId> {
    tx.query("SELECT id FROM dining_tables WHERE id = $1").bind(id).for_update().scalar().await
}

/// Makes concurrent writes of salon names wait, because the unique index distinguishes capitals and accents.
pub(super) async fn lock_salons(tx: &mut Tx) -> db::Result<()> {
    tx.lock_tables("salons").await
}

/// Locks a room.
pub(super) async fn lock_salon(tx: &mut Tx, id: SalonId) -> db::Result<SalonId> {
    tx.query("SELECT id FROM salons WHERE id = $1").bind(id).for_update().scalar().await
}

/// Locks the tables of a salon that are not deleted, in ascending order of id.
pub(super) async fn lock_salon_tables(tx: &mut Tx, salon: SalonId) -> db::Result<Vec<TableId>> {
    let found: Vec<(TableId,)> = tx
        .query("SELECT id FROM dining_tables WHERE salon_id = $1 AND deleted_at IS NULL ORDER BY id")
        .bind(salon)
        .for_update()
        .all()
        .await?;
    Ok(found.into_iter().map(|f| f.0).collect())
}

pub(super) async fn insert_salon(tx: &mut Tx, s: &SalonFields) -> db::Result<SalonId> {
    tx.query(insert!("salons" {
        name: s.name.as_str(),
        description: s.description.as_str(),
        status: s.status,
        width: s.width,
        height: s.height,
        landmarks: landmarks_json(&s.landmarks),
        position: s.position,
    } returning "id"))
        .scalar()
        .await
}

pub(super) async fn update_salon(tx: &mut Tx, id: SalonId, s: &SalonFields) -> db::Result<u64> {
    tx.query(update!("salons" {
        name: s.name.as_str(),
        description: s.description.as_str(),
        status: s.status,
        width: s.width,
        height: s.height,
        landmarks: landmarks_json(&s.landmarks),
        position: s.position,
    } where id = id))
        .run()
        .await
}

fn landmarks_json(list: &[Landmark]) -> serde_json::Value {
    serde_json::to_value(list).unwrap_or_default()
}

/// Increments the layout version of a salon.
pub(super) async fn bump_layout(tx: &mut Tx, id: SalonId) -> db::Result<u64> {
    tx.query("UPDATE salons SET layout_version = layout_version + 1 WHERE id = $1").bind(id).run().await
}

pub(super) async fn insert_table(tx: &mut Tx, t: &TableFields) -> db::Result<TableId> {
    tx.query(insert!("dining_tables" {
        salon_id: t.salon_id,
        name: t.name.as_str(),
        seats: t.spot.seats,
        x: t.spot.x,
        y: t.spot.y,
        width: t.spot.width,
        height: t.spot.height,
        shape: t.spot.shape,
        status: t.status,
    } returning "id"))
        .scalar()
        .await
}

pub(super) async fn update_table(tx: &mut Tx, id: TableId, t: &TableFields) -> db::Result<u64> {
    tx.query(update!("dining_tables" {
        salon_id: t.salon_id,
        name: t.name.as_str(),
        seats: t.spot.seats,
        x: t.spot.x,
        y: t.spot.y,
        width: t.spot.width,
        height: t.spot.height,
        shape: t.spot.shape,
        status: t.status,
    } where id = id))
        .run()
        .await
}

/// Writes the places of tables, with one statement.
pub(super) async fn update_places(tx: &mut Tx, places: &[(TableId, TablePlacement)]) -> db::Result<u64> {
    if places.is_empty() {
        return Ok(0);
    }
    let sql = Sql::new(
        "UPDATE dining_tables SET x = v.column2, y = v.column3, width = v.column4, height = v.column5, shape = v.column6,
                seats = v.column7 FROM (VALUES",
    );
    let rows = places.iter().map(|(id, s)| args![*id, s.x, s.y, s.width, s.height, s.shape, s.seats]);
    tx.query(sql.rows(rows).add(") AS v WHERE dining_tables.id = v.column1")).run().await
}

/// Marks a table as deleted; past accounts keep it.
pub(super) async fn delete_table(tx: &mut Tx, id: TableId, now: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE dining_tables SET deleted_at = $1, status = 'INACTIVE' WHERE id = $2")
        .bind(now)
        .bind(id)
        .run()
        .await
}

/// Marks a salon and all its tables as deleted.
pub(super) async fn delete_salon(tx: &mut Tx, id: SalonId, now: DateTime<Utc>) -> db::Result<u64> {
    tx.query(
        "UPDATE dining_tables SET deleted_at = $1, status = 'INACTIVE' WHERE salon_id = $2 AND deleted_at IS NULL",
    )
    .bind(now)
    .bind(id)
    .run()
    .await?;
    tx.query("UPDATE salons SET deleted_at = $1, status = 'INACTIVE' WHERE id = $2").bind(now).bind(id).run().await
}

/// Renames a deleted table so that a new one of the salon can have its name; past records then tell them apart.
pub(super) async fn free_table_name(tx: &mut Tx, salon: SalonId, name: &str) -> db::Result<u64> {
    tx.query(
        "UPDATE dining_tables SET name = name || ' (eliminada ' || CAST(id AS TEXT) || ')'
         WHERE salon_id = $1 AND name = $2 AND deleted_at IS NOT NULL",
    )
    .bind(salon)
    .bind(name)
    .run()
    .await
}

/// Renames a deleted salon so that a new one can have its name.
pub(super) async fn free_salon_name(tx: &mut Tx, name: &str) -> db::Result<u64> {
    tx.query(
        "UPDATE salons SET name = name || ' (eliminado ' || CAST(id AS TEXT) || ')' WHERE name = $1 AND deleted_at IS NOT NULL",
    )
    .bind(name)
    .run()
    .await
}

/// Lists what keeps tables in use: open accounts, and reservations whose guests are still expected.
pub(super) async fn list_table_uses(
    tx: &mut Tx,
    tables: &[TableId],
    expected_from: DateTime<Utc>,
) -> db::Result<Vec<TableUse>> {
    let sql = Sql::new(
        "SELECT r.id, t.id AS table_id, t.name AS table_name, r.is_reservation, r.reserved_for, r.client_name
         FROM client_requests r JOIN dining_tables t ON t.id = r.table_id WHERE r.closed_at IS NULL",
    )
    .with("AND (NOT r.is_reservation OR r.reserved_for >= ?)", expected_from)
    .list("AND r.table_id IN (?)", tables.iter().copied());
    tx.query(sql.add("ORDER BY r.is_reservation, r.reserved_for, r.id LIMIT 20")).all().await
}

/// An account or a reservation that uses a table.
#[derive(Debug, Clone, serde::Serialize, comanda_from_row::FromRow)]
pub(super) struct TableUse {
    #[serde(rename = "client_request_id")]
    pub id: RequestId,
    pub table_id: TableId,
    #[serde(rename = "table")]
    pub table_name: String,
    pub is_reservation: bool,
    pub reserved_for: Option<DateTime<Utc>>,
    pub client_name: String,
}
