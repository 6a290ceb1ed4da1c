//! Opens cash boxes, and locks the user's own open cycle for payments.

use super::{
    detail::load_cycle_with_count,
    expected::load_expected_balances,
    model::{Cycle, CycleBox, CycleRow, CycleStatus},
    opening_ticket::{OpeningContent, opening_ticket},
    store::{self, NewCycle},
};
use comanda_base::{
    attempt,
    db::{self, Tx},
    error::{Code, Faults, OrNotFound, Refusal, Result, refuse},
    ids::{CashboxId, CycleId, TurnId, UserId},
    money::Money,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    settings::CompanyInfo,
    use_case::{Action, Actor, Work, not_permitted_refusal},
};
use comanda_printing::{self as printing, NewJob};
use comanda_ticket::Kind;
use serde::Deserialize;
use serde_json::json;

/// Body of `POST /cashbox-cycles`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct NewCycleBody {
    pub cashbox_id: CashboxId,
    pub turn_id: TurnId,
    /// The user of the cycle; absent: the one who asks.
    pub user_id: Option<UserId>,
    pub open_amount: Money,
    /// The status; only OPEN is accepted.
    pub status: Option<CycleStatus>,
}

/// Opens a cash box. The unique indexes decide who was first; the refusal names them.
pub async fn open_cycle(work: &mut Work<'_>, body: &NewCycleBody) -> Result<Cycle> {
    let user = body.user_id.unwrap_or(work.actor.user_id);
    check_new_cycle(work, body, user).await?;
    let day = work.business_day().await?;
    let new = NewCycle {
        cashbox: body.cashbox_id,
        turn: body.turn_id,
        user,
        day,
        open_amount: body.open_amount,
        at: work.now,
    };
    let tx = &mut *work.tx;
    let inserted: db::Result<_> = attempt!(tx, store::insert_cycle(tx, &new).await);
    let id = match inserted {
        Ok(id) => id,
        Err(db::Error::Unique(_)) => return Err(already_open_refusal(work.tx, body.cashbox_id, user).await?.into()),
        Err(e) => return Err(e.into()),
    };
    let cycle = store::find_cycle(work.tx, id).await.or_not_found("la caja")?;
    let entry = AuditEntry::new("CYCLE_OPENED").entity("cashbox_cycle", id.0).cycle(id).amount(body.open_amount);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Cash, EventKind::CycleChanged, json!({ "cycle_id": id, "cashbox_id": body.cashbox_id }));
    print_opening(work, &cycle).await?;
    Ok(Cycle { row: cycle, count: None })
}

async fn check_new_cycle(work: &mut Work<'_>, body: &NewCycleBody, user: UserId) -> Result<()> {
    let mut faults = Faults::default();
    if user != work.actor.user_id && !work.actor.can_without_pin(Action::SeeExpected) {
        return not_permitted_refusal().err();
    }
    if body.status.is_some_and(|s| s != CycleStatus::Open) {
        faults.add("status", "Una caja se abre con el estado OPEN.");
    }
    if body.open_amount.is_negative() || body.open_amount != body.open_amount.to_centimos() {
        faults.add("open_amount", "El monto inicial no puede ser negativo y tiene hasta dos decimales.");
    }
    let (cashbox, turn) = store::lock_active(work.tx, body.cashbox_id, body.turn_id).await?;
    if !cashbox {
        faults.add("cashbox_id", "Esa caja no existe o está desactivada. Elige otra.");
    }
    if !turn {
        faults.add("turn_id", "Ese turno no existe o está desactivado. Elige otro.");
    }
    faults.finish()
}

/// Returns the refusal that names who opened this cash box first, or the other cash box that this user has open.
async fn already_open_refusal(tx: &mut Tx, cashbox: CashboxId, user: UserId) -> Result<Refusal> {
    let open_cycle = store::find_open_cycle_at(tx, cashbox).await?;
    let found = match open_cycle {
        Some(cycle) => Some(cycle),
        None => store::find_open_cycle_of(tx, user).await?,
    };
    let message = match &found {
        Some(c) if c.user_id == user => {
            format!("{} ya tiene abierta {}. Ciérrala antes de abrir otra.", c.user_name, c.cashbox_name)
        }
        Some(c) => format!("{} ya está abierta por {}. Elige otra caja.", c.cashbox_name, c.user_name),
        None => "Alguien acaba de abrir esa caja. Actualiza la pantalla.".into(),
    };
    let refusal = refuse(Code::CycleAlreadyOpen, message);
    Ok(match found {
        // The opening amount of somebody else is not disclosed.
        Some(c) => refusal.with_current(json!({
            "id": c.id, "cashbox_id": c.cashbox_id, "cashbox_name": c.cashbox_name, "user_id": c.user_id, "user_name": c.user_name,
            "opened_at": c.opened_at,
        })),
        None => refusal,
    })
}

async fn print_opening(work: &mut Work<'_>, cycle: &CycleRow) -> Result<()> {
    let Some(printer) = printing::find_cash_printer(work.tx, Some(cycle.cashbox_id), work.actor.user_id).await? else {
        return Ok(());
    };
    let company = CompanyInfo::load(work.tx).await?;
    let opened_at = work.settings().await?.local_text(cycle.opened_at);
    // A cashier without the right to see expected amounts does not see what another one counted.
    let may_see_amounts = work.actor.can_without_pin(Action::SeeExpected);
    let before = store::load_previous_close(work.tx, cycle)
        .await?
        .filter(|(_, closed_by)| may_see_amounts || *closed_by == cycle.user_id);
    let left_before = before.and_then(|(amount, _)| amount);
    let opening = OpeningContent { company: &company.commercial_name, cycle, left_before, opened_at: &opened_at };
    let ticket = opening_ticket(&opening);
    let mut job = NewJob::new(printer.id, Kind::Cash, format!("cycle:{}:opening", cycle.id), ticket);
    job.cycle_id = Some(cycle.id);
    printing::enqueue(work, job).await?;
    Ok(())
}

/// Locks the user's own open cycle exclusively, for uses that depend on what it holds. Refuses with 409 without one.
pub async fn lock_own_cycle(work: &mut Work<'_>) -> Result<CycleBox> {
    lock_own_cycle_if_any(work).await?.ok_or_else(|| no_open_cycle_refusal().into())
}

/// Locks the user's own open cycle exclusively, if there is one.
pub async fn lock_own_cycle_if_any(work: &mut Work<'_>) -> Result<Option<CycleBox>> {
    let user = work.actor.user_id;
    Ok(store::lock_open_cycle_of(work.tx, user).await?)
}

/// Returns the user's own open cycle, which collected money goes into, under a shared lock: it stays open until the payment is complete,
/// and a count waits for that; other payments do not. Refuses with 409 without one.
pub async fn lock_own_cycle_shared(work: &mut Work<'_>) -> Result<CycleBox> {
    let user = work.actor.user_id;
    store::lock_open_cycle_of_shared(work.tx, user).await?.ok_or_else(|| no_open_cycle_refusal().into())
}

/// Returns the refusal for a user without an open cash box.
pub fn no_open_cycle_refusal() -> Refusal {
    refuse(Code::NoOpenCycle, "No tienes una caja abierta. Abre tu caja para poder cobrar.")
}

/// Refuses to take more cash out of a cycle than it holds. The amount held is only disclosed to users who may see expected amounts.
pub async fn check_cash_suffices(work: &mut Work<'_>, cycle: &CycleBox, amount: Money) -> Result<()> {
    let row: CycleRow = store::find_cycle(work.tx, cycle.id).await.or_not_found("la caja")?;
    let holds = load_expected_balances(work.tx, &row).await?.cash.expected;
    if amount.is_zero() || amount <= holds {
        return Ok(());
    }
    let text = format!(
        "En la caja {} no hay S/ {amount:#} en efectivo para devolver. Registra un ingreso de efectivo, o devuelve por otro medio.",
        cycle.cashbox_name
    );
    let refusal = refuse(Code::Conflict, text);
    if work.actor.can_without_pin(Action::SeeExpected) {
        refusal.with_current(json!({"expected": holds})).err()
    } else {
        refusal.err()
    }
}

/// Loads the user's own open cycle, if any.
pub async fn load_own_open_cycle(tx: &mut Tx, actor: &Actor, tolerance: Money) -> Result<Option<Cycle>> {
    match store::find_open_cycle_of(tx, actor.user_id).await? {
        Some(row) => Ok(Some(load_cycle_with_count(tx, row, tolerance).await?)),
        None => Ok(None),
    }
}

/// Loads the cash box of a cycle.
pub async fn load_cycle_box(tx: &mut Tx, id: CycleId) -> Result<CycleBox> {
    store::find_cycle_box(tx, id).await.or_not_found("la caja")
}

/// Loads the columns of a cycle.
pub async fn load_cycle_row(tx: &mut Tx, id: CycleId) -> Result<CycleRow> {
    store::find_cycle(tx, id).await.or_not_found("la caja")
}
