//! SQL of `tax_documents` about e-mails to clients.

use super::{emails::DueEmail, files::TaxOwner};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{BillingId, CreditNoteId},
};

/// The number of e-mails of a company that are sent one after the other.
const MAX_EMAILS_AT_ONCE: i64 = 10;

pub(super) async fn request_email(tx: &mut Tx, owner: TaxOwner, address: &str, now: DateTime<Utc>) -> db::Result<u64> {
    let sql = Sql::new(
        "UPDATE tax_documents SET mail_to = $1, mailed_at = NULL, mail_at = $2, mail_tries = 0, mail_error = ''",
    )
    .bind(address)
    .bind(now)
    .when("WHERE billing_id = ?", owner.billing())
    .when("WHERE credit_note_id = ?", owner.note());
    tx.query(sql).run().await
}

pub(super) async fn copy_recipient(
    tx: &mut Tx,
    billing: BillingId,
    note: CreditNoteId,
    now: DateTime<Utc>,
) -> db::Result<()> {
    tx.query(
        "UPDATE tax_documents SET mail_at = $1,
                mail_to = (SELECT d.mail_to FROM tax_documents d WHERE d.billing_id = $2)
         WHERE credit_note_id = $3
           AND EXISTS (SELECT 1 FROM tax_documents d WHERE d.billing_id = $2 AND d.mail_to <> '')",
    )
    .bind(now)
    .bind(billing)
    .bind(note)
    .run()
    .await?;
    Ok(())
}

pub(super) async fn load_due_emails(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<Vec<DueEmail>> {
    tx.query(
        "SELECT id, billing_id, credit_note_id, mail_to, mail_tries, mail_at FROM tax_documents
         WHERE mail_at IS NOT NULL AND mail_at <= $1 ORDER BY mail_at, id LIMIT $2",
    )
    .bind(now)
    .bind(MAX_EMAILS_AT_ONCE)
    .all()
    .await
}

pub(super) async fn postpone_email(tx: &mut Tx, email: &DueEmail, until: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE tax_documents SET mail_at = $1 WHERE id = $2 AND mail_at = $3 AND mail_to = $4")
        .bind(until)
        .bind(email.id)
        .bind(email.mail_at)
        .bind(email.mail_to.as_str())
        .run()
        .await
}

/// Records success only for the address to which it was sent, so that a request for another address in the meantime stays due.
pub(super) async fn mark_email_sent(tx: &mut Tx, email: &DueEmail, now: DateTime<Utc>) -> db::Result<()> {
    tx.query("UPDATE tax_documents SET mailed_at = $1, mail_at = NULL, mail_error = '' WHERE id = $2 AND mail_to = $3")
        .bind(now)
        .bind(email.id)
        .bind(email.mail_to.as_str())
        .run()
        .await?;
    Ok(())
}

pub(super) async fn record_email_failure(
    tx: &mut Tx,
    email: &DueEmail,
    why: &str,
    next_try: Option<DateTime<Utc>>,
) -> db::Result<()> {
    tx.query(
        "UPDATE tax_documents SET mail_tries = mail_tries + 1, mail_error = $1, mail_at = $2 WHERE id = $3 AND mail_to = $4",
    )
    .bind(why)
    .bind(next_try)
    .bind(email.id)
    .bind(email.mail_to.as_str())
    .run()
    .await?;
    Ok(())
}
