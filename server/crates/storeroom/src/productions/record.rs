//! Records a production and moves its stock in the same transaction.

use super::{
    answer::Production,
    form::{self, ProductionToRecord, TakenIngredient},
    model::{NewProduction, full_number},
    read,
    store::{self, NewProductionRow},
};
use crate::inventory;
use chrono::{DateTime, Utc};
use comanda_base::{
    counters,
    error::Result,
    ids::{ProductionId, SupplyId},
    money::{Money, Quantity},
    search::search_key,
};
use comanda_ledgers::stock::{
    Item, MoveReason,
    documents::{self, DocumentMove, StockDocument},
    goods::EnteredLine,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    people::pin::Approval,
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde_json::json;
use std::collections::HashMap;

/// Records a production.
pub(super) async fn create_production(
    work: &mut Work<'_>,
    body: &NewProduction,
    approval: Option<Approval>,
) -> Result<Production> {
    let new = form::validate_production(work, body).await?;
    let ingredients: Vec<(SupplyId, Quantity)> = new.items.iter().map(|t| (t.supply, t.entered.base)).collect();
    // The product is worth as much as its ingredients, or one quantity is wrong; neither may exceed the limit.
    let product: Vec<(SupplyId, Quantity)> =
        new.produced.good.item.supply_id().map(|id| (id, new.produced.base)).into_iter().collect();
    inventory::require_pin_for_supplies_above_limit(work, &ingredients, approval).await?;
    inventory::require_pin_for_supplies_above_limit(work, &product, approval).await?;
    let number = counters::next_number(work.tx, "productions", "").await?;
    let id = insert(work, &new, number).await?;
    let items = new.items.iter().map(|t| (t.entered.clone(), t.cost)).collect();
    let moved = ProductionToPost { id, number, at: new.at, produced: &new.produced, extra_cost: new.extra_cost };
    let warnings = move_stock(work, moved, 0, items).await?;
    let production = read::load_production(work.tx, work.actor, id).await?;
    let entry = AuditEntry::new("PRODUCTION")
        .entity("production", id.0)
        .approver(approval.and_then(|a| a.approver_id))
        .reason(new.note)
        .change(None, Some(json!(production)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    notify_changed(work);
    Ok(Production { warnings, ..production })
}

/// Tells screens that the stock has changed.
pub(super) fn notify_changed(work: &mut Work<'_>) {
    work.add_event(Room::Catalog, EventKind::StockChanged, json!({}));
}

async fn insert(work: &mut Work<'_>, new: &ProductionToRecord, number: i64) -> Result<ProductionId> {
    let names = new.items.iter().map(|t: &TakenIngredient| t.entered.good.name.as_str());
    let texts = [new.planned.good.name.as_str(), &new.responsible, &new.note].into_iter().chain(names);
    let row = NewProductionRow {
        number,
        new,
        search_key: search_key(&texts.collect::<Vec<_>>().join(" ")),
        day: work.settings().await?.business_day(new.at),
        user: work.actor.user_id,
        created_at: work.now,
    };
    Ok(store::insert_production(work.tx, &row).await?)
}

/// A production whose stock is to be moved.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProductionToPost<'m> {
    pub id: ProductionId,
    pub number: i64,
    pub at: DateTime<Utc>,
    pub produced: &'m EnteredLine,
    pub extra_cost: Option<Money>,
}

/// Moves stock for the first time, or again after `approvals` earlier approvals were reversed. Supplies whose stock is not tracked are not
/// moved. Returns warnings.
pub(super) async fn move_stock(
    work: &mut Work<'_>,
    production: ProductionToPost<'_>,
    approvals: i64,
    items: Vec<(EnteredLine, Option<Money>)>,
) -> Result<Vec<String>> {
    let source = move_source(production.id, approvals);
    let counted = || items.iter().map(|(entered, _)| entered).filter(|entered| entered.good.has_stock);
    let mut moves: Vec<DocumentMove> = counted().map(|entered| DocumentMove::new(entered, false, None)).collect();
    let mut produced_move = DocumentMove::produced(production.produced, production.extra_cost);
    if moves.is_empty() {
        // No ingredient is left to be valued later, so the cost is known now.
        produced_move.cost = production.extra_cost;
    }
    moves.push(produced_move);
    let names: HashMap<Item, String> =
        counted().chain([production.produced]).map(|entered| (entered.good.item, entered.good.name.clone())).collect();
    let name = full_number(production.number);
    let document = StockDocument { source: &source, reason: MoveReason::Production, name: &name, at: production.at };
    let warnings = documents::record_document(work, document, &moves, &names).await?;
    store::mark_approved(work.tx, production.id, &source).await?;
    Ok(warnings)
}

/// The source of the stock moves: `production:3`, and `production:3:2` for the second approval.
fn move_source(id: ProductionId, approvals: i64) -> String {
    if approvals == 0 { format!("production:{id}") } else { format!("production:{id}:{}", approvals + 1) }
}
