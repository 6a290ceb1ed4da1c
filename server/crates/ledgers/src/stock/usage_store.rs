//! SQL of the use of items.

use super::model::{Item, ItemKind};
use chrono::NaiveDate;
use comanda_base::{
    db::{self, Tx},
    money::{Money, Quantity},
};
use std::collections::HashMap;

/// Sums what sales and productions used between two business days, both included, in base units; wasted dishes count as sold.
pub(super) async fn load_used_by_recipes(
    tx: &mut Tx,
    first: NaiveDate,
    last: NaiveDate,
) -> db::Result<HashMap<Item, Quantity>> {
    let rows: Vec<(ItemKind, i64, Quantity)> = tx
        .query(
            "SELECT v.item_kind, v.item_id, (SELECT CAST(COALESCE(SUM(d.used), 0) AS BIGINT) FROM stock_days d
                 WHERE d.item_kind = v.item_kind AND d.item_id = v.item_id AND d.business_day >= $1 AND d.business_day <= $2)
             FROM stock_values v",
        )
        .bind(first)
        .bind(last)
        .all()
        .await?;
    Ok(rows.into_iter().map(|(kind, id, used)| (Item::from_row(kind, id), used)).collect())
}

/// Sums the dishes that were thrown away between two business days, both included, in base units.
pub(super) async fn load_wasted_dishes(
    tx: &mut Tx,
    first: NaiveDate,
    last: NaiveDate,
) -> db::Result<HashMap<Item, Quantity>> {
    let rows: Vec<(ItemKind, i64, Quantity)> = tx
        .query(
            "SELECT item_kind, item_id, CAST(-SUM(quantity) AS BIGINT) FROM stock_moves
             WHERE reason = 'WASTE' AND business_day >= $1 AND business_day <= $2 GROUP BY item_kind, item_id",
        )
        .bind(first)
        .bind(last)
        .all()
        .await?;
    Ok(rows.into_iter().map(|(kind, id, wasted)| (Item::from_row(kind, id), wasted)).collect())
}

/// The sums of an item that documents and counts moved in a period, in base units.
#[derive(Debug, Clone, Copy, comanda_from_row::FromRow)]
pub(super) struct HandMoves {
    item_kind: ItemKind,
    item_id: i64,
    /// The quantity taken out, less what was brought in for the same reasons.
    pub taken: Quantity,
    /// The difference corrected by counts; `None`: no count corrected anything.
    pub found: Option<Quantity>,
    pub found_value: Option<Money>,
    /// The number of count moves whose value is unknown.
    pub unvalued: i64,
}

/// Sums the moves that documents and counts made of each item between two business days, both included.
pub(super) async fn load_hand_moves(
    tx: &mut Tx,
    first: NaiveDate,
    last: NaiveDate,
) -> db::Result<HashMap<Item, HandMoves>> {
    let rows: Vec<HandMoves> = tx
        .query(
            "SELECT item_kind, item_id,
                    CAST(SUM(CASE WHEN reason IN ('COUNT', 'OPENING', 'ENTRY', 'PRODUCTION') THEN 0 ELSE -quantity END) AS BIGINT)
                        AS taken,
                    CAST(SUM(CASE WHEN reason = 'COUNT' THEN quantity END) AS BIGINT) AS found,
                    CAST(SUM(CASE WHEN reason = 'COUNT' THEN value END) AS BIGINT) AS found_value,
                    CAST(SUM(CASE WHEN reason = 'COUNT' AND value IS NULL THEN 1 ELSE 0 END) AS BIGINT) AS unvalued
             FROM stock_moves
             WHERE line_id IS NULL AND reason NOT IN ('PURCHASE', 'PURCHASE_NOTE') AND business_day >= $1 AND business_day <= $2
             GROUP BY item_kind, item_id",
        )
        .bind(first)
        .bind(last)
        .all()
        .await?;
    Ok(rows.into_iter().map(|row| (Item::from_row(row.item_kind, row.item_id), row)).collect())
}
