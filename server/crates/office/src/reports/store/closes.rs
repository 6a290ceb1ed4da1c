//! SQL of closes of a day that could not be e-mailed.

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::db::{self, Tx};

/// The e-mail of a day's close that could not be sent to one recipient.
#[derive(Debug, comanda_from_row::FromRow)]
pub(in crate::reports) struct FailedCloseEmail {
    pub business_day: NaiveDate,
    pub email: String,
    pub error: String,
    /// The next attempt; `None` where there will be none.
    pub next_at: Option<DateTime<Utc>>,
}

/// Lists the e-mails of closes whose last attempt failed, for days from `since` on and present recipients: the latest day first, at most ten.
pub(in crate::reports) async fn list_failed_close_emails(
    tx: &mut Tx,
    since: NaiveDate,
) -> db::Result<Vec<FailedCloseEmail>> {
    tx.query(
        "SELECT business_day, email, error, next_at FROM close_of_day_emails
         WHERE business_day >= $1 AND sent_at IS NULL AND error <> '' AND email IN (SELECT email FROM close_of_day_recipients)
         ORDER BY business_day DESC, email LIMIT 10",
    )
    .bind(since)
    .all()
    .await
}
