//! What productions made costs what went into it. The ingredients are valued first; then the entry of what they became gets its cost, and
//! is valued again from its moment on, and so forth to whatever is made of that. Each round is a step like any other.

use super::{made_store as store, store::MoveRow};
use crate::stock::model::{Item, MoveReason};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Tx},
    money::Money,
};
use std::collections::BTreeMap;

/// Productions whose ingredients have other values now, each with the document that changed them.
pub(super) type Touched = BTreeMap<String, Option<String>>;

/// Whether a move is of an ingredient of a production that stands.
pub(super) fn is_ingredient(row: &MoveRow) -> bool {
    row.reason == MoveReason::Production && row.quantity.is_negative() && !row.reversed
}

/// Whether a move of a production is of an ingredient, or takes such a move back: it is use, as a sale is. Of a pair that was taken back
/// the first says which it was.
pub(super) fn is_use(row: &MoveRow, rows: &[MoveRow]) -> bool {
    let first = if row.reversed { rows.iter().find(|r| r.reversed && r.source == row.source) } else { Some(row) };
    row.reason == MoveReason::Production && first.is_some_and(|first| first.quantity.is_negative())
}

/// When the moves of an item are to be valued again from, and because of which document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Again {
    pub item: Item,
    pub from: DateTime<Utc>,
    pub cause: Option<String>,
}

/// Sets what was made by these productions costs now; whether anything is to be valued again.
pub(super) async fn follow(tx: &mut Tx, touched: &Touched) -> db::Result<bool> {
    if touched.is_empty() {
        return Ok(false);
    }
    let sources: Vec<&str> = touched.keys().map(String::as_str).collect();
    let entries = store::entries(tx, &sources).await?;
    let mut costs: Vec<(i64, Option<Money>)> = Vec::new();
    let mut again: BTreeMap<Item, Again> = BTreeMap::new();
    for entry in entries {
        let cost = entry.cost_now();
        if cost == entry.cost {
            continue;
        }
        costs.push((entry.id, cost));
        let cause = touched.get(&entry.source).cloned().flatten();
        let new = Again { item: entry.item(), from: entry.at, cause };
        again
            .entry(new.item)
            .and_modify(|known| {
                known.from = known.from.min(new.from);
                known.cause = known.cause.take().or_else(|| new.cause.clone());
            })
            .or_insert(new);
    }
    store::set_costs(tx, &costs).await?;
    store::value_again(tx, &again.into_values().collect::<Vec<_>>()).await?;
    Ok(!costs.is_empty())
}
