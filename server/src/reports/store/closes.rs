//! Closes of a day that were not mailed.

use crate::db::{self, Tx};
use chrono::{DateTime, NaiveDate, Utc};

/// A mail that did not go.
#[derive(Debug, sqlx::FromRow)]
pub(in crate::reports) struct UnsentClose {
    pub business_day: NaiveDate,
    pub email: String,
    pub error: String,
    /// Nobody tries again where there is none.
    pub next_at: Option<DateTime<Utc>>,
}

/// Of the last day that one of did not go.
pub(in crate::reports) async fn unsent_closes(tx: &mut Tx) -> db::Result<Vec<UnsentClose>> {
    tx.query(
        "SELECT business_day, email, error, next_at FROM close_of_day_emails
         WHERE sent_at IS NULL AND error <> '' AND business_day = (SELECT MAX(business_day) FROM close_of_day_emails)
         ORDER BY email LIMIT 10",
    )
    .all()
    .await
}
