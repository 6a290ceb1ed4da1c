//! All SQL of `payments`, `payment_entries`, `payment_lines` and `covered_lines`.

use super::{
    due::LinePortion,
    model::{PaidLine, PaymentEntry, PaymentFilter, PaymentKind, PaymentRow},
    split::{Charge, EarlierPayment},
    tender::{Tender, TenderEntry},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{BillingId, ClientId, CycleId, LineId, PaymentId, RequestId, UserId},
    insert, is_credit,
    money::{Money, Quantity, distribute},
};

/// Lists the valid payments of an account, the first one first.
pub(super) async fn list_earlier_payments(tx: &mut Tx, request: RequestId) -> db::Result<Vec<EarlierPayment>> {
    tx.query(
        "SELECT p.kind, p.share_of, p.total + p.credited AS total, NOT EXISTS (SELECT 1 FROM payment_lines l WHERE l.payment_id = p.id) AS by_money
         FROM payments p WHERE p.client_request_id = $1 AND p.voided_at IS NULL ORDER BY p.id",
    )
    .bind(request)
    .all()
    .await
}

/// Returns whether the first valid payment of an account put tips on its document; `None` before there is one.
pub(super) async fn load_first_tip_on_document(tx: &mut Tx, request: RequestId) -> db::Result<Option<bool>> {
    let first: Option<(Option<bool>,)> = tx
        .query(
            "SELECT p.tip_on_document FROM payments p WHERE p.client_request_id = $1 AND p.voided_at IS NULL ORDER BY p.id LIMIT 1",
        )
        .bind(request)
        .maybe()
        .await?;
    Ok(first.and_then(|(tip_on_document,)| tip_on_document))
}

/// A payment to insert.
#[derive(Debug)]
pub(super) struct NewPaymentRow {
    pub request: RequestId,
    pub cycle: CycleId,
    pub user: UserId,
    pub kind: PaymentKind,
    pub share_of: Option<i64>,
    pub total: Money,
    /// The discounts by credit notes on it.
    pub credited: Money,
    pub client: Option<ClientId>,
    /// The payment whose remainder it charges again.
    pub replaces: Option<PaymentId>,
    /// The document of the replaced payment, where that stays valid.
    pub document: Option<BillingId>,
    /// Whether the tips of the account are part of its documents.
    pub tip_on_document: bool,
    /// The discounts within it, where its document names none.
    pub discounted: Money,
    pub day: NaiveDate,
    pub at: DateTime<Utc>,
}

/// Returns the units that a charge pays. The charge that closes an account that changed between payments differs from the cost of its
/// units; the difference is distributed among them.
pub(super) fn charged_lines(charge: &Charge<'_>) -> Vec<NewPaymentLine> {
    let due: Vec<Money> = charge.portions.iter().map(LinePortion::amount_due).collect();
    let line = |(p, amount): (&LinePortion<'_>, Money)| NewPaymentLine {
        line: p.line.id,
        quantity: p.quantity,
        amount,
        credited: Money::ZERO,
    };
    charge.portions.iter().zip(distribute(charge.amount, &due)).map(line).collect()
}

/// Units that a payment pays.
#[derive(Debug, Clone, Copy)]
pub(super) struct NewPaymentLine {
    pub line: LineId,
    pub quantity: Quantity,
    /// The amount paid for them, less `credited`.
    pub amount: Money,
    /// The discounts by credit notes on them.
    pub credited: Money,
}

pub(super) async fn insert_payment(
    tx: &mut Tx,
    new: &NewPaymentRow,
    tender: &Tender,
    lines: &[NewPaymentLine],
) -> db::Result<PaymentId> {
    let id: PaymentId = tx
        .query(insert!("payments" {
            client_request_id: new.request,
            cycle_id: new.cycle,
            user_id: new.user,
            kind: new.kind,
            share_of: new.share_of,
            total: new.total,
            rounding: tender.rounding,
            turned: tender.change,
            client_id: new.client,
            replaces_id: new.replaces,
            business_day: new.day,
            created_at: new.at,
            document_id: new.document,
            credited: new.credited,
            tip_on_document: new.tip_on_document,
            discounted: new.discounted,
        } returning "id"))
        .scalar()
        .await?;
    insert_entries(tx, id, &tender.entries).await?;
    insert_lines(tx, id, lines).await?;
    Ok(id)
}

async fn insert_entries(tx: &mut Tx, id: PaymentId, entries: &[TenderEntry]) -> db::Result<()> {
    if entries.is_empty() {
        return Ok(());
    }
    let row = |e: &TenderEntry| args![id, e.payment_option_id, e.amount, e.tendered, e.operation_number.clone()];
    let statement = Sql::new(
        "INSERT INTO payment_entries (payment_id, payment_option_id, amount, tendered, operation_number) VALUES",
    );
    tx.query(statement.rows(entries.iter().map(row))).run().await?;
    Ok(())
}

/// Inserts the lines in one statement: an account has at most some hundreds.
async fn insert_lines(tx: &mut Tx, id: PaymentId, lines: &[NewPaymentLine]) -> db::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let rows = lines.iter().map(|l| args![id, l.line, l.quantity, l.amount, l.credited]);
    let statement = Sql::new("INSERT INTO payment_lines (payment_id, line_id, quantity, amount, credited) VALUES");
    tx.query(statement.rows(rows)).run().await?;
    Ok(())
}

/// Inserts a payment of nothing, void from the beginning, that a void document is kept with.
pub(super) async fn insert_placeholder(tx: &mut Tx, payment: PaymentId, at: DateTime<Utc>) -> db::Result<PaymentId> {
    tx.query(
        "INSERT INTO payments (client_request_id, cycle_id, user_id, kind, total, business_day, created_at, voided_at, stands_for_id)
         SELECT client_request_id, cycle_id, user_id, 'AMOUNT', 0, business_day, $1, $1, id FROM payments WHERE id = $2 RETURNING id",
    )
    .bind(at)
    .bind(payment)
    .scalar()
    .await
}

/// Moves the remaining payments of a document to another document.
pub(super) async fn move_document(tx: &mut Tx, from: BillingId, to: BillingId) -> db::Result<()> {
    tx.query("UPDATE payments SET document_id = $2 WHERE document_id = $1").bind(from).bind(to).run().await?;
    Ok(())
}

pub(super) async fn set_client(tx: &mut Tx, id: PaymentId, client: Option<ClientId>) -> db::Result<()> {
    tx.query("UPDATE payments SET client_id = $1 WHERE id = $2").bind(client).bind(id).run().await?;
    Ok(())
}

const FROM_PAYMENTS: &str = "FROM payments p JOIN users u ON u.id = p.user_id WHERE p.stands_for_id IS NULL";

/// Selects payments; conditions may be added.
fn select_payments() -> Sql {
    Sql::new(
        "SELECT p.id, p.client_request_id, p.cycle_id, p.user_id, TRIM(u.name || ' ' || u.lastname) AS user_name, p.kind, p.share_of,
                p.total, p.credited, p.rounding, p.turned, p.created_at, p.voided_at, p.replaces_id, p.document_id",
    )
    .add(FROM_PAYMENTS)
}
/// Selects the number of the same payments.
fn select_payment_count() -> Sql {
    Sql::new("SELECT COUNT(*)").add(FROM_PAYMENTS)
}

pub(super) async fn find_payment(tx: &mut Tx, id: PaymentId) -> db::Result<Option<PaymentRow>> {
    tx.query(select_payments().with("AND p.id = ?", id)).maybe().await
}

/// Lists the payments of an account, the first one first.
pub(super) async fn list_request_payments(tx: &mut Tx, request: RequestId) -> db::Result<Vec<PaymentRow>> {
    tx.query(select_payments().with("AND p.client_request_id = ?", request).add("ORDER BY p.id LIMIT 1000")).all().await
}

/// The payments of a list: those that a filter lets through and, where `taken_by` is set, only those that this user took.
#[derive(Debug, Clone, Copy)]
pub(super) struct PaymentSelection<'w> {
    pub filter: &'w PaymentFilter,
    pub taken_by: Option<UserId>,
}

impl PaymentSelection<'_> {
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
            .when("AND p.user_id = ?", self.taken_by)
    }
}

pub(super) async fn count_payments(tx: &mut Tx, selection: PaymentSelection<'_>) -> db::Result<i64> {
    tx.query(selection.narrow(select_payment_count())).scalar().await
}

/// Lists a page of the selected payments, the latest first.
pub(super) async fn list_payments(
    tx: &mut Tx,
    selection: PaymentSelection<'_>,
    (limit, offset): (i64, i64),
) -> db::Result<Vec<PaymentRow>> {
    let page =
        selection.narrow(select_payments()).add("ORDER BY p.id DESC").with("LIMIT ?", limit).with("OFFSET ?", offset);
    tx.query(page).all().await
}

pub(super) async fn list_entries(tx: &mut Tx, payments: &[PaymentId]) -> db::Result<Vec<PaymentEntry>> {
    let sql = Sql::new(concat!(
        "SELECT e.payment_id, e.payment_option_id, o.name, o.is_cash, ",
        is_credit!("o"),
        " AS is_credit, e.amount, e.tendered, e.operation_number
         FROM payment_entries e JOIN payment_options o ON o.id = e.payment_option_id",
    ));
    tx.query(sql.list("WHERE e.payment_id IN (?)", payments.iter().copied()).add("ORDER BY e.id")).all().await
}

pub(super) async fn list_lines(tx: &mut Tx, payments: &[PaymentId]) -> db::Result<Vec<PaidLine>> {
    let sql = Sql::new("SELECT payment_id, line_id, quantity, amount, credited FROM payment_lines");
    tx.query(sql.list("WHERE payment_id IN (?)", payments.iter().copied()).add("ORDER BY id")).all().await
}

/// Adds up the discounts by credit notes on the valid payments of an account.
pub(super) async fn sum_credited(tx: &mut Tx, request: RequestId) -> db::Result<Money> {
    tx.query(
        "SELECT CAST(COALESCE(SUM(credited), 0) AS BIGINT) FROM payments WHERE client_request_id = $1 AND voided_at IS NULL",
    )
    .bind(request)
    .scalar()
    .await
}

/// Adds up, for payments whose money was refunded while the account stayed as it was sold, what they had collected outside their documents
/// and what those had outside the IGV.
pub(super) async fn sum_refunded_money_only(tx: &mut Tx, request: RequestId) -> db::Result<(Money, Money)> {
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

/// Adds up how much of the payments by money of an account is assigned to units.
pub(super) async fn sum_covered(tx: &mut Tx, request: RequestId) -> db::Result<Money> {
    tx.query("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM covered_lines WHERE client_request_id = $1")
        .bind(request)
        .scalar()
        .await
}

pub(super) async fn insert_covered(
    tx: &mut Tx,
    request: RequestId,
    portions: &[LinePortion<'_>],
    user: UserId,
    at: DateTime<Utc>,
) -> db::Result<u64> {
    let rows = portions.iter().map(|p| args![request, p.line.id, p.quantity, p.amount_due(), user, at]);
    let statement = Sql::new(
        "INSERT INTO covered_lines (client_request_id, line_id, quantity, amount, user_id, created_at) VALUES",
    );
    tx.query(statement.rows(rows)).run().await
}

/// Deletes the units assigned to payments by money of an account, since one of those was refunded.
pub(super) async fn delete_covered(tx: &mut Tx, request: RequestId) -> db::Result<u64> {
    tx.query("DELETE FROM covered_lines WHERE client_request_id = $1").bind(request).run().await
}
