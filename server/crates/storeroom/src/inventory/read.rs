//! Movements as they are read. Whoever may only write down waste sees their own, without costs.

use super::{
    answer::{InventoryMovement, InventoryMovementRow},
    store::{self, Wanted},
};
use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::{MovementId, UserId},
    listing::{Paging, Rows},
};
use comanda_ledgers::stock::ItemKind;
use comanda_platform::use_case::{Action, Actor};

/// Only one's own, for those who do not keep the store room.
pub(super) fn own_only(actor: &Actor) -> Option<UserId> {
    (!actor.may(Action::EditCatalog)).then_some(actor.user_id)
}

/// A page of the movements of a kind. Filters: `type`, `status`, `reason`.
pub(super) async fn page(
    tx: &mut Tx,
    actor: &Actor,
    kind: ItemKind,
    paging: &Paging,
    days: (Option<NaiveDate>, Option<NaiveDate>),
) -> Result<Rows<InventoryMovementRow>> {
    let filters = paging.filters()?;
    let wanted = Wanted {
        kind,
        by: own_only(actor),
        directions: filters.texts("type"),
        reasons: filters.texts("reason"),
        states: filters.texts("status"),
        days,
        term: paging.term.as_deref(),
    };
    let rows = store::page(tx, &wanted, paging).await?.map(InventoryMovementRow::from);
    Ok(if wanted.by.is_some() { rows.map(InventoryMovementRow::without_costs) } else { rows })
}

/// One movement of a kind, as this person may see it.
pub(super) async fn one(tx: &mut Tx, actor: &Actor, kind: ItemKind, id: MovementId) -> Result<InventoryMovement> {
    let stored = store::one(tx, kind, id, own_only(actor)).await.or_not_found("el movimiento")?;
    let items = store::items(tx, id).await?;
    let movement = InventoryMovement::of(stored, items);
    Ok(if own_only(actor).is_some() { movement.without_costs() } else { movement })
}
