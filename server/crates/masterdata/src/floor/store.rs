//! All SQL of `salons` and `dining_tables`.

use super::{
    model::{Landmark, Salon, TableRow},
    plan::{SalonFields, Spot, TableFields},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{RequestId, SalonId, TableId},
};
use comanda_platform::settings;

/// Rooms that are not deleted, to be narrowed with ` AND …`.
fn salons() -> Sql {
    Sql::new(
        "SELECT id, name, description, status, width, height, landmarks, position, layout_version FROM salons
         WHERE deleted_at IS NULL",
    )
}

/// Tables of rooms that are not deleted, to be narrowed with ` AND …` on `t` (table) and `s` (salon).
fn tables() -> Sql {
    Sql::new(
        "SELECT t.id, t.salon_id, s.name AS salon, t.name, t.seats, t.x, t.y, t.width, t.height, t.shape, t.status, CASE WHEN",
    )
    .add(settings::CLEANING_ENABLED)
    .add(
        "THEN t.cleaning_since END AS cleaning_since FROM dining_tables t JOIN salons s ON s.id = t.salon_id WHERE t.deleted_at IS NULL AND s.deleted_at IS NULL",
    )
}

pub(super) async fn active_salons(tx: &mut Tx) -> db::Result<Vec<Salon>> {
    tx.query(salons().add("AND status = 'ACTIVE' ORDER BY position, id LIMIT 200")).all().await
}

pub(super) async fn all_salons(tx: &mut Tx) -> db::Result<Vec<Salon>> {
    tx.query(salons().add("ORDER BY position, id LIMIT 200")).all().await
}

/// Whatever its status.
pub(super) async fn salon(tx: &mut Tx, id: SalonId) -> db::Result<Option<Salon>> {
    tx.query(salons().with("AND id = ?", id)).maybe().await
}

const IN_ORDER: &str = "ORDER BY s.position, s.id, t.id LIMIT 10000";
const ACTIVE: &str = "AND s.status = 'ACTIVE' AND t.status = 'ACTIVE'";

/// The active tables of one room or of all.
pub(super) async fn active_tables(tx: &mut Tx, of: Option<SalonId>) -> db::Result<Vec<TableRow>> {
    tx.query(tables().add(ACTIVE).when("AND t.salon_id = ?", of).add(IN_ORDER)).all().await
}

/// The tables of one room or of all, whatever their status.
pub(super) async fn all_tables(tx: &mut Tx, of: Option<SalonId>) -> db::Result<Vec<TableRow>> {
    tx.query(tables().when("AND t.salon_id = ?", of).add(IN_ORDER)).all().await
}

pub(super) async fn active_table(tx: &mut Tx, id: TableId) -> db::Result<Option<TableRow>> {
    tx.query(tables().add(ACTIVE).with("AND t.id = ?", id)).maybe().await
}

/// Whatever its status.
pub(super) async fn table(tx: &mut Tx, id: TableId) -> db::Result<Option<TableRow>> {
    tx.query(tables().with("AND t.id = ?", id)).maybe().await
}

pub(super) async fn set_cleaning(tx: &mut Tx, id: TableId, since: Option<DateTime<Utc>>) -> db::Result<u64> {
    tx.query("UPDATE dining_tables SET cleaning_since = $1 WHERE id = $2").bind(since).bind(id).run().await
}

/// Of an active table; nothing where it is none.
pub(super) async fn end_cleaning(tx: &mut Tx, id: TableId) -> db::Result<u64> {
    tx.query("UPDATE dining_tables SET cleaning_since = NULL WHERE id = $1 AND status = 'ACTIVE'").bind(id).run().await
}

/// Locks a table until the transaction ends, after the account that is to come to it.
pub(super) async fn lock_table(tx: &mut Tx, id: TableId) -> db::Result<TableId> {
    tx.query("SELECT id FROM dining_tables WHERE id = $1").bind(id).for_update().scalar().await
}

/// Whoever else is about to name a room waits: the index knows capitals and accents apart.
pub(super) async fn lock_salons(tx: &mut Tx) -> db::Result<()> {
    tx.lock_tables("salons").await
}

/// Locks a room.
pub(super) async fn lock_salon(tx: &mut Tx, id: SalonId) -> db::Result<SalonId> {
    tx.query("SELECT id FROM salons WHERE id = $1").bind(id).for_update().scalar().await
}

/// Locks the tables of a room that are not deleted, the lowest id first.
pub(super) async fn lock_tables_of(tx: &mut Tx, salon: SalonId) -> db::Result<Vec<TableId>> {
    let found: Vec<(TableId,)> = tx
        .query("SELECT id FROM dining_tables WHERE salon_id = $1 AND deleted_at IS NULL ORDER BY id")
        .bind(salon)
        .for_update()
        .all()
        .await?;
    Ok(found.into_iter().map(|f| f.0).collect())
}

pub(super) async fn insert_salon(tx: &mut Tx, s: &SalonFields) -> db::Result<SalonId> {
    tx.query(
        "INSERT INTO salons (name, description, status, width, height, landmarks, position)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id",
    )
    .bind(s.name.as_str())
    .bind(s.description.as_str())
    .bind(s.status)
    .bind(s.width)
    .bind(s.height)
    .bind(landmarks(&s.landmarks))
    .bind(s.position)
    .scalar()
    .await
}

pub(super) async fn update_salon(tx: &mut Tx, id: SalonId, s: &SalonFields) -> db::Result<u64> {
    tx.query(
        "UPDATE salons SET name = $1, description = $2, status = $3, width = $4, height = $5, landmarks = $6, position = $7
         WHERE id = $8",
    )
    .bind(s.name.as_str())
    .bind(s.description.as_str())
    .bind(s.status)
    .bind(s.width)
    .bind(s.height)
    .bind(landmarks(&s.landmarks))
    .bind(s.position)
    .bind(id)
    .run()
    .await
}

fn landmarks(list: &[Landmark]) -> serde_json::Value {
    serde_json::to_value(list).unwrap_or_default()
}

/// The room is arranged anew.
pub(super) async fn bump_layout(tx: &mut Tx, id: SalonId) -> db::Result<u64> {
    tx.query("UPDATE salons SET layout_version = layout_version + 1 WHERE id = $1").bind(id).run().await
}

pub(super) async fn insert_table(tx: &mut Tx, t: &TableFields) -> db::Result<TableId> {
    tx.query(
        "INSERT INTO dining_tables (salon_id, name, seats, x, y, width, height, shape, status)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id",
    )
    .bind(t.salon_id)
    .bind(t.name.as_str())
    .bind(t.spot.seats)
    .bind(t.spot.x)
    .bind(t.spot.y)
    .bind(t.spot.width)
    .bind(t.spot.height)
    .bind(t.spot.shape)
    .bind(t.status)
    .scalar()
    .await
}

pub(super) async fn update_table(tx: &mut Tx, id: TableId, t: &TableFields) -> db::Result<u64> {
    tx.query(
        "UPDATE dining_tables SET salon_id = $1, name = $2, seats = $3, x = $4, y = $5, width = $6, height = $7, shape = $8,
                status = $9 WHERE id = $10",
    )
    .bind(t.salon_id)
    .bind(t.name.as_str())
    .bind(t.spot.seats)
    .bind(t.spot.x)
    .bind(t.spot.y)
    .bind(t.spot.width)
    .bind(t.spot.height)
    .bind(t.spot.shape)
    .bind(t.status)
    .bind(id)
    .run()
    .await
}

/// Puts tables where they now stand, all in one statement.
pub(super) async fn place_tables(tx: &mut Tx, of: &[(TableId, Spot)]) -> db::Result<u64> {
    if of.is_empty() {
        return Ok(0);
    }
    let sql = Sql::new(
        "UPDATE dining_tables SET x = v.column2, y = v.column3, width = v.column4, height = v.column5, shape = v.column6,
                seats = v.column7 FROM (VALUES",
    );
    let rows = of.iter().map(|(id, s)| args![*id, s.x, s.y, s.width, s.height, s.shape, s.seats]);
    tx.query(sql.rows(rows).add(") AS v WHERE dining_tables.id = v.column1")).run().await
}

/// Takes a table off the floor; accounts of the past keep it.
pub(super) async fn delete_table(tx: &mut Tx, id: TableId, now: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE dining_tables SET deleted_at = $1, status = 'INACTIVE' WHERE id = $2")
        .bind(now)
        .bind(id)
        .run()
        .await
}

/// Takes a room with all its tables off the floor.
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

/// A deleted table gives its name up to a new one of the room: the past then says which one it was.
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

/// The same for rooms.
pub(super) async fn free_salon_name(tx: &mut Tx, name: &str) -> db::Result<u64> {
    tx.query(
        "UPDATE salons SET name = name || ' (eliminado ' || CAST(id AS TEXT) || ')' WHERE name = $1 AND deleted_at IS NOT NULL",
    )
    .bind(name)
    .run()
    .await
}

/// What keeps tables from being taken away: open accounts and guests who are still expected.
pub(super) async fn uses_of_tables(
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

/// Who uses a table, or is about to.
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
