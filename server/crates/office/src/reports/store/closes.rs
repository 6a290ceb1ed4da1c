//! SQL of closes of a day that could not be e-mailed.

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::db::{self, Tx};

/// An e-mail that was not sent.
#[derive(Debug, comanda_from_row::FromRow)]
pub(in crate::reports) struct UnsentClose {
    pub business_day: NaiveDate,
    pub email: String,
    pub error: String,
    /// The next attempt; `None` where there will be none.
    pub next_at: Option<DateTime<Utc>>,
}

/// Lists unsent closes of days from `since` on to present recipients, the latest day first.
pub(in crate::reports) async fn list_unsent_closes(tx: &mut Tx, since: NaiveDate) -> db::Result<Vec<UnsentClose>> {
    tx.query(
        "SELECT business_day, email, error, next_at FROM close_of_day_emails
         WHERE business_day >= $1 AND sent_at IS NULL AND error <> '' AND email IN (SELECT email FROM close_of_day_recipients)
         ORDER BY business_day DESC, email LIMIT 10",
    )
    .bind(since)
    .all()
    .await
}
