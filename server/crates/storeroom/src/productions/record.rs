//! Writing a production down: it moves stock at once, in the same transaction.

use super::{
    answer::Production,
    form::{self, Taken, ToRecord},
    model::{NewProduction, full_number},
    read,
    store::{self, NewRow},
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
    documents::{self, Document, DocumentMove},
    goods::Entered,
};
use comanda_platform::{
    audit::{self, Entry},
    people::pin::Approval,
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde_json::json;
use std::collections::HashMap;

/// Writes it down.
pub(super) async fn create(
    work: &mut Work<'_>,
    body: &NewProduction,
    approval: Option<Approval>,
) -> Result<Production> {
    let new = form::read(work, body).await?;
    let taken: Vec<(SupplyId, Quantity)> = new.items.iter().map(|t| (t.supply, t.entered.base)).collect();
    // What comes out is worth what goes in, or one of both is wrong: neither may be much.
    let made: Vec<(SupplyId, Quantity)> =
        new.produced.good.item.supply().map(|id| (id, new.produced.base)).into_iter().collect();
    inventory::must_be_worth_little(work, &taken, approval).await?;
    inventory::must_be_worth_little(work, &made, approval).await?;
    let number = counters::next(work.tx, "productions", "").await?;
    let id = insert(work, &new, number).await?;
    let items = new.items.iter().map(|t| (t.entered.clone(), t.cost)).collect();
    let moved = Moved { id, number, at: new.at, produced: &new.produced, extra_cost: new.extra_cost };
    let warnings = move_stock(work, moved, 0, items).await?;
    let production = read::one(work.tx, work.actor, id).await?;
    let entry = Entry::new("PRODUCTION")
        .entity("production", id.0)
        .approver(approval.and_then(|a| a.approver_id))
        .reason(new.note)
        .change(None, Some(json!(production)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    told(work);
    Ok(Production { warnings, ..production })
}

/// Lists of productions are stale.
pub(super) fn told(work: &mut Work<'_>) {
    work.tell(Room::Catalog, EventKind::StockChanged, json!({}));
}

async fn insert(work: &mut Work<'_>, new: &ToRecord, number: i64) -> Result<ProductionId> {
    let names = new.items.iter().map(|t: &Taken| t.entered.good.name.as_str());
    let texts = [new.planned.good.name.as_str(), &new.responsible, &new.note].into_iter().chain(names);
    let row = NewRow {
        number,
        new,
        search_key: search_key(&texts.collect::<Vec<_>>().join(" ")),
        day: work.settings().await?.business_day(new.at),
        user: work.actor.user_id,
        created_at: work.now,
    };
    Ok(store::insert(work.tx, &row).await?)
}

/// A production whose stock moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moved<'m> {
    pub id: ProductionId,
    pub number: i64,
    pub at: DateTime<Utc>,
    pub produced: &'m Entered,
    pub extra_cost: Option<Money>,
}

/// Moves what it says for the first time, or once more after it was taken back so often. What nobody counts stays where it is. Gives
/// warnings.
pub(super) async fn move_stock(
    work: &mut Work<'_>,
    of: Moved<'_>,
    approvals: i64,
    items: Vec<(Entered, Option<Money>)>,
) -> Result<Vec<String>> {
    let source = source(of.id, approvals);
    let counted = || items.iter().map(|(entered, _)| entered).filter(|entered| entered.good.has_stock);
    let mut moves: Vec<DocumentMove> = counted().map(|entered| DocumentMove::of(entered, false, None)).collect();
    let mut made = DocumentMove::made(of.produced, of.extra_cost);
    if moves.is_empty() {
        // Nothing that went into it is valued later.
        made.cost = of.extra_cost;
    }
    moves.push(made);
    let names: HashMap<Item, String> =
        counted().chain([of.produced]).map(|entered| (entered.good.item, entered.good.name.clone())).collect();
    let name = full_number(of.number);
    let document = Document { source: &source, reason: MoveReason::Production, name: &name, at: of.at };
    let warnings = documents::record(work, document, &moves, &names).await?;
    store::approved(work.tx, of.id, &source).await?;
    Ok(warnings)
}

/// `production:3`, and `production:3:2` when it is approved for the second time.
fn source(id: ProductionId, approvals: i64) -> String {
    if approvals == 0 { format!("production:{id}") } else { format!("production:{id}:{}", approvals + 1) }
}
