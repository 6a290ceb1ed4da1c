//! E-mails with documents for clients: requested in the transaction of a payment or of a user's request, and sent afterwards by
//! `documents`, until they are sent or too many tries have failed.

use super::{emails_store as store, files::TaxOwner};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Result, refuse},
    ids::{BillingId, CreditNoteId, TaxDocumentId},
};

/// The time in which a sender must report success after claiming an e-mail; afterwards another sender tries.
const CLAIM_DURATION: Duration = Duration::minutes(2);
/// The number of tries after which sending is given up; a user can request it again.
const MAX_TRIES: i64 = 12;
/// The longest pause between two tries.
const LONGEST_PAUSE_MINUTES: i64 = 60;

/// An e-mail that is due.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct DueEmail {
    pub id: TaxDocumentId,
    pub(super) billing_id: Option<BillingId>,
    pub(super) credit_note_id: Option<CreditNoteId>,
    pub mail_to: String,
    /// The number of tries before this one.
    pub mail_tries: i64,
    /// The time at which it was due.
    pub mail_at: DateTime<Utc>,
}

impl DueEmail {
    /// The document to send; `None` for documents kept from other systems.
    pub const fn owner(&self) -> Option<TaxOwner> {
        TaxOwner::from_ids(self.billing_id, self.credit_note_id)
    }
}

/// Requests an e-mail with a document, in this transaction; 409 where the document is not electronic.
pub async fn request_email(tx: &mut Tx, owner: TaxOwner, address: &str, now: DateTime<Utc>) -> Result<()> {
    if store::request_email(tx, owner, address, now).await? == 0 {
        let text = "Solo las boletas y facturas electrónicas van por correo. Descarga el PDF y envíalo tú.";
        return refuse(Code::Conflict, text).err();
    }
    Ok(())
}

/// Sends a credit note to the address to which its document was mailed; to nobody where that was not mailed.
pub(in crate::billing) async fn copy_email_request(
    tx: &mut Tx,
    billing: BillingId,
    note: CreditNoteId,
    now: DateTime<Utc>,
) -> Result<()> {
    Ok(store::copy_recipient(tx, billing, note, now).await?)
}

/// Loads the e-mails that are due, the oldest first and only a few, since each takes a conversation with a mail server.
pub async fn load_due_emails(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<DueEmail>> {
    Ok(store::load_due_emails(tx, now).await?)
}

/// Claims an e-mail for sending; false where another sender did, or it was requested anew.
pub async fn claim_email(tx: &mut Tx, email: &DueEmail, now: DateTime<Utc>) -> Result<bool> {
    Ok(store::postpone_email(tx, email, now + CLAIM_DURATION).await? > 0)
}

/// Records that the e-mail was sent.
pub async fn record_email_sent(tx: &mut Tx, email: &DueEmail, now: DateTime<Utc>) -> Result<()> {
    Ok(store::mark_email_sent(tx, email, now).await?)
}

/// Records a failed try; further tries follow after growing pauses, up to a limit.
pub async fn record_email_failure(tx: &mut Tx, email: &DueEmail, why: &str, now: DateTime<Utc>) -> Result<()> {
    let tries = email.mail_tries + 1;
    let next_try = (tries < MAX_TRIES).then(|| now + pause(tries));
    Ok(store::record_email_failure(tx, email, why, next_try).await?)
}

/// The pause before the next try: 1, 2, 4 … minutes.
fn pause(tries: i64) -> Duration {
    Duration::minutes((1_i64 << (tries - 1).clamp(0, 10)).min(LONGEST_PAUSE_MINUTES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_an_hour() {
        let minutes: Vec<i64> = (1..=9).map(|n| pause(n).num_minutes()).collect();
        assert_eq!(minutes, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
        assert_eq!(pause(i64::MAX).num_minutes(), 60);
    }
}
