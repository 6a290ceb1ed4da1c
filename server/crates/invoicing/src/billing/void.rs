//! Voiding a document: its number stays taken and is never given again, and where the tax authority knows it or will, it is told. Where
//! that cannot be done any more, the void is taken back, and a credit note takes its place.

use super::{electronic, model::BillingRow, store};
use comanda_base::{
    error::{Code, Result, refuse},
    ids::UserId,
};
use comanda_ledgers::figures;
use comanda_platform::{
    audit::{self, Entry},
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

/// Takes back a void that the tax authority refused: the document counts again. 409 where it is under way once more.
pub async fn take_void_back(work: &mut Work<'_>, billing: &BillingRow) -> Result<()> {
    store::take_void_back(work.tx, billing.id).await?;
    figures::document_changed(work.tx, billing.id).await?;
    if electronic::want_no_void(work.tx, billing.id).await? == 0 {
        let text =
            format!("La anulación de {} está otra vez en camino: la SUNAT todavía no responde.", billing.full_number());
        return refuse(Code::Conflict, text).current(billing).err();
    }
    let entry = Entry::new("DOCUMENT_VOID_TAKEN_BACK")
        .entity("billing", billing.id.0)
        .request(billing.client_request_id)
        .amount(billing.total)
        .reason(billing.full_number());
    audit::log(work.tx, work.actor, work.now, entry).await?;
    Ok(())
}
