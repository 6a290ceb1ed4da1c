//! Statements of the unsent lines of an account.

use crate::orders::account::pricing::PlainKey;
use comanda_base::{
    db::{self, Tx},
    ids::{LineId, ProductId, RequestId},
    money::Quantity,
};
use std::collections::HashMap;

#[derive(comanda_from_row::FromRow)]
struct PlainRow {
    id: LineId,
    #[row(flatten)]
    key: PlainKey,
    quantity: Quantity,
}

/// Lists the unsent lines without comment and toppings that do not wait, by the key of lines that can be merged into them.
pub(in crate::orders) async fn list_mergeable_unsent_lines(
    tx: &mut Tx,
    request: RequestId,
) -> db::Result<HashMap<PlainKey, (LineId, Quantity)>> {
    let rows: Vec<PlainRow> = tx
        .query(
            "SELECT l.id, l.product_id, l.variant_id, l.base_sale_amount + l.variant_amount AS unit, l.course_id, l.hold, l.quantity
             FROM order_lines l WHERE l.client_request_id = $1 AND l.command_id IS NULL AND l.held_at IS NULL AND l.comment = ''
               AND l.status = 'PENDING' AND l.sale_unit = 'UNIT' AND NOT EXISTS (SELECT 1 FROM order_line_toppings t WHERE t.line_id = l.id)
               AND NOT EXISTS (SELECT 1 FROM order_line_components c WHERE c.line_id = l.id AND c.variant_id IS NOT NULL)",
        )
        .bind(request)
        .all()
        .await?;
    Ok(rows.into_iter().map(|r| (r.key, (r.id, r.quantity))).collect())
}

/// Lists the quantity of each product on the unsent lines of an account, including parts of combos.
pub(in crate::orders) async fn list_unsent_quantities(
    tx: &mut Tx,
    request: RequestId,
) -> db::Result<Vec<(ProductId, Quantity)>> {
    tx.query(
        "SELECT u.product_id, CAST(SUM(u.quantity) AS BIGINT) AS quantity FROM (
             SELECT l.product_id, l.quantity / 1000000 * l.measure AS quantity FROM order_lines l
             WHERE l.client_request_id = $1 AND l.command_id IS NULL AND l.status <> 'DISMISSED'
             UNION ALL SELECT c.product_id, l.quantity / 1000000 * c.quantity
             FROM order_line_components c JOIN order_lines l ON l.id = c.line_id
             WHERE l.client_request_id = $1 AND l.command_id IS NULL AND l.status <> 'DISMISSED') u
         GROUP BY u.product_id",
    )
    .bind(request)
    .all()
    .await
}
