//! Stock on hand is the sum of its moves, and the lines took what today's recipes say, waste included.

use super::{compared, rows};
use comanda::db::Tx;
use std::collections::BTreeMap;

/// The kind and id of an item.
type Item = (String, i64);

pub async fn differences(tx: &mut Tx) -> Vec<String> {
    let on_hand: Vec<(String, i64, i64)> = rows(tx, "SELECT item_kind, item_id, on_hand FROM stock_items").await;
    let moved: Vec<(String, i64, i64)> = rows(
        tx,
        "SELECT item_kind, item_id, CAST(SUM(quantity) AS BIGINT) FROM stock_moves GROUP BY item_kind, item_id",
    )
    .await;
    let mut found = compared("stock", ("on hand", &by_item(on_hand)), ("moves", &by_item(moved)));
    let outflows: Vec<(String, i64, i64)> = rows(
        tx,
        "SELECT item_kind, item_id, CAST(-SUM(quantity) AS BIGINT) FROM stock_moves WHERE line_id IS NOT NULL AND reason <> 'WASTE'
         GROUP BY item_kind, item_id HAVING SUM(quantity) <> 0",
    )
    .await;
    let wasted: Vec<(String, i64, i64)> = rows(
        tx,
        "SELECT item_kind, item_id, CAST(-SUM(quantity) AS BIGINT) FROM stock_moves WHERE reason = 'WASTE' GROUP BY item_kind, item_id",
    )
    .await;
    let mut out = by_item(outflows);
    for (item, quantity) in by_item(wasted) {
        *out.entry(item).or_default() += quantity;
    }
    let cooked: Vec<(String, i64, i64)> = rows(tx, COOKED).await;
    found.extend(compared("stock", ("taken", &out), ("cooked", &by_item(cooked))));
    found
}

fn by_item(rows: Vec<(String, i64, i64)>) -> BTreeMap<Item, i64> {
    rows.into_iter().map(|(kind, id, quantity)| ((kind, id), quantity)).collect()
}

/// Everything that was sent and not dismissed before it was made, by recipe: the line, a combo's dishes, toppings.
const COOKED: &str = "WITH sent AS (
        SELECT id, product_id, quantity / 1000000 AS n, measure / 1000 AS thousandths FROM order_lines
        WHERE command_id IS NOT NULL AND (status <> 'DISMISSED' OR dismissed_made)
    ), dishes AS (
        SELECT product_id, n * thousandths AS thousandths FROM sent
        UNION ALL SELECT c.product_id, c.quantity / 1000 * s.n FROM order_line_components c JOIN sent s ON s.id = c.line_id
    ), extras AS (
        SELECT t.topping_id, t.quantity / 1000000 * s.n AS n FROM order_line_toppings t JOIN sent s ON s.id = t.line_id
    ), cooked AS (
        SELECT 'PRODUCT' AS kind, d.product_id AS id, 1000 * d.thousandths AS quantity
        FROM dishes d JOIN products p ON p.id = d.product_id WHERE p.has_stock
        UNION ALL SELECT 'SUPPLY', r.supply_id, (r.quantity_base * d.thousandths + 500) / 1000
        FROM dishes d JOIN product_supplies r ON r.product_id = d.product_id JOIN products p ON p.id = d.product_id WHERE p.has_supplies
        UNION ALL SELECT 'SUPPLY', r.supply_id, r.quantity_base * e.n
        FROM extras e JOIN topping_supplies r ON r.topping_id = e.topping_id JOIN toppings t ON t.id = e.topping_id WHERE t.has_recipe
        UNION ALL SELECT 'SUPPLY', t.supply_id, t.supply_quantity * e.n
        FROM extras e JOIN toppings t ON t.id = e.topping_id WHERE t.has_stock AND NOT t.has_recipe AND t.supply_id IS NOT NULL
    )
    SELECT k.kind, k.id, CAST(SUM(k.quantity) AS BIGINT) FROM cooked k LEFT JOIN supplies s ON k.kind = 'SUPPLY' AND s.id = k.id
    WHERE k.kind = 'PRODUCT' OR s.has_stock GROUP BY k.kind, k.id";
