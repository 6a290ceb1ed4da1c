//! All SQL of the close's e-mails.

use super::model::{CloseOfDayEmail, CloseOfDaySettings};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{Result, Sql, Tx},
};
use comanda_platform::people::ReportAddress;

/// The stored settings without recipients.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct StoredSettings {
    pub is_on: bool,
    pub send_at: String,
    pub changed_at: DateTime<Utc>,
    pub last_day: Option<NaiveDate>,
}

pub(super) async fn load_stored_settings(tx: &mut Tx) -> Result<Option<StoredSettings>> {
    tx.query("SELECT is_on, send_at, changed_at, last_day FROM close_of_day_settings WHERE id = 1").maybe().await
}

pub(super) async fn list_recipients(tx: &mut Tx) -> Result<Vec<ReportAddress>> {
    tx.query("SELECT email, user_id FROM close_of_day_recipients ORDER BY email LIMIT 10").all().await
}

pub(super) async fn save_settings(
    tx: &mut Tx,
    settings: &CloseOfDaySettings,
    recipients: &[ReportAddress],
    now: DateTime<Utc>,
) -> Result<()> {
    tx.query(
        "INSERT INTO close_of_day_settings (id, is_on, send_at, changed_at) VALUES (1, $1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET is_on = excluded.is_on, send_at = excluded.send_at, changed_at = excluded.changed_at",
    )
    .bind(settings.is_on)
    .bind(settings.send_at.as_str())
    .bind(now)
    .run()
    .await?;
    tx.query("DELETE FROM close_of_day_recipients").run().await?;
    // E-mails waiting for an address that is no longer chosen are cancelled.
    let dropped = Sql::new(
        "UPDATE close_of_day_emails SET next_at = NULL, error = 'Ya no está en la lista.' WHERE next_at IS NOT NULL",
    );
    let chosen = recipients.iter().filter(|_| settings.is_on).map(|recipient| recipient.email.as_str());
    tx.query(dropped.list("AND email NOT IN (?)", chosen)).run().await?;
    if !recipients.is_empty() {
        let rows = recipients.iter().map(|recipient| args![recipient.email.as_str(), recipient.user_id]);
        let sql = Sql::new("INSERT INTO close_of_day_recipients (email, user_id) VALUES").rows(rows);
        tx.query(sql).run().await?;
    }
    Ok(())
}

/// Claims a day for queueing its e-mails; returns `false` if it was claimed before. `last` is the last finished day: a stored day after it
/// comes from a clock that was ahead and does not count.
pub(super) async fn claim_day(tx: &mut Tx, day: NaiveDate, last: NaiveDate) -> Result<bool> {
    let claimed = tx
        .query(
            "UPDATE close_of_day_settings SET last_day = $1
             WHERE id = 1 AND is_on AND (last_day IS NULL OR last_day < $1 OR last_day > $2)",
        )
        .bind(day)
        .bind(last)
        .run()
        .await?;
    Ok(claimed == 1)
}

/// Queues an automatic e-mail of a day. A day may be queued again, after its opening hour changed or after a clock that was ahead;
/// `sent_at` stays until it is known whether the figures have changed.
pub(super) async fn queue_automatic_email(tx: &mut Tx, day: NaiveDate, email: &str, now: DateTime<Utc>) -> Result<()> {
    tx.query(
        "INSERT INTO close_of_day_emails (business_day, email, attempts, asked_at, next_at, error) VALUES ($1, $2, 0, $3, $3, '')
         ON CONFLICT (business_day, email) DO UPDATE SET attempts = 0, asked_at = excluded.asked_at, next_at = excluded.next_at,
            error = ''",
    )
    .bind(day)
    .bind(email)
    .bind(now)
    .run()
    .await?;
    Ok(())
}

/// Queues an e-mail of a day on a user's request; it is sent even if it was sent before.
pub(super) async fn queue_requested_email(tx: &mut Tx, day: NaiveDate, email: &str, now: DateTime<Utc>) -> Result<()> {
    tx.query(
        "INSERT INTO close_of_day_emails (business_day, email, attempts, asked_at, next_at, error) VALUES ($1, $2, 0, $3, $3, '')
         ON CONFLICT (business_day, email) DO UPDATE SET attempts = 0, asked_at = excluded.asked_at, next_at = excluded.next_at,
            sent_at = NULL, error = ''",
    )
    .bind(day)
    .bind(email)
    .bind(now)
    .run()
    .await?;
    Ok(())
}

const COLUMNS: &str =
    "SELECT business_day, email, attempts, asked_at, next_at, sent_at, error, sent_figures FROM close_of_day_emails";

/// Lists the e-mails due now, by day, and those whose next attempt is later than `farthest`.
pub(super) async fn list_due_emails(
    tx: &mut Tx,
    now: DateTime<Utc>,
    farthest: DateTime<Utc>,
) -> Result<Vec<CloseOfDayEmail>> {
    let sql = Sql::new(COLUMNS)
        .with("WHERE (next_at <= ?", now)
        .with("OR next_at > ?)", farthest)
        .add("ORDER BY business_day, email LIMIT 20");
    tx.query(sql).all().await
}

/// Lists the latest e-mails.
pub(super) async fn list_latest_emails(tx: &mut Tx) -> Result<Vec<CloseOfDayEmail>> {
    let sql = Sql::new(COLUMNS).add("ORDER BY business_day DESC, email LIMIT 30");
    tx.query(sql).all().await
}

/// Claims an e-mail for sending, with `next_at` as the end of the lease; returns `false` if another worker claimed it. The later marks
/// apply only to this attempt, so an e-mail that is queued again meanwhile is not affected.
pub(super) async fn claim_email(tx: &mut Tx, email: &CloseOfDayEmail, next_at: DateTime<Utc>) -> Result<bool> {
    let claimed = tx
        .query(
            "UPDATE close_of_day_emails SET attempts = attempts + 1, next_at = $1
             WHERE business_day = $2 AND email = $3 AND attempts = $4 AND next_at IS NOT NULL",
        )
        .bind(next_at)
        .bind(email.business_day)
        .bind(email.email.as_str())
        .bind(email.attempts)
        .run()
        .await?;
    Ok(claimed == 1)
}

/// Marks an e-mail as sent with these figures.
pub(super) async fn mark_sent(tx: &mut Tx, email: &CloseOfDayEmail, figures: &str, now: DateTime<Utc>) -> Result<()> {
    tx.query(
        "UPDATE close_of_day_emails SET sent_at = $1, sent_figures = $5, next_at = NULL, error = ''
         WHERE business_day = $2 AND email = $3 AND attempts = $4",
    )
    .bind(now)
    .bind(email.business_day)
    .bind(email.email.as_str())
    .bind(email.attempts + 1)
    .bind(figures)
    .run()
    .await?;
    Ok(())
}

/// Marks an e-mail as done that was sent before with the same figures.
pub(super) async fn mark_unchanged(tx: &mut Tx, email: &CloseOfDayEmail) -> Result<()> {
    tx.query(
        "UPDATE close_of_day_emails SET next_at = NULL WHERE business_day = $1 AND email = $2 AND attempts = $3
           AND sent_at IS NOT NULL",
    )
    .bind(email.business_day)
    .bind(email.email.as_str())
    .bind(email.attempts)
    .run()
    .await?;
    Ok(())
}

/// Marks an e-mail as not sent; without `next_at` it is not tried again.
pub(super) async fn mark_failed(
    tx: &mut Tx,
    email: &CloseOfDayEmail,
    why: &str,
    next_at: Option<DateTime<Utc>>,
) -> Result<()> {
    tx.query(
        "UPDATE close_of_day_emails SET next_at = $1, error = $2 WHERE business_day = $3 AND email = $4 AND attempts = $5",
    )
    .bind(next_at)
    .bind(why)
    .bind(email.business_day)
    .bind(email.email.as_str())
    .bind(email.attempts + 1)
    .run()
    .await?;
    Ok(())
}

/// Deletes the e-mails of days before `before`.
pub(super) async fn delete_old_emails(tx: &mut Tx, before: NaiveDate) -> Result<()> {
    tx.query("DELETE FROM close_of_day_emails WHERE business_day < $1").bind(before).run().await?;
    Ok(())
}
