//! SQL of the register of inventory: the tracked items, their opening balances, and the moves of a span.

use super::{
    register_days::{MAX_DATE_SHIFT, SaleDocument, SaleDocuments, SerieAndNumber},
    register_month::Month,
};
use chrono::{DateTime, Days, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    document_kind::DocumentKind,
    money::{Money, Quantity},
    product_unit,
    purchase_document::PurchaseDocument,
};
use comanda_ledgers::stock::{ItemKind, MoveReason};
use std::{collections::HashMap, sync::Arc};

/// The number of moves loaded by one statement.
const CHUNK: i64 = 10_000;
/// The largest number of items in a register, far beyond any restaurant.
const MAX_ITEMS: i64 = 20_000;
/// The largest distance between a business day and the calendar day of its documents.
const BUSINESS_DAY_MARGIN: Days = Days::new(2);

/// An item with tracked stock, and its balance before the span in its base unit.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct RegisterItem {
    pub item_kind: ItemKind,
    pub item_id: i64,
    pub name: String,
    /// The symbol of the base unit: `kg`, `l`, `und`.
    pub unit: String,
    pub quantity: Quantity,
    pub value: Option<Money>,
    pub cost: Option<Money>,
    /// Whether its values up to the end of the month are still being computed.
    pub pending: bool,
}

/// Loads all items, ordered by kind and id.
pub(super) async fn load_items(tx: &mut Tx, month: &Month) -> db::Result<Vec<RegisterItem>> {
    tx.query(concat!(
        "SELECT g.item_kind, g.item_id, g.name, g.unit, COALESCE(m.balance, 0) AS quantity, m.balance_value AS value,
                m.balance_cost AS cost,
                (v.item_id IS NULL OR (v.replay_from IS NOT NULL AND v.replay_from < $2)
                 OR (v.changes <> i.changes AND (v.valued_at IS NULL OR v.valued_at < $2))) AS pending
         FROM (SELECT 'PRODUCT' AS item_kind, p.id AS item_id, p.name, ",
        product_unit!("p"),
        " AS unit FROM products p
               UNION ALL
               SELECT 'SUPPLY', s.id, s.name, COALESCE(b.symbol, u.symbol) FROM supplies s
               JOIN measurements u ON u.id = s.measurement_id LEFT JOIN measurements b ON b.id = u.magnitude_id) AS g
         JOIN stock_items i ON i.item_kind = g.item_kind AND i.item_id = g.item_id
         LEFT JOIN stock_values v ON v.item_kind = g.item_kind AND v.item_id = g.item_id
         LEFT JOIN stock_moves m ON m.id = (SELECT l.id FROM stock_moves l WHERE l.item_kind = g.item_kind
             AND l.item_id = g.item_id AND l.at < $1 ORDER BY l.at DESC, l.id DESC LIMIT 1)
         ORDER BY g.item_kind, g.item_id LIMIT $3"
    ))
    .bind(month.from)
    .bind(month.until)
    .bind(MAX_ITEMS)
    .all()
    .await
}

/// A stock move.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct RegisterMove {
    pub item_kind: ItemKind,
    pub item_id: i64,
    pub id: i64,
    pub at: DateTime<Utc>,
    pub quantity: Quantity,
    pub reason: MoveReason,
    pub source: String,
    pub document: Option<String>,
    pub line_id: Option<i64>,
    /// The account (client request) of the order line.
    pub request_id: Option<i64>,
    pub value: Option<Money>,
    pub balance_cost: Option<Money>,
    /// Whether its value is still to be computed.
    pub is_new: bool,
}

macro_rules! select_moves {
    ($of:literal) => {
        concat!(
            "SELECT m.item_kind, m.item_id, m.id, m.at, m.quantity, m.reason, m.source, m.document, m.line_id,
                    (SELECT l.client_request_id FROM order_lines l WHERE l.id = m.line_id) AS request_id, m.value,
                    m.balance_cost, m.balance IS NULL AS is_new
             FROM stock_moves m ",
            $of
        )
    };
}

/// Loads the next moves of the month after `behind`, ordered by item and time.
pub(super) async fn load_moves(
    tx: &mut Tx,
    month: &Month,
    behind: Option<&RegisterMove>,
) -> db::Result<Vec<RegisterMove>> {
    let mut sql = Sql::new(select_moves!("")).with("WHERE m.at >= ?", month.from).with("AND m.at < ?", month.until);
    if let Some(last) = behind {
        sql = sql
            .with("AND (m.item_kind, m.item_id, m.at, m.id) > (?,", last.item_kind)
            .with("?,", last.item_id)
            .with("?,", last.at)
            .with("?)", last.id);
    }
    tx.query(sql.add("ORDER BY m.item_kind, m.item_id, m.at, m.id").with("LIMIT ?", CHUNK)).all().await
}

/// Loads moves of order lines before the month that may be dated by documents since its beginning, and moves after it that may be dated by
/// its documents.
pub(super) async fn load_moves_dated_across_months(tx: &mut Tx, month: &Month) -> db::Result<Vec<RegisterMove>> {
    let (from, until) = (month.from, month.until);
    let mut found = load_moves_by_documents(tx, (from - MAX_DATE_SHIFT, from), (from, until + MAX_DATE_SHIFT)).await?;
    found.extend(load_moves_by_documents(tx, (until, until + MAX_DATE_SHIFT), (until - MAX_DATE_SHIFT, until)).await?);
    Ok(found)
}

/// Loads the moves of order lines in the span `at` whose accounts have documents issued in the span `issued`.
async fn load_moves_by_documents(
    tx: &mut Tx,
    at: (DateTime<Utc>, DateTime<Utc>),
    issued: (DateTime<Utc>, DateTime<Utc>),
) -> db::Result<Vec<RegisterMove>> {
    tx.query(select_moves!(
        "WHERE m.at >= $1 AND m.at < $2 AND m.reason IN ('SALE', 'SPLIT', 'DISMISSED', 'WASTE') AND m.line_id IN (
             SELECT l.id FROM billings b JOIN order_lines l ON l.client_request_id = b.client_request_id
             WHERE b.issued_at >= $3 AND b.issued_at < $4 AND b.business_day >= $5 AND b.business_day <= $6
             UNION
             SELECT l.line_id FROM billings b JOIN payment_lines l ON l.payment_id = b.payment_id
             WHERE b.issued_at >= $3 AND b.issued_at < $4 AND b.business_day >= $5 AND b.business_day <= $6)"
    ))
    .bind(at.0)
    .bind(at.1)
    .bind(issued.0)
    .bind(issued.1)
    .bind(issued.0.date_naive() - BUSINESS_DAY_MARGIN)
    .bind(issued.1.date_naive() + BUSINESS_DAY_MARGIN)
    .all()
    .await
}

/// Loads the moves by which these lines took stock under a document, at any time.
pub(super) async fn load_takings(tx: &mut Tx, lines: &[i64]) -> db::Result<Vec<RegisterMove>> {
    let mut found = Vec::new();
    for part in lines.chunks(1_000) {
        let sql = Sql::new(select_moves!("WHERE m.reason IN ('SALE', 'SPLIT') AND m.document IS NOT NULL"))
            .list("AND m.line_id IN (?)", part.iter().copied());
        found.extend(tx.query(sql).all::<RegisterMove>().await?);
    }
    Ok(found)
}

/// Counts the moves of a month.
pub(super) async fn count_moves(tx: &mut Tx, month: &Month) -> db::Result<i64> {
    tx.query("SELECT COUNT(*) FROM stock_moves WHERE at >= $1 AND at < $2")
        .bind(month.from)
        .bind(month.until)
        .scalar()
        .await
}

#[derive(comanda_from_row::FromRow)]
struct NamedDocument {
    named_serie: String,
    named_number: i64,
    billing_type_id: DocumentKind,
    request_id: i64,
    serie: String,
    number: i64,
    issued_at: DateTime<Utc>,
    is_voided: bool,
}

/// Loads the current documents for these numbers: for one that was refused and reissued, the document of the payment that its own payment
/// stands for. Documents of two kinds may have the same number.
pub(super) async fn load_sale_documents(tx: &mut Tx, numbers: &[SerieAndNumber]) -> db::Result<SaleDocuments> {
    let mut found = SaleDocuments::new();
    for part in numbers.chunks(1_000) {
        let sql = Sql::new(
            "SELECT b.serie AS named_serie, b.number AS named_number, s.billing_type_id, s.client_request_id AS request_id, s.serie,
                    s.number, s.issued_at,
                    s.state = 'VOIDED' AS is_voided
             FROM (VALUES",
        )
        .rows(part.iter().map(|(serie, number)| args![serie.clone(), *number]))
        .add(
            ") AS v JOIN billings b ON b.serie = v.column1 AND b.number = v.column2
             JOIN payments p ON p.id = b.payment_id
             JOIN billings s ON s.payment_id = COALESCE(p.stands_for_id, p.id)",
        );
        let rows: Vec<NamedDocument> = tx.query(sql).all().await?;
        for row in rows {
            let NamedDocument { billing_type_id, request_id, serie, number, issued_at, is_voided, .. } = row;
            let document = SaleDocument { billing_type_id, request_id, serie, number, issued_at, is_voided };
            found.entry((row.named_serie, row.named_number)).or_default().push(Arc::new(document));
        }
    }
    Ok(found)
}

/// The document of a purchase: kind, series and number.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct PurchaseDocumentNumber {
    pub document: PurchaseDocument,
    pub serie: String,
    pub number: String,
}

/// Loads the documents of these purchases.
pub(super) async fn load_purchase_documents(
    tx: &mut Tx,
    ids: &[i64],
) -> db::Result<HashMap<i64, PurchaseDocumentNumber>> {
    let mut found = HashMap::new();
    for part in ids.chunks(1_000) {
        let sql = Sql::new("SELECT p.id, p.document, p.serie, p.number FROM (VALUES")
            .rows(part.iter().map(|id| args![*id]))
            .add(") AS v JOIN purchases p ON p.id = v.column1");
        let rows: Vec<(i64, PurchaseDocument, String, String)> = tx.query(sql).all().await?;
        found.extend(
            rows.into_iter()
                .map(|(id, document, serie, number)| (id, PurchaseDocumentNumber { document, serie, number })),
        );
    }
    Ok(found)
}
