//! The use of every counted item between two business days: by sales and productions according to recipes, by waste and by hand, and the differences
//! that counts found.

use super::{
    model::{Item, ItemKind},
    overview_store::{self, Cutoffs, ItemFilter},
    units::convert_from_base,
    usage_store::{self as store, HandMoves},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Tx},
    ids::CategoryId,
    money::{Money, Quantity},
};
use std::collections::HashMap;

/// The use of one item, in its own unit.
#[derive(Debug, Clone)]
pub struct ItemUse {
    pub item: Item,
    pub name: String,
    pub category_id: Option<CategoryId>,
    pub category: Option<String>,
    pub measurement: String,
    /// Sales and productions, less what was returned to stock or thrown away.
    pub by_recipes: Quantity,
    /// Wasted dishes; and waste, gifts, own use and other moves entered by hand, less what was brought in the same way.
    pub by_hand: Quantity,
    /// The difference corrected by counts; negative: stock was missing. `None`: no count corrected anything.
    pub found: Option<Quantity>,
    /// The same difference at cost; `None` where the cost is unknown.
    pub found_value: Option<Money>,
    /// Whether the value is still being computed.
    pub pending: bool,
}

/// Lists the use of the counted items that match the search, the kinds and the categories, by name.
pub async fn list_item_use(
    tx: &mut Tx,
    (first, last): (NaiveDate, NaiveDate),
    term: Option<&str>,
    kinds: Option<Vec<ItemKind>>,
    categories: Option<Vec<i64>>,
    now: DateTime<Utc>,
) -> db::Result<Vec<ItemUse>> {
    // The use is loaded below for the given days, so none is selected here.
    let since = Cutoffs { idle: now, used: last };
    let items = overview_store::select_items(&ItemFilter { term, kinds, categories }, &[], since);
    let all = overview_store::load_items(tx, items.add("ORDER BY").add(overview_store::SORTED_BY_NAME)).await?;
    let recipes: HashMap<Item, Quantity> = store::load_used_by_recipes(tx, first, last).await?;
    let wasted: HashMap<Item, Quantity> = store::load_wasted_dishes(tx, first, last).await?;
    let by_hand: HashMap<Item, HandMoves> = store::load_hand_moves(tx, first, last).await?;
    Ok(all
        .into_iter()
        .map(|row| {
            let shown = row.item;
            let item = Item::from_row(shown.item_type, shown.item_id);
            let to_item_unit = |quantity| convert_from_base(quantity, row.equivalence);
            let hand = by_hand.get(&item);
            let wasted = wasted.get(&item).copied().unwrap_or_default();
            ItemUse {
                item,
                name: shown.name,
                category_id: shown.category_id,
                category: shown.category,
                measurement: shown.measurement,
                by_recipes: to_item_unit(recipes.get(&item).copied().unwrap_or_default() - wasted),
                by_hand: to_item_unit(hand.map(|h| h.taken).unwrap_or_default() + wasted),
                found: hand.and_then(|h| h.found).map(to_item_unit),
                found_value: hand.filter(|h| h.unvalued == 0).and_then(|h| h.found_value),
                pending: shown.pending,
            }
        })
        .collect())
}
