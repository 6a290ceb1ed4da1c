//! All SQL of `leases` and `secrets_key`, which servers share.

use chrono::{DateTime, TimeDelta, Utc};
use comanda_base::{
    db::{self, Db, Tx},
    transact,
};
use std::time::Duration;

/// Takes each of these leases that no other holder has now, by the database's clock, and returns their names.
pub(super) async fn acquire_leases(
    control: &Db,
    holder: &str,
    names: &[&'static str],
    (own_now, length): (DateTime<Utc>, Duration),
) -> db::Result<Vec<&'static str>> {
    transact!(control, |tx| -> db::Result<Vec<&'static str>> {
        let now = tx.database_now(own_now).await?;
        let until = now + TimeDelta::from_std(length).unwrap_or_default();
        let mut acquired = Vec::new();
        for name in names {
            let rows = tx
                .query(
                    "INSERT INTO leases (name, holder, until) VALUES ($1, $2, $3)
                     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
                     WHERE leases.holder = excluded.holder OR leases.until <= $4 OR leases.until > $5",
                )
                .bind(*name)
                .bind(holder)
                .bind(until)
                .bind(now)
                // No lease is that long, even with the time that two servers wait for each other: it was taken with a clock that was ahead.
                .bind(until + (until - now))
                .run()
                .await?;
            if rows > 0 {
                acquired.push(*name);
            }
        }
        Ok(acquired)
    })
}

pub(super) async fn release_leases(control: &Db, holder: &str) -> db::Result<u64> {
    transact!(control, |tx| -> db::Result<u64> {
        tx.query("DELETE FROM leases WHERE holder = $1").bind(holder).run().await
    })
}

/// Loads the fingerprint of the agreed key.
pub(super) async fn load_fingerprint(tx: &mut Tx) -> db::Result<Option<String>> {
    Ok(tx.query("SELECT fingerprint FROM secrets_key WHERE id = 1").column().await?.pop())
}

/// Loads it; inserts this one where there is none yet.
pub(super) async fn insert_or_get_fingerprint(tx: &mut Tx, fingerprint: &str) -> db::Result<String> {
    tx.query("INSERT INTO secrets_key (id, fingerprint) VALUES (1, $1) ON CONFLICT (id) DO NOTHING")
        .bind(fingerprint)
        .run()
        .await?;
    tx.query("SELECT fingerprint FROM secrets_key WHERE id = 1").scalar().await
}

pub(super) async fn set_fingerprint(tx: &mut Tx, fingerprint: &str) -> db::Result<()> {
    tx.query("UPDATE secrets_key SET fingerprint = $1 WHERE id = 1").bind(fingerprint).run().await?;
    Ok(())
}
