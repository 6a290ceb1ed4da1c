//! SQL that writes `purchases`, `purchase_items`, `purchase_quotes` and `purchase_payments`.

use super::{
    amounts::Amounts,
    form::NewPurchase,
    lines::Line,
    list_store::select_purchases,
    model::PurchaseRow,
    moment::Moment,
    notes::Note,
    paper::DocumentNumber,
    payment_method::PaymentMethod,
    schedule::Quote,
    words::{MoneySource, PurchaseType},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    error::Result,
    ids::{ProviderId, PurchaseId, QuoteId, UserId},
    insert,
    money::Money,
    search::search_key,
    update,
};
use comanda_platform::use_case::Work;

/// The largest number of rows in one INSERT.
const MAX_ROWS: usize = 250;

#[derive(Debug)]
pub(super) struct NewPurchaseRow<'n> {
    pub body: &'n NewPurchase,
    pub payment_type: PurchaseType,
    pub note: Option<&'n Note>,
    pub paper: &'n DocumentNumber,
    pub moment: &'n Moment,
    pub period: Option<NaiveDate>,
    pub provider: ProviderId,
    pub amounts: &'n Amounts,
    pub items: usize,
    pub paid: Money,
    pub user: UserId,
    pub at: DateTime<Utc>,
}

pub(super) async fn insert_purchase(tx: &mut Tx, new: &NewPurchaseRow<'_>) -> db::Result<PurchaseId> {
    tx.query(insert!("purchases" {
        payment_type: new.payment_type,
        document: new.paper.document,
        serie: new.paper.serie.as_str(),
        number: new.paper.number.as_str(),
        number_key: new.paper.number_key(),
        provider_id: new.provider,
        issued_on: new.moment.day,
        issued_time: new.moment.time.as_str(),
        issued_at: new.moment.at,
        prices_include_igv: new.body.prices_include_igv,
        discount: new.body.discount,
        freight: new.body.freight,
        subtotal: new.amounts.subtotal,
        igv: new.amounts.igv,
        total: new.amounts.total,
        paid: new.paid,
        note: new.body.note.trim(),
        search_key: new.paper.search_key(),
        items_count: i64::try_from(new.items).unwrap_or(i64::MAX),
        user_id: new.user,
        created_at: new.at,
        advance: new.body.advance,
        igv_base: new.amounts.igv_base,
        modified_document: new.note.map(|note| note.paper.document),
        modified_serie: new.note.map(|note| note.paper.serie.as_str()),
        modified_number: new.note.map(|note| note.paper.number.as_str()),
        modified_on: new.note.map(|note| note.issued_on),
        modifies_id: new.note.and_then(|note| note.purchase.as_ref()).map(|purchase| purchase.row.id),
        note_effect: new.note.map(|note| note.effect),
        period: new.period,
        isc: new.amounts.charges.isc,
        icbper: new.amounts.charges.icbper,
        other_charges: new.amounts.charges.other,
    } returning "id"))
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
        let statement = Sql::new(
            "INSERT INTO purchase_items (purchase_id, position, item_kind, item_id, name, search_key, quantity, measurement_id,
                                         measurement, base_quantity, base_measurement, buy_price, total_price, paid_price,
                                         cost, has_stock) VALUES",
        );
        tx.query(statement.rows(rows)).run().await?;
    }
    Ok(())
}

pub(super) async fn insert_quotes(tx: &mut Tx, id: PurchaseId, quotes: &[Quote]) -> db::Result<()> {
    if quotes.is_empty() {
        return Ok(());
    }
    let rows = (1_i64..).zip(quotes).map(|(number, q)| args![id, number, q.due_on, q.amount, q.kind]);
    let statement = Sql::new("INSERT INTO purchase_quotes (purchase_id, number, due_on, amount, kind) VALUES");
    tx.query(statement.rows(rows)).run().await?;
    Ok(())
}

pub(super) async fn insert_payment(
    work: &mut Work<'_>,
    id: PurchaseId,
    amount: Money,
    method: &PaymentMethod,
) -> Result<i64> {
    let (user, now) = (work.actor.user_id, work.now);
    let insert = "INSERT INTO purchase_payments (purchase_id, amount, source, payment_option, operation_number, user_id, paid_at)
                  VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id";
    let query = work.query(insert).bind(id).bind(amount).bind(method.source).bind(method.option.clone());
    Ok(query.bind(method.operation_number.clone()).bind(user).bind(now).scalar().await?)
}

/// Finds the active purchase recorded with this document of the provider.
pub(super) async fn find_by_document(
    tx: &mut Tx,
    provider: ProviderId,
    paper: &DocumentNumber,
) -> db::Result<Option<PurchaseRow>> {
    let sql = select_purchases()
        .with("AND p.provider_id = ?", provider)
        .with("AND p.document = ?", paper.document)
        .with("AND p.serie = ?", paper.serie.as_str().to_owned())
        .with("AND p.number_key = ?", paper.number_key());
    tx.query(sql).maybe().await
}

/// Locks the purchase until the end of the transaction.
pub(super) async fn lock_purchase(tx: &mut Tx, id: PurchaseId) -> db::Result<PurchaseId> {
    tx.query("SELECT id FROM purchases WHERE id = $1").bind(id).for_update().scalar().await
}

/// Adds up the payments out of cash boxes that are not voided.
pub(super) async fn sum_cash_payments(tx: &mut Tx, id: PurchaseId) -> db::Result<Money> {
    tx.query(
        "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM purchase_payments
         WHERE purchase_id = $1 AND source = $2 AND NOT voided",
    )
    .bind(id)
    .bind(MoneySource::Cash)
    .scalar()
    .await
}

/// Stores the payment by which these instalments were last paid.
pub(super) async fn set_quotes_payment(
    tx: &mut Tx,
    payment: i64,
    quotes: impl Iterator<Item = QuoteId>,
) -> db::Result<u64> {
    let sql = Sql::new("UPDATE purchase_quotes SET").with("payment_id = ?", payment);
    tx.query(sql.list("WHERE id IN (?)", quotes)).run().await
}

/// Adds the paid parts to the instalments and the amount to the purchase; returns the number of instalments updated.
pub(super) async fn add_paid_amounts(
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

/// Marks the purchase and its payments as voided, and frees its document number to be recorded again.
pub(super) async fn mark_voided(work: &mut Work<'_>, id: PurchaseId, reason: &str) -> Result<()> {
    let (user, now) = (work.actor.user_id, work.now);
    work.query(
        "UPDATE purchases SET status = 'VOIDED', number_key = NULL, voided_at = $1, voided_by = $2, void_reason = $3
         WHERE id = $4",
    )
    .bind(now)
    .bind(user)
    .bind(reason)
    .bind(id)
    .run()
    .await?;
    work.query("UPDATE purchase_payments SET voided = TRUE WHERE purchase_id = $1").bind(id).run().await?;
    Ok(())
}

pub(super) async fn update_document(
    tx: &mut Tx,
    id: PurchaseId,
    (paper, provider, note, period): (&DocumentNumber, ProviderId, &str, Option<NaiveDate>),
) -> db::Result<u64> {
    tx.query(update!("purchases" {
        document: paper.document,
        serie: paper.serie.as_str(),
        number: paper.number.as_str(),
        number_key: paper.number_key(),
        search_key: paper.search_key(),
        provider_id: provider,
        note: note,
        period: period,
    } where id = id))
        .run()
        .await
}
