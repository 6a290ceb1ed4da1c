//! Taking back what was ordered: unsent lines vanish, sent ones stay in the ledger as dismissed, with their reason, and the kitchen
//! gets an ANULACIÓN. A part of a line is split off; what is paid stays.

use crate::orders::{
    account::{
        pricing::whole_quantity,
        request::{lock_request, must_serve, settle_less},
        view::{LoadedAccount, request_view},
    },
    comandas::{destinations::print_about, papers, tickets::command::Paper},
    model::{Line, LineStatus, Request},
    ordering::split::split_off,
    preparation::advance::settle,
    store::{self, Dismissal, RequestRow},
};
use comanda_base::{
    error::{Code, Result, invalid, refuse},
    ids::{LineId, RequestId},
    money::{Money, Quantity},
};
use comanda_ledgers::stock;
use comanda_platform::{
    audit::{self, Entry},
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
    /// How many of a line, by its id; absent: all that is unpaid.
    #[serde(default)]
    pub quantities: BTreeMap<String, Quantity>,
    pub reason: String,
    /// The dish was made already: it is waste.
    #[serde(default)]
    pub made: bool,
    #[serde(flatten)]
    pub pin: comanda_platform::people::pin::PinGiven,
}

/// What is taken of a line.
struct Taken {
    line: Line,
    quantity: Quantity,
}
impl Taken {
    fn is_served(&self) -> bool {
        matches!(self.line.status, LineStatus::Dispatched | LineStatus::Delivered)
    }
}

/// Why lines are dismissed: it decides who hears of it, and how stock calls what comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    Dismissal,
    /// Of this refund. What the guests have had already is none of the kitchen's work.
    Refund(i64),
}

/// Dismisses lines, allowed by `approval`.
pub async fn dismiss(work: &mut Work<'_>, id: RequestId, body: &Dismiss, approval: Approval) -> Result<Request> {
    let request = lock_request(work, id).await?;
    must_serve(work, &request).await?;
    request.must_be_open()?;
    let reason = clean_reason(&body.reason)?;
    let lines = store::lines_of(work.tx, &[id]).await?;
    let taken = what_is_taken(lines, body)?;
    dismiss_lines(work, &request, taken, &reason, body.made, approval, Cause::Dismissal).await?;
    settle_less(work, &request).await?;
    request_view(work.tx, id, work.now).await
}

/// Dismisses all that is unpaid, as closing an account by hand does. The caller holds the lock.
pub async fn dismiss_unpaid(
    work: &mut Work<'_>,
    request: &RequestRow,
    reason: &str,
    made: bool,
    approval: Approval,
) -> Result<()> {
    let reason = clean_reason(reason)?;
    let lines = store::lines_of(work.tx, &[request.id]).await?;
    let unpaid = lines.into_iter().filter(|l| !l.unpaid().is_zero());
    let taken: Vec<Taken> = unpaid.map(|line| Taken { quantity: line.unpaid(), line }).collect();
    if taken.is_empty() {
        return Ok(());
    }
    dismiss_lines(work, request, taken, &reason, made, approval, Cause::Dismissal).await
}

/// Dismisses units whose money was given back. What was served already is no work of the kitchen: no paper, nothing to acknowledge.
/// The caller holds the lock and has made the units unpaid. What they took out of stock is put back unless they were `made`.
pub async fn dismiss_refunded(
    work: &mut Work<'_>,
    request: &RequestRow,
    units: &[(LineId, Quantity)],
    reason: &str,
    made: bool,
    approval: Approval,
    refund_id: i64,
) -> Result<()> {
    let lines = store::lines_of(work.tx, &[request.id]).await?;
    let quantity = |l: &Line| units.iter().find(|(id, _)| *id == l.id).map(|u| u.1);
    let taken: Vec<Taken> =
        lines.into_iter().filter_map(|line| Some(Taken { quantity: quantity(&line)?, line })).collect();
    if taken.is_empty() {
        return Ok(());
    }
    dismiss_lines(work, request, taken, reason, made, approval, Cause::Refund(refund_id)).await?;
    store::acknowledge_served(work.tx, request.id, work.now).await?;
    Ok(())
}

/// Refuses a reason that is empty or too long; gives it without superfluous blanks.
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

fn what_is_taken(lines: Vec<Line>, body: &Dismiss) -> Result<Vec<Taken>> {
    if body.order_ids.is_empty() {
        return invalid("order_ids", "Elige qué anular.").err();
    }
    let mut of_request: BTreeMap<LineId, Line> = lines.into_iter().map(|l| (l.id, l)).collect();
    let mut taken = Vec::with_capacity(body.order_ids.len());
    for (i, id) in body.order_ids.iter().enumerate() {
        // Named twice is a mistake of the caller; removing it from the map makes the second one unknown.
        let Some(line) = of_request.remove(id) else {
            return invalid(&format!("order_ids[{i}]"), "Ese pedido no es de esta cuenta. Actualiza la pantalla.")
                .err();
        };
        if !line.is_live() {
            return refuse(Code::Conflict, format!("{} ya fue anulado.", line.name)).current(&line).err();
        }
        if line.unpaid().is_zero() {
            return refuse(
                Code::AlreadyPaid,
                format!("{} ya está pagado. Para devolverlo, anula el comprobante.", line.name),
            )
            .current(&line)
            .err();
        }
        let quantity = quantity_of(&line, body)?;
        taken.push(Taken { line, quantity });
    }
    Ok(taken)
}

fn quantity_of(line: &Line, body: &Dismiss) -> Result<Quantity> {
    let Some(asked) = body.quantities.get(&line.id.to_string()) else { return Ok(line.unpaid()) };
    let field = format!("quantities.{}", line.id);
    let quantity = whole_quantity(*asked, &field)?;
    if quantity > line.unpaid() {
        return invalid(&field, format!("De {} quedan {} por pagar.", line.name, line.unpaid())).err();
    }
    Ok(quantity)
}

async fn dismiss_lines(
    work: &mut Work<'_>,
    request: &RequestRow,
    taken: Vec<Taken>,
    reason: &str,
    made: bool,
    approval: Approval,
    cause: Cause,
) -> Result<()> {
    let (sent, unsent): (Vec<Taken>, Vec<Taken>) = taken.into_iter().partition(|t| t.line.is_sent());
    take_unsent(work, &unsent).await?;
    let how = Dismissal { at: work.now, by: work.actor.user_id, made, reason: reason.to_owned() };
    let whole = |t: &&Taken| t.quantity == t.line.qty_original;
    let mut gone: Vec<LineId> = sent.iter().filter(whole).map(|t| t.line.id).collect();
    let parts: Vec<(LineId, Quantity)> = sent.iter().filter(|t| !whole(t)).map(|t| (t.line.id, t.quantity)).collect();
    let split = split_off(work, &parts).await?;
    gone.extend(split.values().copied());
    store::dismiss_whole(work.tx, &gone, &how).await?;
    let part_of = |id: LineId| split.get(&id).copied().unwrap_or(id);
    let back: Vec<(LineId, Quantity)> = sent.iter().map(|t| (part_of(t.line.id), t.quantity)).collect();
    match cause {
        Cause::Dismissal => stock::give_back(work, &back, made).await?,
        Cause::Refund(id) => stock::refund(work, id, &back, !made).await?,
    }
    let told: Vec<&Taken> = sent.iter().filter(|t| cause == Cause::Dismissal || !t.is_served()).collect();
    print_cancellation(work, request, &told, reason).await?;
    let request = RequestRow { billed_at: None, ..request.clone() };
    settle(work, [&request].into_iter()).await?;
    let gone = sent.iter().map(|t| (part_of(t.line.id), t)).chain(unsent.iter().map(|t| (t.line.id, t)));
    log(work, &request, gone, reason, made, approval).await
}

async fn take_unsent(work: &mut Work<'_>, unsent: &[Taken]) -> Result<()> {
    let whole = |t: &&Taken| t.quantity == t.line.qty_original;
    let gone: Vec<LineId> = unsent.iter().filter(whole).map(|t| t.line.id).collect();
    let less: Vec<(LineId, Quantity)> = unsent.iter().filter(|t| !whole(t)).map(|t| (t.line.id, t.quantity)).collect();
    store::delete_lines(work.tx, &gone).await?;
    store::take_quantities(work.tx, &less).await?;
    Ok(())
}

async fn print_cancellation(work: &mut Work<'_>, request: &RequestRow, sent: &[&Taken], reason: &str) -> Result<()> {
    if sent.is_empty() {
        return Ok(());
    }
    let header = LoadedAccount::load(work.tx, request.id, work.now).await?.header;
    let mut commands: Vec<i64> = sent.iter().filter_map(|t| t.line.command_number).collect();
    commands.sort_unstable();
    commands.dedup();
    let now = work.now;
    let head = papers::head(&header, commands, work.settings().await?.local_text(now));
    let paper = Paper::Cancellation { reason: reason.to_owned() };
    let lines: Vec<(&Line, Quantity)> = sent.iter().map(|t| (&t.line, t.quantity)).collect();
    print_about(work, &header, &head, &paper, &lines).await?;
    Ok(())
}

async fn log(
    work: &mut Work<'_>,
    request: &RequestRow,
    taken: impl Iterator<Item = (LineId, &Taken)>,
    reason: &str,
    made: bool,
    approval: Approval,
) -> Result<()> {
    let mut amount = Money::ZERO;
    let mut before = Vec::new();
    // The dismissed part of a line became a line of its own, and the stock moves went with it.
    for (id, t) in taken {
        amount += t.line.amount(t.quantity);
        before.push(json!({"id": id, "name": t.line.name, "quantity": t.quantity, "status": t.line.status}));
    }
    let entry = Entry::new("LINE_DISMISSED")
        .entity("client_request", request.id.0)
        .request(request.id)
        .table(request.table_id)
        .approver(approval.approver_id)
        .amount(amount)
        .reason(reason)
        .change(Some(json!(before)), Some(json!({"made": made})));
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}
