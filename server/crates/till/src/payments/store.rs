//! All SQL of `payments`, `payment_entries`, `payment_lines` and `covered_lines`.

use super::{
    due::Piece,
    model::{PaidLine, PaymentEntry, PaymentFilter, PaymentKind, PaymentRow},
    split::{Charge, Earlier},
    tender::{Entry, Tender},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{BillingId, ClientId, CycleId, LineId, PaymentId, RequestId, UserId},
    money::{Money, Quantity, distribute},
};

/// The payments of an account that still count, the first one first.
pub(super) async fn earlier(tx: &mut Tx, request: RequestId) -> db::Result<Vec<Earlier>> {
    tx.query(
        "SELECT p.kind, p.share_of, p.total + p.credited AS total, NOT EXISTS (SELECT 1 FROM payment_lines l WHERE l.payment_id = p.id) AS by_money
         FROM payments p WHERE p.client_request_id = $1 AND p.voided_at IS NULL ORDER BY p.id",
    )
    .bind(request)
    .all()
    .await
}

/// Whether tips went onto the document of an account's first payment that counts; none before there is one.
pub(super) async fn first_tip_on_document(tx: &mut Tx, request: RequestId) -> db::Result<Option<bool>> {
    let first: Option<(Option<bool>,)> = tx
        .query(
            "SELECT p.tip_on_document FROM payments p WHERE p.client_request_id = $1 AND p.voided_at IS NULL ORDER BY p.id LIMIT 1",
        )
        .bind(request)
        .maybe()
        .await?;
    Ok(first.and_then(|(tip_on_document,)| tip_on_document))
}

/// A payment's row to be.
#[derive(Debug)]
pub(super) struct NewRow {
    pub request: RequestId,
    pub cycle: CycleId,
    pub user: UserId,
    pub kind: PaymentKind,
    pub share_of: Option<i64>,
    pub total: Money,
    /// What discounts took off it.
    pub credited: Money,
    pub client: Option<ClientId>,
    /// The payment of which it charges the rest again.
    pub replaces: Option<PaymentId>,
    /// That payment's document, where it stays.
    pub document: Option<BillingId>,
    /// Whether the account's tips go onto its documents.
    pub tip_on_document: bool,
    pub day: NaiveDate,
    pub at: DateTime<Utc>,
}

/// The units that a charge pays. What closes an account that changed between payments is more or less than they cost by themselves:
/// that is shared out among them.
pub(super) fn lines_of(charge: &Charge<'_>) -> Vec<NewLine> {
    let due: Vec<Money> = charge.pieces.iter().map(Piece::due).collect();
    let line = |(p, amount): (&Piece<'_>, Money)| NewLine {
        line: p.line.id,
        quantity: p.quantity,
        amount,
        credited: Money::ZERO,
    };
    charge.pieces.iter().zip(distribute(charge.amount, &due)).map(line).collect()
}

/// Units that a payment pays.
#[derive(Debug, Clone, Copy)]
pub(super) struct NewLine {
    pub line: LineId,
    pub quantity: Quantity,
    /// Less `credited`.
    pub amount: Money,
    /// What discounts took off them.
    pub credited: Money,
}

pub(super) async fn insert(tx: &mut Tx, new: &NewRow, tender: &Tender, lines: &[NewLine]) -> db::Result<PaymentId> {
    let id: PaymentId = tx
        .query(
            "INSERT INTO payments (client_request_id, cycle_id, user_id, kind, share_of, total, rounding, turned, client_id,
                                   replaces_id, business_day, created_at, document_id, credited, tip_on_document)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) RETURNING id",
        )
        .bind(new.request)
        .bind(new.cycle)
        .bind(new.user)
        .bind(new.kind)
        .bind(new.share_of)
        .bind(new.total)
        .bind(tender.rounding)
        .bind(tender.turned)
        .bind(new.client)
        .bind(new.replaces)
        .bind(new.day)
        .bind(new.at)
        .bind(new.document)
        .bind(new.credited)
        .bind(new.tip_on_document)
        .scalar()
        .await?;
    insert_entries(tx, id, &tender.entries).await?;
    insert_lines(tx, id, lines).await?;
    Ok(id)
}

async fn insert_entries(tx: &mut Tx, id: PaymentId, entries: &[Entry]) -> db::Result<()> {
    if entries.is_empty() {
        return Ok(());
    }
    let row = |e: &Entry| args![id, e.payment_option_id, e.amount, e.tendered, e.operation_number.clone()];
    let into = Sql::new(
        "INSERT INTO payment_entries (payment_id, payment_option_id, amount, tendered, operation_number) VALUES",
    );
    tx.query(into.rows(entries.iter().map(row))).run().await?;
    Ok(())
}

/// An account has at most some hundreds of lines: one statement.
async fn insert_lines(tx: &mut Tx, id: PaymentId, lines: &[NewLine]) -> db::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let rows = lines.iter().map(|l| args![id, l.line, l.quantity, l.amount, l.credited]);
    let into = Sql::new("INSERT INTO payment_lines (payment_id, line_id, quantity, amount, credited) VALUES");
    tx.query(into.rows(rows)).run().await?;
    Ok(())
}

/// A payment that took nothing, voided from the beginning: a document is kept at it that counts no more.
pub(super) async fn insert_stand_in(tx: &mut Tx, of: PaymentId, at: DateTime<Utc>) -> db::Result<PaymentId> {
    tx.query(
        "INSERT INTO payments (client_request_id, cycle_id, user_id, kind, total, business_day, created_at, voided_at, stands_for_id)
         SELECT client_request_id, cycle_id, user_id, 'AMOUNT', 0, business_day, $1, $1, id FROM payments WHERE id = $2 RETURNING id",
    )
    .bind(at)
    .bind(of)
    .scalar()
    .await
}

/// Lets what stays paid of a document be paid of another one.
pub(super) async fn pass_document_on(tx: &mut Tx, from: BillingId, to: BillingId) -> db::Result<()> {
    tx.query("UPDATE payments SET document_id = $2 WHERE document_id = $1").bind(from).bind(to).run().await?;
    Ok(())
}

pub(super) async fn set_client(tx: &mut Tx, id: PaymentId, client: Option<ClientId>) -> db::Result<()> {
    tx.query("UPDATE payments SET client_id = $1 WHERE id = $2").bind(client).bind(id).run().await?;
    Ok(())
}

const FROM_PAYMENTS: &str = "FROM payments p JOIN users u ON u.id = p.user_id WHERE p.stands_for_id IS NULL";

/// Selects payments, to be narrowed.
fn payments() -> Sql {
    Sql::new(
        "SELECT p.id, p.client_request_id, p.cycle_id, p.user_id, TRIM(u.name || ' ' || u.lastname) AS user_name, p.kind, p.share_of,
                p.total, p.credited, p.rounding, p.turned, p.created_at, p.voided_at, p.replaces_id, p.document_id",
    )
    .add(FROM_PAYMENTS)
}
/// Counts the same payments.
fn count_of_payments() -> Sql {
    Sql::new("SELECT COUNT(*)").add(FROM_PAYMENTS)
}

pub(super) async fn payment(tx: &mut Tx, id: PaymentId) -> db::Result<Option<PaymentRow>> {
    tx.query(payments().with("AND p.id = ?", id)).maybe().await
}

/// The payments of an account, the first one first.
pub(super) async fn payments_of(tx: &mut Tx, request: RequestId) -> db::Result<Vec<PaymentRow>> {
    tx.query(payments().with("AND p.client_request_id = ?", request).add("ORDER BY p.id LIMIT 1000")).all().await
}

/// Which payments a list is of: those that a filter lets through, and where `of` says so only what this person took.
#[derive(Debug, Clone, Copy)]
pub(super) struct WantedPayments<'w> {
    pub filter: &'w PaymentFilter,
    pub of: Option<UserId>,
}

impl WantedPayments<'_> {
    fn narrow(self, sql: Sql) -> Sql {
        let filter = self.filter;
        sql.when("AND p.client_request_id = ?", filter.client_request_id)
            .when("AND p.cycle_id = ?", filter.cashbox_cycle_id)
            .when("AND p.user_id = ?", filter.user_id)
            .when("AND p.business_day >= ?", filter.date_from)
            .when("AND p.business_day <= ?", filter.date_to)
            .when(
                "AND EXISTS (SELECT 1 FROM payment_entries e WHERE e.payment_id = p.id AND e.payment_option_id = ?)",
                filter.payment_option_id,
            )
            .when("AND p.user_id = ?", self.of)
    }
}

pub(super) async fn count_wanted(tx: &mut Tx, wanted: WantedPayments<'_>) -> db::Result<i64> {
    tx.query(wanted.narrow(count_of_payments())).scalar().await
}

/// A page of them, the latest first.
pub(super) async fn wanted_payments(
    tx: &mut Tx,
    wanted: WantedPayments<'_>,
    (limit, offset): (i64, i64),
) -> db::Result<Vec<PaymentRow>> {
    let page = wanted.narrow(payments()).add("ORDER BY p.id DESC").with("LIMIT ?", limit).with("OFFSET ?", offset);
    tx.query(page).all().await
}

pub(super) async fn entries(tx: &mut Tx, payments: &[PaymentId]) -> db::Result<Vec<PaymentEntry>> {
    let sql = Sql::new(
        "SELECT e.payment_id, e.payment_option_id, o.name, o.is_cash, o.payment_type_id = 5 AS is_credit, e.amount, e.tendered, e.operation_number
         FROM payment_entries e JOIN payment_options o ON o.id = e.payment_option_id",
    );
    tx.query(sql.list("WHERE e.payment_id IN (?)", payments.iter().copied()).add("ORDER BY e.id")).all().await
}

pub(super) async fn lines(tx: &mut Tx, payments: &[PaymentId]) -> db::Result<Vec<PaidLine>> {
    let sql = Sql::new("SELECT payment_id, line_id, quantity, amount, credited FROM payment_lines");
    tx.query(sql.list("WHERE payment_id IN (?)", payments.iter().copied()).add("ORDER BY id")).all().await
}

/// What discounts took off the payments of an account that count.
pub(super) async fn credited_of(tx: &mut Tx, request: RequestId) -> db::Result<Money> {
    tx.query(
        "SELECT CAST(COALESCE(SUM(credited), 0) AS BIGINT) FROM payments WHERE client_request_id = $1 AND voided_at IS NULL",
    )
    .bind(request)
    .scalar()
    .await
}

/// Adds up, for payments whose money went back while the account stayed as it was sold, what they had collected beside their documents and what
/// those had outside the IGV.
pub(super) async fn given_back_of(tx: &mut Tx, request: RequestId) -> db::Result<(Money, Money)> {
    tx.query(
        "SELECT CAST(COALESCE(SUM(p.credited - b.total), 0) AS BIGINT),
                CAST(COALESCE(SUM(CASE WHEN b.state = 'VOIDED' THEN b.other_charges
                    ELSE (SELECT COALESCE(SUM(n.other_charges), 0) FROM credit_notes n WHERE n.billing_id = b.id) END), 0) AS BIGINT)
         FROM payments p JOIN billings b ON b.id = p.document_id
         WHERE p.client_request_id = $1 AND p.voided_at IS NULL AND p.total = 0 AND p.credited > 0",
    )
    .bind(request)
    .one()
    .await
}

/// How much of an account's payments by money is said to be for units.
pub(super) async fn covered_amount(tx: &mut Tx, request: RequestId) -> db::Result<Money> {
    tx.query("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM covered_lines WHERE client_request_id = $1")
        .bind(request)
        .scalar()
        .await
}

pub(super) async fn insert_covered(
    tx: &mut Tx,
    request: RequestId,
    pieces: &[Piece<'_>],
    by: UserId,
    at: DateTime<Utc>,
) -> db::Result<u64> {
    let rows = pieces.iter().map(|p| args![request, p.line.id, p.quantity, p.due(), by, at]);
    let into = Sql::new(
        "INSERT INTO covered_lines (client_request_id, line_id, quantity, amount, user_id, created_at) VALUES",
    );
    tx.query(into.rows(rows)).run().await
}

/// Forgets what an account's payments by money were said to cover: one of them was given back.
pub(super) async fn delete_covered(tx: &mut Tx, request: RequestId) -> db::Result<u64> {
    tx.query("DELETE FROM covered_lines WHERE client_request_id = $1").bind(request).run().await
}
