//! All SQL of `law_notices`.

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::db::{self, Tx};

/// The change that was announced by e-mail, and the time of the next allowed attempt.
#[derive(Debug, Clone, Default, comanda_from_row::FromRow)]
pub(super) struct EmailState {
    pub mailed_change: Option<NaiveDate>,
    pub mail_after: Option<DateTime<Utc>>,
}

pub(super) async fn load_postponed_until(tx: &mut Tx) -> db::Result<Option<NaiveDate>> {
    let stored: Option<(Option<NaiveDate>,)> =
        tx.query("SELECT put_off_until FROM law_notices WHERE id = 1").maybe().await?;
    Ok(stored.and_then(|(day,)| day))
}

pub(super) async fn save_postponed_until(tx: &mut Tx, until: NaiveDate) -> db::Result<u64> {
    tx.query(
        "INSERT INTO law_notices (id, put_off_until) VALUES (1, $1)
         ON CONFLICT (id) DO UPDATE SET put_off_until = excluded.put_off_until",
    )
    .bind(until)
    .run()
    .await
}

pub(super) async fn load_email_state(tx: &mut Tx) -> db::Result<EmailState> {
    let stored = tx.query("SELECT mailed_change, mail_after FROM law_notices WHERE id = 1").maybe().await?;
    Ok(stored.unwrap_or_default())
}

/// Claims the sending of a change's e-mail. Of several concurrent callers only one gets 1.
pub(super) async fn claim_email(tx: &mut Tx, change: NaiveDate) -> db::Result<u64> {
    tx.query(
        "INSERT INTO law_notices (id, mailed_change) VALUES (1, $1)
         ON CONFLICT (id) DO UPDATE SET mailed_change = excluded.mailed_change, mail_after = NULL
         WHERE law_notices.mailed_change IS NULL OR law_notices.mailed_change <> excluded.mailed_change",
    )
    .bind(change)
    .run()
    .await
}

/// Releases the claim after a failure; the next attempt is not before `after`.
pub(super) async fn postpone_email(tx: &mut Tx, after: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE law_notices SET mailed_change = NULL, mail_after = $1 WHERE id = 1").bind(after).run().await
}
