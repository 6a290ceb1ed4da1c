//! What becomes of a movement that was written down: approved, rejected, its texts corrected. Whoever changes one holds its row.

use super::{
    answer::{InventoryMovement, Stored, StoredItem},
    form::{MAX_DESCRIPTION_CHARS, MAX_NAME_CHARS, not_counted},
    model::{ChangeInventoryMovement, InventoryDirection, InventoryStatus, SetInventoryStatus},
    read,
    record::{Moved, entity, key_of, move_stock, told},
    store,
};
use comanda_base::{
    error::{Code, Error, Faults, OrNotFound, Result, not_found, refuse},
    form,
    ids::MovementId,
};
use comanda_ledgers::stock::{
    Item, ItemKind,
    documents::{self, DocumentMove},
    goods::{self, Entered, Given},
};
use comanda_platform::{
    audit::{self, Entry},
    use_case::Work,
};
use serde_json::json;
use std::collections::HashMap;

const MAX_REASON_CHARS: usize = 300;

/// Approves or rejects it; the status that it has does nothing.
pub(super) async fn status(
    work: &mut Work<'_>,
    kind: ItemKind,
    id: MovementId,
    body: &SetInventoryStatus,
) -> Result<InventoryMovement> {
    let reason = form::optional("reason", body.reason.as_ref(), String::new(), MAX_REASON_CHARS)?;
    let (was, items) = locked(work, kind, id).await?;
    if was.status == body.status {
        return Ok(InventoryMovement::of(was, items));
    }
    let (action, warnings) = match body.status {
        InventoryStatus::Rejected => {
            let reason = Some(reason.as_str()).filter(|r| !r.is_empty());
            ("INVENTORY_REJECTED", reject(work, &was, &items, reason).await?)
        }
        InventoryStatus::Approved => ("INVENTORY_APPROVED", approve(work, &was, &items).await?),
    };
    let entry = Entry::new(action)
        .entity(entity(kind), id.0)
        .reason(reason)
        .change(Some(json!({"status": was.status})), Some(json!({"status": body.status})));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    told(work);
    Ok(InventoryMovement { warnings, ..read::one(work.tx, work.actor, kind, id).await? })
}

/// Corrects its texts.
pub(super) async fn texts(
    work: &mut Work<'_>,
    kind: ItemKind,
    id: MovementId,
    body: &ChangeInventoryMovement,
) -> Result<InventoryMovement> {
    let (was, items) = locked(work, kind, id).await?;
    if body.moves() {
        let text = "Solo se corrigen el nombre, la descripción y el responsable. Lo que se movió no se cambia: rechaza este movimiento y registra otro.";
        return refuse(Code::Conflict, text).current(InventoryMovement::of(was, items)).err();
    }
    documents::check_date(work, "date", was.at).await?;
    let mut faults = Faults::default();
    let name = form::text("name", body.name.as_ref(), was.name.clone(), MAX_NAME_CHARS, "un nombre para reconocerlo");
    let name = faults.or_default(name)?;
    let mut optional = |field: &str, given: Option<&String>, was: &str, most| {
        faults.or_default(form::optional(field, given, was.to_owned(), most))
    };
    let description = optional("description", body.description.as_ref(), &was.description, MAX_DESCRIPTION_CHARS)?;
    let responsible = optional("responsible", body.responsible.as_ref(), &was.responsible, MAX_NAME_CHARS)?;
    faults.done()?;
    let key = key_of(&name, &responsible, items.iter().map(|i| i.name.as_str()));
    store::set_texts(work.tx, id, [&name, &description, &responsible, &key]).await?;
    let before = json!({"name": was.name, "description": was.description, "responsible": was.responsible});
    let after = json!({"name": name, "description": description, "responsible": responsible});
    if before != after {
        let entry = Entry::new("INVENTORY_CHANGED").entity(entity(kind), id.0).change(Some(before), Some(after));
        audit::log(work.tx, work.actor, work.now, entry).await?;
        told(work);
    }
    read::one(work.tx, work.actor, kind, id).await
}

/// Deletes one that never moved anything.
pub(super) async fn delete(work: &mut Work<'_>, kind: ItemKind, id: MovementId) -> Result<bool> {
    let (was, items) = locked(work, kind, id).await?;
    let was = InventoryMovement::of(was, items);
    if !was.can_delete {
        let text = match was.row.status {
            InventoryStatus::Approved => {
                "Este movimiento movió stock y no se borra. Recházalo: su stock se devuelve y queda en la lista."
            }
            InventoryStatus::Rejected => {
                "Este movimiento llegó a mover stock y queda como constancia. No hace falta borrarlo: ya no cuenta."
            }
        };
        return refuse(Code::Conflict, text).current(was).err();
    }
    store::delete(work.tx, id).await?;
    let entry = Entry::new("INVENTORY_DELETED").entity(entity(kind), id.0).change(Some(json!(was)), None);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    told(work);
    Ok(true)
}

/// The movement as it is once nobody else changes it.
async fn locked(work: &mut Work<'_>, kind: ItemKind, id: MovementId) -> Result<(Stored, Vec<StoredItem>)> {
    if !store::lock(work.tx, kind, id).await? {
        return Err(not_found("el movimiento").into());
    }
    let stored = store::one(work.tx, kind, id, read::own_only(work.actor)).await.or_not_found("el movimiento")?;
    let items = store::items(work.tx, id).await?;
    Ok((stored, items))
}

async fn reject(work: &mut Work<'_>, was: &Stored, items: &[StoredItem], reason: Option<&str>) -> Result<Vec<String>> {
    let names: HashMap<Item, String> =
        items.iter().map(|i| (Item::of(was.item_kind, i.item_id), i.name.clone())).collect();
    let warnings = match was.moved_as.as_deref() {
        Some(source) => documents::take_back(work, source, &names).await?,
        None => Vec::new(),
    };
    let (by, at) = (work.actor.user_id, work.now);
    store::rejected(work.tx, was.id, (by, at), reason).await?;
    Ok(warnings)
}

/// Moves it again, as it was written: its month must be open, and what it names must still be counted in the same units.
async fn approve(work: &mut Work<'_>, was: &Stored, items: &[StoredItem]) -> Result<Vec<String>> {
    documents::check_date(work, "date", was.at).await?;
    let given = |i: &StoredItem| Given {
        kind: was.item_kind,
        id: i.item_id,
        measurement: Some(i.measurement_id),
        quantity: i.quantity,
    };
    let given: Vec<Given> = items.iter().map(given).collect();
    let mut faults = Faults::default();
    let entered = goods::entered(work.tx, &given, &mut faults).await?;
    if let Err(Error::Refused(refusal)) = faults.done() {
        let why = refusal.errors.values().flatten().next().cloned().unwrap_or(refusal.message);
        return refuse(Code::Conflict, format!("Ya no se puede aprobar: registra otro movimiento. {why}")).err();
    }
    if let Some(good) = entered.iter().flatten().map(|e| &e.good).find(|good| !good.has_stock) {
        return refuse(Code::Conflict, not_counted(&good.name)).err();
    }
    let comes_in = was.direction == InventoryDirection::In;
    let moves = entered.into_iter().flatten().zip(items).map(|(entered, item)| {
        let as_it_was = Entered { base: item.base_quantity, ..entered };
        (item.name.clone(), DocumentMove::of(&as_it_was, comes_in, item.cost))
    });
    let moved = Moved { id: was.id, kind: was.item_kind, number: was.number, reason: was.reason, at: was.at };
    move_stock(work, moved, was.approvals, moves.collect()).await
}
