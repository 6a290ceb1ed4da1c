//! Dismisses ordered lines: unsent ones are deleted, sent ones stay in the ledger as dismissed, with their reason, and the kitchen gets an
//! ANULACIÓN. A part of a line is split off; paid units stay.

use crate::orders::{
    account::{
        pricing::whole_quantity,
        request::{lock_request, must_serve, settle_reduced},
        view::{LoadedAccount, load_request_view},
    },
    comandas::{destinations::print_notice, papers, tickets::command::CommandTicketKind},
    model::{Line, LineStatus, Request},
    ordering::split::split_off,
    preparation::advance::update_statuses,
    store::{self, Dismissal, RequestRow},
};
use comanda_base::{
    error::{Code, Result, invalid, refuse},
    ids::{LineId, RequestId},
    money::{Money, Quantity},
};
use comanda_ledgers::stock;
use comanda_platform::{
    audit::{self, AuditEntry},
    people::pin::Approval,
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use utoipa::ToSchema;

const MAX_REASON_CHARS: usize = 200;

/// Body of `PUT /orders/{request}/dismiss`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Dismiss {
    pub order_ids: Vec<LineId>,
    /// The quantities to dismiss by line id; absent: everything unpaid.
    #[serde(default)]
    pub quantities: BTreeMap<String, Quantity>,
    pub reason: String,
    /// Whether the dish was made already, so that it is waste.
    #[serde(default)]
    pub made: bool,
    #[serde(flatten)]
    pub pin: comanda_platform::people::pin::PinGiven,
}

/// The units of a line to dismiss.
struct DismissedUnits {
    line: Line,
    quantity: Quantity,
}
impl DismissedUnits {
    fn is_served(&self) -> bool {
        matches!(self.line.status, LineStatus::Dispatched | LineStatus::Delivered)
    }
}

/// The cause of a dismissal: it decides who is notified, and the reason of the stock movements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DismissalCause {
    Dismissal,
    /// The refund with this id. The kitchen is not told of dishes that were served already.
    Refund(i64),
}

/// Dismisses lines, with the given approval.
pub async fn dismiss_lines(work: &mut Work<'_>, id: RequestId, body: &Dismiss, approval: Approval) -> Result<Request> {
    let request = lock_request(work, id).await?;
    must_serve(work, &request).await?;
    request.must_be_open()?;
    let reason = clean_reason(&body.reason)?;
    let lines = store::list_lines_of(work.tx, &[id]).await?;
    let dismissed = select_units(lines, body)?;
    dismiss_units(work, &request, dismissed, &reason, body.made, approval, DismissalCause::Dismissal).await?;
    settle_reduced(work, &request).await?;
    load_request_view(work.tx, id, work.now).await
}

/// Dismisses everything unpaid, as closing an account by hand does. The caller holds the lock.
pub async fn dismiss_unpaid(
    work: &mut Work<'_>,
    request: &RequestRow,
    reason: &str,
    made: bool,
    approval: Approval,
) -> Result<()> {
    let reason = clean_reason(reason)?;
    let lines = store::list_lines_of(work.tx, &[request.id]).await?;
    let unpaid = lines.into_iter().filter(|l| !l.unpaid().is_zero());
    let dismissed: Vec<DismissedUnits> = unpaid.map(|line| DismissedUnits { quantity: line.unpaid(), line }).collect();
    if dismissed.is_empty() {
        return Ok(());
    }
    dismiss_units(work, request, dismissed, &reason, made, approval, DismissalCause::Dismissal).await
}

/// Dismisses refunded units. The kitchen gets no paper and nothing to acknowledge for what was served already. The caller holds the lock
/// and has marked the units as unpaid. Their stock is put back unless they were `made`.
pub async fn dismiss_refunded(
    work: &mut Work<'_>,
    request: &RequestRow,
    units: &[(LineId, Quantity)],
    reason: &str,
    made: bool,
    approval: Approval,
    refund_id: i64,
) -> Result<()> {
    let lines = store::list_lines_of(work.tx, &[request.id]).await?;
    let quantity = |l: &Line| units.iter().find(|(id, _)| *id == l.id).map(|u| u.1);
    let dismissed: Vec<DismissedUnits> =
        lines.into_iter().filter_map(|line| Some(DismissedUnits { quantity: quantity(&line)?, line })).collect();
    if dismissed.is_empty() {
        return Ok(());
    }
    dismiss_units(work, request, dismissed, reason, made, approval, DismissalCause::Refund(refund_id)).await?;
    store::acknowledge_served_lines(work.tx, request.id, work.now).await?;
    Ok(())
}

/// Refuses a reason that is empty or too long; returns it without extra spaces.
pub fn clean_reason(reason: &str) -> Result<String> {
    let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
    if reason.is_empty() {
        return invalid("reason", "Escribe el motivo.").err();
    }
    if reason.chars().count() > MAX_REASON_CHARS {
        return invalid("reason", format!("El motivo puede tener hasta {MAX_REASON_CHARS} letras.")).err();
    }
    Ok(reason)
}

fn select_units(lines: Vec<Line>, body: &Dismiss) -> Result<Vec<DismissedUnits>> {
    if body.order_ids.is_empty() {
        return invalid("order_ids", "Elige qué anular.").err();
    }
    let mut lines_by_id: BTreeMap<LineId, Line> = lines.into_iter().map(|l| (l.id, l)).collect();
    let mut dismissed = Vec::with_capacity(body.order_ids.len());
    for (i, id) in body.order_ids.iter().enumerate() {
        // A line named twice is a mistake of the caller; removing it from the map makes the second one unknown.
        let Some(line) = lines_by_id.remove(id) else {
            return invalid(&format!("order_ids[{i}]"), "Ese pedido no es de esta cuenta. Actualiza la pantalla.")
                .err();
        };
        if !line.is_live() {
            return refuse(Code::Conflict, format!("{} ya fue anulado.", line.name)).with_current(&line).err();
        }
        if line.unpaid().is_zero() {
            return refuse(
                Code::AlreadyPaid,
                format!("{} ya está pagado. Para devolverlo, anula el comprobante.", line.name),
            )
            .with_current(&line)
            .err();
        }
        let quantity = requested_quantity(&line, body)?;
        dismissed.push(DismissedUnits { line, quantity });
    }
    Ok(dismissed)
}

fn requested_quantity(line: &Line, body: &Dismiss) -> Result<Quantity> {
    let Some(requested) = body.quantities.get(&line.id.to_string()) else { return Ok(line.unpaid()) };
    let field = format!("quantities.{}", line.id);
    let quantity = whole_quantity(*requested, &field)?;
    if quantity > line.unpaid() {
        return invalid(&field, format!("De {} quedan {} por pagar.", line.name, line.unpaid())).err();
    }
    Ok(quantity)
}

async fn dismiss_units(
    work: &mut Work<'_>,
    request: &RequestRow,
    dismissed: Vec<DismissedUnits>,
    reason: &str,
    made: bool,
    approval: Approval,
    cause: DismissalCause,
) -> Result<()> {
    let (sent, unsent): (Vec<DismissedUnits>, Vec<DismissedUnits>) =
        dismissed.into_iter().partition(|t| t.line.is_sent());
    remove_unsent(work, &unsent).await?;
    let dismissal = Dismissal { at: work.now, by: work.actor.user_id, made, reason: reason.to_owned() };
    let is_whole = |t: &&DismissedUnits| t.quantity == t.line.qty_original;
    let mut dismissed_lines: Vec<LineId> = sent.iter().filter(is_whole).map(|t| t.line.id).collect();
    let parts: Vec<(LineId, Quantity)> =
        sent.iter().filter(|t| !is_whole(t)).map(|t| (t.line.id, t.quantity)).collect();
    let split = split_off(work, &parts).await?;
    dismissed_lines.extend(split.values().copied());
    store::dismiss_whole_lines(work.tx, &dismissed_lines, &dismissal).await?;
    let part_of = |id: LineId| split.get(&id).copied().unwrap_or(id);
    let returned: Vec<(LineId, Quantity)> = sent.iter().map(|t| (part_of(t.line.id), t.quantity)).collect();
    match cause {
        DismissalCause::Dismissal => stock::return_dismissed(work, &returned, made).await?,
        DismissalCause::Refund(id) => stock::return_refunded(work, id, &returned, !made).await?,
    }
    let to_print: Vec<&DismissedUnits> =
        sent.iter().filter(|t| cause == DismissalCause::Dismissal || !t.is_served()).collect();
    print_cancellation(work, request, &to_print, reason).await?;
    let request = RequestRow { billed_at: None, ..request.clone() };
    update_statuses(work, [&request].into_iter()).await?;
    let dismissed_lines = sent.iter().map(|t| (part_of(t.line.id), t)).chain(unsent.iter().map(|t| (t.line.id, t)));
    log(work, &request, dismissed_lines, reason, made, approval).await
}

async fn remove_unsent(work: &mut Work<'_>, unsent: &[DismissedUnits]) -> Result<()> {
    let is_whole = |t: &&DismissedUnits| t.quantity == t.line.qty_original;
    let dismissed_lines: Vec<LineId> = unsent.iter().filter(is_whole).map(|t| t.line.id).collect();
    let reduced: Vec<(LineId, Quantity)> =
        unsent.iter().filter(|t| !is_whole(t)).map(|t| (t.line.id, t.quantity)).collect();
    store::delete_lines(work.tx, &dismissed_lines).await?;
    store::subtract_quantities(work.tx, &reduced).await?;
    Ok(())
}

async fn print_cancellation(
    work: &mut Work<'_>,
    request: &RequestRow,
    sent: &[&DismissedUnits],
    reason: &str,
) -> Result<()> {
    if sent.is_empty() {
        return Ok(());
    }
    let header = LoadedAccount::load(work.tx, request.id, work.now).await?.header;
    let mut commands: Vec<i64> = sent.iter().filter_map(|t| t.line.command_number).collect();
    commands.sort_unstable();
    commands.dedup();
    let now = work.now;
    let head = papers::ticket_head(&header, commands, work.settings().await?.local_text(now));
    let paper = CommandTicketKind::Cancellation { reason: reason.to_owned() };
    let lines: Vec<(&Line, Quantity)> = sent.iter().map(|t| (&t.line, t.quantity)).collect();
    print_notice(work, &header, &head, &paper, &lines).await?;
    Ok(())
}

async fn log(
    work: &mut Work<'_>,
    request: &RequestRow,
    dismissed: impl Iterator<Item = (LineId, &DismissedUnits)>,
    reason: &str,
    made: bool,
    approval: Approval,
) -> Result<()> {
    let mut amount = Money::ZERO;
    let mut before = Vec::new();
    // The dismissed part of a line became a line of its own, and the stock moves went with it.
    for (id, t) in dismissed {
        amount += t.line.amount(t.quantity);
        before.push(json!({"id": id, "name": t.line.name, "quantity": t.quantity, "status": t.line.status}));
    }
    let entry = AuditEntry::new("LINE_DISMISSED")
        .entity("client_request", request.id.0)
        .request(request.id)
        .table(request.table_id)
        .approver(approval.approver_id)
        .amount(amount)
        .reason(reason)
        .change(Some(json!(before)), Some(json!({"made": made})));
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}
