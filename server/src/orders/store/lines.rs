//! Lines with their toppings and components.

use crate::{
    args,
    db::{self, Sql, Tx},
    error::Result,
    ids::{AreaId, CommandId, ComponentId, LineId, ProductId, RequestId, ToppingId, UserId, VariantId},
    money::{Money, Quantity},
    orders::model::{Component, Line, LineStatus, LineTopping, LineVariant},
    orders::pricing::PlainKey,
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
    #[sqlx(try_from = "String")]
    status: LineStatus,
    status_changed_at: Option<DateTime<Utc>>,
    version: i64,
    added_by: UserId,
    added_by_name: String,
    added_at: DateTime<Utc>,
    sent_at: Option<DateTime<Utc>>,
    dismissed_reason: Option<String>,
}

const LINES: &str =
    "SELECT l.id, l.client_request_id, l.command_id, k.number AS command_number, l.product_id, l.production_area_id,
    a.name AS production_area, l.name, l.variant_id, l.variant_name, l.comment, l.is_combo, l.quantity, l.qty_paid,
    l.base_sale_amount, l.variant_amount, l.minimum_sale_price, l.status, l.status_changed_at, l.version, l.added_by,
    TRIM(u.name || ' ' || u.lastname) AS added_by_name, l.added_at, l.sent_at, l.dismissed_reason
    FROM order_lines l JOIN users u ON u.id = l.added_by LEFT JOIN commands k ON k.id = l.command_id
    LEFT JOIN production_areas a ON a.id = l.production_area_id";

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
    quantity: Quantity,
    #[sqlx(try_from = "String")]
    status: LineStatus,
    status_changed_at: Option<DateTime<Utc>>,
}

/// The lines of these accounts, in the order in which they were added.
pub(in crate::orders) async fn lines_of(tx: &mut Tx, requests: &[RequestId]) -> Result<Vec<Line>> {
    let sql = Sql::new(LINES).list("WHERE l.client_request_id IN (?)", requests.iter().copied()).add("ORDER BY l.id");
    let rows = tx.query(sql).all().await?;
    whole(tx, rows).await
}

/// The lines of these commands, in the order in which they were added.
pub(in crate::orders) async fn lines_of_commands(tx: &mut Tx, commands: &[CommandId]) -> Result<Vec<Line>> {
    let sql = Sql::new(LINES).list("WHERE l.command_id IN (?)", commands.iter().copied()).add("ORDER BY l.id");
    let rows = tx.query(sql).all().await?;
    whole(tx, rows).await
}

/// Lines by their ids.
pub(in crate::orders) async fn lines_by_id(tx: &mut Tx, ids: &[LineId]) -> Result<Vec<Line>> {
    let sql = Sql::new(LINES).list("WHERE l.id IN (?)", ids.iter().copied()).add("ORDER BY l.id");
    let rows = tx.query(sql).all().await?;
    whole(tx, rows).await
}

/// Adds toppings and components; they are only asked for where there are lines that can have them.
async fn whole(tx: &mut Tx, rows: Vec<LineRow>) -> Result<Vec<Line>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let mut toppings = toppings_of(tx, rows.iter().map(|r| r.id)).await?;
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
    let sql = Sql::new("SELECT line_id, topping_id, name, price, quantity FROM order_line_toppings");
    let rows: Vec<ToppingRow> = tx.query(sql.list("WHERE line_id IN (?)", lines).add("ORDER BY id")).all().await?;
    let mut by_line: HashMap<LineId, Vec<LineTopping>> = HashMap::new();
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
        "SELECT c.id, c.line_id, c.product_id, c.production_area_id, a.name AS production_area, c.name, c.quantity, c.status,
                c.status_changed_at
         FROM order_line_components c LEFT JOIN production_areas a ON a.id = c.production_area_id",
    );
    let rows: Vec<ComponentRow> =
        tx.query(sql.list("WHERE c.line_id IN (?)", combos).add("ORDER BY c.id")).all().await?;
    for r in rows {
        by_line.entry(r.line_id).or_default().push(Component {
            id: r.id,
            product_id: r.product_id,
            name: r.name,
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
        sale_amount,
        unit_total: sale_amount,
        total: Money::ZERO,
        minimum_sale_price: r.minimum_sale_price,
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

/// A line about to be added, or the part of one that is split off.
#[derive(Debug, Clone)]
pub(in crate::orders) struct NewLine {
    pub product_id: ProductId,
    pub production_area_id: Option<AreaId>,
    pub name: String,
    pub variant: Option<LineVariant>,
    pub comment: String,
    pub is_combo: bool,
    pub quantity: Quantity,
    pub base_sale_amount: Money,
    pub minimum_sale_price: Option<Money>,
    pub toppings: Vec<LineTopping>,
    pub components: Vec<NewComponent>,
}

/// A dish of a combo about to be added.
#[derive(Debug, Clone)]
pub(in crate::orders) struct NewComponent {
    pub product_id: ProductId,
    pub production_area_id: Option<AreaId>,
    pub name: String,
    pub quantity: Quantity,
}

/// Adds unsent lines with all that belongs to them, in three statements at most; gives their ids in order.
pub(in crate::orders) async fn insert_lines(
    tx: &mut Tx,
    request: RequestId,
    new: &[NewLine],
    by: UserId,
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
            l.quantity,
            l.base_sale_amount,
            variant.map_or(Money::ZERO, |v| v.total_sum),
            toppings,
            l.minimum_sale_price,
            by,
            now,
        ]
    });
    let sql = Sql::new(
        "INSERT INTO order_lines (client_request_id, product_id, production_area_id, name, variant_id, variant_name, comment,
             is_combo, quantity, base_sale_amount, variant_amount, toppings_amount, minimum_sale_price, added_by, added_at) VALUES",
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
    of: impl Iterator<Item = (LineId, &'l [LineTopping])>,
) -> Result<()> {
    let rows: Vec<_> = of
        .flat_map(|(line, toppings)| {
            toppings.iter().map(move |t| args![line, t.id, t.name.as_str(), t.price, t.quantity])
        })
        .collect();
    if !rows.is_empty() {
        let sql = Sql::new("INSERT INTO order_line_toppings (line_id, topping_id, name, price, quantity) VALUES");
        tx.query(sql.rows(rows)).run().await?;
    }
    Ok(())
}

async fn insert_components<'l>(tx: &mut Tx, of: impl Iterator<Item = (LineId, &'l [NewComponent])>) -> Result<()> {
    let rows: Vec<_> = of
        .flat_map(|(line, parts)| {
            parts.iter().map(move |c| args![line, c.product_id, c.production_area_id, c.name.as_str(), c.quantity])
        })
        .collect();
    if !rows.is_empty() {
        let sql = Sql::new(
            "INSERT INTO order_line_components (line_id, product_id, production_area_id, name, quantity) VALUES",
        );
        tx.query(sql.rows(rows)).run().await?;
    }
    Ok(())
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
               AND l.status = 'PENDING' AND NOT EXISTS (SELECT 1 FROM order_line_toppings t WHERE t.line_id = l.id)",
        )
        .bind(request)
        .all()
        .await?;
    Ok(rows.into_iter().map(|r| ((r.product_id, r.variant_id, r.unit), (r.id, r.quantity))).collect())
}

/// Adds to the quantities of unsent lines.
pub(in crate::orders) async fn add_quantities(tx: &mut Tx, more: &[(LineId, Quantity)]) -> db::Result<u64> {
    by_line(
        tx,
        "UPDATE order_lines SET quantity = order_lines.quantity + v.column2, version = version + 1 FROM (VALUES",
        more,
    )
    .await
}

/// Takes from the quantities of lines of which a part was dismissed.
pub(in crate::orders) async fn take_quantities(tx: &mut Tx, less: &[(LineId, Quantity)]) -> db::Result<u64> {
    by_line(
        tx,
        "UPDATE order_lines SET quantity = order_lines.quantity - v.column2, version = version + 1 FROM (VALUES",
        less,
    )
    .await
}

/// Marks quantities of lines as paid.
pub(in crate::orders) async fn add_paid(tx: &mut Tx, paid: &[(LineId, Quantity)]) -> db::Result<u64> {
    by_line(
        tx,
        "UPDATE order_lines SET qty_paid = order_lines.qty_paid + v.column2, version = version + 1 FROM (VALUES",
        paid,
    )
    .await
}

async fn by_line(tx: &mut Tx, update: &'static str, of: &[(LineId, Quantity)]) -> db::Result<u64> {
    if of.is_empty() {
        return Ok(0);
    }
    let sql = Sql::new(update).rows(of.iter().map(|(line, quantity)| args![*line, *quantity]));
    tx.query(sql.add(") AS v WHERE order_lines.id = v.column1")).run().await
}

/// The account of a line.
pub(in crate::orders) async fn request_of_line(tx: &mut Tx, line: LineId) -> db::Result<Option<RequestId>> {
    let found: Option<(RequestId,)> =
        tx.query("SELECT client_request_id FROM order_lines WHERE id = $1").bind(line).maybe().await?;
    Ok(found.map(|f| f.0))
}

/// What an unsent line was changed to.
pub(in crate::orders) async fn update_line(tx: &mut Tx, line: &Line) -> Result<()> {
    let variant = line.variant.as_ref();
    tx.query(
        "UPDATE order_lines SET quantity = $1, comment = $2, variant_id = $3, variant_name = $4, variant_amount = $5,
                toppings_amount = $6, version = version + 1 WHERE id = $7",
    )
    .bind(line.qty_original)
    .bind(line.comment.as_str())
    .bind(variant.map(|v| v.variant_id))
    .bind(variant.map_or("", |v| v.name.as_str()))
    .bind(variant.map_or(Money::ZERO, |v| v.total_sum))
    .bind(line.toppings.iter().map(|t| t.amount(Quantity::units(1))).sum::<Money>())
    .bind(line.id)
    .run()
    .await?;
    Ok(())
}

pub(in crate::orders) async fn delete_toppings(tx: &mut Tx, lines: &[LineId]) -> db::Result<u64> {
    tx.query(Sql::new("DELETE FROM order_line_toppings").list("WHERE line_id IN (?)", lines.iter().copied()))
        .run()
        .await
}

/// Removes unsent lines.
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

/// Makes all unsent lines of an account part of a command.
pub(in crate::orders) async fn send_lines(
    tx: &mut Tx,
    request: RequestId,
    command: CommandId,
    now: DateTime<Utc>,
) -> db::Result<u64> {
    tx.query(
        "UPDATE order_lines SET command_id = $1, sent_at = $2, version = version + 1
         WHERE client_request_id = $3 AND command_id IS NULL AND status <> 'DISMISSED'",
    )
    .bind(command)
    .bind(now)
    .bind(request)
    .run()
    .await
}

/// Moves lines to a status, remembering the one before.
pub(in crate::orders) async fn set_line_status(
    tx: &mut Tx,
    lines: &[LineId],
    status: LineStatus,
    now: DateTime<Utc>,
) -> db::Result<u64> {
    let sql = Sql::new(
        "UPDATE order_lines SET previous_status = status, status = $1, status_changed_at = $2, version = version + 1",
    )
    .bind(status)
    .bind(now)
    .list("WHERE id IN (?)", lines.iter().copied());
    tx.query(sql).run().await
}

/// Moves dishes of a combo to a status.
pub(in crate::orders) async fn set_component_status(
    tx: &mut Tx,
    components: &[ComponentId],
    status: LineStatus,
    now: DateTime<Utc>,
) -> db::Result<u64> {
    let sql =
        Sql::new("UPDATE order_line_components SET previous_status = status, status = $1, status_changed_at = $2")
            .bind(status)
            .bind(now)
            .list("WHERE id IN (?)", components.iter().copied());
    tx.query(sql).run().await
}

#[derive(sqlx::FromRow)]
struct LiveStatus {
    client_request_id: RequestId,
    #[sqlx(try_from = "String")]
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

/// The lines of a command.
pub(in crate::orders) async fn lines_of_command(tx: &mut Tx, command: CommandId) -> Result<Vec<Line>> {
    let sql = Sql::new(LINES).with("WHERE l.command_id = ?", command).add("ORDER BY l.id");
    let rows = tx.query(sql).all().await?;
    whole(tx, rows).await
}
