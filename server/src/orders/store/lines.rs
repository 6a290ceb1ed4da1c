//! Lines with their toppings and components.

use crate::{
    db::{self, Sql, Tx},
    error::Result,
    ids::{AreaId, CommandId, ComponentId, LineId, ProductId, RequestId, ToppingId, UserId, VariantId},
    money::{Money, Quantity},
    orders::{
        account::pricing::PlainKey,
        model::{Component, Line, LineSchedule, LineStatus, LineTopping, LineVariant},
    },
    words::IgvTreatment,
};
use chrono::{DateTime, Utc};
use std::collections::HashMap;

#[derive(sqlx::FromRow)]
struct LineRow {
    id: LineId,
    client_request_id: RequestId,
    command_id: Option<CommandId>,
    command_number: Option<i64>,
    product_id: ProductId,
    production_area_id: Option<AreaId>,
    production_area: Option<String>,
    name: String,
    variant_id: Option<VariantId>,
    variant_name: String,
    comment: String,
    is_combo: bool,
    quantity: Quantity,
    qty_paid: Quantity,
    base_sale_amount: Money,
    variant_amount: Money,
    minimum_sale_price: Option<Money>,
    igv_treatment: IgvTreatment,
    schedule_name: String,
    regular_amount: Option<Money>,
    status: LineStatus,
    status_changed_at: Option<DateTime<Utc>>,
    version: i64,
    added_by: UserId,
    added_by_name: String,
    added_at: DateTime<Utc>,
    sent_at: Option<DateTime<Utc>>,
    dismissed_reason: Option<String>,
    has_toppings: bool,
}

macro_rules! select_lines {
    ($rest:literal) => {
        concat!("SELECT l.id, l.client_request_id, l.command_id, k.number AS command_number, l.product_id, l.production_area_id,
    a.name AS production_area, l.name, l.variant_id, l.variant_name, l.comment, l.is_combo, l.quantity, l.qty_paid,
    l.base_sale_amount, l.variant_amount, l.minimum_sale_price, p.igv_treatment, l.schedule_name, l.regular_amount, l.status, l.status_changed_at, l.version, l.added_by,
    TRIM(u.name || ' ' || u.lastname) AS added_by_name, l.added_at, l.sent_at, l.dismissed_reason,
    EXISTS (SELECT 1 FROM order_line_toppings t WHERE t.line_id = l.id) AS has_toppings
    FROM order_lines l JOIN products p ON p.id = l.product_id JOIN users u ON u.id = l.added_by LEFT JOIN commands k ON k.id = l.command_id
    LEFT JOIN production_areas a ON a.id = l.production_area_id", $rest)
    };
}
const LINES: &str = select_lines!("");
/// The texts that every order runs are fixed ones, so that both databases keep them prepared.
const LINES_OF_REQUEST: &str = select_lines!(" WHERE l.client_request_id = $1 ORDER BY l.id");

#[derive(sqlx::FromRow)]
struct ToppingRow {
    line_id: LineId,
    topping_id: ToppingId,
    name: String,
    price: Money,
    quantity: Quantity,
}

#[derive(sqlx::FromRow)]
struct ComponentRow {
    id: ComponentId,
    line_id: LineId,
    product_id: ProductId,
    production_area_id: Option<AreaId>,
    production_area: Option<String>,
    name: String,
    variant_id: Option<VariantId>,
    variant_name: String,
    variant_amount: Money,
    quantity: Quantity,
    status: LineStatus,
    status_changed_at: Option<DateTime<Utc>>,
}

/// The lines of these accounts, in the order in which they were added.
pub(in crate::orders) async fn lines_of(tx: &mut Tx, requests: &[RequestId]) -> Result<Vec<Line>> {
    let sql = match requests {
        [one] => Sql::new(LINES_OF_REQUEST).bind(*one),
        all => Sql::new(LINES).list("WHERE l.client_request_id IN (?)", all.iter().copied()).add("ORDER BY l.id"),
    };
    let rows = tx.query(sql).all().await?;
    completed(tx, rows).await
}

/// The lines of these commands, in the order in which they were added.
pub(in crate::orders) async fn lines_of_commands(tx: &mut Tx, commands: &[CommandId]) -> Result<Vec<Line>> {
    let sql = Sql::new(LINES).list("WHERE l.command_id IN (?)", commands.iter().copied()).add("ORDER BY l.id");
    let rows = tx.query(sql).all().await?;
    completed(tx, rows).await
}

/// Lines by their ids.
pub(in crate::orders) async fn lines_by_id(tx: &mut Tx, ids: &[LineId]) -> Result<Vec<Line>> {
    let sql = Sql::new(LINES).list("WHERE l.id IN (?)", ids.iter().copied()).add("ORDER BY l.id");
    let rows = tx.query(sql).all().await?;
    completed(tx, rows).await
}

/// Adds toppings and components; they are only asked for where there are lines that can have them.
async fn completed(tx: &mut Tx, rows: Vec<LineRow>) -> Result<Vec<Line>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let mut toppings = toppings_of(tx, rows.iter().filter(|r| r.has_toppings).map(|r| r.id)).await?;
    let mut components = components_of(tx, rows.iter().filter(|r| r.is_combo).map(|r| r.id)).await?;
    Ok(rows
        .into_iter()
        .map(|r| {
            let (t, c) = (toppings.remove(&r.id).unwrap_or_default(), components.remove(&r.id).unwrap_or_default());
            read_line(r, t, c)
        })
        .collect())
}

async fn toppings_of(tx: &mut Tx, lines: impl Iterator<Item = LineId>) -> Result<HashMap<LineId, Vec<LineTopping>>> {
    let lines: Vec<LineId> = lines.collect();
    let mut by_line: HashMap<LineId, Vec<LineTopping>> = HashMap::new();
    if lines.is_empty() {
        return Ok(by_line);
    }
    let sql = Sql::new("SELECT line_id, topping_id, name, price, quantity FROM order_line_toppings");
    let rows: Vec<ToppingRow> = tx.query(sql.list("WHERE line_id IN (?)", lines).add("ORDER BY id")).all().await?;
    for r in rows {
        let topping = LineTopping { id: r.topping_id, name: r.name, price: r.price, quantity: r.quantity };
        by_line.entry(r.line_id).or_default().push(topping);
    }
    Ok(by_line)
}

async fn components_of(tx: &mut Tx, combos: impl Iterator<Item = LineId>) -> Result<HashMap<LineId, Vec<Component>>> {
    let combos: Vec<LineId> = combos.collect();
    let mut by_line: HashMap<LineId, Vec<Component>> = HashMap::new();
    if combos.is_empty() {
        return Ok(by_line);
    }
    let sql = Sql::new(
        "SELECT c.id, c.line_id, c.product_id, c.production_area_id, a.name AS production_area, c.name, c.variant_id,
                c.variant_name, c.variant_amount, c.quantity, c.status, c.status_changed_at
         FROM order_line_components c LEFT JOIN production_areas a ON a.id = c.production_area_id",
    );
    let rows: Vec<ComponentRow> =
        tx.query(sql.list("WHERE c.line_id IN (?)", combos).add("ORDER BY c.id")).all().await?;
    for r in rows {
        by_line.entry(r.line_id).or_default().push(Component {
            id: r.id,
            product_id: r.product_id,
            name: r.name,
            variant: r.variant_id.map(|variant_id| LineVariant {
                variant_id,
                name: r.variant_name,
                total_sum: r.variant_amount,
            }),
            quantity: r.quantity,
            production_area_id: r.production_area_id,
            production_area: r.production_area,
            status: r.status,
            status_changed_at: r.status_changed_at,
        });
    }
    Ok(by_line)
}

fn read_line(r: LineRow, toppings: Vec<LineTopping>, components: Vec<Component>) -> Line {
    let sale_amount = r.base_sale_amount + r.variant_amount;
    let mut line = Line {
        id: r.id,
        client_request_id: r.client_request_id,
        command_id: r.command_id,
        command_number: r.command_number,
        product_id: r.product_id,
        name: r.name,
        variant: r.variant_id.map(|variant_id| LineVariant {
            variant_id,
            name: r.variant_name,
            total_sum: r.variant_amount,
        }),
        toppings_total: toppings.iter().map(|t| t.amount(Quantity::units(1))).sum(),
        toppings,
        comment: r.comment,
        qty_original: r.quantity,
        qty_paid: r.qty_paid,
        qty: r.quantity,
        status: r.status,
        status_changed_at: r.status_changed_at,
        production_area_id: r.production_area_id,
        production_area: r.production_area,
        is_combo: r.is_combo,
        combo_has_product: components,
        base_sale_amount: r.base_sale_amount,
        schedule: r.regular_amount.map(|regular_amount| LineSchedule { name: r.schedule_name, regular_amount }),
        sale_amount,
        unit_total: sale_amount,
        total: Money::ZERO,
        minimum_sale_price: r.minimum_sale_price,
        igv_treatment: r.igv_treatment,
        version: r.version,
        added_by: r.added_by,
        added_by_name: r.added_by_name,
        added_at: r.added_at,
        sent_at: r.sent_at,
        dismissed_reason: r.dismissed_reason,
    };
    line.unit_total = line.sale_amount + line.toppings_total;
    line.total = line.amount(line.qty_original);
    line
}

#[derive(sqlx::FromRow)]
struct PlainRow {
    id: LineId,
    product_id: ProductId,
    variant_id: Option<VariantId>,
    unit: Money,
    quantity: Quantity,
}

/// Unsent lines without comment and toppings, by what makes another of the same kind grow them.
pub(in crate::orders) async fn unsent_plain(
    tx: &mut Tx,
    request: RequestId,
) -> db::Result<HashMap<PlainKey, (LineId, Quantity)>> {
    let rows: Vec<PlainRow> = tx
        .query(
            "SELECT l.id, l.product_id, l.variant_id, l.base_sale_amount + l.variant_amount AS unit, l.quantity
             FROM order_lines l WHERE l.client_request_id = $1 AND l.command_id IS NULL AND l.comment = ''
               AND l.status = 'PENDING' AND NOT EXISTS (SELECT 1 FROM order_line_toppings t WHERE t.line_id = l.id)
               AND NOT EXISTS (SELECT 1 FROM order_line_components c WHERE c.line_id = l.id AND c.variant_id IS NOT NULL)",
        )
        .bind(request)
        .all()
        .await?;
    Ok(rows.into_iter().map(|r| ((r.product_id, r.variant_id, r.unit), (r.id, r.quantity))).collect())
}

/// How many of each product are on an account's unsent lines, parts of combos too.
pub(in crate::orders) async fn unsent_quantities(
    tx: &mut Tx,
    request: RequestId,
) -> db::Result<Vec<(ProductId, Quantity)>> {
    tx.query(
        "SELECT u.product_id, CAST(SUM(u.quantity) AS BIGINT) AS quantity FROM (
             SELECT l.product_id, l.quantity FROM order_lines l
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

/// The account of a line.
pub(in crate::orders) async fn request_of_line(tx: &mut Tx, line: LineId) -> db::Result<Option<RequestId>> {
    let found: Option<(RequestId,)> =
        tx.query("SELECT client_request_id FROM order_lines WHERE id = $1").bind(line).maybe().await?;
    Ok(found.map(|f| f.0))
}

#[derive(sqlx::FromRow)]
struct LiveStatus {
    client_request_id: RequestId,
    status: LineStatus,
}

/// The statuses that live lines of these accounts are in.
pub(in crate::orders) async fn live_statuses(
    tx: &mut Tx,
    requests: &[RequestId],
) -> db::Result<Vec<(RequestId, LineStatus)>> {
    let sql = Sql::new("SELECT DISTINCT client_request_id, status FROM order_lines WHERE status <> 'DISMISSED'")
        .list("AND client_request_id IN (?)", requests.iter().copied());
    let rows: Vec<LiveStatus> = tx.query(sql).all().await?;
    Ok(rows.into_iter().map(|r| (r.client_request_id, r.status)).collect())
}
