//! Voids documents: the number stays used and is never given again, and the tax authority is told where it knows the document or will know
//! it. Where that is no longer possible, the void is reverted and a credit note is issued instead.

use super::{electronic, model::BillingRow, store};
use comanda_base::{
    error::{Code, Result, refuse},
    ids::UserId,
};
use comanda_ledgers::figures;
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};

/// Voids a document; 409 where it is void already. The caller holds the lock of its account.
pub async fn void_document(
    work: &mut Work<'_>,
    billing: &BillingRow,
    reason: &str,
    approver: Option<UserId>,
) -> Result<()> {
    let (user, now) = (work.actor.user_id, work.now);
    if store::mark_billing_voided(work.tx, billing.id, user, reason, now).await? == 0 {
        let text = format!("El comprobante {} ya está anulado.", billing.full_number());
        return refuse(Code::Conflict, text).with_current(billing).err();
    }
    figures::mark_days_of_document_stale(work.tx, billing.id).await?;
    electronic::queue_void(work.tx, billing.id, reason, now).await?;
    work.wakes_sender = true;
    let entry = AuditEntry::new("DOCUMENT_VOIDED")
        .entity("billing", billing.id.0)
        .request(billing.client_request_id)
        .cycle(billing.cycle_id)
        .approver(approver)
        .amount(billing.total)
        .reason(format!("{}: {reason}", billing.full_number()));
    audit::log(work.tx, work.actor, now, entry).await?;
    Ok(())
}

/// Reverts a void that the tax authority refused; 409 where the void is being sent again.
pub async fn revert_void(work: &mut Work<'_>, billing: &BillingRow) -> Result<()> {
    store::revert_void(work.tx, billing.id).await?;
    figures::mark_days_of_document_stale(work.tx, billing.id).await?;
    if electronic::withdraw_void(work.tx, billing.id).await? == 0 {
        let text =
            format!("La anulación de {} está otra vez en camino: la SUNAT todavía no responde.", billing.full_number());
        return refuse(Code::Conflict, text).with_current(billing).err();
    }
    let entry = AuditEntry::new("DOCUMENT_VOID_TAKEN_BACK")
        .entity("billing", billing.id.0)
        .request(billing.client_request_id)
        .amount(billing.total)
        .reason(billing.full_number());
    audit::log(work.tx, work.actor, work.now, entry).await?;
    Ok(())
}
