//! SQL of the items that may run out.

use super::overview_store::{GOODS_CTE, MAX_ITEMS};
use chrono::NaiveDate;
use comanda_base::{
    db::{self, Sql, Tx},
    money::Quantity,
};

/// An item of which little is on hand, in base units.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct ScarceRow {
    pub name: String,
    pub equivalence: Quantity,
    pub on_hand: Quantity,
    pub min_stock: Quantity,
    pub used: Quantity,
}

/// Lists by name the items with less on hand than their minimum, or than `days` 28ths of what was used after `used_after`. Measured in the
/// item's own unit, which is rounded, a few of them turn out not to be scarce.
pub(super) async fn list_scarce(tx: &mut Tx, used_after: NaiveDate, days: i64) -> db::Result<Vec<ScarceRow>> {
    let sql = Sql::new("WITH")
        .add(GOODS_CTE)
        .with(
            "SELECT x.name, x.equivalence, x.on_hand, x.min_stock, x.used FROM (
             SELECT g.item_kind, g.item_id, g.name, g.sort_name, g.equivalence, COALESCE(i.on_hand, 0) AS on_hand, g.min_stock,
                    (SELECT CAST(COALESCE(SUM(d.used), 0) AS BIGINT) FROM stock_days d
                     WHERE d.item_kind = g.item_kind AND d.item_id = g.item_id AND d.business_day > ?) AS used",
            used_after,
        )
        .with("FROM goods g LEFT JOIN stock_items i ON i.item_kind = g.item_kind AND i.item_id = g.item_id LIMIT ?) x", MAX_ITEMS)
        .with("WHERE x.on_hand < x.min_stock OR x.on_hand * 28 < x.used * ?", days)
        .add("ORDER BY x.sort_name, x.item_kind, x.item_id");
    tx.query(sql).all().await
}
