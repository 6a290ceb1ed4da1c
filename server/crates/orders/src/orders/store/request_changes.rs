//! Writing accounts.

use super::requests::RequestRow;
use crate::orders::model::{Guest, LineStatus, RequestKind};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Tx},
    ids::{ClientId, RequestId, SalonId, TableId, UserId},
};

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
    .bind(guest.document_type)
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

/// A paid account where another one was, for what is charged after it: nobody sits at it and nothing is ordered.
pub(in crate::orders) async fn insert_paid_apart(
    tx: &mut Tx,
    like: RequestId,
    note: &str,
    day: NaiveDate,
    now: DateTime<Utc>,
) -> db::Result<RequestId> {
    tx.query(
        "INSERT INTO client_requests (type, status, is_paid, business_day, correlative, client_id, invoice_client_id, attendant_id,
                                      salon_id, table_id, persons, delivery_app, client_name, phone, note, opened_at, billed_at,
                                      closed_at)
         SELECT type, 'DELIVERED', TRUE, $1, correlative, client_id, invoice_client_id, attendant_id, salon_id, table_id, 1,
                delivery_app, client_name, phone, $2, $3, $3, $3
         FROM client_requests WHERE id = $4 RETURNING id",
    )
    .bind(day)
    .bind(note)
    .bind(now)
    .bind(like)
    .scalar()
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
