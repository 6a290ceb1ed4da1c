//! All SQL of `billing_types`, `billing_series`, `billings`, `billing_lines` and `billing_amounts`.

use super::{
    issue::{Customer, NewDocument},
    model::{BillingAmount, BillingFilter, BillingLine, BillingRow, BillingType, StateCount, Unsent},
    numbers_store::ReservedNumber,
    tax::DocumentFigures,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{BillingId, ClientId, PaymentId, UserId},
    insert,
    search::{contains_pattern, search_key},
};

pub(super) async fn load_types(tx: &mut Tx) -> db::Result<Vec<BillingType>> {
    tx.query(
        "SELECT t.id, t.code, t.name, t.description, t.tax_type, t.status,
                (SELECT MIN(s.serie) FROM billing_series s WHERE s.id =
                    (SELECT MIN(e.id) FROM billing_series e WHERE e.billing_type_id = t.id AND e.enabled AND NOT e.is_contingency)) AS serie
         FROM billing_types t ORDER BY t.id",
    )
    .all()
    .await
}

/// The number and the moment of issue of a document.
#[derive(Debug)]
pub(super) struct IssueNumber<'n> {
    pub reserved: &'n ReservedNumber,
    pub day: NaiveDate,
    pub at: DateTime<Utc>,
    pub words: &'n str,
}

pub(super) async fn insert_billing(
    tx: &mut Tx,
    i: &NewDocument,
    n: &IssueNumber<'_>,
    f: &DocumentFigures,
) -> db::Result<BillingId> {
    tx.query(insert!("billings" {
        billing_type_id: i.kind,
        serie: n.reserved.serie.as_str(),
        number: n.reserved.number,
        client_request_id: i.client_request_id,
        payment_id: i.payment_id,
        cycle_id: i.cycle_id,
        business_day: n.day,
        issued_at: n.at,
        client_id: i.customer.id,
        client_document_type: i.customer.document_type,
        client_document_number: i.customer.document_number.as_str(),
        client_name: i.customer.name.as_str(),
        client_address: i.customer.address.as_str(),
        by_consumption: i.by_consumption,
        igv_percent: f.igv_percent,
        taxable: f.taxable,
        exonerated: f.exonerated,
        unaffected: f.unaffected,
        free: f.free,
        discount: f.discount,
        other_charges: f.other_charges,
        igv: f.igv,
        total: f.total,
        total_in_words: n.words,
        client_search_key: search_key(&i.customer.name),
        establishment: n.reserved.establishment.as_str(),
        establishment_address: n.reserved.establishment_address.as_str(),
        is_contingency: n.reserved.is_contingency,
        regime: f.regime,
        bag_tax: f.bag_tax,
    } returning "id"))
        .scalar()
        .await
}

/// The number of lines in one INSERT: seventeen values each, and SQLite accepts some thirty thousand.
const LINES_PER_INSERT: usize = 500;

pub(super) async fn insert_billing_lines(tx: &mut Tx, billing: BillingId, f: &DocumentFigures) -> db::Result<()> {
    let lines: Vec<_> = (1_i64..).zip(&f.lines).collect();
    for chunk in lines.chunks(LINES_PER_INSERT) {
        let rows = chunk.iter().map(|(position, l)| {
            let i = &l.item;
            args![
                billing,
                *position,
                i.line_id,
                i.kind,
                i.description.as_str(),
                i.quantity,
                i.measure.unit,
                i.measure.quantity,
                i.measure.price,
                i.unit_price,
                l.base,
                l.igv,
                l.total,
                l.affectation,
                l.free_igv,
                l.discount,
                i.bag_tax
            ]
        });
        let statement = Sql::new(
            "INSERT INTO billing_lines (billing_id, position, line_id, kind, description, quantity, sale_unit, measure, measure_price,
                                        unit_price, base, igv, total, affectation, free_igv, discount, bag_tax) VALUES",
        );
        tx.query(statement.rows(rows)).run().await?;
    }
    if !f.amounts.is_empty() {
        let rows = f.amounts.iter().map(|a| args![billing, a.code, a.description.as_str(), a.base, a.amount]);
        let statement = Sql::new("INSERT INTO billing_amounts (billing_id, code, description, base, amount) VALUES");
        tx.query(statement.rows(rows)).run().await?;
    }
    Ok(())
}

const FROM_BILLINGS: &str = "FROM billings b JOIN billing_types t ON t.id = b.billing_type_id
     LEFT JOIN users v ON v.id = b.voided_by
     LEFT JOIN tax_documents d ON d.billing_id = b.id
     LEFT JOIN tax_documents o ON o.replaced_by_id = b.id WHERE 1 = 1";

/// Selects documents; callers append conditions.
pub(super) fn select_billings() -> Sql {
    Sql::new(
        "SELECT b.id, b.billing_type_id, t.code, t.name, b.serie, b.number, b.client_request_id,
                COALESCE(b.paid_by_id, b.payment_id) AS payment_id, b.cycle_id,
                (SELECT MAX(p.id) FROM payments p WHERE p.voided_at IS NULL AND (p.id = b.payment_id OR p.document_id = b.id))
                    AS standing_payment_id,
                b.issued_at, b.client_id, b.client_name, b.client_document_type, b.client_document_number, b.client_address,
                b.by_consumption, b.taxable, b.exonerated, b.unaffected, b.free, b.discount, b.other_charges, b.igv, b.igv_percent,
                b.bag_tax, b.total, b.total_in_words, COALESCE(d.state, b.state) AS state, COALESCE(d.sunat_code, '') AS sunat_code,
                COALESCE(d.sunat_message, '') AS sunat_message,
                d.accepted_at IS NOT NULL AS was_accepted, d.digest AS hash, b.voided_at, TRIM(v.name || ' ' || v.lastname) AS voided_by_name, b.void_reason,
                d.replaced_by_id,
                (SELECT r.serie || '-' || SUBSTR('00000000' || CAST(r.number AS TEXT), LENGTH(CAST(r.number AS TEXT)) + 1)
                 FROM billings r WHERE r.id = d.replaced_by_id) AS replaced_by_number,
                o.billing_id AS replaces_id,
                CASE WHEN o.id IS NULL THEN NULL ELSE o.serie || '-' ||
                    SUBSTR('00000000' || CAST(o.number AS TEXT), LENGTH(CAST(o.number AS TEXT)) + 1) END AS replaces_number,
                b.establishment, b.establishment_address, b.is_contingency, b.regime",
    )
    .add(FROM_BILLINGS)
}
/// Voids a document that is not sent electronically; returns 0 where it is void already.
pub(super) async fn mark_billing_voided(
    tx: &mut Tx,
    id: BillingId,
    user: UserId,
    reason: &str,
    at: DateTime<Utc>,
) -> db::Result<u64> {
    tx.query(
        "UPDATE billings SET state = 'VOIDED', voided_at = $1, voided_by = $2, void_reason = $3
         WHERE id = $4 AND state = 'NOT_SENT'",
    )
    .bind(at)
    .bind(user)
    .bind(reason)
    .bind(id)
    .run()
    .await
}

/// Reverts a void.
pub(super) async fn revert_void(tx: &mut Tx, id: BillingId) -> db::Result<()> {
    tx.query(
        "UPDATE billings SET state = 'NOT_SENT', voided_at = NULL, voided_by = NULL, void_reason = NULL WHERE id = $1",
    )
    .bind(id)
    .run()
    .await?;
    Ok(())
}

/// Marks a refused document as void and moves it to another payment; returns 0 where it was void already.
pub(super) async fn void_and_move_to_payment(tx: &mut Tx, id: BillingId, payment: PaymentId) -> db::Result<u64> {
    tx.query(
        "UPDATE billings SET state = 'VOIDED', paid_by_id = payment_id, payment_id = $1
         WHERE id = $2 AND state = 'NOT_SENT' AND paid_by_id IS NULL",
    )
    .bind(payment)
    .bind(id)
    .run()
    .await
}

/// Inserts a document with the figures of another one, for that one's payment.
pub(super) async fn insert_billing_copy(
    tx: &mut Tx,
    billing: &BillingRow,
    customer: &Customer,
    n: &IssueNumber<'_>,
) -> db::Result<BillingId> {
    let id: BillingId = tx
        .query(
            "INSERT INTO billings (billing_type_id, serie, number, client_request_id, payment_id, cycle_id, business_day, issued_at,
                                   client_id, client_document_type, client_document_number, client_name, client_address,
                                   client_search_key, by_consumption, igv_percent, taxable, exonerated, unaffected, free, discount,
                                   other_charges, igv, total, total_in_words, establishment, establishment_address,
                                   regime, bag_tax)
             SELECT billing_type_id, $1, $2, client_request_id, paid_by_id, cycle_id, $3, $4, $5, $6, $7, $8, $9, $10, by_consumption,
                    igv_percent, taxable, exonerated, unaffected, free, discount, other_charges, igv, total, total_in_words,
                    $12, $13, regime, bag_tax
             FROM billings WHERE id = $11 RETURNING id",
        )
        .bind(n.reserved.serie.as_str())
        .bind(n.reserved.number)
        .bind(n.day)
        .bind(n.at)
        .bind(customer.id)
        .bind(customer.document_type)
        .bind(customer.document_number.as_str())
        .bind(customer.name.as_str())
        .bind(customer.address.as_str())
        .bind(search_key(&customer.name))
        .bind(billing.id)
        .bind(n.reserved.establishment.as_str())
        .bind(n.reserved.establishment_address.as_str())
        .scalar()
        .await?;
    tx.query(
        "INSERT INTO billing_lines (billing_id, position, line_id, kind, description, quantity, sale_unit, measure, measure_price,
                                    unit_price, base, igv, total, affectation, free_igv, discount, bag_tax)
         SELECT $1, position, line_id, kind, description, quantity, sale_unit, measure, measure_price, unit_price, base, igv, total,
             affectation, free_igv, discount, bag_tax
         FROM billing_lines WHERE billing_id = $2 ORDER BY id",
    )
    .bind(id)
    .bind(billing.id)
    .run()
    .await?;
    tx.query(
        "INSERT INTO billing_amounts (billing_id, code, description, base, amount)
         SELECT $1, code, description, base, amount FROM billing_amounts WHERE billing_id = $2 ORDER BY id",
    )
    .bind(id)
    .bind(billing.id)
    .run()
    .await?;
    Ok(id)
}

/// Counts documents; callers append conditions.
fn select_count() -> Sql {
    Sql::new("SELECT COUNT(*)").add(FROM_BILLINGS)
}

pub(super) async fn find_billing(tx: &mut Tx, id: BillingId) -> db::Result<Option<BillingRow>> {
    tx.query(select_billings().with("AND b.id = ?", id)).maybe().await
}

pub(super) async fn load_billings_by_id(tx: &mut Tx, ids: &[BillingId]) -> db::Result<Vec<BillingRow>> {
    tx.query(select_billings().list("AND b.id IN (?)", ids.iter().copied()).add("ORDER BY b.id")).all().await
}

/// Loads the documents of these payments.
pub(super) async fn load_billings_of_payments(tx: &mut Tx, payments: &[PaymentId]) -> db::Result<Vec<BillingRow>> {
    tx.query(select_billings().list("AND b.payment_id IN (?)", payments.iter().copied()).add("ORDER BY b.id"))
        .all()
        .await
}

/// The conditions of a list of documents.
#[derive(Debug, Clone, Copy)]
pub(super) struct BillingQuery<'w> {
    pub filter: &'w BillingFilter,
    /// A text searched in number, client and client's document.
    pub term: Option<&'w str>,
    /// Restricts the list to documents of this user's cash cycles.
    pub of: Option<UserId>,
}

/// The condition that a document was issued in a cycle of this user.
pub(super) const OF_CYCLES: &str = "AND b.cycle_id IN (SELECT id FROM cashbox_cycles WHERE user_id = ?)";

const SEARCHED: &str =
    "AND (LOWER(b.serie || '-' || b.number) LIKE ? ESCAPE '!' OR b.client_search_key LIKE ? ESCAPE '!'
    OR b.client_document_number LIKE ? ESCAPE '!')";

impl BillingQuery<'_> {
    fn add_conditions(self, sql: Sql) -> Sql {
        let filter = self.filter;
        let sql = if filter.to_send { sql.add("AND").add(TO_SEND) } else { sql };
        let sql = if filter.contingency { sql.add("AND b.is_contingency") } else { sql };
        sql.when("AND b.client_request_id = ?", filter.client_request_id)
            .when("AND (b.payment_id = ? OR b.paid_by_id = ?)", filter.payment_id)
            .when("AND b.cycle_id = ?", filter.cashbox_cycle_id)
            .when("AND b.billing_type_id = ?", filter.billing_type_id)
            .when("AND COALESCE(d.state, b.state) = ?", filter.state)
            .when("AND (b.voided_at IS NOT NULL) = ?", filter.voided)
            .when("AND b.business_day >= ?", filter.date_from)
            .when("AND b.business_day <= ?", filter.date_to)
            .when(SEARCHED, self.term.map(contains_pattern))
            .when("AND b.client_id = ?", filter.client_id)
            .when(OF_CYCLES, self.of)
    }
}

pub(super) async fn count_billings(tx: &mut Tx, query: BillingQuery<'_>) -> db::Result<i64> {
    tx.query(query.add_conditions(select_count())).scalar().await
}

/// Counts the matching documents by state.
pub(super) async fn count_billings_by_state(tx: &mut Tx, query: BillingQuery<'_>) -> db::Result<Vec<StateCount>> {
    let sql = Sql::new("SELECT COALESCE(d.state, b.state) AS state, COUNT(*) AS count").add(FROM_BILLINGS);
    tx.query(query.add_conditions(sql).add("GROUP BY COALESCE(d.state, b.state) ORDER BY 1")).all().await
}

/// Loads a page of documents, the latest first.
pub(super) async fn load_billing_page(
    tx: &mut Tx,
    query: BillingQuery<'_>,
    (limit, offset): (i64, i64),
) -> db::Result<Vec<BillingRow>> {
    let page = query
        .add_conditions(select_billings())
        .add("ORDER BY b.id DESC")
        .with("LIMIT ?", limit)
        .with("OFFSET ?", offset);
    tx.query(page).all().await
}

pub(super) async fn load_lines(tx: &mut Tx, billings: &[BillingRow]) -> db::Result<Vec<BillingLine>> {
    let sql = Sql::new(
        "SELECT id, billing_id, line_id, kind, description, quantity, sale_unit, measure, measure_price, unit_price, total, affectation,
                base, igv, free_igv, discount, bag_tax
         FROM billing_lines",
    )
    .list("WHERE billing_id IN (?)", billings.iter().map(|b| b.id))
    .add("ORDER BY billing_id, position");
    tx.query(sql).all().await
}

pub(super) async fn load_amounts(tx: &mut Tx, billings: &[BillingRow]) -> db::Result<Vec<BillingAmount>> {
    let sql = Sql::new("SELECT billing_id, code, description, amount FROM billing_amounts")
        .list("WHERE billing_id IN (?)", billings.iter().map(|b| b.id))
        .add("ORDER BY billing_id, id");
    tx.query(sql).all().await
}

/// Counts the documents that name a client.
pub async fn count_documents_of_client(tx: &mut Tx, client: ClientId) -> db::Result<i64> {
    tx.query("SELECT COUNT(*) FROM billings WHERE client_id = $1").bind(client).scalar().await
}

/// The condition that the tax authority has not judged a document yet; written like the index that has little else in it.
pub(super) const TO_SEND: &str = "d.state NOT IN ('ACCEPTED', 'VOIDED') AND d.state IN ('PENDING', 'SENT', 'VOIDING')";

pub(super) async fn load_unsent(tx: &mut Tx) -> db::Result<Unsent> {
    let sql = Sql::new("SELECT COUNT(*) AS count, MIN(d.issued_on) AS since FROM tax_documents d WHERE");
    tx.query(sql.add(TO_SEND)).one().await
}
