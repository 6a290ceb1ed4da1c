//! Statements that change accounts.

use super::requests::RequestRow;
use crate::orders::{
    account::guest::Guest,
    model::{LineStatus, RequestKind},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Sql, ToArg, ToRow, Tx},
    ids::{ClientId, RequestId, SalonId, TableId, UserId},
    update,
};

/// A new account.
#[derive(Debug, Clone, comanda_from_row::ToRow)]
pub(in crate::orders) struct NewRequest {
    #[row(rename = "type")]
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
    /// The time of a reservation; absent for an open account.
    pub reserved_for: Option<DateTime<Utc>>,
    pub opened_at: DateTime<Utc>,
}

pub(in crate::orders) async fn insert_request(tx: &mut Tx, new: &NewRequest) -> db::Result<RequestId> {
    let mut row = new.to_row();
    row.push(("is_reservation", new.reserved_for.is_some().arg()));
    tx.query(Sql::insert("client_requests", &row, "RETURNING id")).scalar().await
}

/// Stores the data of a guest and the client of the document.
pub(in crate::orders) async fn set_guest(
    tx: &mut Tx,
    id: RequestId,
    guest: &Guest,
    invoice_client: Option<ClientId>,
) -> db::Result<u64> {
    tx.query(update!("client_requests" {
        name_reference: guest.name_reference.as_str(),
        document_type: guest.document_type,
        document_number: guest.document_number.as_str(),
        guest_name: guest.name.as_str(),
        guest_last_name: guest.last_name.as_str(),
        allergens: &guest.allergens,
        allergy_note: guest.allergy_note.as_str(),
        invoice_client_id: invoice_client,
    } where id = id))
        .run()
        .await
}

/// Stores the client and delivery data that users changed.
pub(in crate::orders) async fn update_request(tx: &mut Tx, r: &RequestRow) -> db::Result<u64> {
    tx.query(update!("client_requests" {
        client_id: r.client_id,
        attendant_id: r.attendant_id,
        persons: r.persons,
        client_name: r.client_name.as_str(),
        phone: r.phone.as_str(),
        address: r.address.as_str(),
        address_reference: r.address_reference.as_str(),
        courier: r.courier.as_str(),
        note: r.note.as_str();
        "version = version + 1"
    } where id = r.id))
        .run()
        .await
}

/// Sets a new version and status after a change of lines, and whether the pre-bill is still valid.
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

/// Inserts a paid account at the place of another one, for charges after it: nobody sits at it and nothing is ordered.
pub(in crate::orders) async fn insert_paid_account(
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

/// Opens a closed account again, where it was.
pub(in crate::orders) async fn reopen_request(tx: &mut Tx, id: RequestId) -> db::Result<u64> {
    tx.query(
        "UPDATE client_requests SET version = version + 1, is_paid = FALSE, close_reason = NULL, closed_at = NULL, billed_at = NULL
         WHERE id = $1",
    )
    .bind(id)
    .run()
    .await
}

/// Opens the account of a table again as a take-away.
pub(in crate::orders) async fn reopen_as_take_away(
    tx: &mut Tx,
    id: RequestId,
    number: i64,
    name: &str,
) -> db::Result<u64> {
    tx.query(update!("client_requests" {
        correlative: number,
        client_name: name;
        "version = version + 1";
        "is_paid = FALSE";
        "close_reason = NULL";
        "closed_at = NULL";
        "billed_at = NULL";
        "type = 'ORDER'";
        "table_id = NULL";
        "salon_id = NULL"
    } where id = id))
        .run()
        .await
}
