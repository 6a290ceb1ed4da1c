//! Closes of a day that were not mailed.

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::db::{self, Tx};

/// A mail that did not go.
#[derive(Debug, comanda_from_row::FromRow)]
pub(in crate::reports) struct UnsentClose {
    pub business_day: NaiveDate,
    pub email: String,
    pub error: String,
    /// Nobody tries again where there is none.
    pub next_at: Option<DateTime<Utc>>,
}

/// Of days from `since` on, to who is still to get them; the latest day first.
pub(in crate::reports) async fn unsent_closes(tx: &mut Tx, since: NaiveDate) -> db::Result<Vec<UnsentClose>> {
    tx.query(
        "SELECT business_day, email, error, next_at FROM close_of_day_emails
         WHERE business_day >= $1 AND sent_at IS NULL AND error <> '' AND email IN (SELECT email FROM close_of_day_recipients)
         ORDER BY business_day DESC, email LIMIT 10",
    )
    .bind(since)
    .all()
    .await
}
