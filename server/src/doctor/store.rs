//! The doctor's SQL on a company's database.

use chrono::{DateTime, Utc};
use comanda_base::db::{self, Tx};

/// Finds when the newest line of the action log was written.
pub(super) async fn find_last_logged(tx: &mut Tx) -> db::Result<DateTime<Utc>> {
    tx.query("SELECT at FROM action_logs ORDER BY at DESC LIMIT 1").scalar().await
}
