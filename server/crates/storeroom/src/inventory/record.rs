//! Writing a movement down. One that is approved moves stock at once, in the same transaction.

use super::{
    answer::InventoryMovement,
    form::{self, Line},
    limit,
    model::{InventoryDirection, InventoryReason, InventoryStatus, NewInventoryMovement, full_number},
    read,
    store::{self, NewItem, NewRow},
};
use chrono::{DateTime, Utc};
use comanda_base::{counters, error::Result, ids::MovementId, search::search_key};
use comanda_ledgers::stock::{
    Item, ItemKind,
    documents::{self, Document, DocumentMove},
};
use comanda_platform::{
    audit::{self, Entry},
    people::pin::Approval,
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde_json::json;
use std::collections::HashMap;

/// A movement about to be written.
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

/// Writes it down; one that is rejected from the beginning moves nothing.
pub(super) async fn create(
    work: &mut Work<'_>,
    kind: ItemKind,
    body: &NewInventoryMovement,
    approval: Option<Approval>,
) -> Result<InventoryMovement> {
    let new = form::read(work, kind, body).await?;
    limit::must_be_little(work, &new.lines, approval).await?;
    let number = counters::next(work.tx, counter_of(kind), "").await?;
    let id = insert(work, kind, &new, number).await?;
    let warnings = match body.status {
        InventoryStatus::Rejected => {
            let (by, at) = (work.actor.user_id, work.now);
            store::rejected(work.tx, id, (by, at), None).await?;
            Vec::new()
        }
        InventoryStatus::Approved => {
            let movement = Moved { id, kind, number, reason: new.reason, at: new.at };
            let items = new.lines.iter().map(|l| (l.entered.good.name.clone(), of_line(l, new.direction))).collect();
            move_stock(work, movement, 0, items).await?
        }
    };
    let movement = read::one(work.tx, work.actor, kind, id).await?;
    let entry = Entry::new("INVENTORY_MOVEMENT")
        .entity(entity(kind), id.0)
        .approver(approval.and_then(|a| a.approver_id))
        .reason(new.name)
        .change(None, Some(json!(movement)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    told(work);
    Ok(InventoryMovement { warnings, ..movement })
}

/// The counter of a kind's numbers.
const fn counter_of(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Product => "inventory",
        ItemKind::Supply => "supply-movements",
    }
}

/// As the log calls it.
pub(super) const fn entity(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Product => "inventory",
        ItemKind::Supply => "supply_movement",
    }
}

/// Lists of movements are stale.
pub(super) fn told(work: &mut Work<'_>) {
    work.tell(Room::Catalog, EventKind::StockChanged, json!({}));
}

/// What is searched in a movement.
pub(super) fn key_of<'n>(name: &str, responsible: &str, items: impl Iterator<Item = &'n str>) -> String {
    let items = items.collect::<Vec<_>>().join(" ");
    search_key(&format!("{name} {responsible} {items}"))
}

fn of_line(line: &Line, direction: InventoryDirection) -> DocumentMove {
    DocumentMove::of(&line.entered, direction == InventoryDirection::In, line.cost)
}

async fn insert(work: &mut Work<'_>, kind: ItemKind, new: &NewMovement, number: i64) -> Result<MovementId> {
    let names = new.lines.iter().map(|l| l.entered.good.name.as_str());
    let row = NewRow {
        kind,
        number,
        direction: new.direction,
        reason: new.reason,
        name: &new.name,
        description: &new.description,
        responsible: &new.responsible,
        search_key: &key_of(&new.name, &new.responsible, names),
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
    Ok(store::insert(work.tx, &row, &items).await?)
}

/// A movement whose stock moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moved {
    pub id: MovementId,
    pub kind: ItemKind,
    pub number: i64,
    pub reason: InventoryReason,
    pub at: DateTime<Utc>,
}

/// Moves what it says for the first time, or once more after it was taken back so often. Gives warnings.
pub(super) async fn move_stock(
    work: &mut Work<'_>,
    of: Moved,
    approvals: i64,
    items: Vec<(String, DocumentMove)>,
) -> Result<Vec<String>> {
    let source = source(of.id, approvals);
    let names: HashMap<Item, String> = items.iter().map(|(name, m)| (m.item, name.clone())).collect();
    let moves: Vec<DocumentMove> = items.iter().map(|(_, m)| *m).collect();
    let name = full_number(of.kind, of.number);
    let document = Document { source: &source, reason: of.reason.of_moves(), name: &name, at: of.at };
    let warnings = documents::record(work, document, &moves, &names).await?;
    store::approved(work.tx, of.id, &source).await?;
    Ok(warnings)
}

/// `inventory:3`, and `inventory:3:2` when it is approved for the second time.
fn source(id: MovementId, approvals: i64) -> String {
    if approvals == 0 { format!("inventory:{id}") } else { format!("inventory:{id}:{}", approvals + 1) }
}
