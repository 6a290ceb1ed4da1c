//! Statements that read lines with their toppings and components.

use crate::orders::model::{
    CommandSummary, Component, Line, LineChoice, LineSchedule, LineStatus, LineTopping, LineVariant,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Row, Sql, Tx},
    error::Result,
    ids::{CommandId, LineId, RequestId},
    money::{Money, Quantity},
};
use std::collections::{BTreeMap, HashMap};

/// A line, with its command and what decides which parts it may have.
#[derive(comanda_from_row::FromRow)]
struct LineRow {
    #[row(flatten)]
    line: Line,
    command_at: Option<DateTime<Utc>>,
    command_by: Option<String>,
    has_toppings: bool,
    sold_out_on: Option<NaiveDate>,
}

macro_rules! select_lines {
    ($rest:literal) => {
        concat!("SELECT l.id, l.client_request_id, l.command_id, k.number AS command_number, l.product_id, l.name, l.variant_id,
    l.variant_name, l.variant_amount, l.comment, l.quantity, l.qty_paid, l.sale_unit, l.measure, l.measure_price, l.status, l.status_changed_at, l.production_area_id,
    a.name AS production_area, l.is_combo, l.base_sale_amount, l.regular_amount, l.schedule_name, l.minimum_sale_price, p.igv_treatment,
    l.is_plastic_bag, l.version, l.added_by, TRIM(u.name || ' ' || u.lastname) AS added_by_name, l.added_at, l.sent_at,
    l.dismissed_reason, l.course_id, x.name AS course_name, x.position AS course_position, x.at_once AS course_at_once,
    x.auto_fire AS course_auto_fire, l.hold, l.held_at, k.created_at AS command_at, TRIM(s.name || ' ' || s.lastname) AS command_by,
    EXISTS (SELECT 1 FROM order_line_toppings t WHERE t.line_id = l.id) AS has_toppings, p.sold_out_on
    FROM order_lines l JOIN products p ON p.id = l.product_id JOIN users u ON u.id = l.added_by LEFT JOIN commands k ON k.id = l.command_id
    LEFT JOIN users s ON s.id = k.user_id LEFT JOIN production_areas a ON a.id = l.production_area_id
    LEFT JOIN courses x ON x.id = l.course_id", $rest)
    };
}
const LINES: &str = select_lines!("");
/// The statements that every order runs are constants, so that both databases keep them prepared.
const LINES_OF_REQUEST: &str = select_lines!(" WHERE l.client_request_id = $1 ORDER BY l.id");

#[derive(comanda_from_row::FromRow)]
struct ToppingRow {
    line_id: LineId,
    #[row(flatten)]
    topping: LineTopping,
    sold_out_on: Option<NaiveDate>,
}

#[derive(comanda_from_row::FromRow)]
struct ComponentRow {
    line_id: LineId,
    #[row(flatten)]
    component: Component,
    sold_out_on: Option<NaiveDate>,
}

/// The lines of an account, with their commands and sold-out items.
pub(in crate::orders) struct AccountLines {
    /// The lines in the order in which they were added.
    pub lines: Vec<Line>,
    /// The commands that they were sent with, in order.
    pub commands: Vec<CommandSummary>,
    /// The items on unsent lines that were ever sold out: products, dishes of combos, toppings.
    pub sold_out: Vec<SoldOut>,
}

/// An item on a line that is sold out on a day.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::orders) struct SoldOut {
    pub line: LineId,
    pub name: String,
    pub on: NaiveDate,
}

/// Loads the lines of an account with their commands.
pub(in crate::orders) async fn load_account_lines(tx: &mut Tx, request: RequestId) -> Result<AccountLines> {
    let rows: Vec<LineRow> = tx.query(LINES_OF_REQUEST).bind(request).all().await?;
    let parts = LineParts::load(tx, &rows).await?;
    let mut sold_out: Vec<SoldOut> =
        rows.iter().filter(|r| !r.line.is_sent()).flat_map(|r| parts.sold_out(r)).collect();
    sold_out.sort();
    Ok(AccountLines { commands: commands_of_lines(&rows), sold_out, lines: parts.complete(rows) })
}

fn commands_of_lines(rows: &[LineRow]) -> Vec<CommandSummary> {
    let command = |r: &LineRow| {
        let user_name = r.command_by.clone().unwrap_or_default();
        let summary = CommandSummary {
            id: r.line.command_id?,
            number: r.line.command_number?,
            created_at: r.command_at?,
            user_name,
        };
        Some((summary.id, summary))
    };
    rows.iter().filter_map(command).collect::<BTreeMap<_, _>>().into_values().collect()
}

/// Lists the lines of these accounts, in the order in which they were added.
pub(in crate::orders) async fn list_lines_of(tx: &mut Tx, requests: &[RequestId]) -> Result<Vec<Line>> {
    let sql = match requests {
        [one] => Sql::new(LINES_OF_REQUEST).bind(*one),
        all => Sql::new(LINES).list("WHERE l.client_request_id IN (?)", all.iter().copied()).add("ORDER BY l.id"),
    };
    let rows = tx.query(sql).all().await?;
    with_parts(tx, rows).await
}

/// Lists the lines of these commands, in the order in which they were added.
pub(in crate::orders) async fn list_lines_of_commands(tx: &mut Tx, commands: &[CommandId]) -> Result<Vec<Line>> {
    let sql = Sql::new(LINES).list("WHERE l.command_id IN (?)", commands.iter().copied()).add("ORDER BY l.id");
    let rows = tx.query(sql).all().await?;
    with_parts(tx, rows).await
}

/// Lists lines by their ids.
pub(in crate::orders) async fn list_lines_by_id(tx: &mut Tx, ids: &[LineId]) -> Result<Vec<Line>> {
    let sql = Sql::new(LINES).list("WHERE l.id IN (?)", ids.iter().copied()).add("ORDER BY l.id");
    let rows = tx.query(sql).all().await?;
    with_parts(tx, rows).await
}

async fn with_parts(tx: &mut Tx, rows: Vec<LineRow>) -> Result<Vec<Line>> {
    Ok(LineParts::load(tx, &rows).await?.complete(rows))
}

/// The toppings and dishes of combos, by line.
#[derive(Default)]
struct LineParts {
    toppings: HashMap<LineId, Vec<ToppingRow>>,
    components: HashMap<LineId, Vec<ComponentRow>>,
}

impl LineParts {
    /// Loads the parts of these lines; each kind is only queried where a line can have it.
    async fn load(tx: &mut Tx, rows: &[LineRow]) -> Result<Self> {
        let mut parts = Self::default();
        let with_toppings: Vec<LineId> = rows.iter().filter(|r| r.has_toppings).map(|r| r.line.id).collect();
        if !with_toppings.is_empty() {
            for row in list_toppings_of(tx, with_toppings).await? {
                parts.toppings.entry(row.line_id).or_default().push(row);
            }
        }
        let combos: Vec<LineId> = rows.iter().filter(|r| r.line.is_combo).map(|r| r.line.id).collect();
        if !combos.is_empty() {
            for row in list_components_of(tx, combos).await? {
                parts.components.entry(row.line_id).or_default().push(row);
            }
        }
        Ok(parts)
    }

    fn sold_out(&self, LineRow { line, sold_out_on, .. }: &LineRow) -> Vec<SoldOut> {
        let toppings = self.toppings.get(&line.id).into_iter().flatten().map(|t| (&t.topping.name, t.sold_out_on));
        let components =
            self.components.get(&line.id).into_iter().flatten().map(|c| (&c.component.name, c.sold_out_on));
        let all = std::iter::once((&line.name, *sold_out_on)).chain(toppings).chain(components);
        all.filter_map(|(name, day)| Some(SoldOut { line: line.id, name: name.clone(), on: day? })).collect()
    }

    fn complete(mut self, rows: Vec<LineRow>) -> Vec<Line> {
        let complete = |LineRow { mut line, .. }: LineRow| {
            let toppings = self.toppings.remove(&line.id).unwrap_or_default();
            let components = self.components.remove(&line.id).unwrap_or_default();
            line.toppings = toppings.into_iter().map(|row| row.topping).collect();
            line.combo_has_product = components.into_iter().map(|row| row.component).collect();
            line.toppings_total = line.toppings.iter().map(|t| t.amount(Quantity::units(1))).sum();
            line.unit_total = line.sale_amount + line.toppings_total;
            line.total = line.amount(line.qty_original);
            line
        };
        rows.into_iter().map(complete).collect()
    }
}

async fn list_toppings_of(tx: &mut Tx, lines: Vec<LineId>) -> Result<Vec<ToppingRow>> {
    let sql = Sql::new(
        "SELECT x.line_id, x.topping_id, x.name, x.price, x.quantity, x.choice_no, x.choice_group_id, x.choice_group,
                x.choice_option_id, x.is_nested_choice, t.sold_out_on
         FROM order_line_toppings x JOIN toppings t ON t.id = x.topping_id",
    );
    Ok(tx.query(sql.list("WHERE x.line_id IN (?)", lines).add("ORDER BY x.id")).all().await?)
}

async fn list_components_of(tx: &mut Tx, combos: Vec<LineId>) -> Result<Vec<ComponentRow>> {
    let sql = Sql::new(
        "SELECT c.line_id, c.id, c.product_id, c.name, c.variant_id, c.variant_name, c.variant_amount, c.quantity,
                c.production_area_id, a.name AS production_area, c.status, c.status_changed_at, p.sold_out_on
         FROM order_line_components c JOIN products p ON p.id = c.product_id
         LEFT JOIN production_areas a ON a.id = c.production_area_id",
    );
    Ok(tx.query(sql.list("WHERE c.line_id IN (?)", combos).add("ORDER BY c.id")).all().await?)
}

/// Reads the variant of a line or of a dish of a combo.
pub(in crate::orders) fn read_variant(row: &Row) -> db::Result<Option<LineVariant>> {
    let Some(variant_id) = row.get("variant_id")? else { return Ok(None) };
    Ok(Some(LineVariant { variant_id, name: row.get("variant_name")?, total_sum: row.get("variant_amount")? }))
}

/// Reads the choice by which a topping is on its line.
pub(in crate::orders) fn read_choice(row: &Row) -> db::Result<Option<LineChoice>> {
    let Some(number) = row.get("choice_no")? else { return Ok(None) };
    Ok(Some(LineChoice {
        number,
        group_id: row.get("choice_group_id")?,
        group: row.get("choice_group")?,
        option_id: row.get("choice_option_id")?,
        is_nested: row.get("is_nested_choice")?,
    }))
}

/// Reads the schedule that determined the price of a line.
pub(in crate::orders) fn read_schedule(row: &Row) -> db::Result<Option<LineSchedule>> {
    let Some(regular_amount) = row.get("regular_amount")? else { return Ok(None) };
    Ok(Some(LineSchedule { name: row.get("schedule_name")?, regular_amount }))
}

/// Reads the unit price of a line with its variant.
pub(in crate::orders) fn read_sale_amount(row: &Row) -> db::Result<Money> {
    Ok(row.get::<Money>("base_sale_amount")? + row.get("variant_amount")?)
}

/// Finds the account of a line.
pub(in crate::orders) async fn find_request_of_line(tx: &mut Tx, line: LineId) -> db::Result<Option<RequestId>> {
    let found: Option<(RequestId,)> =
        tx.query("SELECT client_request_id FROM order_lines WHERE id = $1").bind(line).maybe().await?;
    Ok(found.map(|f| f.0))
}

#[derive(comanda_from_row::FromRow)]
struct LiveStatus {
    client_request_id: RequestId,
    status: LineStatus,
}

/// Lists the statuses of live lines of these accounts.
pub(in crate::orders) async fn list_live_statuses(
    tx: &mut Tx,
    requests: &[RequestId],
) -> db::Result<Vec<(RequestId, LineStatus)>> {
    let sql = Sql::new("SELECT DISTINCT client_request_id, status FROM order_lines WHERE status <> 'DISMISSED'")
        .list("AND client_request_id IN (?)", requests.iter().copied());
    let rows: Vec<LiveStatus> = tx.query(sql).all().await?;
    Ok(rows.into_iter().map(|r| (r.client_request_id, r.status)).collect())
}
