//! Statements of reservations, accounts that nobody was seated for yet.

use crate::orders::{reservations::Reservation, store::RequestRow};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{RequestId, SalonId, TableId, UserId},
    update,
};

/// A reservation as stored, even one that was seated or cancelled: [`ReservationRow::at`] says in which state it is at a moment.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::orders) struct ReservationRow {
    #[row(flatten)]
    pub stored: Reservation,
}

fn select_reservations() -> Sql {
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

pub(in crate::orders) async fn find_reservation(tx: &mut Tx, id: RequestId) -> db::Result<Option<ReservationRow>> {
    tx.query(select_reservations().with("AND r.id = ?", id)).maybe().await
}

/// Lists the reservations of a span of time, in order.
pub(in crate::orders) async fn list_reservations_between(
    tx: &mut Tx,
    (from, until): (DateTime<Utc>, DateTime<Utc>),
    table: Option<TableId>,
    most: i64,
) -> db::Result<Vec<ReservationRow>> {
    let sql = select_reservations()
        .with("AND r.reserved_for >= ?", from)
        .with("AND r.reserved_for < ?", until)
        .when("AND r.table_id = ?", table);
    tx.query(sql.add("ORDER BY r.reserved_for, r.id").with("LIMIT ?", most)).all().await
}

/// Finds the first reservation of a table from `from` to `until`, both included, that still waits for its guests.
pub(in crate::orders) async fn find_first_waiting(
    tx: &mut Tx,
    table: TableId,
    (from, until): (DateTime<Utc>, DateTime<Utc>),
    own_request: Option<RequestId>,
) -> db::Result<Option<ReservationRow>> {
    let sql = select_reservations()
        .add("AND r.is_reservation AND r.closed_at IS NULL")
        .with("AND r.table_id = ?", table)
        .with("AND r.reserved_for >= ?", from)
        .with("AND r.reserved_for <= ?", until)
        .when("AND r.id <> ?", own_request);
    tx.query(sql.add("ORDER BY r.reserved_for, r.id LIMIT 1")).maybe().await
}

/// Finds the last reservation of a table before `before` whose guests have not come.
pub(in crate::orders) async fn find_last_missed(
    tx: &mut Tx,
    table: TableId,
    before: DateTime<Utc>,
) -> db::Result<Option<ReservationRow>> {
    let sql = select_reservations()
        .add("AND r.is_reservation AND r.closed_at IS NULL")
        .with("AND r.table_id = ?", table)
        .with("AND r.reserved_for < ?", before);
    tx.query(sql.add("ORDER BY r.reserved_for DESC, r.id LIMIT 1")).maybe().await
}

/// Stores the changes of a reservation, including its table.
pub(in crate::orders) async fn update_reservation(tx: &mut Tx, r: &RequestRow) -> db::Result<u64> {
    tx.query(update!("client_requests" {
        client_id: r.client_id,
        persons: r.persons,
        client_name: r.client_name.as_str(),
        phone: r.phone.as_str(),
        note: r.note.as_str(),
        reserved_for: r.reserved_for,
        business_day: r.business_day,
        salon_id: r.salon_id,
        table_id: r.table_id;
        "version = version + 1"
    } where id = r.id))
        .run()
        .await
}

/// The changes that seating makes to a reservation.
pub(in crate::orders) struct SeatingChange {
    pub salon: SalonId,
    pub table: TableId,
    pub persons: i64,
    pub attendant: UserId,
    pub business_day: NaiveDate,
    pub at: DateTime<Utc>,
}

/// Turns a reservation into the open account of a table; fails with `Unique` where the table has one.
pub(in crate::orders) async fn seat_reservation(tx: &mut Tx, id: RequestId, s: &SeatingChange) -> db::Result<u64> {
    tx.query(update!("client_requests" {
        salon_id: s.salon,
        table_id: s.table,
        persons: s.persons,
        attendant_id: s.attendant,
        business_day: s.business_day,
        opened_at: s.at;
        "is_reservation = FALSE";
        "version = version + 1"
    } where id = id))
        .run()
        .await
}
