//! Reads movements. A user who may only record waste sees their own ones, without costs.

use super::{
    answer::{InventoryMovement, InventoryMovementRow},
    store::{self, MovementFilter},
};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::{MovementId, UserId},
    listing::{Days, Paging, Rows},
};
use comanda_ledgers::stock::ItemKind;
use comanda_platform::use_case::{Action, Actor};

/// Returns the user to whose own movements the view is limited; `None` for users who may edit the catalog.
pub(super) fn visible_user(actor: &Actor) -> Option<UserId> {
    (!actor.can_without_pin(Action::EditCatalog)).then_some(actor.user_id)
}

/// Loads a page of the movements of a kind. Filters: `type`, `status`, `reason`.
pub(super) async fn load_movement_page(
    tx: &mut Tx,
    actor: &Actor,
    kind: ItemKind,
    paging: &Paging,
    days: Days,
) -> Result<Rows<InventoryMovementRow>> {
    let filters = paging.parse_filters()?;
    let filter = MovementFilter {
        kind,
        by: visible_user(actor),
        directions: filters.column_texts("type"),
        reasons: filters.column_texts("reason"),
        states: filters.column_texts("status"),
        days,
        term: paging.term.as_deref(),
    };
    let rows = store::load_page(tx, &filter, paging).await?.map(|stored| stored.row);
    Ok(if filter.by.is_some() { rows.map(InventoryMovementRow::without_costs) } else { rows })
}

/// Loads one movement of a kind as the user may see it.
pub(super) async fn load_movement(
    tx: &mut Tx,
    actor: &Actor,
    kind: ItemKind,
    id: MovementId,
) -> Result<InventoryMovement> {
    let stored = store::find_movement(tx, kind, id, visible_user(actor)).await.or_not_found("el movimiento")?;
    let items = store::load_items(tx, id).await?;
    let movement = InventoryMovement::from_stored(stored, items);
    Ok(if visible_user(actor).is_some() { movement.without_costs() } else { movement })
}
