//! The cost of what productions made follows its ingredients. The ingredients are valued first; then the entry of the product gets its
//! cost and is valued again from its moment on, and likewise whatever is made of it. Each round is a step like any other.

use super::{productions_store as store, store::MoveRow};
use crate::stock::model::{Item, MoveReason};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Tx},
    money::Money,
};
use std::collections::BTreeMap;

/// The productions whose ingredients have new values, each with the document that changed them.
pub(super) type ChangedProductions = BTreeMap<String, Option<String>>;

/// Whether a move takes an ingredient of a production that was not reversed.
pub(super) fn is_ingredient(row: &MoveRow) -> bool {
    row.reason == MoveReason::Production && row.quantity.is_negative() && !row.reversed
}

/// Whether a move of a production takes an ingredient or reverses such a move: that counts as use, like a sale. The first move of a
/// reversed pair tells which it is.
pub(super) fn is_use(row: &MoveRow, rows: &[MoveRow]) -> bool {
    let first = if row.reversed { rows.iter().find(|r| r.reversed && r.source == row.source) } else { Some(row) };
    row.reason == MoveReason::Production && first.is_some_and(|first| first.quantity.is_negative())
}

/// An item whose moves are to be valued again, from which moment on, and because of which document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Revaluation {
    pub item: Item,
    pub from: DateTime<Utc>,
    pub cause: Option<String>,
}

/// Sets the new cost of what these productions made, and returns whether anything has to be valued again.
pub(super) async fn update_product_costs(tx: &mut Tx, touched: &ChangedProductions) -> db::Result<bool> {
    if touched.is_empty() {
        return Ok(false);
    }
    let sources: Vec<&str> = touched.keys().map(String::as_str).collect();
    let entries = store::load_entries(tx, &sources).await?;
    let mut costs: Vec<(i64, Option<Money>)> = Vec::new();
    let mut revaluations: BTreeMap<Item, Revaluation> = BTreeMap::new();
    for entry in entries {
        let cost = entry.current_cost();
        if cost == entry.cost {
            continue;
        }
        costs.push((entry.id, cost));
        let cause = touched.get(&entry.source).cloned().flatten();
        let new = Revaluation { item: entry.item(), from: entry.at, cause };
        revaluations
            .entry(new.item)
            .and_modify(|known| {
                known.from = known.from.min(new.from);
                known.cause = known.cause.take().or_else(|| new.cause.clone());
            })
            .or_insert(new);
    }
    store::update_costs(tx, &costs).await?;
    store::request_revaluation(tx, &revaluations.into_values().collect::<Vec<_>>()).await?;
    Ok(!costs.is_empty())
}
