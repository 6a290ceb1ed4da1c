//! Statements that change lines: added, increased, sent, removed.

use crate::orders::model::{Line, LineSchedule, LineTopping, LineVariant};
use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    error::Result,
    ids::{AreaId, CommandId, CourseId, LineId, ProductId, RequestId, UserId},
    measure::Measure,
    money::{Money, Quantity},
    update,
};
use comanda_ledgers::figures::EnteredCost;
use comanda_platform::use_case::Work;

/// A line to insert, or the part of a line that is split off.
#[derive(Debug, Clone)]
pub(in crate::orders) struct NewLine {
    pub product_id: ProductId,
    pub production_area_id: Option<AreaId>,
    pub name: String,
    pub variant: Option<LineVariant>,
    pub comment: String,
    pub is_combo: bool,
    pub is_plastic_bag: bool,
    pub quantity: Quantity,
    pub measure: Measure,
    pub base_sale_amount: Money,
    pub schedule: Option<LineSchedule>,
    pub minimum_sale_price: Option<Money>,
    pub course_id: Option<CourseId>,
    /// The waiter's word about waiting; without it the course decides.
    pub hold: Option<bool>,
    pub toppings: Vec<LineTopping>,
    pub components: Vec<NewComponent>,
}

/// A dish of a combo to insert.
#[derive(Debug, Clone)]
pub(in crate::orders) struct NewComponent {
    pub product_id: ProductId,
    pub production_area_id: Option<AreaId>,
    pub name: String,
    pub variant: Option<LineVariant>,
    pub quantity: Quantity,
}

/// Inserts unsent lines with everything that belongs to them, in three statements at most; returns their ids in order.
pub(in crate::orders) async fn insert_lines(
    tx: &mut Tx,
    request: RequestId,
    new: &[NewLine],
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Vec<LineId>> {
    if new.is_empty() {
        return Ok(Vec::new());
    }
    let rows = new.iter().map(|l| {
        let toppings: Money = l.toppings.iter().map(|t| t.amount(Quantity::units(1))).sum();
        let variant = l.variant.as_ref();
        args![
            request,
            l.product_id,
            l.production_area_id,
            l.name.as_str(),
            variant.map(|v| v.variant_id),
            variant.map_or("", |v| v.name.as_str()),
            l.comment.as_str(),
            l.is_combo,
            l.is_plastic_bag,
            l.quantity,
            l.measure.unit,
            l.measure.quantity,
            l.measure.price,
            l.base_sale_amount,
            variant.map_or(Money::ZERO, |v| v.total_sum),
            toppings,
            l.minimum_sale_price,
            l.schedule.as_ref().map_or("", |s| s.name.as_str()),
            l.schedule.as_ref().map(|s| s.regular_amount),
            l.course_id,
            l.hold,
            user,
            now,
        ]
    });
    let sql = Sql::new(
        "INSERT INTO order_lines (client_request_id, product_id, production_area_id, name, variant_id, variant_name, comment,
             is_combo, is_plastic_bag, quantity, sale_unit, measure, measure_price, base_sale_amount, variant_amount, toppings_amount,
             minimum_sale_price, schedule_name, regular_amount, course_id, hold, added_by, added_at) VALUES",
    );
    let ids: Vec<(LineId,)> = tx.query(sql.rows(rows).add("RETURNING id")).all().await?;
    // Neither database promises the order of RETURNING; identities rise in the order of the rows.
    let mut ids: Vec<LineId> = ids.into_iter().map(|i| i.0).collect();
    ids.sort_unstable();
    insert_toppings(tx, ids.iter().copied().zip(new.iter().map(|l| l.toppings.as_slice()))).await?;
    insert_components(tx, ids.iter().copied().zip(new.iter().map(|l| l.components.as_slice()))).await?;
    Ok(ids)
}

pub(in crate::orders) async fn insert_toppings<'l>(
    tx: &mut Tx,
    line_toppings: impl Iterator<Item = (LineId, &'l [LineTopping])>,
) -> Result<()> {
    let rows: Vec<_> = line_toppings
        .flat_map(|(line, toppings)| {
            toppings.iter().map(move |t| {
                let choice = t.choice.as_ref();
                args![
                    line,
                    t.id,
                    t.name.as_str(),
                    t.price,
                    t.quantity,
                    choice.map(|c| c.number),
                    choice.map(|c| c.group_id),
                    choice.map_or("", |c| c.group.as_str()),
                    choice.map(|c| c.option_id),
                    choice.is_some_and(|c| c.is_nested)
                ]
            })
        })
        .collect();
    if !rows.is_empty() {
        let sql = Sql::new(
            "INSERT INTO order_line_toppings (line_id, topping_id, name, price, quantity, choice_no, choice_group_id, choice_group,
                 choice_option_id, is_nested_choice) VALUES",
        );
        tx.query(sql.rows(rows)).run().await?;
    }
    Ok(())
}

async fn insert_components<'l>(
    tx: &mut Tx,
    line_components: impl Iterator<Item = (LineId, &'l [NewComponent])>,
) -> Result<()> {
    let rows: Vec<_> = line_components
        .flat_map(|(line, parts)| {
            parts.iter().map(move |c| {
                let variant = c.variant.as_ref();
                args![
                    line,
                    c.product_id,
                    c.production_area_id,
                    c.name.as_str(),
                    c.quantity,
                    variant.map(|v| v.variant_id),
                    variant.map_or("", |v| v.name.as_str()),
                    variant.map_or(Money::ZERO, |v| v.total_sum)
                ]
            })
        })
        .collect();
    if !rows.is_empty() {
        let sql = Sql::new(
            "INSERT INTO order_line_components (line_id, product_id, production_area_id, name, quantity, variant_id, variant_name,
                 variant_amount) VALUES",
        );
        tx.query(sql.rows(rows)).run().await?;
    }
    Ok(())
}

/// Increases the quantities of unsent lines.
pub(in crate::orders) async fn add_quantities(tx: &mut Tx, more: &[(LineId, Quantity)]) -> db::Result<u64> {
    update_by_line(
        tx,
        "UPDATE order_lines SET quantity = order_lines.quantity + v.column2, version = version + 1 FROM (VALUES",
        more,
    )
    .await
}

/// Reduces the quantities of lines of which a part was dismissed.
pub(in crate::orders) async fn subtract_quantities(tx: &mut Tx, quantities: &[(LineId, Quantity)]) -> db::Result<u64> {
    update_by_line(
        tx,
        "UPDATE order_lines SET quantity = order_lines.quantity - v.column2, version = version + 1 FROM (VALUES",
        quantities,
    )
    .await
}

/// Marks quantities of lines as paid.
pub(in crate::orders) async fn add_paid(tx: &mut Tx, paid: &[(LineId, Quantity)]) -> db::Result<u64> {
    update_by_line(
        tx,
        "UPDATE order_lines SET qty_paid = order_lines.qty_paid + v.column2, version = version + 1 FROM (VALUES",
        paid,
    )
    .await
}

/// Reduces the paid quantities of lines.
pub(in crate::orders) async fn subtract_paid(tx: &mut Tx, quantities: &[(LineId, Quantity)]) -> db::Result<u64> {
    update_by_line(
        tx,
        "UPDATE order_lines SET qty_paid = order_lines.qty_paid - v.column2, version = version + 1 FROM (VALUES",
        quantities,
    )
    .await
}

async fn update_by_line(tx: &mut Tx, update: &'static str, quantities: &[(LineId, Quantity)]) -> db::Result<u64> {
    if quantities.is_empty() {
        return Ok(0);
    }
    let sql = Sql::new(update).rows(quantities.iter().map(|(line, quantity)| args![*line, *quantity]));
    tx.query(sql.add(") AS v WHERE order_lines.id = v.column1")).run().await
}

/// Stores the entered costs of lines that are being sent.
pub(in crate::orders) async fn write_entered_costs(
    work: &mut Work<'_>,
    costs: &[(LineId, EnteredCost)],
) -> db::Result<()> {
    if costs.is_empty() {
        return Ok(());
    }
    let sql = Sql::new("UPDATE order_lines SET cost_basis = v.column2, entered_cost = v.column3 FROM (VALUES")
        .rows(costs.iter().map(|(line, cost)| args![*line, cost.basis, cost.amount]));
    work.query(sql.add(") AS v WHERE order_lines.id = v.column1")).run_later().await
}

/// Stores a change of an unsent line.
pub(in crate::orders) async fn update_line(tx: &mut Tx, line: &Line) -> Result<()> {
    let variant = line.variant.as_ref();
    tx.query(update!("order_lines" {
        quantity: line.qty_original,
        measure: line.measure.quantity,
        measure_price: line.measure.price,
        minimum_sale_price: line.minimum_sale_price,
        comment: line.comment.as_str(),
        variant_id: variant.map(|v| v.variant_id),
        variant_name: variant.map_or("", |v| v.name.as_str()),
        variant_amount: variant.map_or(Money::ZERO, |v| v.total_sum),
        toppings_amount: line.toppings.iter().map(|t| t.amount(Quantity::units(1))).sum::<Money>(),
        base_sale_amount: line.base_sale_amount,
        schedule_name: line.schedule.as_ref().map_or("", |s| s.name.as_str()),
        regular_amount: line.schedule.as_ref().map(|s| s.regular_amount),
        course_id: line.course.as_ref().map(|course| course.id),
        hold: line.hold,
        held_at: line.held_at;
        "version = version + 1"
    } where id = line.id))
        .run()
        .await?;
    Ok(())
}

pub(in crate::orders) async fn delete_toppings(tx: &mut Tx, lines: &[LineId]) -> db::Result<u64> {
    tx.query(Sql::new("DELETE FROM order_line_toppings").list("WHERE line_id IN (?)", lines.iter().copied()))
        .run()
        .await
}

/// Deletes unsent lines.
pub(in crate::orders) async fn delete_lines(tx: &mut Tx, lines: &[LineId]) -> Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    delete_toppings(tx, lines).await?;
    tx.query(Sql::new("DELETE FROM order_line_components").list("WHERE line_id IN (?)", lines.iter().copied()))
        .run()
        .await?;
    let sql = Sql::new("DELETE FROM order_lines WHERE command_id IS NULL").list("AND id IN (?)", lines.iter().copied());
    tx.query(sql).run().await?;
    Ok(())
}

/// Adds unsent lines of an account to a command: those of `only`, or all of them.
pub(in crate::orders) async fn send_lines(
    tx: &mut Tx,
    request: RequestId,
    only: Option<&[LineId]>,
    command: CommandId,
    now: DateTime<Utc>,
) -> db::Result<()> {
    let sql = Sql::new(
        "UPDATE order_lines SET command_id = $1, sent_at = $2, version = version + 1
         WHERE client_request_id = $3 AND command_id IS NULL AND status <> 'DISMISSED'",
    );
    let sql = sql.bind(command).bind(now).bind(request);
    let sql = match only {
        Some(lines) => sql.list("AND id IN (?)", lines.iter().copied()),
        None => sql,
    };
    tx.query(sql).run_later().await
}

/// Records the previous table of lines that moved, for the kitchen to see; a place that it has not seen yet is kept.
pub(in crate::orders) async fn set_moved_from(tx: &mut Tx, lines: &[LineId], place: &str) -> db::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let sql = Sql::new("UPDATE order_lines SET moved_from = COALESCE(moved_from, $1)").bind(place);
    tx.query(sql.list("WHERE id IN (?)", lines.iter().copied())).run().await?;
    Ok(())
}
