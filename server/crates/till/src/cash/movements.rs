//! Entries and expenses of a cash box. A movement is rejected with a reason, never erased.

use super::{
    model::{CycleRow, Movement, MovementStatus, MovementType},
    movements_store::{self, NewMovement},
    store,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Faults, OrNotFound, Result, invalid, refuse},
    ids::CycleId,
    money::Money,
};
use comanda_platform::{
    audit::{self, Entry},
    people::pin::{self, Approval, PinGiven},
    realtime::{EventKind, Room},
    use_case::{Action, Actor, Work, not_permitted},
};
use serde::Deserialize;
use serde_json::json;

/// Body of `POST /cash-movements`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct NewMovementBody {
    #[serde(default)]
    pub movement_type: MovementType,
    /// The person who brought or received the cash.
    #[serde(default)]
    pub receipt_by: String,
    #[serde(default)]
    pub motive: String,
    #[serde(default)]
    pub amount: Money,
    /// The cycle; absent: the user's own open cycle.
    pub cash_box_cycle_id: Option<CycleId>,
    /// The time when the money moved, since the cycle was opened: a time, or a day in the time zone of the company; absent: now.
    pub movement_date: Option<String>,
    #[serde(default)]
    pub status: MovementStatus,
    /// The reason why it does not count, where it is REJECTED from the beginning.
    pub reason: Option<String>,
}

/// Body of `DELETE /cash-movements/{id}`.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct RejectBody {
    pub reason: Option<String>,
    /// The PIN, needed where somebody else recorded the movement.
    #[serde(flatten)]
    pub pin: PinGiven,
}

pub(super) const LONGEST_TEXT: usize = 300;
pub(super) const TOO_LONG: &str = "El texto es demasiado largo (hasta 300 letras).";

/// Records a movement in an open cycle of the user (for a supervisor: of anybody).
pub async fn create_movement(work: &mut Work<'_>, body: &NewMovementBody) -> Result<Movement> {
    let mut faults = Faults::default();
    let (motive, receipt_by) = (body.motive.trim(), body.receipt_by.trim());
    if motive.is_empty() {
        faults.add("motive", "Escribe el motivo.");
    }
    for (field, text) in [("motive", motive), ("receipt_by", receipt_by)] {
        faults.check(text.chars().count() <= LONGEST_TEXT, field, TOO_LONG);
    }
    if body.amount <= Money::ZERO || body.amount != body.amount.to_centimos() {
        faults.add("amount", "El monto debe ser mayor que cero y tiene hasta dos decimales.");
    }
    let reject_reason = body
        .reason
        .as_deref()
        .map(str::trim)
        .filter(|reject_reason| !reject_reason.is_empty())
        .unwrap_or(DEFAULT_REJECT_REASON);
    faults.check(reject_reason.chars().count() <= LONGEST_TEXT, "reason", TOO_LONG);
    faults.finish()?;
    let id = match body.cash_box_cycle_id {
        Some(id) => id,
        None => super::lock_own_cycle(work).await?.id,
    };
    let cycle = lock_open(work, id).await?;
    let at = parse_movement_date(work, body.movement_date.as_deref(), cycle.opened_at).await?;
    let new = NewMovement {
        cycle: cycle.id,
        cashbox: cycle.cashbox_id,
        movement_type: body.movement_type,
        amount: body.amount,
        receipt_by,
        motive,
        source: None,
        user: work.actor.user_id,
        at,
    };
    let id = movements_store::insert_movement(work.tx, &new).await?;
    if body.status == MovementStatus::Rejected {
        movements_store::reject_movement(work.tx, id, reject_reason, work.actor.user_id).await?;
    }
    let entry =
        Entry::new("CASH_MOVEMENT").entity("cash_movement", id).cycle(cycle.id).amount(body.amount).reason(motive);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(
        Room::Cash,
        EventKind::CycleChanged,
        json!({ "cycle_id": cycle.id, "cashbox_id": cycle.cashbox_id }),
    );
    movements_store::find_movement(work.tx, id).await.or_not_found("el movimiento")
}

/// The reason of a movement that is recorded as rejected without one.
const DEFAULT_REJECT_REASON: &str = "Registrado sin contar en la caja";

/// Parses the time when the money moved, which must lie between the opening of its cycle and now.
async fn parse_movement_date(
    work: &mut Work<'_>,
    date_text: Option<&str>,
    opened: DateTime<Utc>,
) -> Result<DateTime<Utc>> {
    let Some(text) = date_text.map(str::trim).filter(|t| !t.is_empty()) else { return Ok(work.now) };
    let now = work.now;
    let zone = work.settings().await?.time_zone;
    let local_day = |at: DateTime<Utc>| at.with_timezone(&zone).date_naive();
    let at = if let Ok(day) = NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        let is_in_cycle = (local_day(opened)..=local_day(now)).contains(&day);
        let end = day.and_hms_opt(23, 59, 59).and_then(|end| end.and_local_timezone(zone).latest());
        end.filter(|_| is_in_cycle).map(|end| end.with_timezone(&Utc).clamp(opened, now))
    } else {
        let Ok(at) = DateTime::parse_from_rfc3339(text) else {
            return invalid("movement_date", "Escribe la fecha como 2026-11-22, o con su hora.").err();
        };
        Some(at.with_timezone(&Utc)).filter(|at| (opened..=now).contains(at))
    };
    at.ok_or_else(|| invalid("movement_date", "La fecha va desde que se abrió esta caja hasta ahora.").into())
}

/// Tells whether somebody else recorded a movement, so that rejecting it needs an approval.
pub async fn is_written_by_another(tx: &mut Tx, actor: &Actor, id: i64) -> Result<bool> {
    Ok(movements_store::find_movement(tx, id).await?.is_some_and(|m| m.user_id != actor.user_id))
}

/// Rejects a movement while its cycle is open: it stays in the list and no longer counts. One recorded by somebody else needs a PIN.
pub async fn reject_movement(
    work: &mut Work<'_>,
    id: i64,
    reason: &str,
    approval: Option<Approval>,
) -> Result<Movement> {
    if reason.is_empty() {
        return invalid("reason", "Escribe por qué se rechaza.").err();
    }
    let movement: Movement = movements_store::find_movement(work.tx, id).await.or_not_found("el movimiento")?;
    let cycle = lock_open(work, movement.cash_box_cycle_id).await?;
    if movements_store::is_document_movement(work.tx, id).await? {
        let text =
            "Este movimiento es de una compra: no se rechaza por separado. Hay que anular la compra, en Compras.";
        return refuse(Code::Conflict, text).with_current(movement).err();
    }
    if movement.user_id != work.actor.user_id && approval.is_none() {
        return pin::pin_required().err();
    }
    if movements_store::reject_movement(work.tx, id, reason, work.actor.user_id).await? == 0 {
        let current = movements_store::find_movement(work.tx, id).await?;
        return refuse(Code::Conflict, "Este movimiento ya estaba rechazado.").with_current(current).err();
    }
    let entry = Entry::new("CASH_MOVEMENT_REJECTED")
        .entity("cash_movement", id)
        .cycle(cycle.id)
        .amount(movement.amount)
        .approver(approval.and_then(|a| a.approver_id))
        .reason(reason);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(
        Room::Cash,
        EventKind::CycleChanged,
        json!({ "cycle_id": cycle.id, "cashbox_id": cycle.cashbox_id }),
    );
    movements_store::find_movement(work.tx, id).await.or_not_found("el movimiento")
}

async fn lock_open(work: &mut Work<'_>, id: CycleId) -> Result<CycleRow> {
    let cycle: CycleRow = store::lock_cycle(work.tx, id).await.or_not_found("la caja")?;
    if cycle.user_id != work.actor.user_id && !work.actor.can_without_pin(Action::SeeExpected) {
        return not_permitted().err();
    }
    if !cycle.is_open() {
        return refuse(Code::CycleClosed, "Esta caja ya está cerrada; sus movimientos no cambian.").err();
    }
    Ok(cycle)
}
