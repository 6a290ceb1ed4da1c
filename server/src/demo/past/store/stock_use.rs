//! Deducts past sales from stock.

use chrono::{DateTime, Utc};
use comanda_base::{db::Tx, error::Result};

/// Inserts the stock moves of sales: of counted products, and of the recipes of products, toppings and combo parts. All quantities sold are
/// whole numbers. As with a real payment, a move bears the number of its sale's document; every past account has one.
const INSERT_MOVES: &str = "INSERT INTO stock_moves (line_id, item_kind, item_id, quantity, line_quantity, reason, source, document,
                         business_day, at, user_id)
    SELECT l.id, t.item_kind, t.item_id, -SUM(t.quantity) * (l.quantity / 1000000), -l.quantity, 'SALE', 'command:' || c.id,
           b.serie || '-' || SUBSTR('00000000' || CAST(b.number AS TEXT), LENGTH(CAST(b.number AS TEXT)) + 1),
           c.business_day, c.created_at, c.user_id
    FROM order_lines l JOIN commands c ON c.id = l.command_id AND c.created_at >= $1
    JOIN billings b ON b.client_request_id = l.client_request_id JOIN (
        SELECT l.id AS line_id, 'PRODUCT' AS item_kind, p.id AS item_id, 1000000 AS quantity
        FROM order_lines l JOIN products p ON p.id = l.product_id WHERE p.has_stock
        UNION ALL SELECT l.id, 'SUPPLY', r.supply_id, r.quantity_base
        FROM order_lines l JOIN product_supplies r ON r.product_id = l.product_id
        UNION ALL SELECT k.line_id, 'PRODUCT', p.id, k.quantity
        FROM order_line_components k JOIN products p ON p.id = k.product_id WHERE p.has_stock
        UNION ALL SELECT k.line_id, 'SUPPLY', r.supply_id, r.quantity_base * (k.quantity / 1000000)
        FROM order_line_components k JOIN product_supplies r ON r.product_id = k.product_id
        UNION ALL SELECT o.line_id, 'SUPPLY', r.supply_id, r.quantity_base * (o.quantity / 1000000)
        FROM order_line_toppings o JOIN topping_supplies r ON r.topping_id = o.topping_id
        UNION ALL SELECT o.line_id, 'SUPPLY', x.supply_id, x.supply_quantity * (o.quantity / 1000000)
        FROM order_line_toppings o JOIN toppings x ON x.id = o.topping_id WHERE x.supply_id IS NOT NULL
    ) t ON t.line_id = l.id
    GROUP BY l.id, t.item_kind, t.item_id, l.quantity, b.serie, b.number, c.id, c.business_day, c.created_at, c.user_id
    ORDER BY c.created_at, l.id, t.item_kind, t.item_id";

const UPDATE_STOCK: &str =
    "UPDATE stock_items SET on_hand = on_hand + COALESCE((SELECT SUM(m.quantity) FROM stock_moves m
    WHERE m.reason = 'SALE' AND m.item_kind = stock_items.item_kind AND m.item_id = stock_items.item_id), 0)";

/// Stores the entered costs of the dishes that neither are counted nor have a recipe or parts.
const ENTER_COSTS: &str = "UPDATE order_lines SET cost_basis = 'MOVES_AND_ENTERED',
        entered_cost = (SELECT p.cost_amount FROM products p WHERE p.id = order_lines.product_id)
    WHERE product_id IN (SELECT p.id FROM products p
        WHERE NOT p.has_stock AND NOT p.has_supplies AND NOT p.is_combo AND p.cost_amount IS NOT NULL)";

/// Deducts the sales since a moment: the opening stock is enough for a month.
pub(in crate::demo::past) async fn deduct_sales(tx: &mut Tx, since: DateTime<Utc>) -> Result<()> {
    tx.query(INSERT_MOVES).bind(since).run().await?;
    tx.query(UPDATE_STOCK).run().await?;
    tx.query(ENTER_COSTS).run().await?;
    Ok(())
}
