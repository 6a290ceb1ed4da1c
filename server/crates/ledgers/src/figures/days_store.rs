//! SQL of the sums that are kept of days.

use super::{
    add_up::{ByKey, Cut, DaySum, SumKey, Sums},
    sold_store::SalesChannel,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{BillingId, CreditNoteId, RefundId},
};

/// Rows of one INSERT.
const AT_ONCE: usize = 200;

/// A document of a day that may be over changed: the day is added up again, and that of its payment, of which the tip is what the
/// document left.
pub async fn document_changed(tx: &mut Tx, id: BillingId) -> db::Result<()> {
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

/// Has the day of a credit note added up again: the note came to it, or is about to leave it.
pub async fn note_changed(tx: &mut Tx, id: CreditNoteId) -> db::Result<()> {
    tx.query(
        "UPDATE figure_days SET is_stale = TRUE
         WHERE NOT is_stale AND business_day = (SELECT n.business_day FROM credit_notes n WHERE n.id = $1)",
    )
    .bind(id)
    .run()
    .await
    .map(drop)
}

/// What a refund of a day that may be over gave back is told otherwise now: the day is added up again.
pub async fn refund_changed(tx: &mut Tx, id: RefundId) -> db::Result<()> {
    tx.query(
        "UPDATE figure_days SET is_stale = TRUE
         WHERE NOT is_stale AND business_day = (SELECT f.business_day FROM refunds f WHERE f.id = $1)",
    )
    .bind(id)
    .run()
    .await
    .map(drop)
}

/// What sales since a business day cost changed: those days are added up again.
pub async fn changed_since(tx: &mut Tx, day: NaiveDate) -> db::Result<()> {
    tx.query("UPDATE figure_days SET is_stale = TRUE WHERE business_day >= $1 AND NOT is_stale")
        .bind(day)
        .run()
        .await
        .map(drop)
}

/// The first day of which there is a document, and the last of which sums are to be kept.
pub(super) async fn known_days(tx: &mut Tx) -> db::Result<(Option<NaiveDate>, Option<NaiveDate>)> {
    tx.query("SELECT (SELECT MIN(business_day) FROM billings), (SELECT MAX(business_day) FROM figure_days)").one().await
}

/// Writes down that days are over.
pub(super) async fn begin(tx: &mut Tx, days: &[NaiveDate], now: DateTime<Utc>) -> db::Result<()> {
    for days in days.chunks(AT_ONCE) {
        let rows = days.iter().map(|day| args![*day, now]);
        let sql = Sql::new("INSERT INTO figure_days (business_day, created_at) VALUES").rows(rows);
        tx.query(sql.add("ON CONFLICT (business_day) DO NOTHING")).run().await?;
    }
    Ok(())
}

/// Days that are to be added up and were written down before `settled`, the latest first.
pub(super) async fn stale(tx: &mut Tx, settled: DateTime<Utc>, limit: i64) -> db::Result<Vec<NaiveDate>> {
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

/// Holds a day that is to be added up; whether it still is.
pub(super) async fn lock(tx: &mut Tx, day: NaiveDate) -> db::Result<bool> {
    let found: Option<(bool,)> =
        tx.query("SELECT is_stale FROM figure_days WHERE business_day = $1").bind(day).for_update().maybe().await?;
    Ok(found.is_some_and(|(is_stale,)| is_stale))
}

/// Keeps the sums of a day in place of those there were.
pub(super) async fn write(tx: &mut Tx, day: NaiveDate, sums: &ByKey) -> db::Result<()> {
    tx.query("DELETE FROM figure_channel_sums WHERE business_day = $1").bind(day).run().await?;
    let rows: Vec<_> = sums.iter().collect();
    for rows in rows.chunks(AT_ONCE) {
        let rows = rows.iter().map(|(of, s): &(&SumKey, &Sums)| {
            args![
                of.cut,
                of.business_day,
                of.key.as_str(),
                of.channel,
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

/// Days between two of which the sums stand.
pub(super) async fn kept(tx: &mut Tx, (first, last): (NaiveDate, NaiveDate)) -> db::Result<Vec<NaiveDate>> {
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

/// The sums that stand of those days: of one channel, or of all.
pub(super) async fn sums(
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
