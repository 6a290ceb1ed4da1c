//! SQL of the sums that are kept for days that are over.

use super::{
    add_up::{Cut, DaySum, SumKey, Sums, SumsByKey},
    sold_store::SalesChannel,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{BillingId, CreditNoteId, RefundId},
};

/// The number of rows in one INSERT.
const ROWS_PER_INSERT: usize = 200;

/// Marks the day of a changed document as stale, and the day of its payment too, because the tip is the payment's excess over the document.
pub async fn mark_days_of_document_stale(tx: &mut Tx, id: BillingId) -> db::Result<()> {
    tx.query(
        "UPDATE figure_days SET is_stale = TRUE WHERE NOT is_stale AND business_day IN (
             SELECT b.business_day FROM billings b WHERE b.id = $1
             UNION ALL SELECT p.business_day FROM billings b JOIN payments p ON p.id = b.payment_id WHERE b.id = $1)",
    )
    .bind(id)
    .run()
    .await
    .map(drop)
}

/// Marks the day of a credit note as stale: the note was issued on it, or is about to be removed from it.
pub async fn mark_day_of_note_stale(tx: &mut Tx, id: CreditNoteId) -> db::Result<()> {
    tx.query(
        "UPDATE figure_days SET is_stale = TRUE
         WHERE NOT is_stale AND business_day = (SELECT n.business_day FROM credit_notes n WHERE n.id = $1)",
    )
    .bind(id)
    .run()
    .await
    .map(drop)
}

/// Marks the day of a refund as stale, because its amounts have changed.
pub async fn mark_day_of_refund_stale(tx: &mut Tx, id: RefundId) -> db::Result<()> {
    tx.query(
        "UPDATE figure_days SET is_stale = TRUE
         WHERE NOT is_stale AND business_day = (SELECT f.business_day FROM refunds f WHERE f.id = $1)",
    )
    .bind(id)
    .run()
    .await
    .map(drop)
}

/// Marks every day since `day` as stale, because the cost of its sales has changed.
pub async fn mark_days_stale_since(tx: &mut Tx, day: NaiveDate) -> db::Result<()> {
    tx.query("UPDATE figure_days SET is_stale = TRUE WHERE business_day >= $1 AND NOT is_stale")
        .bind(day)
        .run()
        .await
        .map(drop)
}

/// Loads the first day that has a document, and the last day that is registered for kept sums.
pub(super) async fn load_known_range(tx: &mut Tx) -> db::Result<(Option<NaiveDate>, Option<NaiveDate>)> {
    tx.query("SELECT (SELECT MIN(business_day) FROM billings), (SELECT MAX(business_day) FROM figure_days)").one().await
}

/// Registers days whose sums are to be kept.
pub(super) async fn insert_days(tx: &mut Tx, days: &[NaiveDate], now: DateTime<Utc>) -> db::Result<()> {
    for days in days.chunks(ROWS_PER_INSERT) {
        let rows = days.iter().map(|day| args![*day, now]);
        let sql = Sql::new("INSERT INTO figure_days (business_day, created_at) VALUES").rows(rows);
        tx.query(sql.add("ON CONFLICT (business_day) DO NOTHING")).run().await?;
    }
    Ok(())
}

/// Loads the stale days that were registered at `settled` or before, the latest first.
pub(super) async fn list_stale_days(tx: &mut Tx, settled: DateTime<Utc>, limit: i64) -> db::Result<Vec<NaiveDate>> {
    let rows: Vec<(NaiveDate,)> = tx
        .query(
            "SELECT business_day FROM figure_days WHERE is_stale AND created_at <= $1 ORDER BY business_day DESC LIMIT $2",
        )
        .bind(settled)
        .bind(limit)
        .all()
        .await?;
    Ok(rows.into_iter().map(|(day,)| day).collect())
}

/// Locks the row of a day and returns whether the day is still stale.
pub(super) async fn lock_if_stale(tx: &mut Tx, day: NaiveDate) -> db::Result<bool> {
    let found: Option<(bool,)> =
        tx.query("SELECT is_stale FROM figure_days WHERE business_day = $1").bind(day).for_update().maybe().await?;
    Ok(found.is_some_and(|(is_stale,)| is_stale))
}

/// Replaces the kept sums of a day.
pub(super) async fn replace_sums(tx: &mut Tx, day: NaiveDate, sums: &SumsByKey) -> db::Result<()> {
    tx.query("DELETE FROM figure_channel_sums WHERE business_day = $1").bind(day).run().await?;
    let rows: Vec<_> = sums.iter().collect();
    for rows in rows.chunks(ROWS_PER_INSERT) {
        let rows = rows.iter().map(|(key, s): &(&SumKey, &Sums)| {
            args![
                key.cut,
                key.business_day,
                key.key.as_str(),
                key.channel,
                s.documents,
                s.accounts,
                s.persons,
                s.quantity,
                s.total,
                s.net,
                s.covered,
                s.uncosted,
                s.cost
            ]
        });
        let sql = "INSERT INTO figure_channel_sums (cut, business_day, key, channel, documents, accounts, persons, quantity, total, net, covered, uncosted,
                   cost) VALUES";
        tx.query(Sql::new(sql).rows(rows)).run().await?;
    }
    tx.query("UPDATE figure_days SET is_stale = FALSE WHERE business_day = $1").bind(day).run().await.map(drop)
}

/// Loads the days of a span whose kept sums are valid, in ascending order.
pub(super) async fn list_stored_days(tx: &mut Tx, (first, last): (NaiveDate, NaiveDate)) -> db::Result<Vec<NaiveDate>> {
    let rows: Vec<(NaiveDate,)> = tx
        .query(
            "SELECT business_day FROM figure_days WHERE business_day >= $1 AND business_day <= $2 AND NOT is_stale ORDER BY business_day",
        )
        .bind(first)
        .bind(last)
        .all()
        .await?;
    Ok(rows.into_iter().map(|(day,)| day).collect())
}

/// Loads the valid kept sums of a span of days for one channel, or for all channels together.
pub(super) async fn load_stored_sums(
    tx: &mut Tx,
    (first, last): (NaiveDate, NaiveDate),
    cut: Cut,
    channel: Option<SalesChannel>,
) -> db::Result<Vec<DaySum>> {
    let sql = Sql::new(
        "SELECT s.business_day, s.key, CAST(SUM(s.documents) AS BIGINT) AS documents, CAST(SUM(s.accounts) AS BIGINT) AS accounts,
                CAST(SUM(s.persons) AS BIGINT) AS persons, CAST(SUM(s.quantity) AS BIGINT) AS quantity,
                CAST(SUM(s.total) AS BIGINT) AS total, CAST(SUM(s.net) AS BIGINT) AS net, CAST(SUM(s.covered) AS BIGINT) AS covered,
                CAST(SUM(s.uncosted) AS BIGINT) AS uncosted, CAST(SUM(s.cost) AS BIGINT) AS cost
         FROM figure_channel_sums s JOIN figure_days d ON d.business_day = s.business_day AND NOT d.is_stale",
    )
    .with("WHERE s.cut = ?", cut)
    .with("AND s.business_day >= ?", first)
    .with("AND s.business_day <= ?", last)
    .when("AND s.channel = ?", channel)
    .add("GROUP BY s.business_day, s.key");
    tx.query(sql).all().await
}
