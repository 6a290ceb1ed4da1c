//! SQL that reads documents as they were sold, with their lines.

use super::{
    line_cost::LineCost,
    line_cost_store::{GROUP_BY_LINE, select_sold_costs},
};
use crate::ledger::sales;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Json, Sql, Tx},
    document_kind,
    document_kind::DocumentKind,
    ids::{CycleId, LineId, UserId},
    money::{Money, Quantity},
    words::text_enum,
};
use std::collections::HashMap;

text_enum!(
    /// Where the order was eaten, or how it was placed.
    SalesChannel {
        Table = "TABLE",
        Order = "ORDER",
        Delivery = "DELIVERY",
        /// A delivery that came through an app of another company.
        App = "APP",
    }
);

/// A document, or a credit note with negative amounts.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct SoldDocument {
    pub document_id: i64,
    pub is_note: bool,
    pub client_request_id: i64,
    pub business_day: NaiveDate,
    pub issued_at: DateTime<Utc>,
    pub total: Money,
    pub net: Money,
    /// The part of the total that is outside the IGV.
    pub service: Money,
    pub billing_type_id: DocumentKind,
    pub channel: SalesChannel,
    pub attendant_id: i64,
    pub cashier_id: i64,
    pub table_id: Option<i64>,
    pub persons: i64,
}

/// An order line that a document charges.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct SoldLine {
    pub document_id: i64,
    pub is_note: bool,
    pub line_id: LineId,
    pub product_id: i64,
    /// The pieces, by which the cost of the line is divided; negative for a credit note.
    pub quantity: Quantity,
    /// The weight or volume of one piece, in the unit of sale; 1 for what is sold by the unit.
    pub measure: Quantity,
    /// The weight by which the document's total is divided over its lines.
    pub weight: Money,
    /// Whether the document charges a share of all lines of the account; the quantity then is the same share.
    pub is_share: bool,
    /// The discounts within the document of a share, signed like its total. All documents of an account and their discounts add up to the
    /// weights of its lines.
    pub discounted: Money,
}

/// The fees of a document that are for no dish.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct SoldFee {
    pub document_id: i64,
    pub is_note: bool,
    /// The sum of the fees before discounts on the whole document; the document's total is divided in proportion to this and `dishes`.
    /// On a document that names one thing only (POR CONSUMO) both are the sums of the account.
    pub fees: Money,
    pub dishes: Money,
}

/// The filter of the documents to count.
#[derive(Debug, Clone, Copy, Default)]
pub struct SalesFilter {
    pub channel: Option<SalesChannel>,
    pub attendant: Option<UserId>,
    pub cashier: Option<UserId>,
    pub billing_type: Option<i64>,
    /// The cash cycle that issued the document.
    pub cycle: Option<CycleId>,
    /// Counts only documents issued up to this moment.
    pub until: Option<DateTime<Utc>>,
}

impl SalesFilter {
    /// Whether the selection is everything, or everything of one channel, for which sums are kept.
    pub(super) fn has_stored_sums(&self) -> bool {
        let Self { channel: _, attendant, cashier, billing_type, cycle, until } = self;
        let is_of_all = attendant.is_none() && cashier.is_none() && billing_type.is_none() && cycle.is_none();
        is_of_all && until.is_none()
    }

    /// Adds the conditions to a statement that selects from [`FROM_SOLD`].
    pub fn add_conditions(&self, sql: Sql) -> Sql {
        sql.when("AND CASE WHEN r.delivery_app THEN 'APP' ELSE r.type END = ?", self.channel)
            .when("AND r.attendant_id = ?", self.attendant)
            .when("AND p.user_id = ?", self.cashier)
            .when(
                concat!("AND CASE WHEN s.is_note THEN ", document_kind!(CreditNote), " ELSE b.billing_type_id END = ?"),
                self.billing_type,
            )
            .when("AND s.cycle_id = ?", self.cycle)
            .when("AND s.issued_at <= ?", self.until)
    }
}

/// Joins sales `s` with their documents `b`, payments `p` and accounts `r`.
const FROM_SOLD: &str = concat!(
    "FROM ",
    sales!(),
    " s JOIN billings b ON b.id = s.billing_id JOIN payments p ON p.id = COALESCE(b.paid_by_id, b.payment_id)
      JOIN client_requests r ON r.id = s.client_request_id"
);

/// Loads the documents and credit notes between two business days, both included.
pub(super) async fn load_documents(
    tx: &mut Tx,
    (first, last): (NaiveDate, NaiveDate),
    filter: &SalesFilter,
) -> db::Result<Vec<SoldDocument>> {
    let sql = Sql::new(
        "SELECT s.document_id, s.is_note, s.client_request_id, s.business_day, s.issued_at, s.total, s.net, s.other_charges AS service,
                b.billing_type_id, CASE WHEN r.delivery_app THEN 'APP' ELSE r.type END AS channel, r.attendant_id, p.user_id AS cashier_id, r.table_id,
                r.persons",
    )
    .add(FROM_SOLD)
    .with("WHERE s.business_day >= ?", first)
    .with("AND s.business_day <= ?", last);
    tx.query(filter.add_conditions(sql)).all().await
}

/// Loads the order lines of those documents, with the weight of each.
pub(super) async fn load_sold_lines(tx: &mut Tx, (first, last): (NaiveDate, NaiveDate)) -> db::Result<Vec<SoldLine>> {
    tx.query(
        "SELECT b.id AS document_id, FALSE AS is_note, o.id AS line_id, o.product_id, l.quantity, o.measure, l.amount + l.credited AS weight,
                FALSE AS is_share, 0 AS discounted
         FROM billings b JOIN payment_lines l ON l.payment_id = b.payment_id JOIN order_lines o ON o.id = l.line_id
         WHERE b.state <> 'VOIDED' AND b.business_day >= $1 AND b.business_day <= $2
         UNION ALL
         SELECT b.id, FALSE, o.id, o.product_id, o.quantity, o.measure,
                o.quantity / 1000 * (o.base_sale_amount + o.variant_amount + o.toppings_amount) / 1000, TRUE, p.discounted
         FROM billings b JOIN payments p ON p.id = b.payment_id
         JOIN order_lines o ON o.client_request_id = b.client_request_id AND o.status <> 'DISMISSED'
         WHERE b.state <> 'VOIDED' AND b.business_day >= $1 AND b.business_day <= $2
             AND NOT EXISTS (SELECT 1 FROM payment_lines l WHERE l.payment_id = b.payment_id)
         UNION ALL
         SELECT n.id, TRUE, o.id, o.product_id, -l.quantity, o.measure, l.amount, FALSE, 0
         FROM credit_notes n JOIN refund_lines l ON l.refund_id = n.refund_id
         JOIN order_lines o ON o.id = l.line_id
         WHERE n.business_day >= $1 AND n.business_day <= $2
         UNION ALL
         SELECT n.id, TRUE, o.id, o.product_id, 0, o.measure, l.amount + l.credited, FALSE, 0
         FROM credit_notes n JOIN billings b ON b.id = n.billing_id JOIN payment_lines l ON l.payment_id = b.payment_id
         JOIN order_lines o ON o.id = l.line_id
         WHERE n.business_day >= $1 AND n.business_day <= $2
             AND NOT EXISTS (SELECT 1 FROM refund_lines f WHERE f.refund_id = n.refund_id)
         UNION ALL
         SELECT n.id, TRUE, o.id, o.product_id, CASE WHEN n.reason_code IN ('04', '05') THEN 0 ELSE o.quantity END, o.measure,
                o.quantity / 1000 * (o.base_sale_amount + o.variant_amount + o.toppings_amount) / 1000, TRUE,
                -COALESCE(p.discounted / 10000 * n.total / NULLIF(b.total, 0) * 10000, 0)
         FROM credit_notes n JOIN billings b ON b.id = n.billing_id
         JOIN payments p ON p.id = b.payment_id
         JOIN order_lines o ON o.client_request_id = b.client_request_id AND o.status <> 'DISMISSED'
         WHERE n.business_day >= $1 AND n.business_day <= $2
             AND NOT EXISTS (SELECT 1 FROM refund_lines l WHERE l.refund_id = n.refund_id)
             AND NOT EXISTS (SELECT 1 FROM payment_lines l WHERE l.payment_id = b.payment_id)
         ORDER BY 1, 2, 3",
    )
    .bind(first)
    .bind(last)
    .all()
    .await
}

/// Writes two columns that sum a document's lines `l`: those charged for no dish, and the others. Both are with IGV and the tax on bags,
/// without lines that are given for free. `$of` is the table whose amounts are summed.
macro_rules! charged {
    ($of:literal) => {
        concat!(
            "CAST(SUM(CASE WHEN l.kind = 'CHARGE' AND l.affectation NOT IN ('15', '21', '31') THEN ",
            $of,
            ".base + ",
            $of,
            ".igv ELSE 0 END) AS BIGINT) AS fees,
             CAST(SUM(CASE WHEN l.kind <> 'CHARGE' AND l.affectation NOT IN ('15', '21', '31') THEN ",
            $of,
            ".base + ",
            $of,
            ".igv ELSE 0 END + CASE WHEN l.kind <> 'CHARGE' THEN ",
            $of,
            ".bag_tax ELSE 0 END) AS BIGINT) AS dishes"
        )
    };
}

/// Loads the fees of those documents. A debit note as a whole belongs to no product, so it has none.
pub(super) async fn load_fees(tx: &mut Tx, (first, last): (NaiveDate, NaiveDate)) -> db::Result<Vec<SoldFee>> {
    tx.query(
        concat!(
            "SELECT b.id AS document_id, FALSE AS is_note, ",
            charged!("l"),
            " FROM billings b JOIN billing_lines l ON l.billing_id = b.id
         WHERE b.billing_type_id <> ",
            document_kind!(DebitNote),
            " AND b.state <> 'VOIDED' AND b.business_day >= $1 AND b.business_day <= $2
         GROUP BY b.id HAVING SUM(CASE WHEN l.kind = 'CHARGE' THEN l.base ELSE 0 END) > 0
         UNION ALL
         SELECT n.id, TRUE, ",
            charged!("c"),
            " FROM credit_notes n JOIN credit_note_lines c ON c.credit_note_id = n.id JOIN billing_lines l ON l.id = c.billing_line_id
         JOIN billings b ON b.id = n.billing_id
         WHERE b.billing_type_id <> ",
            document_kind!(DebitNote),
            " AND n.business_day >= $1 AND n.business_day <= $2
         GROUP BY n.id HAVING SUM(CASE WHEN l.kind = 'CHARGE' THEN c.base ELSE 0 END) > 0
         UNION ALL
         SELECT d.id, d.is_note, CAST(SUM(a.amount) AS BIGINT),
                (SELECT CAST(COALESCE(SUM(o.quantity / 1000 * (o.base_sale_amount + o.variant_amount + o.toppings_amount) / 1000), 0) AS BIGINT)
                 FROM order_lines o WHERE o.client_request_id = d.client_request_id
                     AND (o.status <> 'DISMISSED' OR EXISTS (SELECT 1 FROM payment_lines p JOIN billings x ON x.payment_id = p.payment_id
                                                             WHERE x.id = d.billing_id AND p.line_id = o.id)))
         FROM (SELECT b.id, FALSE AS is_note, b.id AS billing_id, b.client_request_id FROM billings b
               WHERE b.state <> 'VOIDED' AND b.business_day >= $1 AND b.business_day <= $2
               UNION ALL
               SELECT n.id, TRUE, b.id, b.client_request_id FROM credit_notes n JOIN billings b ON b.id = n.billing_id
               WHERE n.business_day >= $1 AND n.business_day <= $2) d
         JOIN billing_adjustments a ON a.client_request_id = d.client_request_id
         JOIN additional_charge_types t ON t.id = a.additional_charge_type_id
         WHERE a.enabled AND NOT a.is_percentage AND t.code IN ('DELIVERY', 'OTHER')
             AND EXISTS (SELECT 1 FROM billing_lines l WHERE l.billing_id = d.billing_id AND l.kind = 'CONSUMPTION')
         GROUP BY d.id, d.is_note, d.billing_id, d.client_request_id"
        ),
    )
    .bind(first)
    .bind(last)
    .all()
    .await
}

/// The lines of an account that are free of charge.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct CourtesyLines {
    pub client_request_id: i64,
    /// The lines; absent: all of the account.
    line_ids: Option<Json<Vec<LineId>>>,
}

impl CourtesyLines {
    /// Whether a line of the account is among them.
    pub fn covers(&self, line: LineId) -> bool {
        self.line_ids.as_ref().is_none_or(|lines| lines.0.is_empty() || lines.0.contains(&line))
    }
}

/// Loads the courtesies of the accounts of those documents that were paid by shares or amounts; other documents have them as lines.
pub(super) async fn load_courtesies(
    tx: &mut Tx,
    (first, last): (NaiveDate, NaiveDate),
) -> db::Result<Vec<CourtesyLines>> {
    tx.query(
        "SELECT a.client_request_id, a.line_ids FROM billing_adjustments a
         WHERE a.kind = 'DISCOUNT' AND a.discount_type_id = 1 AND a.enabled AND a.client_request_id IN (
             SELECT b.client_request_id FROM billings b
             WHERE b.business_day >= $1 AND b.business_day <= $2
                 AND NOT EXISTS (SELECT 1 FROM payment_lines l WHERE l.payment_id = b.payment_id)
             UNION SELECT b.client_request_id FROM credit_notes n JOIN billings b ON b.id = n.billing_id
             WHERE n.business_day >= $1 AND n.business_day <= $2
                 AND NOT EXISTS (SELECT 1 FROM payment_lines l WHERE l.payment_id = b.payment_id))",
    )
    .bind(first)
    .bind(last)
    .all()
    .await
}

/// Loads the cost of the lines of those documents.
pub(super) async fn load_costs(
    tx: &mut Tx,
    (first, last): (NaiveDate, NaiveDate),
) -> db::Result<HashMap<LineId, LineCost>> {
    let sql = select_sold_costs()
        .add(
            "WHERE l.id IN (
                 SELECT p.line_id FROM billings b JOIN payment_lines p ON p.payment_id = b.payment_id
                 WHERE b.business_day >= $1 AND b.business_day <= $2
                 UNION SELECT o.id FROM billings b JOIN order_lines o ON o.client_request_id = b.client_request_id
                 WHERE b.business_day >= $1 AND b.business_day <= $2
                     AND NOT EXISTS (SELECT 1 FROM payment_lines p WHERE p.payment_id = b.payment_id)
                 UNION SELECT f.line_id FROM credit_notes n JOIN refund_lines f ON f.refund_id = n.refund_id
                 WHERE n.business_day >= $1 AND n.business_day <= $2
                 UNION SELECT p.line_id FROM credit_notes n JOIN billings b ON b.id = n.billing_id
                 JOIN payment_lines p ON p.payment_id = b.payment_id
                 WHERE n.business_day >= $1 AND n.business_day <= $2)",
        )
        .add(GROUP_BY_LINE);
    let rows: Vec<LineCost> = tx.query(sql.bind(first).bind(last)).all().await?;
    Ok(rows.into_iter().map(|row| (row.line_id, row)).collect())
}
