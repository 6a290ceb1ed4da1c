//! Deletes a cycle opened by mistake: only one in which nothing happened.

use super::{model::CycleRow, movements_store, store};
use comanda_base::{
    error::{Code, OrNotFound, Result, refuse},
    ids::CycleId,
};
use comanda_ledgers::ledger;
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::{Action, Work, not_permitted_refusal},
};
use serde_json::json;

/// Deletes a cycle. Refuses with 409 one with payments, movements or a count.
pub async fn delete_cycle(work: &mut Work<'_>, id: CycleId) -> Result<bool> {
    let cycle: CycleRow = store::lock_cycle(work.tx, id).await.or_not_found("la caja")?;
    if cycle.user_id != work.actor.user_id && !work.actor.can_without_pin(Action::SeeExpected) {
        return not_permitted_refusal().err();
    }
    let operations = ledger::count_operations(work.tx, id).await?;
    let movements = movements_store::load_movement_totals(work.tx, id).await?.rows;
    let counts = store::list_counts(work.tx, id).await?.len();
    if operations > 0 || movements > 0 || counts > 0 || !cycle.is_open() {
        return refuse(Code::InUse, "Esta caja ya tiene operaciones. Ciérrala con su arqueo en lugar de borrarla.")
            .err();
    }
    store::delete_cycle(work.tx, id).await?;
    let entry = AuditEntry::new("CYCLE_DELETED").entity("cashbox_cycle", id.0).cycle(id).amount(cycle.open_amount);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Cash, EventKind::CycleChanged, json!({ "cycle_id": id, "cashbox_id": cycle.cashbox_id }));
    Ok(true)
}
