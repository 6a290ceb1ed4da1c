//! Records movements. An approved one moves stock at once, in the same transaction.

use super::{
    answer::InventoryMovement,
    form::{self, Line},
    limit,
    model::{InventoryDirection, InventoryReason, InventoryStatus, NewInventoryMovement, full_number},
    read,
    store::{self, NewItem, NewMovementRow},
};
use chrono::{DateTime, Utc};
use comanda_base::{counters, error::Result, ids::MovementId, search::search_key};
use comanda_ledgers::stock::{
    Item, ItemKind,
    documents::{self, DocumentMove, StockDocument},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    people::pin::Approval,
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde_json::json;
use std::collections::HashMap;

/// A validated movement to be recorded.
#[derive(Debug)]
pub(super) struct NewMovement {
    pub direction: InventoryDirection,
    pub reason: InventoryReason,
    pub name: String,
    pub description: String,
    pub responsible: String,
    pub at: DateTime<Utc>,
    pub lines: Vec<Line>,
}

/// Records a movement; one created as rejected moves no stock.
pub(super) async fn create_movement(
    work: &mut Work<'_>,
    kind: ItemKind,
    body: &NewInventoryMovement,
    approval: Option<Approval>,
) -> Result<InventoryMovement> {
    let new = form::validate_movement(work, kind, body).await?;
    limit::require_pin_above_limit(work, &new.lines, approval).await?;
    let number = counters::next_number(work.tx, number_counter(kind), "").await?;
    let id = insert(work, kind, &new, number).await?;
    let warnings = match body.status {
        InventoryStatus::Rejected => {
            let (user, at) = (work.actor.user_id, work.now);
            store::mark_rejected(work.tx, id, (user, at), None).await?;
            Vec::new()
        }
        InventoryStatus::Approved => {
            let movement = MovementToPost { id, kind, number, reason: new.reason, at: new.at };
            let items =
                new.lines.iter().map(|l| (l.entered.good.name.clone(), document_move(l, new.direction))).collect();
            move_stock(work, movement, 0, items).await?
        }
    };
    let movement = read::load_movement(work.tx, work.actor, kind, id).await?;
    let entry = AuditEntry::new("INVENTORY_MOVEMENT")
        .entity(audit_entity(kind), id.0)
        .approver(approval.and_then(|a| a.approver_id))
        .reason(new.name)
        .change(None, Some(json!(movement)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    notify_changed(work);
    Ok(InventoryMovement { warnings, ..movement })
}

/// The name of the counter that numbers the movements of a kind.
const fn number_counter(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Product => "inventory",
        ItemKind::Supply => "supply-movements",
    }
}

/// The entity name in the audit log.
pub(super) const fn audit_entity(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Product => "inventory",
        ItemKind::Supply => "supply_movement",
    }
}

/// Tells screens that the stock has changed.
pub(super) fn notify_changed(work: &mut Work<'_>) {
    work.add_event(Room::Catalog, EventKind::StockChanged, json!({}));
}

/// Builds the text that searches match.
pub(super) fn build_search_key<'n>(name: &str, responsible: &str, items: impl Iterator<Item = &'n str>) -> String {
    let items = items.collect::<Vec<_>>().join(" ");
    search_key(&format!("{name} {responsible} {items}"))
}

fn document_move(line: &Line, direction: InventoryDirection) -> DocumentMove {
    DocumentMove::new(&line.entered, direction == InventoryDirection::In, line.cost)
}

async fn insert(work: &mut Work<'_>, kind: ItemKind, new: &NewMovement, number: i64) -> Result<MovementId> {
    let names = new.lines.iter().map(|l| l.entered.good.name.as_str());
    let row = NewMovementRow {
        kind,
        number,
        direction: new.direction,
        reason: new.reason,
        name: &new.name,
        description: &new.description,
        responsible: &new.responsible,
        search_key: &build_search_key(&new.name, &new.responsible, names),
        status: InventoryStatus::Approved,
        at: new.at,
        day: work.settings().await?.business_day(new.at),
        user: work.actor.user_id,
        created_at: work.now,
    };
    let item = |l: &Line| NewItem {
        item_id: l.entered.good.item.id(),
        name: l.entered.good.name.clone(),
        measurement_id: l.entered.measurement,
        measurement: l.entered.symbol.clone(),
        quantity: l.entered.quantity,
        base_quantity: l.entered.base,
        base_measurement: l.entered.base_symbol.clone(),
        unit_price: l.unit_price,
        cost: l.cost,
    };
    let items: Vec<NewItem> = new.lines.iter().map(item).collect();
    Ok(store::insert_movement(work.tx, &row, &items).await?)
}

/// A movement whose stock is to be moved.
#[derive(Debug, Clone, Copy)]
pub(super) struct MovementToPost {
    pub id: MovementId,
    pub kind: ItemKind,
    pub number: i64,
    pub reason: InventoryReason,
    pub at: DateTime<Utc>,
}

/// Moves stock for the first time, or again after `approvals` earlier approvals were reversed. Returns warnings.
pub(super) async fn move_stock(
    work: &mut Work<'_>,
    movement: MovementToPost,
    approvals: i64,
    items: Vec<(String, DocumentMove)>,
) -> Result<Vec<String>> {
    let source = move_source(movement.id, approvals);
    let names: HashMap<Item, String> = items.iter().map(|(name, m)| (m.item, name.clone())).collect();
    let moves: Vec<DocumentMove> = items.iter().map(|(_, m)| *m).collect();
    let name = full_number(movement.kind, movement.number);
    let document =
        StockDocument { source: &source, reason: movement.reason.move_reason(), name: &name, at: movement.at };
    let warnings = documents::record_document(work, document, &moves, &names).await?;
    store::mark_approved(work.tx, movement.id, &source).await?;
    Ok(warnings)
}

/// The source of the stock moves: `inventory:3`, and `inventory:3:2` for the second approval.
fn move_source(id: MovementId, approvals: i64) -> String {
    if approvals == 0 { format!("inventory:{id}") } else { format!("inventory:{id}:{}", approvals + 1) }
}
