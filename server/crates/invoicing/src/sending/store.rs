//! All SQL of `sender_leases`.

use chrono::{DateTime, Utc};
use comanda_base::db::{self, Tx};

pub(super) async fn find_lease(tx: &mut Tx) -> db::Result<Option<(String, DateTime<Utc>)>> {
    tx.query("SELECT holder, until FROM sender_leases WHERE id = 1").for_update().maybe().await
}

/// Inserts a lease that nobody holds. Of two concurrent callers the second one waits for the first one's transaction.
pub(super) async fn add_free_lease(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<()> {
    tx.query("INSERT INTO sender_leases (id, holder, until) VALUES (1, '', $1) ON CONFLICT DO NOTHING")
        .bind(now)
        .run()
        .await?;
    Ok(())
}

pub(super) async fn set_lease(tx: &mut Tx, holder: &str, until: DateTime<Utc>) -> db::Result<()> {
    tx.query(
        "INSERT INTO sender_leases (id, holder, until) VALUES (1, $1, $2)
         ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, until = excluded.until",
    )
    .bind(holder)
    .bind(until)
    .run()
    .await?;
    Ok(())
}

pub(super) async fn drop_lease(tx: &mut Tx, holder: &str) -> db::Result<()> {
    tx.query("DELETE FROM sender_leases WHERE id = 1 AND holder = $1").bind(holder).run().await?;
    Ok(())
}
