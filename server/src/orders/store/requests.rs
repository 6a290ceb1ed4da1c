//! Accounts: the row and its names.

use crate::{
    db::{self, Sql, Tx},
    ids::{ClientId, CommandId, LineId, RequestId, SalonId, TableId, UserId},
    money::Money,
    orders::model::{Guest, LineStatus, RequestKind},
};
use chrono::{DateTime, NaiveDate, Utc};

/// An account's own row.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct RequestRow {
    pub id: RequestId,
    pub kind: RequestKind,
    pub status: LineStatus,
    pub is_paid: bool,
    pub is_reservation: bool,
    /// Of a reservation, and of an account that was one.
    pub reserved_for: Option<DateTime<Utc>>,
    pub business_day: NaiveDate,
    pub correlative: Option<i64>,
    pub client_id: Option<ClientId>,
    pub invoice_client_id: Option<ClientId>,
    #[sqlx(flatten)]
    pub guest: Guest,
    pub attendant_id: UserId,
    pub salon_id: Option<SalonId>,
    pub table_id: Option<TableId>,
    pub persons: i64,
    pub delivery_app: bool,
    pub client_name: String,
    pub phone: String,
    pub address: String,
    pub address_reference: String,
    pub courier: String,
    pub note: String,
    pub version: i64,
    pub opened_at: DateTime<Utc>,
    pub billed_at: Option<DateTime<Utc>>,
    pub closed_at: Option<DateTime<Utc>>,
    /// The account that its lines went to when its table was joined with another.
    pub merged_into_id: Option<RequestId>,
}

macro_rules! request_columns {
    () => {
        "r.id, r.type AS kind, r.status, r.is_paid, r.is_reservation, r.reserved_for, r.business_day, r.correlative, r.client_id,
    r.invoice_client_id, r.name_reference, r.document_type, r.document_number, r.guest_name, r.guest_last_name, r.attendant_id, r.salon_id, r.table_id, r.persons, r.delivery_app, r.client_name, r.phone, r.address, r.address_reference,
    r.courier, r.note, r.version, r.opened_at, r.billed_at, r.closed_at, r.merged_into_id"
    };
}
const REQUEST: &str = request_columns!();

/// The row, locked until the transaction ends: the first lock of every change of an account.
pub(in crate::orders) async fn locked_request(tx: &mut Tx, id: RequestId) -> db::Result<Option<RequestRow>> {
    tx.query(concat!("SELECT ", request_columns!(), " FROM client_requests r WHERE r.id = $1"))
        .bind(id)
        .for_update()
        .maybe()
        .await
}

/// The rows of the accounts of these lines, locked in the order of their ids.
pub(in crate::orders) async fn locked_requests_of_lines(tx: &mut Tx, lines: &[LineId]) -> db::Result<Vec<RequestRow>> {
    let sql = Sql::new("SELECT")
        .add(REQUEST)
        .add("FROM client_requests r WHERE r.id IN (SELECT l.client_request_id FROM order_lines l")
        .list("WHERE l.id IN (?))", lines.iter().copied())
        .add("ORDER BY r.id");
    tx.query(sql).for_update().all().await
}

/// The rows of the accounts that have lines of a command, locked in the order of their ids.
pub(in crate::orders) async fn locked_requests_of_command(tx: &mut Tx, id: CommandId) -> db::Result<Vec<RequestRow>> {
    let sql = Sql::new("SELECT").add(REQUEST).with(
        "FROM client_requests r WHERE r.id IN (SELECT l.client_request_id FROM order_lines l WHERE l.command_id = ?)",
        id,
    );
    tx.query(sql.add("ORDER BY r.id")).for_update().all().await
}

/// These rows, locked in the order of their ids.
pub(in crate::orders) async fn locked_requests(tx: &mut Tx, ids: &[RequestId]) -> db::Result<Vec<RequestRow>> {
    let sql = Sql::new("SELECT").add(REQUEST).list("FROM client_requests r WHERE r.id IN (?)", ids.iter().copied());
    tx.query(sql.add("ORDER BY r.id")).for_update().all().await
}

/// The account that is open at a table.
pub(in crate::orders) async fn open_at_table(tx: &mut Tx, table: TableId) -> db::Result<Option<RequestId>> {
    let found: Option<(RequestId,)> = tx
        .query("SELECT id FROM client_requests WHERE table_id = $1 AND closed_at IS NULL AND NOT is_reservation")
        .bind(table)
        .maybe()
        .await?;
    Ok(found.map(|f| f.0))
}

/// An account with the names that go with it, and what was paid.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(in crate::orders) struct RequestHeader {
    #[sqlx(flatten)]
    pub request: RequestRow,
    pub attendant_name: String,
    pub salon: Option<String>,
    pub table_name: Option<String>,
    pub paid: Money,
    pub client_document_type: Option<String>,
    pub client_document_number: Option<String>,
    pub client_first_name: Option<String>,
    pub client_last_name: Option<String>,
    pub client_business_name: Option<String>,
    pub client_phone: Option<String>,
    pub client_email: Option<String>,
    pub client_address: Option<String>,
    pub client_reference: Option<String>,
    pub client_status: Option<String>,
}

macro_rules! select_headers {
    ($rest:literal) => {
        concat!("SELECT ", request_columns!(), ", TRIM(u.name || ' ' || u.lastname) AS attendant_name, s.name AS salon, t.name AS table_name,
    (SELECT CAST(COALESCE(SUM(p.total), 0) AS BIGINT) FROM payments p
     WHERE p.client_request_id = r.id AND p.voided_at IS NULL) AS paid,
    c.document_type AS client_document_type, c.document_number AS client_document_number, c.name AS client_first_name,
    c.last_name AS client_last_name, c.business_name AS client_business_name, c.phone AS client_phone,
    c.email AS client_email, c.address AS client_address, c.reference AS client_reference, c.status AS client_status
    FROM client_requests r JOIN users u ON u.id = r.attendant_id LEFT JOIN salons s ON s.id = r.salon_id
    LEFT JOIN dining_tables t ON t.id = r.table_id LEFT JOIN clients c ON c.id = r.client_id", $rest)
    };
}

/// What the documents of an account that count come to; what was paid beyond it are tips beside them.
pub(in crate::orders) async fn documented(tx: &mut Tx, id: RequestId) -> db::Result<Money> {
    tx.query(
        "SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT) FROM billings WHERE client_request_id = $1 AND state <> 'VOIDED'",
    )
    .bind(id)
    .scalar()
    .await
}

pub(in crate::orders) async fn header(tx: &mut Tx, id: RequestId) -> db::Result<Option<RequestHeader>> {
    tx.query(select_headers!(" WHERE r.id = $1")).bind(id).maybe().await
}

/// Accounts for lists, to be narrowed with ` AND …` on `r`.
pub(in crate::orders) fn headers() -> Sql {
    Sql::new(select_headers!(" WHERE NOT r.is_reservation"))
}

/// Counts the same.
pub(in crate::orders) fn count_of_headers() -> Sql {
    Sql::new("SELECT COUNT(*) FROM client_requests r WHERE NOT r.is_reservation")
}

/// The accounts that are open, the newest first.
pub(in crate::orders) async fn open_headers(
    tx: &mut Tx,
    kind: Option<RequestKind>,
    most: i64,
) -> db::Result<Vec<RequestHeader>> {
    let sql = headers().when("AND r.type = ?", kind).add("AND r.closed_at IS NULL ORDER BY r.id DESC");
    tx.query(sql.with("LIMIT ?", most)).all().await
}

/// A new account.
#[derive(Debug, Clone)]
pub(in crate::orders) struct NewRequest {
    pub kind: RequestKind,
    pub business_day: NaiveDate,
    pub correlative: Option<i64>,
    pub client_id: Option<ClientId>,
    pub attendant_id: UserId,
    pub salon_id: Option<SalonId>,
    pub table_id: Option<TableId>,
    pub persons: i64,
    pub delivery_app: bool,
    pub client_name: String,
    pub phone: String,
    pub address: String,
    pub address_reference: String,
    pub note: String,
    /// It is a reservation for this time.
    pub reserved_for: Option<DateTime<Utc>>,
    pub opened_at: DateTime<Utc>,
}

pub(in crate::orders) async fn insert_request(tx: &mut Tx, new: NewRequest) -> db::Result<RequestId> {
    tx.query(
        "INSERT INTO client_requests (type, business_day, correlative, client_id, attendant_id, salon_id, table_id, persons,
                                      delivery_app, client_name, phone, address, address_reference, note, reserved_for,
                                      is_reservation, opened_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) RETURNING id",
    )
    .bind(new.kind)
    .bind(new.business_day)
    .bind(new.correlative)
    .bind(new.client_id)
    .bind(new.attendant_id)
    .bind(new.salon_id)
    .bind(new.table_id)
    .bind(new.persons)
    .bind(new.delivery_app)
    .bind(new.client_name)
    .bind(new.phone)
    .bind(new.address)
    .bind(new.address_reference)
    .bind(new.note)
    .bind(new.reserved_for)
    .bind(new.reserved_for.is_some())
    .bind(new.opened_at)
    .scalar()
    .await
}

/// What a guest said of themselves, and who the document is to.
pub(in crate::orders) async fn set_guest(
    tx: &mut Tx,
    id: RequestId,
    guest: &Guest,
    invoice_client: Option<ClientId>,
) -> db::Result<u64> {
    tx.query(
        "UPDATE client_requests SET name_reference = $1, document_type = $2, document_number = $3, guest_name = $4,
                guest_last_name = $5, invoice_client_id = $6 WHERE id = $7",
    )
    .bind(guest.name_reference.as_str())
    .bind(guest.document_type.as_str())
    .bind(guest.document_number.as_str())
    .bind(guest.name.as_str())
    .bind(guest.last_name.as_str())
    .bind(invoice_client)
    .bind(id)
    .run()
    .await
}

/// Who it is for and where it goes, as changed by people.
pub(in crate::orders) async fn update_request(tx: &mut Tx, r: &RequestRow) -> db::Result<u64> {
    tx.query(
        "UPDATE client_requests SET client_id = $1, attendant_id = $2, persons = $3, client_name = $4, phone = $5, address = $6,
                address_reference = $7, courier = $8, note = $9, version = version + 1 WHERE id = $10",
    )
    .bind(r.client_id)
    .bind(r.attendant_id)
    .bind(r.persons)
    .bind(r.client_name.as_str())
    .bind(r.phone.as_str())
    .bind(r.address.as_str())
    .bind(r.address_reference.as_str())
    .bind(r.courier.as_str())
    .bind(r.note.as_str())
    .bind(r.id)
    .run()
    .await
}

/// Its lines changed: a new version, its status, and whether its pre-bill still stands.
pub(in crate::orders) async fn touch_request(
    tx: &mut Tx,
    id: RequestId,
    status: LineStatus,
    billed_at: Option<DateTime<Utc>>,
) -> db::Result<u64> {
    tx.query("UPDATE client_requests SET version = version + 1, status = $1, billed_at = $2 WHERE id = $3")
        .bind(status)
        .bind(billed_at)
        .bind(id)
        .run()
        .await
}

pub(in crate::orders) async fn close_request(
    tx: &mut Tx,
    id: RequestId,
    paid: bool,
    reason: Option<&str>,
    merged_into: Option<RequestId>,
    now: DateTime<Utc>,
) -> db::Result<u64> {
    tx.query(
        "UPDATE client_requests SET version = version + 1, is_paid = $1, close_reason = $2, merged_into_id = $3, closed_at = $4
         WHERE id = $5",
    )
    .bind(paid)
    .bind(reason.map(str::to_owned))
    .bind(merged_into)
    .bind(now)
    .bind(id)
    .run()
    .await
}

/// A closed account is open again, where it was.
pub(in crate::orders) async fn reopen_request(tx: &mut Tx, id: RequestId) -> db::Result<u64> {
    tx.query(
        "UPDATE client_requests SET version = version + 1, is_paid = FALSE, close_reason = NULL, closed_at = NULL, billed_at = NULL
         WHERE id = $1",
    )
    .bind(id)
    .run()
    .await
}

/// A table's account is open again as a take-away.
pub(in crate::orders) async fn reopen_as_take_away(
    tx: &mut Tx,
    id: RequestId,
    number: i64,
    name: &str,
) -> db::Result<u64> {
    tx.query(
        "UPDATE client_requests SET version = version + 1, is_paid = FALSE, close_reason = NULL, closed_at = NULL, billed_at = NULL,
                type = 'ORDER', table_id = NULL, salon_id = NULL, correlative = $1, client_name = $2 WHERE id = $3",
    )
    .bind(number)
    .bind(name)
    .bind(id)
    .run()
    .await
}

/// How many accounts and reservations name a client.
pub async fn accounts_of_client(tx: &mut Tx, client: ClientId) -> db::Result<i64> {
    tx.query("SELECT COUNT(*) FROM client_requests WHERE client_id = $1 OR invoice_client_id = $1")
        .bind(client)
        .scalar()
        .await
}
