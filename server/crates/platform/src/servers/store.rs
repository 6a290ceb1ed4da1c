//! All SQL of `leases` and `secrets_key`, which several servers share.

use chrono::{DateTime, TimeDelta, Utc};
use comanda_base::{
    db::{self, Db, Tx},
    transact,
};
use std::time::Duration;

/// Takes each of these that nobody else has now, by the database's clock, and gives those.
pub(super) async fn take(
    control: &Db,
    holder: &str,
    names: &[&'static str],
    (own_now, length): (DateTime<Utc>, Duration),
) -> db::Result<Vec<&'static str>> {
    transact!(control, |tx| -> db::Result<Vec<&'static str>> {
        let now = tx.database_now(own_now).await?;
        let until = now + TimeDelta::from_std(length).unwrap_or_default();
        let mut taken = Vec::new();
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
                // Nobody takes one for longer, give and take what two servers wait for each other: a clock was ahead.
                .bind(until + (until - now))
                .run()
                .await?;
            if rows > 0 {
                taken.push(*name);
            }
        }
        Ok(taken)
    })
}

pub(super) async fn give_back(control: &Db, holder: &str) -> db::Result<u64> {
    transact!(control, |tx| -> db::Result<u64> {
        tx.query("DELETE FROM leases WHERE holder = $1").bind(holder).run().await
    })
}

/// The fingerprint of the key that all servers have.
pub(super) async fn fingerprint(tx: &mut Tx) -> db::Result<Option<String>> {
    Ok(tx.query("SELECT fingerprint FROM secrets_key WHERE id = 1").column().await?.pop())
}

/// The same; where there is none yet, this one.
pub(super) async fn insert_or_get_fingerprint(tx: &mut Tx, own: &str) -> db::Result<String> {
    tx.query("INSERT INTO secrets_key (id, fingerprint) VALUES (1, $1) ON CONFLICT (id) DO NOTHING")
        .bind(own)
        .run()
        .await?;
    tx.query("SELECT fingerprint FROM secrets_key WHERE id = 1").scalar().await
}

pub(super) async fn set_fingerprint(tx: &mut Tx, own: &str) -> db::Result<()> {
    tx.query("UPDATE secrets_key SET fingerprint = $1 WHERE id = 1").bind(own).run().await?;
    Ok(())
}
