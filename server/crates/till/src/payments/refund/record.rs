//! Where a refund is written down: in which cash cycle, and in the action log.

use super::{give_back::Case, plan::Plan};
use crate::{
    cash::{self, CycleBox},
    payments::model::Payment,
};
use comanda_base::error::Result;
use comanda_platform::{
    audit::{self, Entry},
    use_case::Work,
};
use serde_json::json;

/// Where a refund is written, and whether money may leave there. What was only sold on credit brought none: whoever works at no cash box
/// takes it back in the cycle that sold it.
pub(super) async fn cycle_of(work: &mut Work<'_>, payment: &Payment) -> Result<(CycleBox, bool)> {
    if payment.entries.iter().any(|entry| !entry.is_credit) {
        return Ok((cash::lock_own_cycle(work).await?, true));
    }
    match cash::lock_own_cycle_if_any(work).await? {
        Some(own) => Ok((own, true)),
        None => Ok((cash::cycle_box(work.tx, payment.row.cycle_id).await?, false)),
    }
}

/// Logs what went back and how.
pub(super) async fn log(work: &mut Work<'_>, case: &Case<'_>, plan: &Plan) -> Result<()> {
    let by_method: Vec<_> = plan.back.out.iter().map(|p| json!({"name": p.name, "amount": p.amount})).collect();
    let entry = Entry::new("REFUND")
        .entity("payment", case.payment.row.id.0)
        .request(case.request.id)
        .table(case.request.table_id)
        .cycle(case.cycle.id)
        .approver(case.approval.approver_id)
        .amount(plan.back.sum())
        .reason(&case.reason)
        .change(
            Some(json!({"document": case.billing.full_number, "total": case.payment.row.total})),
            Some(json!({"given_back": by_method, "outcome": case.body.outcome, "stays": plan.rest_total})),
        );
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}
