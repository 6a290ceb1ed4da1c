//! Statements that read and lock accounts.

use crate::orders::{
    account::guest::Guest,
    account::{Account, Adjustment},
    model::{Line, LineStatus, RequestKind},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{ClientId, CommandId, LineId, RequestId, SalonId, TableId, UserId},
    money::{Money, Quantity},
    words::{IdentityDocument, Status},
};
use comanda_ledgers::ledger::sales;
use comanda_platform::settings::{TaxRow, TaxRule, tax, tax_columns};

/// The columns of an account.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct RequestRow {
    pub id: RequestId,
    pub kind: RequestKind,
    pub status: LineStatus,
    pub is_paid: bool,
    pub is_reservation: bool,
    /// The time of a reservation, or of an account that was one.
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
    /// The account that it was merged into when its table was joined with another.
    pub merged_into_id: Option<RequestId>,
}

macro_rules! request_columns {
    // `RETURNING` of SQLite does not support aliases.
    (of $r:literal) => {
        concat!(
            $r, "id, ", $r, "type AS kind, ", $r, "status, ", $r, "is_paid, ", $r, "is_reservation, ", $r, "reserved_for, ",
            $r, "business_day, ", $r, "correlative, ", $r, "client_id, ", $r, "invoice_client_id, ", $r, "name_reference, ",
            $r, "document_type, ", $r, "document_number, ", $r, "guest_name, ", $r, "guest_last_name, ", $r, "allergens, ",
            $r, "allergy_note, ", $r, "attendant_id, ",
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

/// Locks the row of an account until the transaction ends: the first lock of every change of an account.
pub(in crate::orders) async fn lock_request(tx: &mut Tx, id: RequestId) -> db::Result<Option<RequestRow>> {
    tx.query(concat!("SELECT ", request_columns!(), " FROM client_requests r WHERE r.id = $1"))
        .bind(id)
        .for_update()
        .maybe()
        .await
}

/// Locks the row of an account for an order until the transaction ends: sets a new version and the status of its new lines, and takes back
/// that it was billed.
pub(in crate::orders) async fn lock_for_order(tx: &mut Tx, id: RequestId) -> db::Result<Option<RequestRow>> {
    tx.query(concat!(
        "UPDATE client_requests SET version = version + 1, status = 'PENDING', billed_at = NULL WHERE id = $1 RETURNING ",
        request_columns!(of "")
    ))
    .bind(id)
    .maybe()
    .await
}

/// Locks the rows of the accounts of these lines, in the order of their ids.
pub(in crate::orders) async fn lock_requests_of_lines(tx: &mut Tx, lines: &[LineId]) -> db::Result<Vec<RequestRow>> {
    let sql = Sql::new("SELECT")
        .add(REQUEST)
        .add("FROM client_requests r WHERE r.id IN (SELECT l.client_request_id FROM order_lines l")
        .list("WHERE l.id IN (?))", lines.iter().copied())
        .add("ORDER BY r.id");
    tx.query(sql).for_update().all().await
}

/// Locks the rows of the accounts that have lines of a command, in the order of their ids.
pub(in crate::orders) async fn lock_requests_of_command(tx: &mut Tx, id: CommandId) -> db::Result<Vec<RequestRow>> {
    let sql = Sql::new("SELECT").add(REQUEST).with(
        "FROM client_requests r WHERE r.id IN (SELECT l.client_request_id FROM order_lines l WHERE l.command_id = ?)",
        id,
    );
    tx.query(sql.add("ORDER BY r.id")).for_update().all().await
}

/// Locks these rows, in the order of their ids.
pub(in crate::orders) async fn lock_requests(tx: &mut Tx, ids: &[RequestId]) -> db::Result<Vec<RequestRow>> {
    let sql = Sql::new("SELECT").add(REQUEST).list("FROM client_requests r WHERE r.id IN (?)", ids.iter().copied());
    tx.query(sql.add("ORDER BY r.id")).for_update().all().await
}

/// Finds the account that is open at a table.
pub(in crate::orders) async fn find_open_at_table(tx: &mut Tx, table: TableId) -> db::Result<Option<RequestId>> {
    let found: Option<(RequestId,)> = tx
        .query("SELECT id FROM client_requests WHERE table_id = $1 AND closed_at IS NULL AND NOT is_reservation")
        .bind(table)
        .maybe()
        .await?;
    Ok(found.map(|f| f.0))
}

/// Holds the fields of an account on which its figures depend, beside its lines and adjustments.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::orders) struct AccountTerms {
    pub paid: Money,
    is_paid: bool,
    closed_at: Option<DateTime<Utc>>,
    /// The rate of the document that closed the account, zero where it was exonerated; absent while it is open. A paper document of another
    /// day has the rate of that day; a reissued document counts with the first one, which the account was computed by.
    closing_igv_percent: Option<Quantity>,
}

/// An account with its related names and the amount paid.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::orders) struct RequestHeader {
    #[row(flatten)]
    pub request: RequestRow,
    pub attendant_name: String,
    pub salon: Option<String>,
    pub table_name: Option<String>,
    #[row(flatten)]
    pub terms: AccountTerms,
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
}

impl AccountTerms {
    /// Returns the tax rule for the figures of the account; `present` is the rule of a document issued now. A closed account keeps the rule
    /// of the document that closed it, else of the day on which its payments covered what was left.
    pub(in crate::orders) async fn tax_rule(
        &self,
        tx: &mut Tx,
        present: TaxRule,
    ) -> comanda_base::error::Result<TaxRule> {
        match (self.closing_igv_percent, self.closed_at) {
            (Some(percent), Some(closed)) => Ok(TaxRule::for_document(percent, tax::issue_date(closed))),
            (None, Some(closed)) => tax::load_rule_at(tx, closed).await,
            (_, None) => Ok(present),
        }
    }
    /// Computes the account from its lines and adjustments.
    pub(in crate::orders) fn compute_account(
        &self,
        lines: Vec<Line>,
        adjustments: Vec<Adjustment>,
        tax: TaxRule,
    ) -> Account {
        let account = Account::new(lines, adjustments, self.paid, tax);
        if self.is_paid { account.closed_as_paid() } else { account }
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

/// Adds up the valid documents of an account, less their credit notes except discounts, and counts them; charges beyond that sum are tips
/// outside the documents.
pub(in crate::orders) async fn sum_documents(tx: &mut Tx, id: RequestId) -> db::Result<(Money, i64)> {
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

pub(in crate::orders) async fn find_request_header(tx: &mut Tx, id: RequestId) -> db::Result<Option<RequestHeader>> {
    tx.query(concat!("SELECT ", header_columns!(), from_headers!(), "WHERE r.id = $1")).bind(id).maybe().await
}

/// An account with the data needed for its totals.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::orders) struct RequestHead {
    #[row(flatten)]
    pub header: RequestHeader,
    /// The tax rule of the requested day.
    #[row(flatten)]
    tax: TaxRow,
    /// Whether it has adjustments, some of which may have ended.
    pub has_adjustments: bool,
}

impl RequestHead {
    /// Returns the tax rule of a document issued on the requested day.
    pub(in crate::orders) fn present_rule(&self, issue_date: NaiveDate) -> TaxRule {
        self.tax.to_rule(issue_date)
    }
}

/// Finds an account for its totals; `issue_date` is the day on which a document of it would be issued.
pub(in crate::orders) async fn find_request_head(
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

/// Selects accounts for lists; conditions on `r` may be added with ` AND …`.
pub(in crate::orders) fn select_headers() -> Sql {
    Sql::new(concat!("SELECT ", header_columns!(), from_headers!(), "WHERE NOT r.is_reservation"))
}

/// Selects the number of the same accounts.
pub(in crate::orders) fn select_header_count() -> Sql {
    Sql::new("SELECT COUNT(*) FROM client_requests r WHERE NOT r.is_reservation")
}

/// Counts the accounts and reservations of a client.
pub async fn count_accounts_of_client(tx: &mut Tx, client: ClientId) -> db::Result<i64> {
    tx.query("SELECT COUNT(*) FROM client_requests WHERE client_id = $1 OR invoice_client_id = $1")
        .bind(client)
        .scalar()
        .await
}
