//! SQL that writes `purchases`, `purchase_items`, `purchase_quotes` and `purchase_payments`.

use super::{
    amounts::Amounts,
    form::NewPurchase,
    lines::Line,
    list_store::purchases,
    model::PurchaseRow,
    moment::Moment,
    notes::Note,
    paper::Paper,
    schedule::Quote,
    ways::Way,
    words::{MoneySource, PurchaseType},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    error::Result,
    ids::{ProviderId, PurchaseId, QuoteId, UserId},
    money::Money,
    search::search_key,
};
use comanda_platform::use_case::Work;

/// Rows of one statement.
const MAX_ROWS: usize = 250;

#[derive(Debug)]
pub(super) struct NewRow<'n> {
    pub body: &'n NewPurchase,
    pub payment_type: PurchaseType,
    pub note: Option<&'n Note>,
    pub paper: &'n Paper,
    pub moment: &'n Moment,
    pub period: Option<NaiveDate>,
    pub provider: ProviderId,
    pub amounts: &'n Amounts,
    pub items: usize,
    pub paid: Money,
    pub user: UserId,
    pub at: DateTime<Utc>,
}

pub(super) async fn insert(tx: &mut Tx, new: &NewRow<'_>) -> db::Result<PurchaseId> {
    tx.query(
        "INSERT INTO purchases (payment_type, document, serie, number, number_key, provider_id, issued_on, issued_time,
                                issued_at, prices_include_igv, discount, freight, subtotal, igv, total, paid, note,
                                search_key, items_count, user_id, created_at, advance, igv_base, modified_document,
                                modified_serie, modified_number, modified_on, modifies_id, note_effect, period,
                                isc, icbper, other_charges)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
                 $25, $26, $27, $28, $29, $30, $31, $32, $33)
         RETURNING id",
    )
    .bind(new.payment_type)
    .bind(new.paper.document)
    .bind(new.paper.serie.as_str())
    .bind(new.paper.number.as_str())
    .bind(new.paper.number_key())
    .bind(new.provider)
    .bind(new.moment.day)
    .bind(new.moment.time.as_str())
    .bind(new.moment.at)
    .bind(new.body.prices_include_igv)
    .bind(new.body.discount)
    .bind(new.body.freight)
    .bind(new.amounts.subtotal)
    .bind(new.amounts.igv)
    .bind(new.amounts.total)
    .bind(new.paid)
    .bind(new.body.note.trim())
    .bind(new.paper.search_key())
    .bind(i64::try_from(new.items).unwrap_or(i64::MAX))
    .bind(new.user)
    .bind(new.at)
    .bind(new.body.advance)
    .bind(new.amounts.igv_base)
    .bind(new.note.map(|note| note.paper.document))
    .bind(new.note.map(|note| note.paper.serie.as_str()))
    .bind(new.note.map(|note| note.paper.number.as_str()))
    .bind(new.note.map(|note| note.issued_on))
    .bind(new.note.and_then(|note| note.purchase.as_ref()).map(|purchase| purchase.row.id))
    .bind(new.note.map(|note| note.effect))
    .bind(new.period)
    .bind(new.amounts.charges.isc)
    .bind(new.amounts.charges.icbper)
    .bind(new.amounts.charges.other)
    .scalar()
    .await
}

pub(super) async fn insert_items(tx: &mut Tx, id: PurchaseId, lines: &[Line], amounts: &Amounts) -> db::Result<()> {
    let costs = amounts.costs.iter().zip(&amounts.paid);
    let all: Vec<_> = (1_i64..).zip(lines.iter().zip(costs)).collect();
    for part in all.chunks(MAX_ROWS) {
        let rows = part.iter().map(|(position, (line, (cost, paid)))| {
            let (e, good) = (&line.entered, &line.entered.good);
            args![
                id,
                *position,
                good.item.kind(),
                good.item.id(),
                good.name.as_str(),
                search_key(&good.name),
                e.quantity,
                e.measurement,
                e.symbol.as_str(),
                e.base,
                e.base_symbol.as_str(),
                line.buy_price,
                line.total_price,
                *paid,
                *cost,
                good.has_stock
            ]
        });
        let into = Sql::new(
            "INSERT INTO purchase_items (purchase_id, position, item_kind, item_id, name, search_key, quantity, measurement_id,
                                         measurement, base_quantity, base_measurement, buy_price, total_price, paid_price,
                                         cost, has_stock) VALUES",
        );
        tx.query(into.rows(rows)).run().await?;
    }
    Ok(())
}

pub(super) async fn insert_quotes(tx: &mut Tx, id: PurchaseId, quotes: &[Quote]) -> db::Result<()> {
    if quotes.is_empty() {
        return Ok(());
    }
    let rows = (1_i64..).zip(quotes).map(|(number, q)| args![id, number, q.due_on, q.amount, q.kind]);
    let into = Sql::new("INSERT INTO purchase_quotes (purchase_id, number, due_on, amount, kind) VALUES");
    tx.query(into.rows(rows)).run().await?;
    Ok(())
}

pub(super) async fn insert_payment(work: &mut Work<'_>, id: PurchaseId, amount: Money, way: &Way) -> Result<i64> {
    let (by, now) = (work.actor.user_id, work.now);
    let insert = "INSERT INTO purchase_payments (purchase_id, amount, source, payment_option, operation_number, user_id, paid_at)
                  VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id";
    let query = work.query(insert).bind(id).bind(amount).bind(way.source).bind(way.option.clone());
    Ok(query.bind(way.operation_number.clone()).bind(by).bind(now).scalar().await?)
}

/// The purchase that counts with this paper.
pub(super) async fn of_paper(tx: &mut Tx, provider: ProviderId, paper: &Paper) -> db::Result<Option<PurchaseRow>> {
    let sql = purchases()
        .with("AND p.provider_id = ?", provider)
        .with("AND p.document = ?", paper.document)
        .with("AND p.serie = ?", paper.serie.as_str().to_owned())
        .with("AND p.number_key = ?", paper.number_key());
    tx.query(sql).maybe().await
}

/// Keeps others from changing it until this write is over.
pub(super) async fn lock(tx: &mut Tx, id: PurchaseId) -> db::Result<PurchaseId> {
    tx.query("SELECT id FROM purchases WHERE id = $1").bind(id).for_update().scalar().await
}

/// What was paid of it out of cash boxes.
pub(super) async fn cash_paid(tx: &mut Tx, id: PurchaseId) -> db::Result<Money> {
    tx.query(
        "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM purchase_payments
         WHERE purchase_id = $1 AND source = $2 AND NOT voided",
    )
    .bind(id)
    .bind(MoneySource::Cash)
    .scalar()
    .await
}

/// Notes the payment that these instalments were last paid with.
pub(super) async fn name_payment(tx: &mut Tx, payment: i64, quotes: impl Iterator<Item = QuoteId>) -> db::Result<u64> {
    let sql = Sql::new("UPDATE purchase_quotes SET").with("payment_id = ?", payment);
    tx.query(sql.list("WHERE id IN (?)", quotes)).run().await
}

/// Adds to each of these what was paid of it, and to the purchase what that comes to.
pub(super) async fn add_paid(
    tx: &mut Tx,
    id: PurchaseId,
    amount: Money,
    parts: &[(QuoteId, Money)],
) -> db::Result<u64> {
    tx.query("UPDATE purchases SET paid = paid + $1 WHERE id = $2").bind(amount).bind(id).run().await?;
    let sql = Sql::new("UPDATE purchase_quotes SET paid = purchase_quotes.paid + v.column2 FROM (VALUES")
        .rows(parts.iter().map(|(quote, amount)| args![*quote, *amount]))
        .add(") AS v WHERE purchase_quotes.id = v.column1");
    tx.query(sql).run().await
}

/// It counts no more, its paper may be written again, and its payments stand for nothing.
pub(super) async fn void(work: &mut Work<'_>, id: PurchaseId, reason: &str) -> Result<()> {
    let (by, now) = (work.actor.user_id, work.now);
    work.query(
        "UPDATE purchases SET status = 'VOIDED', number_key = NULL, voided_at = $1, voided_by = $2, void_reason = $3
         WHERE id = $4",
    )
    .bind(now)
    .bind(by)
    .bind(reason)
    .bind(id)
    .run()
    .await?;
    work.query("UPDATE purchase_payments SET voided = TRUE WHERE purchase_id = $1").bind(id).run().await?;
    Ok(())
}

pub(super) async fn update_paper(
    tx: &mut Tx,
    id: PurchaseId,
    (paper, provider, note, period): (&Paper, ProviderId, &str, Option<NaiveDate>),
) -> db::Result<u64> {
    tx.query(
        "UPDATE purchases SET document = $1, serie = $2, number = $3, number_key = $4, search_key = $5, provider_id = $6,
                note = $7, period = $8 WHERE id = $9",
    )
    .bind(paper.document)
    .bind(paper.serie.as_str())
    .bind(paper.number.as_str())
    .bind(paper.number_key())
    .bind(paper.search_key())
    .bind(provider)
    .bind(note)
    .bind(period)
    .bind(id)
    .run()
    .await
}
