//! All SQL of `law_notices`.

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::db::{self, Tx};

/// What the house was told by mail.
#[derive(Debug, Clone, Default, comanda_from_row::FromRow)]
pub(super) struct Mailed {
    pub mailed_change: Option<NaiveDate>,
    pub mail_after: Option<DateTime<Utc>>,
}

pub(super) async fn put_off_until(tx: &mut Tx) -> db::Result<Option<NaiveDate>> {
    let kept: Option<(Option<NaiveDate>,)> =
        tx.query("SELECT put_off_until FROM law_notices WHERE id = 1").maybe().await?;
    Ok(kept.and_then(|(day,)| day))
}

pub(super) async fn put_off(tx: &mut Tx, until: NaiveDate) -> db::Result<u64> {
    tx.query(
        "INSERT INTO law_notices (id, put_off_until) VALUES (1, $1)
         ON CONFLICT (id) DO UPDATE SET put_off_until = excluded.put_off_until",
    )
    .bind(until)
    .run()
    .await
}

pub(super) async fn mailed(tx: &mut Tx) -> db::Result<Mailed> {
    let kept = tx.query("SELECT mailed_change, mail_after FROM law_notices WHERE id = 1").maybe().await?;
    Ok(kept.unwrap_or_default())
}

/// Takes it upon oneself to tell a change by mail; of several that do it at the same time, one gets 1.
pub(super) async fn take_mail(tx: &mut Tx, change: NaiveDate) -> db::Result<u64> {
    tx.query(
        "INSERT INTO law_notices (id, mailed_change) VALUES (1, $1)
         ON CONFLICT (id) DO UPDATE SET mailed_change = excluded.mailed_change, mail_after = NULL
         WHERE law_notices.mailed_change IS NULL OR law_notices.mailed_change <> excluded.mailed_change",
    )
    .bind(change)
    .run()
    .await
}

/// It could not be sent: not before this moment.
pub(super) async fn mail_again(tx: &mut Tx, after: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE law_notices SET mailed_change = NULL, mail_after = $1 WHERE id = 1").bind(after).run().await
}
