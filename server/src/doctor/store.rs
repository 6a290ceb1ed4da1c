//! What the doctor reads of a company's database.

use chrono::{DateTime, Utc};
use comanda_base::db::{self, Tx};

/// When the newest line of the action log was written.
pub(super) async fn last_logged(tx: &mut Tx) -> db::Result<DateTime<Utc>> {
    tx.query("SELECT at FROM action_logs ORDER BY at DESC LIMIT 1").scalar().await
}
