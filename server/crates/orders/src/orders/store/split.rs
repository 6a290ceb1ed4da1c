//! Statements that split parts of lines off as lines of their own, with copies of what belongs to them.

use comanda_base::{
    args,
    db::{Sql, Tx},
    error::Result,
    ids::LineId,
    money::Quantity,
};
use std::collections::BTreeMap;

use super::subtract_quantities;

/// Splits off quantities of lines, except for the stock they took. The part has the status, account, command and preparation time of its
/// line, and none of it is paid. Returns the new line of each line.
pub(in crate::orders) async fn split_lines(
    tx: &mut Tx,
    parts: &[(LineId, Quantity)],
) -> Result<BTreeMap<LineId, LineId>> {
    if parts.is_empty() {
        return Ok(BTreeMap::new());
    }
    subtract_quantities(tx, parts).await?;
    let parts: BTreeMap<LineId, Quantity> = parts.iter().copied().collect();
    let sql = Sql::new(
        "INSERT INTO order_lines (client_request_id, command_id, product_id, production_area_id, name, variant_id, variant_name,
             comment, is_combo, is_plastic_bag, quantity, sale_unit, measure, measure_price, base_sale_amount, variant_amount,
             toppings_amount, minimum_sale_price, schedule_name, regular_amount, status, previous_status, status_changed_at,
             prepared_seconds, added_by, added_at, sent_at, split_from_id, cost_basis, entered_cost,
             course_id, hold, held_at)
         SELECT l.client_request_id, l.command_id, l.product_id, l.production_area_id, l.name, l.variant_id, l.variant_name,
             l.comment, l.is_combo, l.is_plastic_bag, v.column2, l.sale_unit, l.measure, l.measure_price, l.base_sale_amount,
             l.variant_amount, l.toppings_amount, l.minimum_sale_price, l.schedule_name, l.regular_amount, l.status,
             l.previous_status, l.status_changed_at, l.prepared_seconds, l.added_by, l.added_at, l.sent_at, COALESCE(l.split_from_id, l.id), l.cost_basis, l.entered_cost,
             l.course_id, l.hold, l.held_at
         FROM order_lines l JOIN (VALUES",
    );
    let sql = sql.rows(parts.iter().map(|(line, quantity)| args![*line, *quantity]));
    let ids: Vec<(LineId,)> = tx.query(sql.add(") AS v ON v.column1 = l.id ORDER BY l.id RETURNING id")).all().await?;
    // Neither database promises the order of RETURNING; identities rise in the order of the rows.
    let mut ids: Vec<LineId> = ids.into_iter().map(|i| i.0).collect();
    ids.sort_unstable();
    let rows: Vec<(LineId, LineId)> = parts.into_keys().zip(ids).collect();
    copy(
        tx,
        "INSERT INTO order_line_toppings (line_id, topping_id, name, price, quantity, choice_no, choice_group_id, choice_group,
             choice_option_id, is_nested_choice)
         SELECT v.column2, t.topping_id, t.name, t.price, t.quantity, t.choice_no, t.choice_group_id, t.choice_group,
             t.choice_option_id, t.is_nested_choice FROM order_line_toppings t JOIN (VALUES",
        ") AS v ON v.column1 = t.line_id ORDER BY t.id",
        &rows,
    )
    .await?;
    copy(
        tx,
        "INSERT INTO order_line_components (line_id, product_id, production_area_id, name, quantity, status, previous_status,
             status_changed_at, prepared_seconds, variant_id, variant_name, variant_amount)
         SELECT v.column2, c.product_id, c.production_area_id, c.name, c.quantity, c.status, c.previous_status,
             c.status_changed_at, c.prepared_seconds, c.variant_id, c.variant_name, c.variant_amount FROM order_line_components c JOIN (VALUES",
        ") AS v ON v.column1 = c.line_id ORDER BY c.id",
        &rows,
    )
    .await?;
    Ok(rows.into_iter().collect())
}

async fn copy(tx: &mut Tx, insert: &'static str, joined: &'static str, pairs: &[(LineId, LineId)]) -> Result<()> {
    let sql = Sql::new(insert).rows(pairs.iter().map(|(from, to)| args![*from, *to]));
    tx.query(sql.add(joined)).run().await?;
    Ok(())
}
