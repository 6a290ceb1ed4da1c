//! Voiding a document: its number stays taken and is never given again, and where the tax authority knows it or will, it is told.

use super::{electronic, model::BillingRow, store};
use crate::{
    audit::{self, Entry},
    error::{Code, Result, refuse},
    figures,
    ids::UserId,
    use_case::Work,
};

/// Voids it; 409 where it is voided already. The caller holds the lock of its account.
pub async fn void(work: &mut Work<'_>, billing: &BillingRow, reason: &str, approver: Option<UserId>) -> Result<()> {
    let (by, now) = (work.actor.user_id, work.now);
    if store::void(work.tx, billing.id, by, reason, now).await? == 0 {
        let text = format!("El comprobante {} ya está anulado.", billing.full_number());
        return refuse(Code::Conflict, text).current(billing).err();
    }
    figures::document_changed(work.tx, billing.id).await?;
    electronic::want_void(work.tx, billing.id, reason, now).await?;
    work.wakes_sender = true;
    let entry = Entry::new("DOCUMENT_VOIDED")
        .entity("billing", billing.id.0)
        .request(billing.client_request_id)
        .cycle(billing.cycle_id)
        .approver(approver)
        .amount(billing.total)
        .reason(format!("{}: {reason}", billing.full_number()));
    audit::log(work.tx, work.actor, now, entry).await?;
    Ok(())
}
