//! Reservations: accounts that nobody has sat down to yet.

use crate::orders::store::RequestRow;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{ClientId, RequestId, SalonId, TableId, UserId},
};

/// A reservation with its names, also one that was seated or cancelled.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::orders) struct ReservationRow {
    pub id: RequestId,
    pub table_id: TableId,
    pub table_name: String,
    pub salon_id: SalonId,
    pub salon: String,
    pub persons: i64,
    pub client_id: Option<ClientId>,
    pub client_name: String,
    pub phone: String,
    pub note: String,
    pub reserved_for: DateTime<Utc>,
    pub is_reservation: bool,
    pub closed_at: Option<DateTime<Utc>>,
    pub close_reason: Option<String>,
    pub attendant_name: String,
    pub version: i64,
}

fn reservations() -> Sql {
    Sql::new(
        "SELECT r.id, t.id AS table_id, t.name AS table_name, s.id AS salon_id, s.name AS salon, r.persons, r.client_id,
                CASE WHEN r.client_name <> '' THEN r.client_name WHEN c.business_name <> '' THEN c.business_name
                     ELSE TRIM(COALESCE(c.name, '') || ' ' || COALESCE(c.last_name, '')) END AS client_name,
                CASE WHEN r.phone <> '' THEN r.phone ELSE COALESCE(c.phone, '') END AS phone, r.note, r.reserved_for,
                r.is_reservation, r.closed_at, r.close_reason, TRIM(u.name || ' ' || u.lastname) AS attendant_name, r.version
         FROM client_requests r JOIN dining_tables t ON t.id = r.table_id JOIN salons s ON s.id = t.salon_id
         JOIN users u ON u.id = r.attendant_id LEFT JOIN clients c ON c.id = r.client_id WHERE r.reserved_for IS NOT NULL",
    )
}

pub(in crate::orders) async fn reservation(tx: &mut Tx, id: RequestId) -> db::Result<Option<ReservationRow>> {
    tx.query(reservations().with("AND r.id = ?", id)).maybe().await
}

/// The reservations of a span of time, in their order.
pub(in crate::orders) async fn reservations_between(
    tx: &mut Tx,
    (from, until): (DateTime<Utc>, DateTime<Utc>),
    table: Option<TableId>,
    most: i64,
) -> db::Result<Vec<ReservationRow>> {
    let sql = reservations()
        .with("AND r.reserved_for >= ?", from)
        .with("AND r.reserved_for < ?", until)
        .when("AND r.table_id = ?", table);
    tx.query(sql.add("ORDER BY r.reserved_for, r.id").with("LIMIT ?", most)).all().await
}

/// The first reservation of a table that still waits for its guests, from `from` to `until`, both included.
pub(in crate::orders) async fn first_waiting(
    tx: &mut Tx,
    table: TableId,
    (from, until): (DateTime<Utc>, DateTime<Utc>),
    except: Option<RequestId>,
) -> db::Result<Option<ReservationRow>> {
    let sql = reservations()
        .add("AND r.is_reservation AND r.closed_at IS NULL")
        .with("AND r.table_id = ?", table)
        .with("AND r.reserved_for >= ?", from)
        .with("AND r.reserved_for <= ?", until)
        .when("AND r.id <> ?", except);
    tx.query(sql.add("ORDER BY r.reserved_for, r.id LIMIT 1")).maybe().await
}

/// The last reservation of a table before `before` whose guests have not come.
pub(in crate::orders) async fn last_missed(
    tx: &mut Tx,
    table: TableId,
    before: DateTime<Utc>,
) -> db::Result<Option<ReservationRow>> {
    let sql = reservations()
        .add("AND r.is_reservation AND r.closed_at IS NULL")
        .with("AND r.table_id = ?", table)
        .with("AND r.reserved_for < ?", before);
    tx.query(sql.add("ORDER BY r.reserved_for DESC, r.id LIMIT 1")).maybe().await
}

/// Writes what people changed of a reservation, its table too.
pub(in crate::orders) async fn update_reservation(tx: &mut Tx, r: &RequestRow) -> db::Result<u64> {
    tx.query(
        "UPDATE client_requests SET client_id = $1, persons = $2, client_name = $3, phone = $4, note = $5, reserved_for = $6,
                business_day = $7, salon_id = $8, table_id = $9, version = version + 1 WHERE id = $10",
    )
    .bind(r.client_id)
    .bind(r.persons)
    .bind(r.client_name.as_str())
    .bind(r.phone.as_str())
    .bind(r.note.as_str())
    .bind(r.reserved_for)
    .bind(r.business_day)
    .bind(r.salon_id)
    .bind(r.table_id)
    .bind(r.id)
    .run()
    .await
}

/// What seating makes of a reservation.
pub(in crate::orders) struct Seated {
    pub salon: SalonId,
    pub table: TableId,
    pub persons: i64,
    pub attendant: UserId,
    pub business_day: NaiveDate,
    pub at: DateTime<Utc>,
}

/// Turns a reservation into the open account of a table; `Unique` where the table has one.
pub(in crate::orders) async fn seat(tx: &mut Tx, id: RequestId, s: &Seated) -> db::Result<u64> {
    tx.query(
        "UPDATE client_requests SET is_reservation = FALSE, salon_id = $1, table_id = $2, persons = $3, attendant_id = $4,
                business_day = $5, opened_at = $6, version = version + 1 WHERE id = $7",
    )
    .bind(s.salon)
    .bind(s.table)
    .bind(s.persons)
    .bind(s.attendant)
    .bind(s.business_day)
    .bind(s.at)
    .bind(id)
    .run()
    .await
}
