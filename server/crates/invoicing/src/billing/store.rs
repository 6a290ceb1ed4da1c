//! All SQL of `billing_types`, `billing_series`, `billings`, `billing_lines` and `billing_amounts`.

use super::{
    issue::{Customer, Issue},
    model::{BillingAmount, BillingFilter, BillingLine, BillingRow, BillingType, StateCount, Unsent},
    numbers_store::TakenNumber,
    tax::Figures,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{BillingId, ClientId, PaymentId, UserId},
    search::{contains, search_key},
};

pub(super) async fn types(tx: &mut Tx) -> db::Result<Vec<BillingType>> {
    tx.query(
        "SELECT t.id, t.code, t.name, t.description, t.tax_type, t.status,
                (SELECT MIN(s.serie) FROM billing_series s WHERE s.id =
                    (SELECT MIN(e.id) FROM billing_series e WHERE e.billing_type_id = t.id AND e.enabled AND NOT e.is_contingency)) AS serie
         FROM billing_types t ORDER BY t.id",
    )
    .all()
    .await
}

/// How and when a document is numbered.
#[derive(Debug)]
pub(super) struct Numbered<'n> {
    pub taken: &'n TakenNumber,
    pub day: NaiveDate,
    pub at: DateTime<Utc>,
    pub words: &'n str,
}

pub(super) async fn insert(tx: &mut Tx, i: &Issue, n: &Numbered<'_>, f: &Figures) -> db::Result<BillingId> {
    tx.query(
        "INSERT INTO billings (billing_type_id, serie, number, client_request_id, payment_id, cycle_id, business_day, issued_at,
                               client_id, client_document_type, client_document_number, client_name, client_address, by_consumption,
                               igv_percent, taxable, exonerated, unaffected, free, discount, other_charges, igv, total, total_in_words,
                               client_search_key, establishment, establishment_address, is_contingency, regime, bag_tax)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
                 $25, $26, $27, $28, $29, $30)
         RETURNING id",
    )
    .bind(i.kind as i64)
    .bind(n.taken.serie.as_str())
    .bind(n.taken.number)
    .bind(i.client_request_id)
    .bind(i.payment_id)
    .bind(i.cycle_id)
    .bind(n.day)
    .bind(n.at)
    .bind(i.customer.id)
    .bind(i.customer.document_type)
    .bind(i.customer.document_number.as_str())
    .bind(i.customer.name.as_str())
    .bind(i.customer.address.as_str())
    .bind(i.by_consumption)
    .bind(f.igv_percent)
    .bind(f.taxable)
    .bind(f.exonerated)
    .bind(f.unaffected)
    .bind(f.free)
    .bind(f.discount)
    .bind(f.other_charges)
    .bind(f.igv)
    .bind(f.total)
    .bind(n.words)
    .bind(search_key(&i.customer.name))
    .bind(n.taken.establishment.as_str())
    .bind(n.taken.establishment_address.as_str())
    .bind(n.taken.is_contingency)
    .bind(f.regime)
    .bind(f.bag_tax)
    .scalar()
    .await
}

/// Lines per statement: fourteen values each, and SQLite takes some thirty thousand.
const LINES_PER_INSERT: usize = 500;

pub(super) async fn insert_lines(tx: &mut Tx, billing: BillingId, f: &Figures) -> db::Result<()> {
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
        let into = Sql::new(
            "INSERT INTO billing_lines (billing_id, position, line_id, kind, description, quantity, unit_price, base, igv, total,
                                        affectation, free_igv, discount, bag_tax) VALUES",
        );
        tx.query(into.rows(rows)).run().await?;
    }
    if !f.amounts.is_empty() {
        let rows = f.amounts.iter().map(|a| args![billing, a.code, a.description.as_str(), a.base, a.amount]);
        let into = Sql::new("INSERT INTO billing_amounts (billing_id, code, description, base, amount) VALUES");
        tx.query(into.rows(rows)).run().await?;
    }
    Ok(())
}

const FROM_BILLINGS: &str = "FROM billings b JOIN billing_types t ON t.id = b.billing_type_id
     LEFT JOIN users v ON v.id = b.voided_by
     LEFT JOIN tax_documents d ON d.billing_id = b.id
     LEFT JOIN tax_documents o ON o.replaced_by_id = b.id WHERE 1 = 1";

/// Selects documents, to be narrowed.
pub(super) fn billings() -> Sql {
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
/// Voids a document that was not sent; 0 where it is none any more.
pub(super) async fn void(tx: &mut Tx, id: BillingId, by: UserId, reason: &str, at: DateTime<Utc>) -> db::Result<u64> {
    tx.query(
        "UPDATE billings SET state = 'VOIDED', voided_at = $1, voided_by = $2, void_reason = $3
         WHERE id = $4 AND state = 'NOT_SENT'",
    )
    .bind(at)
    .bind(by)
    .bind(reason)
    .bind(id)
    .run()
    .await
}

/// A voided document counts again.
pub(super) async fn take_void_back(tx: &mut Tx, id: BillingId) -> db::Result<()> {
    tx.query(
        "UPDATE billings SET state = 'NOT_SENT', voided_at = NULL, voided_by = NULL, void_reason = NULL WHERE id = $1",
    )
    .bind(id)
    .run()
    .await?;
    Ok(())
}

/// Keeps a document that was refused at another payment, where it counts no more; 0 where it did not count any more.
pub(super) async fn keep_at(tx: &mut Tx, id: BillingId, payment: PaymentId) -> db::Result<u64> {
    tx.query(
        "UPDATE billings SET state = 'VOIDED', paid_by_id = payment_id, payment_id = $1
         WHERE id = $2 AND state = 'NOT_SENT' AND paid_by_id IS NULL",
    )
    .bind(payment)
    .bind(id)
    .run()
    .await
}

/// A document with the figures of another one, of that one's payment.
pub(super) async fn insert_again(
    tx: &mut Tx,
    of: &BillingRow,
    customer: &Customer,
    n: &Numbered<'_>,
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
        .bind(n.taken.serie.as_str())
        .bind(n.taken.number)
        .bind(n.day)
        .bind(n.at)
        .bind(customer.id)
        .bind(customer.document_type)
        .bind(customer.document_number.as_str())
        .bind(customer.name.as_str())
        .bind(customer.address.as_str())
        .bind(search_key(&customer.name))
        .bind(of.id)
        .bind(n.taken.establishment.as_str())
        .bind(n.taken.establishment_address.as_str())
        .scalar()
        .await?;
    tx.query(
        "INSERT INTO billing_lines (billing_id, position, line_id, kind, description, quantity, unit_price, base, igv, total,
                                    affectation, free_igv, discount, bag_tax)
         SELECT $1, position, line_id, kind, description, quantity, unit_price, base, igv, total, affectation, free_igv, discount, bag_tax
         FROM billing_lines WHERE billing_id = $2 ORDER BY id",
    )
    .bind(id)
    .bind(of.id)
    .run()
    .await?;
    tx.query(
        "INSERT INTO billing_amounts (billing_id, code, description, base, amount)
         SELECT $1, code, description, base, amount FROM billing_amounts WHERE billing_id = $2 ORDER BY id",
    )
    .bind(id)
    .bind(of.id)
    .run()
    .await?;
    Ok(id)
}

/// Counts the same documents.
fn count_of_billings() -> Sql {
    Sql::new("SELECT COUNT(*)").add(FROM_BILLINGS)
}

pub(super) async fn billing(tx: &mut Tx, id: BillingId) -> db::Result<Option<BillingRow>> {
    tx.query(billings().with("AND b.id = ?", id)).maybe().await
}

pub(super) async fn billings_by_id(tx: &mut Tx, ids: &[BillingId]) -> db::Result<Vec<BillingRow>> {
    tx.query(billings().list("AND b.id IN (?)", ids.iter().copied()).add("ORDER BY b.id")).all().await
}

/// The documents of these payments.
pub(super) async fn billings_of(tx: &mut Tx, payments: &[PaymentId]) -> db::Result<Vec<BillingRow>> {
    tx.query(billings().list("AND b.payment_id IN (?)", payments.iter().copied()).add("ORDER BY b.id")).all().await
}

/// Which documents a list is of.
#[derive(Debug, Clone, Copy)]
pub(super) struct WantedBillings<'w> {
    pub filter: &'w BillingFilter,
    /// Searched in number, client and client's document.
    pub term: Option<&'w str>,
    /// Only those of this person's cycles.
    pub of: Option<UserId>,
}

/// Collected in a cycle of this person.
pub(super) const OF_CYCLES: &str = "AND b.cycle_id IN (SELECT id FROM cashbox_cycles WHERE user_id = ?)";

const SEARCHED: &str =
    "AND (LOWER(b.serie || '-' || b.number) LIKE ? ESCAPE '!' OR b.client_search_key LIKE ? ESCAPE '!'
    OR b.client_document_number LIKE ? ESCAPE '!')";

impl WantedBillings<'_> {
    fn narrow(self, sql: Sql) -> Sql {
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
            .when(SEARCHED, self.term.map(contains))
            .when("AND b.client_id = ?", filter.client_id)
            .when(OF_CYCLES, self.of)
    }
}

pub(super) async fn count_wanted(tx: &mut Tx, wanted: WantedBillings<'_>) -> db::Result<i64> {
    tx.query(wanted.narrow(count_of_billings())).scalar().await
}

/// How many of them stand in each state.
pub(super) async fn count_by_state(tx: &mut Tx, wanted: WantedBillings<'_>) -> db::Result<Vec<StateCount>> {
    let sql = Sql::new("SELECT COALESCE(d.state, b.state) AS state, COUNT(*) AS count").add(FROM_BILLINGS);
    tx.query(wanted.narrow(sql).add("GROUP BY COALESCE(d.state, b.state) ORDER BY 1")).all().await
}

/// A page of them, the latest first.
pub(super) async fn wanted_billings(
    tx: &mut Tx,
    wanted: WantedBillings<'_>,
    (limit, offset): (i64, i64),
) -> db::Result<Vec<BillingRow>> {
    let page = wanted.narrow(billings()).add("ORDER BY b.id DESC").with("LIMIT ?", limit).with("OFFSET ?", offset);
    tx.query(page).all().await
}

pub(super) async fn lines(tx: &mut Tx, billings: &[BillingRow]) -> db::Result<Vec<BillingLine>> {
    let sql = Sql::new(
        "SELECT id, billing_id, line_id, kind, description, quantity, unit_price, total, affectation, base, igv, free_igv, discount,
                bag_tax
         FROM billing_lines",
    )
    .list("WHERE billing_id IN (?)", billings.iter().map(|b| b.id))
    .add("ORDER BY billing_id, position");
    tx.query(sql).all().await
}

pub(super) async fn amounts(tx: &mut Tx, billings: &[BillingRow]) -> db::Result<Vec<BillingAmount>> {
    let sql = Sql::new("SELECT billing_id, code, description, amount FROM billing_amounts")
        .list("WHERE billing_id IN (?)", billings.iter().map(|b| b.id))
        .add("ORDER BY billing_id, id");
    tx.query(sql).all().await
}

/// How many documents name a client.
pub async fn documents_of_client(tx: &mut Tx, client: ClientId) -> db::Result<i64> {
    tx.query("SELECT COUNT(*) FROM billings WHERE client_id = $1").bind(client).scalar().await
}

/// What the tax authority has not judged yet; named like the index that has little else in it.
pub(super) const TO_SEND: &str = "d.state NOT IN ('ACCEPTED', 'VOIDED') AND d.state IN ('PENDING', 'SENT', 'VOIDING')";

pub(super) async fn not_sent(tx: &mut Tx) -> db::Result<Unsent> {
    let sql = Sql::new("SELECT COUNT(*) AS count, MIN(d.issued_on) AS since FROM tax_documents d WHERE");
    tx.query(sql.add(TO_SEND)).one().await
}
