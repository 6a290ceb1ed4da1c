//! Approves, rejects and corrects recorded movements. Each change locks the movement's row.

use super::{
    answer::{InventoryMovement, StoredItem, StoredMovement},
    form::{MAX_DESCRIPTION_CHARS, MAX_NAME_CHARS, not_tracked_message},
    model::{ChangeInventoryMovement, InventoryDirection, InventoryStatus, SetInventoryStatus},
    read,
    record::{MovementToPost, audit_entity, build_search_key, move_stock, notify_changed},
    store,
};
use chrono::{DateTime, Utc};
use comanda_base::{
    error::{Code, Error, Faults, OrNotFound, Result, not_found, refuse},
    form,
    ids::MovementId,
};
use comanda_ledgers::stock::{
    Item, ItemKind,
    documents::{self, DocumentMove},
    goods::{self, EnteredLine, FormLine},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde_json::json;
use std::collections::HashMap;

const MAX_REASON_CHARS: usize = 300;

/// Approves or rejects a movement; setting the current status again has no effect.
pub(super) async fn set_movement_status(
    work: &mut Work<'_>,
    kind: ItemKind,
    id: MovementId,
    body: &SetInventoryStatus,
) -> Result<InventoryMovement> {
    let reason = form::optional_text("reason", body.reason.as_ref(), String::new(), MAX_REASON_CHARS)?;
    let (was, items) = lock_and_load(work, kind, id).await?;
    if was.row.status == body.status {
        return Ok(InventoryMovement::from_stored(was, items));
    }
    let (action, warnings) = match body.status {
        InventoryStatus::Rejected => {
            let reason = Some(reason.as_str()).filter(|r| !r.is_empty());
            ("INVENTORY_REJECTED", reject(work, &was, &items, reason).await?)
        }
        InventoryStatus::Approved => ("INVENTORY_APPROVED", approve(work, &was, &items).await?),
    };
    let entry = AuditEntry::new(action)
        .entity(audit_entity(kind), id.0)
        .reason(reason)
        .change(Some(json!({"status": was.row.status})), Some(json!({"status": body.status})));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    notify_changed(work);
    Ok(InventoryMovement { warnings, ..read::load_movement(work.tx, work.actor, kind, id).await? })
}

/// Corrects the texts of a movement.
pub(super) async fn update_movement_texts(
    work: &mut Work<'_>,
    kind: ItemKind,
    id: MovementId,
    body: &ChangeInventoryMovement,
) -> Result<InventoryMovement> {
    let (was, items) = lock_and_load(work, kind, id).await?;
    if body.changes_stock() {
        let text = "Solo se corrigen el nombre, la descripción y el responsable. Lo que se movió no se cambia: rechaza este movimiento y registra otro.";
        return refuse(Code::Conflict, text).with_current(InventoryMovement::from_stored(was, items)).err();
    }
    documents::check_date_open(work, "date", was.row.date).await?;
    let mut faults = Faults::default();
    let name = form::required_text(
        "name",
        body.name.as_ref(),
        was.row.name.clone(),
        MAX_NAME_CHARS,
        "un nombre para reconocerlo",
    );
    let name = faults.or_default(name)?;
    let mut optional = |field: &str, value: Option<&String>, was: &str, most| {
        faults.or_default(form::optional_text(field, value, was.to_owned(), most))
    };
    let description = optional("description", body.description.as_ref(), &was.row.description, MAX_DESCRIPTION_CHARS)?;
    let responsible = optional("responsible", body.responsible.as_ref(), &was.row.responsible, MAX_NAME_CHARS)?;
    faults.finish()?;
    let key = build_search_key(&name, &responsible, items.iter().map(|i| i.name.as_str()));
    store::set_movement_texts(work.tx, id, [&name, &description, &responsible, &key]).await?;
    let before = json!({"name": was.row.name, "description": was.row.description, "responsible": was.row.responsible});
    let after = json!({"name": name, "description": description, "responsible": responsible});
    if before != after {
        let entry =
            AuditEntry::new("INVENTORY_CHANGED").entity(audit_entity(kind), id.0).change(Some(before), Some(after));
        audit::log(work.tx, work.actor, work.now, entry).await?;
        notify_changed(work);
    }
    read::load_movement(work.tx, work.actor, kind, id).await
}

/// Deletes a movement that never moved stock.
pub(super) async fn delete_movement(work: &mut Work<'_>, kind: ItemKind, id: MovementId) -> Result<bool> {
    let (was, items) = lock_and_load(work, kind, id).await?;
    let was = InventoryMovement::from_stored(was, items);
    if !was.can_delete {
        let text = match was.row.status {
            InventoryStatus::Approved => {
                "Este movimiento movió stock y no se borra. Recházalo: su stock se devuelve y queda en la lista."
            }
            InventoryStatus::Rejected => {
                "Este movimiento llegó a mover stock y queda como constancia. No hace falta borrarlo: ya no cuenta."
            }
        };
        return refuse(Code::Conflict, text).with_current(was).err();
    }
    store::delete_movement(work.tx, id).await?;
    let entry = AuditEntry::new("INVENTORY_DELETED").entity(audit_entity(kind), id.0).change(Some(json!(was)), None);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    notify_changed(work);
    Ok(true)
}

/// Locks the movement for this transaction and loads it.
async fn lock_and_load(
    work: &mut Work<'_>,
    kind: ItemKind,
    id: MovementId,
) -> Result<(StoredMovement, Vec<StoredItem>)> {
    if !store::lock_movement(work.tx, kind, id).await? {
        return Err(not_found("el movimiento").into());
    }
    let stored =
        store::find_movement(work.tx, kind, id, read::visible_user(work.actor)).await.or_not_found("el movimiento")?;
    let items = store::load_items(work.tx, id).await?;
    Ok((stored, items))
}

async fn reject(
    work: &mut Work<'_>,
    was: &StoredMovement,
    items: &[StoredItem],
    reason: Option<&str>,
) -> Result<Vec<String>> {
    let names: HashMap<Item, String> =
        items.iter().map(|i| (Item::from_row(was.item_kind, i.item_id), i.name.clone())).collect();
    let warnings = match was.moved_as.as_deref() {
        Some(source) => documents::reverse_document(work, source, &names).await?,
        None => Vec::new(),
    };
    let (user, at) = (work.actor.user_id, work.now);
    store::mark_rejected(work.tx, was.row.id, (user, at), reason).await?;
    Ok(warnings)
}

/// Records the stock moves again as they were entered: the month must be open, and the items must still be tracked in the same units.
async fn approve(work: &mut Work<'_>, was: &StoredMovement, items: &[StoredItem]) -> Result<Vec<String>> {
    let to_given_line = |i: &StoredItem| FormLine {
        kind: was.item_kind,
        id: i.item_id,
        measurement: Some(i.measurement_id),
        quantity: i.quantity,
    };
    let given_lines: Vec<FormLine> = items.iter().map(to_given_line).collect();
    let entered = check_lines_again(work, was.row.date, &given_lines, "otro movimiento").await?;
    if let Some(good) = entered.iter().map(|e| &e.good).find(|good| !good.has_stock) {
        return refuse(Code::Conflict, not_tracked_message(&good.name)).err();
    }
    let comes_in = was.row.direction == InventoryDirection::In;
    let moves = entered.into_iter().zip(items).map(|(entered, item)| {
        let as_entered = EnteredLine { base: item.base_quantity, ..entered };
        (item.name.clone(), DocumentMove::new(&as_entered, comes_in, item.cost))
    });
    let moved = MovementToPost {
        id: was.row.id,
        kind: was.item_kind,
        number: was.row.number,
        reason: was.row.reason,
        at: was.row.date,
    };
    move_stock(work, moved, was.approvals, moves.collect()).await
}

/// Checks the lines of a document that is to be approved again.
///
/// # Errors
/// 409 where its month is closed, or an item is gone or counted in other units; it asks to record `remedy`: `otra producción`.
pub async fn check_lines_again(
    work: &mut Work<'_>,
    at: DateTime<Utc>,
    lines: &[FormLine],
    remedy: &str,
) -> Result<Vec<EnteredLine>> {
    documents::check_date_open(work, "date", at).await?;
    let mut faults = Faults::default();
    let entered = goods::check_lines(work.tx, lines, &mut faults).await?;
    if let Err(Error::Refused(refusal)) = faults.finish() {
        let why = refusal.errors.values().flatten().next().cloned().unwrap_or(refusal.message);
        return refuse(Code::Conflict, format!("Ya no se puede aprobar: registra {remedy}. {why}")).err();
    }
    Ok(entered.into_iter().flatten().collect())
}
