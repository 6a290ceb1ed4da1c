//! What was used of everything that is counted between two business days: by sales and productions as recipes say, by hand, and what
//! counts found missing or left over.

use super::{
    model::{Item, ItemKind},
    overview_store::{self, Since, Wanted},
    units::of_base,
    usage_store::{self as store, ByHand},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Tx},
    ids::CategoryId,
    money::{Money, Quantity},
};
use std::collections::HashMap;

/// What became of one item, in its own unit.
#[derive(Debug, Clone)]
pub struct ItemUse {
    pub item: Item,
    pub name: String,
    pub category_id: Option<CategoryId>,
    pub category: Option<String>,
    pub measurement: String,
    /// Sales and productions, less what came back of them.
    pub by_recipes: Quantity,
    /// Waste, gifts, own use and all else that somebody wrote down, less what was brought in the same way.
    pub by_hand: Quantity,
    /// What counts put right: less than nothing is missing. `None`: no count moved anything.
    pub found: Option<Quantity>,
    /// The same at cost; `None` where nobody knows what it cost.
    pub found_value: Option<Money>,
    /// Its value is being computed.
    pub pending: bool,
}

/// Of everything counted that the search, the kinds and the categories leave, by name.
pub async fn between(
    tx: &mut Tx,
    (first, last): (NaiveDate, NaiveDate),
    term: Option<&str>,
    kinds: Option<Vec<ItemKind>>,
    categories: Option<Vec<i64>>,
    now: DateTime<Utc>,
) -> db::Result<Vec<ItemUse>> {
    // What was used is asked for below, of this range.
    let since = Since { idle: now, used: last };
    let items = overview_store::items(&Wanted { term, kinds, categories }, &[], since);
    let all = overview_store::read(tx, items.add("ORDER BY").add(overview_store::SORTED_BY_NAME)).await?;
    let recipes: HashMap<Item, Quantity> = store::by_recipes(tx, first, last).await?;
    let by_hand: HashMap<Item, ByHand> = store::by_hand(tx, first, last).await?;
    Ok(all
        .into_iter()
        .map(|row| {
            let item = Item::of(row.item_kind, row.item_id);
            let own = |quantity| of_base(quantity, row.equivalence);
            let hand = by_hand.get(&item);
            ItemUse {
                item,
                name: row.name,
                category_id: row.category_id,
                category: row.category,
                measurement: row.measurement,
                by_recipes: own(recipes.get(&item).copied().unwrap_or_default()),
                by_hand: own(hand.map(|h| h.taken).unwrap_or_default()),
                found: hand.and_then(|h| h.found).map(own),
                found_value: hand.filter(|h| h.unvalued == 0).and_then(|h| h.found_value),
                pending: row.pending,
            }
        })
        .collect())
}
