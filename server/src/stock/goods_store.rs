//! SQL that reads products and supplies as documents of stock name them.

use super::{
    goods::Good,
    model::{Item, ItemKind},
};
use crate::{
    db::{self, Sql, Tx},
    ids::MeasurementId,
};
use std::collections::HashMap;

/// The items among these that there are.
pub(super) async fn goods(tx: &mut Tx, items: &[Item]) -> db::Result<HashMap<Item, Good>> {
    if items.is_empty() {
        return Ok(HashMap::new());
    }
    let ids = |kind: ItemKind| items.iter().filter(move |i| i.kind() == kind).map(|i| i.id());
    let sql = Sql::new(
        "SELECT 'PRODUCT' AS item_kind, p.id, p.name, p.has_stock, CAST(NULL AS BIGINT) AS measurement_id FROM products p
         WHERE p.deleted_at IS NULL",
    )
    .list("AND p.id IN (?)", ids(ItemKind::Product))
    .add("UNION ALL SELECT 'SUPPLY', s.id, s.name, s.has_stock, s.measurement_id FROM supplies s")
    .list("WHERE s.id IN (?)", ids(ItemKind::Supply));
    let rows: Vec<(ItemKind, i64, String, bool, Option<MeasurementId>)> = tx.query(sql).all().await?;
    let good = |(kind, id, name, has_stock, measurement)| {
        let item = Item::of(kind, id);
        (item, Good { item, name, has_stock, measurement })
    };
    Ok(rows.into_iter().map(good).collect())
}
