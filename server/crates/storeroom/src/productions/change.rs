//! Reverses recorded productions, or approves them again. Each change locks the production's row.

use super::{
    answer::{Production, StoredItem, StoredProduction},
    model::{ProductionStatus, SetProductionStatus},
    read,
    record::{ProductionToPost, move_stock, notify_changed},
    store,
};
use crate::inventory;
use comanda_base::{
    error::{Code, OrNotFound, Result, not_found, refuse},
    form,
    ids::ProductionId,
};
use comanda_ledgers::stock::{
    Item, ItemKind, documents,
    goods::{EnteredLine, FormLine},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde_json::json;
use std::collections::HashMap;

const MAX_REASON_CHARS: usize = 300;

/// Reverses a production, or approves it again; setting the current status has no effect.
pub(super) async fn set_status(
    work: &mut Work<'_>,
    id: ProductionId,
    body: &SetProductionStatus,
) -> Result<Production> {
    let reason = form::optional_text("reason", body.reason.as_ref(), String::new(), MAX_REASON_CHARS)?;
    if !store::lock_production(work.tx, id).await? {
        return Err(not_found("la producción").into());
    }
    let was: StoredProduction =
        store::find_production(work.tx, id, read::visible_user(work.actor)).await.or_not_found("la producción")?;
    if was.row.status == body.status {
        return read::load_production(work.tx, work.actor, id).await;
    }
    let items = store::load_items(work.tx, id).await?;
    let before = was.row.status;
    let (action, warnings) = match body.status {
        ProductionStatus::Rejected => {
            let reason = Some(reason.as_str()).filter(|r| !r.is_empty());
            ("PRODUCTION_REJECTED", reject(work, &was, &items, reason).await?)
        }
        ProductionStatus::Approved => ("PRODUCTION_APPROVED", approve_again(work, &was, &items).await?),
    };
    let entry = AuditEntry::new(action)
        .entity("production", id.0)
        .reason(reason)
        .change(Some(json!({"status": before})), Some(json!({"status": body.status})));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    notify_changed(work);
    Ok(Production { warnings, ..read::load_production(work.tx, work.actor, id).await? })
}

async fn reject(
    work: &mut Work<'_>,
    was: &StoredProduction,
    items: &[StoredItem],
    reason: Option<&str>,
) -> Result<Vec<String>> {
    let produced_supply = (Item::Supply(was.row.supply_id), was.row.name.clone());
    let names: HashMap<Item, String> =
        items.iter().map(|i| (Item::Supply(i.item.supply_id), i.item.name.clone())).chain([produced_supply]).collect();
    let warnings = match was.moved_as.as_deref() {
        Some(source) => documents::reverse_document(work, source, &names).await?,
        None => Vec::new(),
    };
    let (user, at) = (work.actor.user_id, work.now);
    store::mark_rejected(work.tx, was.row.id, (user, at), reason).await?;
    Ok(warnings)
}

/// Records the stock moves again as they were entered: the month must be open, and the items must still be tracked in the same units.
async fn approve_again(work: &mut Work<'_>, was: &StoredProduction, items: &[StoredItem]) -> Result<Vec<String>> {
    let to_given_line =
        |(id, measurement, quantity)| FormLine { kind: ItemKind::Supply, id, measurement: Some(measurement), quantity };
    let produced_line = (was.row.supply_id.0, was.row.measurement_id, was.row.produced);
    let ingredients = items.iter().map(|i| (i.item.supply_id.0, i.item.measurement_id, i.item.quantity));
    let given_lines: Vec<FormLine> = [produced_line].into_iter().chain(ingredients).map(to_given_line).collect();
    let entered = inventory::check_lines_again(work, was.row.date, &given_lines, "otra producción").await?;
    let bases = [was.produced_base].into_iter().chain(items.iter().map(|i| i.item.base_quantity));
    let mut as_they_were = entered.into_iter().zip(bases).map(|(e, base)| EnteredLine { base, ..e });
    let Some(produced) = as_they_were.next().filter(|line| line.good.has_stock) else {
        let text = format!("{} ya no lleva control de stock: actívalo en su ficha.", was.row.name);
        return refuse(Code::Conflict, text).err();
    };
    let costs = items.iter().map(|i| i.item.cost);
    let items = as_they_were.zip(costs).collect();
    let moved = ProductionToPost {
        id: was.row.id,
        number: was.row.number,
        at: was.row.date,
        produced: &produced,
        extra_cost: was.extra_cost,
    };
    move_stock(work, moved, was.approvals, items).await
}
