//! The e-mails that bring documents to their clients: wanted in the transaction of a payment or of who asks for one, and sent
//! afterwards by `documents`, until they are sent or too many tries failed.

use super::{emails_store as store, files::TaxOwner};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Result, refuse},
    ids::{BillingId, CreditNoteId, TaxDocumentId},
};

/// Whoever takes an e-mail reports within this time that it was sent, else another sender tries.
const SENDING_TAKES: Duration = Duration::minutes(2);
/// After so many it is given up; a person can ask again.
const MAX_TRIES: i64 = 12;
/// Between two tries, at most.
const LONGEST_PAUSE_MINUTES: i64 = 60;

/// An e-mail that is due.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct DueEmail {
    pub id: TaxDocumentId,
    pub(super) billing_id: Option<BillingId>,
    pub(super) credit_note_id: Option<CreditNoteId>,
    pub mail_to: String,
    /// Tries before this one.
    pub mail_tries: i64,
    /// When it was due.
    pub mail_at: DateTime<Utc>,
}

impl DueEmail {
    /// What it brings; none of what is kept of other systems.
    pub const fn owner(&self) -> Option<TaxOwner> {
        TaxOwner::of(self.billing_id, self.credit_note_id)
    }
}

/// Wants a document mailed to an address, in this transaction; 409 where it is not electronic.
pub async fn want_email(tx: &mut Tx, owner: TaxOwner, to: &str, now: DateTime<Utc>) -> Result<()> {
    if store::want(tx, owner, to, now).await? == 0 {
        let text = "Solo las boletas y facturas electrónicas van por correo. Descarga el PDF y envíalo tú.";
        return refuse(Code::Conflict, text).err();
    }
    Ok(())
}

/// A credit note goes to whom its document went by mail; to nobody where that was not mailed.
pub(in crate::billing) async fn email_likewise(
    tx: &mut Tx,
    billing: BillingId,
    note: CreditNoteId,
    now: DateTime<Utc>,
) -> Result<()> {
    Ok(store::copy_recipient(tx, billing, note, now).await?)
}

/// E-mails that are due, the oldest first. A few at a time: each is a conversation with a mail server.
pub async fn due_emails(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<DueEmail>> {
    Ok(store::due(tx, now).await?)
}

/// Takes an e-mail to send it; false where somebody else has, or it was asked for anew.
pub async fn take_email(tx: &mut Tx, email: &DueEmail, now: DateTime<Utc>) -> Result<bool> {
    Ok(store::postpone(tx, email, now + SENDING_TAKES).await? > 0)
}

/// It was sent.
pub async fn email_sent(tx: &mut Tx, email: &DueEmail, now: DateTime<Utc>) -> Result<()> {
    Ok(store::sent(tx, email, now).await?)
}

/// It was not sent, and is tried again, ever later and not for ever.
pub async fn email_failed(tx: &mut Tx, email: &DueEmail, why: &str, now: DateTime<Utc>) -> Result<()> {
    let tries = email.mail_tries + 1;
    let again = (tries < MAX_TRIES).then(|| now + pause(tries));
    Ok(store::failed(tx, email, why, again).await?)
}

/// Before the next try: 1, 2, 4 … minutes.
fn pause(tries: i64) -> Duration {
    Duration::minutes((1_i64 << (tries - 1).clamp(0, 10)).min(LONGEST_PAUSE_MINUTES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_come_ever_later_up_to_an_hour() {
        let minutes: Vec<i64> = (1..=9).map(|n| pause(n).num_minutes()).collect();
        assert_eq!(minutes, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
        assert_eq!(pause(i64::MAX).num_minutes(), 60);
    }
}
