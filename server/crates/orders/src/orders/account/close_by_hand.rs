//! Closes accounts by hand: an empty one freely; one with unpaid lines with PIN and reason, which dismisses the lines.

use super::{
    request::{CloseReason, close_account, load_account, lock_to_serve},
    view::load_request_view,
};
use crate::orders::{
    dismissal::dismiss::dismiss_unpaid,
    model::{Line, Request},
    store,
};
use comanda_base::{
    error::{Code, Result, invalid, refuse},
    ids::RequestId,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    people::pin::{self, Approval, PinGiven},
    use_case::{Action, Actor, Work},
};
use serde::Deserialize;
use utoipa::ToSchema;

/// Body of `PUT /tables/{id}/close` and `PUT /client-requests/{id}/close`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CloseAccount {
    /// The reason; required where something is unpaid.
    pub reason: Option<String>,
    /// Whether the dishes were made already.
    #[serde(default)]
    pub made: bool,
    #[serde(flatten)]
    pub pin: PinGiven,
}

/// Returns the approval that closing this account needs, if any. It is checked before the write, because a PIN is checked outside of its
/// transaction.
pub(in crate::orders) async fn approve_close(
    actor: &Actor,
    request: RequestId,
    body: &CloseAccount,
) -> Result<Option<Approval>> {
    let unpaid = {
        let mut tx = actor.company.db.read().await?;
        has_unpaid(&store::list_lines_of(&mut tx, &[request]).await?)
    };
    match unpaid {
        true => Ok(Some(pin::approve_action(actor, Action::DismissSent, &body.pin).await?)),
        false => Ok(None),
    }
}

fn has_unpaid(lines: &[Line]) -> bool {
    lines.iter().any(|l| !l.unpaid().is_zero())
}

/// Closes an account by hand.
pub(in crate::orders) async fn close_account_by_hand(
    work: &mut Work<'_>,
    id: RequestId,
    body: &CloseAccount,
    approval: Option<Approval>,
) -> Result<()> {
    let request = lock_to_serve(work, id).await?;
    let reason = body.reason.as_deref().map(str::trim).filter(|r| !r.is_empty());
    if has_unpaid(&store::list_lines_of(work.tx, &[id]).await?) {
        // Somebody may have added a line since the PIN was checked.
        let Some(approval) = approval else {
            return refuse(
                Code::PinRequired,
                "Hay pedidos sin pagar. Escribe el PIN y el motivo para cerrar la cuenta.",
            )
            .at("pin", "Falta el PIN.")
            .err();
        };
        let Some(reason) = reason else {
            return invalid("reason", "Escribe el motivo para cerrar una cuenta con pedidos sin pagar.").err();
        };
        dismiss_unpaid(work, &request, reason, body.made, approval).await?;
    }
    let totals = load_account(work.tx, id, work.now).await?.totals;
    if totals.paid > totals.total {
        let text =
            format!("Ya se pagó S/ {:#} de esta cuenta. Cobra el resto o devuelve el pago primero.", totals.paid);
        return refuse(Code::AlreadyPaid, text).with_current(&totals).err();
    }
    let settled = !totals.paid.is_zero() && totals.due.is_zero();
    let paid = CloseReason::Paid { total: totals.total, paid: totals.paid };
    close_account(work, &request, if settled { paid } else { CloseReason::ByHand(reason) }).await?;
    let action = if request.table_id.is_some() { "TABLE_CLOSED" } else { "REQUEST_CLOSED" };
    let entry = AuditEntry::new(action)
        .entity("client_request", id.0)
        .request(id)
        .table(request.table_id)
        .approver(approval.and_then(|a| a.approver_id))
        .reason(reason.unwrap_or_default());
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}

/// Closes an account without lines; one with lines is refused.
pub(in crate::orders) async fn close_empty_account(work: &mut Work<'_>, id: RequestId) -> Result<Request> {
    let request = lock_to_serve(work, id).await?;
    let account = load_account(work.tx, id, work.now).await?;
    let live = account.live_lines().count();
    if live > 0 || !account.totals.paid.is_zero() {
        let text = "Esta cuenta tiene pedidos. Anúlalos con PIN y motivo, o ciérrala.";
        return refuse(Code::Conflict, text).with_current(serde_json::json!({"lines": live})).err();
    }
    close_account(work, &request, CloseReason::ByHand(None)).await?;
    let entry = AuditEntry::new("REQUEST_DELETED").entity("client_request", id.0).request(id).table(request.table_id);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    load_request_view(work.tx, id, work.now).await
}
