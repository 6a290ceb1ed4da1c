//! Cash that a document of the office moves: a purchase that is paid out of a cash box, and what comes back of it.

use super::{
    model::{CycleBox, MovementType},
    movements_store::{self, NewMovement},
    store,
};
use comanda_base::{
    error::{Code, Result, refuse},
    money::Money,
};
use comanda_platform::{
    audit::{self, Entry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde_json::json;

/// What a document moves.
#[derive(Debug, Clone, Copy)]
pub struct DocumentMovement<'m> {
    /// `purchase:12`; the movement is undone with that, not by itself.
    pub source: &'m str,
    pub movement_type: MovementType,
    pub amount: Money,
    /// Who brought or received it.
    pub receipt_by: &'m str,
    pub motive: &'m str,
}

/// Locks the asker's own open cycle, which the cash comes out of or goes into; without one it is 409 with what to do `instead`.
pub async fn own_cycle_for(work: &mut Work<'_>, instead: &str) -> Result<CycleBox> {
    let user = work.actor.user_id;
    let found = store::lock_open_cycle_of(work.tx, user).await?;
    Ok(found.ok_or_else(|| refuse(Code::NoOpenCycle, format!("No tienes una caja abierta. {instead}")))?)
}

/// Writes the movement into a cycle that [`own_cycle_for`] locked.
pub async fn move_for_document(work: &mut Work<'_>, cycle: &CycleBox, moved: &DocumentMovement<'_>) -> Result<()> {
    let new = NewMovement {
        cycle: cycle.id,
        cashbox: cycle.cashbox_id,
        movement_type: moved.movement_type,
        amount: moved.amount,
        receipt_by: moved.receipt_by,
        motive: moved.motive,
        source: Some(moved.source),
        user: work.actor.user_id,
        at: work.now,
    };
    let id = movements_store::insert_movement(work.tx, &new).await?;
    let entry = Entry::new("CASH_MOVEMENT").entity("cash_movement", id).cycle(cycle.id).amount(moved.amount);
    audit::log(work.tx, work.actor, work.now, entry.reason(moved.motive)).await?;
    work.tell(Room::Cash, EventKind::CycleChanged, json!({ "cycle_id": cycle.id, "cashbox_id": cycle.cashbox_id }));
    Ok(())
}
