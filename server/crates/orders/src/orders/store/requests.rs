//! Accounts: the row and its names.

use crate::orders::model::{Guest, LineStatus, RequestKind};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{ClientId, CommandId, LineId, RequestId, SalonId, TableId, UserId},
    money::{Money, Quantity},
    words::{IdentityDocument, Status},
};
use comanda_ledgers::ledger::sales;
use comanda_platform::settings::{TaxRow, TaxRule, tax, tax_columns};

/// An account's own row.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
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
    #[row(flatten)]
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
    // `RETURNING` of SQLite knows no aliases.
    (of $r:literal) => {
        concat!(
            $r, "id, ", $r, "type AS kind, ", $r, "status, ", $r, "is_paid, ", $r, "is_reservation, ", $r, "reserved_for, ",
            $r, "business_day, ", $r, "correlative, ", $r, "client_id, ", $r, "invoice_client_id, ", $r, "name_reference, ",
            $r, "document_type, ", $r, "document_number, ", $r, "guest_name, ", $r, "guest_last_name, ", $r, "attendant_id, ",
            $r, "salon_id, ", $r, "table_id, ", $r, "persons, ", $r, "delivery_app, ", $r, "client_name, ", $r, "phone, ",
            $r, "address, ", $r, "address_reference, ", $r, "courier, ", $r, "note, ", $r, "version, ", $r, "opened_at, ",
            $r, "billed_at, ", $r, "closed_at, ", $r, "merged_into_id"
        )
    };
    () => {
        request_columns!(of "r.")
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

/// The row as it is when something was ordered, locked until the transaction ends: a new version of the account, as little advanced as
/// its new lines, occupied again where it was billed.
pub(in crate::orders) async fn locked_and_ordered(tx: &mut Tx, id: RequestId) -> db::Result<Option<RequestRow>> {
    tx.query(concat!(
        "UPDATE client_requests SET version = version + 1, status = 'PENDING', billed_at = NULL WHERE id = $1 RETURNING ",
        request_columns!(of "")
    ))
    .bind(id)
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
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::orders) struct RequestHeader {
    #[row(flatten)]
    pub request: RequestRow,
    pub attendant_name: String,
    pub salon: Option<String>,
    pub table_name: Option<String>,
    pub paid: Money,
    pub client_document_type: Option<IdentityDocument>,
    pub client_document_number: Option<String>,
    pub client_first_name: Option<String>,
    pub client_last_name: Option<String>,
    pub client_business_name: Option<String>,
    pub client_phone: Option<String>,
    pub client_email: Option<String>,
    pub client_address: Option<String>,
    pub client_reference: Option<String>,
    pub client_status: Option<Status>,
    /// Of an account that is closed: the rate of the document of the payment that closed it, zero where that was exonerated. A paper of
    /// another day has the rate of its own; of what was issued anew it is the first one's, which the account was added up by.
    closing_igv_percent: Option<Quantity>,
}

impl RequestHeader {
    /// The rule that its figures are computed by, where `present` is what a document of now would bear. An account that is closed stays
    /// as it was: by the document that closed it, else by the day on which what was paid of it came to all that was left.
    pub(in crate::orders) async fn tax_rule(
        &self,
        tx: &mut Tx,
        present: TaxRule,
    ) -> comanda_base::error::Result<TaxRule> {
        match (self.closing_igv_percent, self.request.closed_at) {
            (Some(percent), Some(closed)) => Ok(TaxRule::of_document(percent, tax::issue_date(closed))),
            (None, Some(closed)) => tax::rule_at(tx, closed).await,
            (_, None) => Ok(present),
        }
    }
}

macro_rules! header_columns {
    () => {
        concat!(request_columns!(), ", TRIM(u.name || ' ' || u.lastname) AS attendant_name, s.name AS salon, t.name AS table_name,
    (SELECT CAST(COALESCE(SUM(p.total + p.credited), 0) AS BIGINT) FROM payments p
     WHERE p.client_request_id = r.id AND p.voided_at IS NULL) AS paid,
    c.document_type AS client_document_type, c.document_number AS client_document_number, c.name AS client_first_name,
    c.last_name AS client_last_name, c.business_name AS client_business_name, c.phone AS client_phone,
    c.email AS client_email, c.address AS client_address, c.reference AS client_reference, c.status AS client_status,
    CASE WHEN r.closed_at IS NULL THEN NULL ELSE
        (SELECT b.igv_percent FROM billings b JOIN payments p ON p.id = b.payment_id LEFT JOIN payments o ON o.id = p.stands_for_id
         WHERE b.client_request_id = r.id AND COALESCE(o.created_at, p.created_at) = r.closed_at ORDER BY b.id LIMIT 1)
    END AS closing_igv_percent")
    };
}
macro_rules! from_headers {
    () => {
        " FROM client_requests r JOIN users u ON u.id = r.attendant_id LEFT JOIN salons s ON s.id = r.salon_id
    LEFT JOIN dining_tables t ON t.id = r.table_id LEFT JOIN clients c ON c.id = r.client_id "
    };
}

/// What the documents of an account that count come to, less their credit notes but for discounts, and how many they are; what was
/// charged beyond it are tips beside them.
pub(in crate::orders) async fn documented(tx: &mut Tx, id: RequestId) -> db::Result<(Money, i64)> {
    tx.query(concat!(
        "SELECT CAST(COALESCE(SUM(s.total), 0) AS BIGINT)
              + (SELECT CAST(COALESCE(SUM(p.credited), 0) AS BIGINT) FROM payments p
                 WHERE p.client_request_id = $1 AND p.voided_at IS NULL), COUNT(*)
         FROM ",
        sales!(),
        " s WHERE s.client_request_id = $1"
    ))
    .bind(id)
    .one()
    .await
}

pub(in crate::orders) async fn header(tx: &mut Tx, id: RequestId) -> db::Result<Option<RequestHeader>> {
    tx.query(concat!("SELECT ", header_columns!(), from_headers!(), "WHERE r.id = $1")).bind(id).maybe().await
}

/// An account with what is needed to add it up.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::orders) struct RequestHead {
    #[row(flatten)]
    pub header: RequestHeader,
    /// The rule of the day that was asked for.
    #[row(flatten)]
    tax: TaxRow,
    /// Some of them may be taken back.
    pub has_adjustments: bool,
}

impl RequestHead {
    /// What a document of the day that was asked for would bear.
    pub(in crate::orders) fn present_rule(&self, issue_date: NaiveDate) -> TaxRule {
        self.tax.rule_of(issue_date)
    }
}

/// `issue_date` is the day that a document of it would be issued on.
pub(in crate::orders) async fn head(
    tx: &mut Tx,
    id: RequestId,
    issue_date: NaiveDate,
) -> db::Result<Option<RequestHead>> {
    tx.query(concat!(
        "SELECT ",
        header_columns!(),
        ", EXISTS (SELECT 1 FROM billing_adjustments a WHERE a.client_request_id = r.id) AS has_adjustments, ",
        tax_columns!("$2"),
        from_headers!(),
        "WHERE r.id = $1"
    ))
    .bind(id)
    .bind(issue_date)
    .maybe()
    .await
}

/// Accounts for lists, to be narrowed with ` AND …` on `r`.
pub(in crate::orders) fn headers() -> Sql {
    Sql::new(concat!("SELECT ", header_columns!(), from_headers!(), "WHERE NOT r.is_reservation"))
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

/// How many accounts and reservations name a client.
pub async fn accounts_of_client(tx: &mut Tx, client: ClientId) -> db::Result<i64> {
    tx.query("SELECT COUNT(*) FROM client_requests WHERE client_id = $1 OR invoice_client_id = $1")
        .bind(client)
        .scalar()
        .await
}
