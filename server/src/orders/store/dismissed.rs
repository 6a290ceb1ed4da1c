//! Dismissed lines: whole ones, and parts split off as lines of their own.

use crate::{
    args,
    db::{self, Sql, Tx},
    error::Result,
    ids::{LineId, RequestId, UserId},
    money::{Money, Quantity},
    orders::model::{Line, LineStatus},
};
use chrono::{DateTime, Utc};

/// When, by whom and why lines were dismissed.
#[derive(Debug, Clone)]
pub(in crate::orders) struct Dismissal {
    pub at: DateTime<Utc>,
    pub by: UserId,
    pub made: bool,
    pub reason: String,
}

/// Dismisses lines in whole.
pub(in crate::orders) async fn dismiss_whole(tx: &mut Tx, lines: &[LineId], how: &Dismissal) -> db::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let sql = Sql::new(
        "UPDATE order_lines SET previous_status = status, status = 'DISMISSED', status_changed_at = $1, dismissed_at = $1,
                dismissed_by = $2, dismissed_made = $3, dismissed_reason = $4, version = version + 1",
    )
    .bind(how.at)
    .bind(how.by)
    .bind(how.made)
    .bind(how.reason.as_str())
    .list("WHERE id IN (?)", lines.iter().copied());
    tx.query(sql).run().await?;
    Ok(())
}

/// Adds the dismissed parts of lines as lines of their own, with copies of what belongs to them.
pub(in crate::orders) async fn insert_dismissed_parts(
    tx: &mut Tx,
    request: RequestId,
    parts: &[(&Line, Quantity)],
    how: &Dismissal,
) -> Result<()> {
    if parts.is_empty() {
        return Ok(());
    }
    let rows = parts.iter().map(|(l, quantity)| {
        let variant = l.variant.as_ref();
        args![
            request,
            l.command_id,
            l.product_id,
            l.production_area_id,
            l.name.as_str(),
            variant.map(|v| v.variant_id),
            variant.map_or("", |v| v.name.as_str()),
            l.comment.as_str(),
            l.is_combo,
            *quantity,
            l.base_sale_amount,
            variant.map_or(Money::ZERO, |v| v.total_sum),
            l.toppings_total,
            l.minimum_sale_price,
            LineStatus::Dismissed,
            l.status,
            how.at,
            l.added_by,
            l.added_at,
            l.sent_at,
            how.at,
            how.by,
            how.made,
            how.reason.as_str(),
        ]
    });
    let sql = Sql::new(
        "INSERT INTO order_lines (client_request_id, command_id, product_id, production_area_id, name, variant_id, variant_name,
             comment, is_combo, quantity, base_sale_amount, variant_amount, toppings_amount, minimum_sale_price, status,
             previous_status, status_changed_at, added_by, added_at, sent_at, dismissed_at, dismissed_by, dismissed_made,
             dismissed_reason) VALUES",
    );
    let ids: Vec<(LineId,)> = tx.query(sql.rows(rows).add("RETURNING id")).all().await?;
    let mut ids: Vec<LineId> = ids.into_iter().map(|i| i.0).collect();
    ids.sort_unstable();
    let pairs: Vec<(LineId, LineId)> = parts.iter().map(|(l, _)| l.id).zip(ids).collect();
    copy(
        tx,
        "INSERT INTO order_line_toppings (line_id, topping_id, name, price, quantity)
         SELECT v.column2, t.topping_id, t.name, t.price, t.quantity FROM order_line_toppings t JOIN (VALUES",
        ") AS v ON v.column1 = t.line_id",
        &pairs,
    )
    .await?;
    copy(
        tx,
        "INSERT INTO order_line_components (line_id, product_id, production_area_id, name, quantity, status)
         SELECT v.column2, c.product_id, c.production_area_id, c.name, c.quantity, c.status FROM order_line_components c
         JOIN (VALUES",
        ") AS v ON v.column1 = c.line_id",
        &pairs,
    )
    .await
}

async fn copy(tx: &mut Tx, insert: &'static str, joined: &'static str, pairs: &[(LineId, LineId)]) -> Result<()> {
    let sql = Sql::new(insert).rows(pairs.iter().map(|(from, to)| args![*from, *to]));
    tx.query(sql.add(joined)).run().await?;
    Ok(())
}
