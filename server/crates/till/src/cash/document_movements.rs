//! Cash movements of office documents: a purchase that is paid out of a cash box, and its money that comes back.

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

/// The cash movement of a document.
#[derive(Debug, Clone, Copy)]
pub struct DocumentMovement<'m> {
    /// The document, as in `purchase:12`; the movement is only undone together with it.
    pub source: &'m str,
    pub movement_type: MovementType,
    pub amount: Money,
    /// The person who brought or received the cash.
    pub receipt_by: &'m str,
    pub motive: &'m str,
}

/// Locks the user's own open cycle for a document's cash. Without one it refuses with 409 and the text `remedy`, which tells what to do.
pub async fn lock_own_cycle_for_document(work: &mut Work<'_>, remedy: &str) -> Result<CycleBox> {
    let user = work.actor.user_id;
    let found = store::lock_open_cycle_of(work.tx, user).await?;
    Ok(found.ok_or_else(|| refuse(Code::NoOpenCycle, format!("No tienes una caja abierta. {remedy}")))?)
}

/// Records the movement in a cycle locked by [`lock_own_cycle_for_document`].
pub async fn record_document_movement(
    work: &mut Work<'_>,
    cycle: &CycleBox,
    moved: &DocumentMovement<'_>,
) -> Result<()> {
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
    work.add_event(
        Room::Cash,
        EventKind::CycleChanged,
        json!({ "cycle_id": cycle.id, "cashbox_id": cycle.cashbox_id }),
    );
    Ok(())
}
