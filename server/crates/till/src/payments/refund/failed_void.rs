//! A document that the tax authority counts and whose void it refused for good: it came too late, or a batch failed. A credit note takes
//! it back instead. Its money went back when it was voided, so none moves now; from then on everything is as if the note had been given
//! with that refund.

use super::{
    model::NewRefund,
    of_document::{AskedReason, CreditNoteRequest},
    print, store,
};
use crate::{cash, payments::model::RequestState};
use comanda_base::{
    error::{OrNotFound, Result, invalid},
    ids::{BillingId, RefundId},
};
use comanda_invoicing::billing::{
    self, Billing, electronic,
    notes::{self, NewNote, ReasonCode, Takes},
};
use comanda_ledgers::{figures, ledger::refunds};
use comanda_orders::orders;
use comanda_platform::{
    people::pin::Approval,
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde_json::json;

/// Gives the note; `None` where the document's void did not fail.
pub(super) async fn credit_failed_void(
    work: &mut Work<'_>,
    id: BillingId,
    body: &CreditNoteRequest,
    approval: Approval,
) -> Result<Option<NewRefund>> {
    let document = billing::document(work.tx, id).await?;
    let account = document.row.client_request_id;
    orders::lock_request(work, account).await?;
    if !electronic::has_failed_void(work.tx, id).await? {
        return Ok(None);
    }
    let reason_code = match body.reason_code {
        AskedReason::Void => ReasonCode::Void,
        AskedReason::WholeReturn => ReasonCode::WholeReturn,
        _ => {
            let text = "Su anulación ya devolvió todo: la nota es por todo el comprobante (motivo 01 o 06).";
            return invalid("reason_code", text).err();
        }
    };
    let reason = orders::clean_reason(&body.reason)?;
    let voided = billing::document(work.tx, id).await?;
    let (refund, cycle): (RefundId, _) = store::refund_of_document(work.tx, id).await.or_not_found("la devolución")?;
    billing::take_void_back(work, &voided.row).await?;
    figures::refund_changed(work.tx, refund).await?;
    let standing: Billing = billing::document(work.tx, id).await?;
    let new = NewNote {
        billing: &standing,
        refund,
        cycle,
        reason_code,
        reason: &reason,
        approver: approval.approver_id,
        takes: Takes::All,
    };
    let note = notes::issue(work, new).await?;
    work.tell(Room::Cash, EventKind::DocumentsChanged, json!({ "billing_id": id }));
    let refund = refunds::refund(work.tx, refund).await?;
    let cycle = cash::cycle_box(work.tx, cycle).await?;
    let printed = print::note_alone(work, &cycle, &refund, &note, body.print.unwrap_or(true)).await?;
    let request = orders::lock_request(work, account).await?;
    let due = orders::account_of(work.tx, account, work.now).await?.totals.due;
    Ok(Some(NewRefund {
        client_request: RequestState { id: account, is_paid: request.is_paid, due, closed_at: request.closed_at },
        refund,
        charged_again: None,
        credit_note: Some(note),
        print_jobs: printed.jobs,
        warnings: printed.warnings,
    }))
}
