//! The letters that bring documents to their clients: wanted in the transaction of a payment or of who asks for one, and sent
//! afterwards by `documents`, until they went or too many tries failed.

use super::{files::TaxOwner, letters_store as store};
use crate::{
    db::Tx,
    error::{Code, Result, refuse},
    ids::{BillingId, CreditNoteId, TaxDocumentId},
};
use chrono::{DateTime, Duration, Utc};

/// Who sends a letter says again in this time that it did, else another one tries.
const SENDING_TAKES: Duration = Duration::minutes(2);
/// After so many nobody hopes any more; a person can ask again.
const MAX_TRIES: i64 = 12;
/// Between two tries, at most.
const LONGEST_PAUSE_MINUTES: i64 = 60;

/// A letter that is to go now.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct DueLetter {
    pub id: TaxDocumentId,
    pub(super) billing_id: Option<BillingId>,
    pub(super) credit_note_id: Option<CreditNoteId>,
    pub mail_to: String,
    /// Tries before this one.
    pub mail_tries: i64,
    /// When it was to go.
    pub mail_at: DateTime<Utc>,
}

impl DueLetter {
    /// What it brings; none of what is kept of other systems.
    pub const fn owner(&self) -> Option<TaxOwner> {
        TaxOwner::of(self.billing_id, self.credit_note_id)
    }
}

/// Wants a document mailed to an address, in this transaction; 409 where it is not electronic.
pub async fn want_letter(tx: &mut Tx, owner: TaxOwner, to: &str, now: DateTime<Utc>) -> Result<()> {
    if store::want(tx, owner, to, now).await? == 0 {
        let text = "Solo las boletas y facturas electrónicas van por correo. Descarga el PDF y envíalo tú.";
        return refuse(Code::Conflict, text).err();
    }
    Ok(())
}

/// A credit note goes to whom its document went by mail; to nobody where that was not mailed.
pub(in crate::billing) async fn letter_follows(
    tx: &mut Tx,
    billing: BillingId,
    note: CreditNoteId,
    now: DateTime<Utc>,
) -> Result<()> {
    Ok(store::follow(tx, billing, note, now).await?)
}

/// Letters that are to go by now, the oldest first. A few at a time: each is a conversation with a mail server.
pub async fn due_letters(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<DueLetter>> {
    Ok(store::due(tx, now).await?)
}

/// Takes a letter to send it; false where somebody else has, or it was asked for anew.
pub async fn take_letter(tx: &mut Tx, letter: &DueLetter, now: DateTime<Utc>) -> Result<bool> {
    Ok(store::postpone(tx, letter, now + SENDING_TAKES).await? > 0)
}

/// It went.
pub async fn letter_went(tx: &mut Tx, letter: &DueLetter, now: DateTime<Utc>) -> Result<()> {
    Ok(store::went(tx, letter, now).await?)
}

/// It did not go, and is tried again, ever later and not for ever.
pub async fn letter_failed(tx: &mut Tx, letter: &DueLetter, why: &str, now: DateTime<Utc>) -> Result<()> {
    let tries = letter.mail_tries + 1;
    let again = (tries < MAX_TRIES).then(|| now + pause(tries));
    Ok(store::failed(tx, letter, why, again).await?)
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
