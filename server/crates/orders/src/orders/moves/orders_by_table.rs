//! The orders at a table, command by command, and how much of each can move to another one.

use crate::orders::{
    account::view::LoadedAccount,
    model::{CommandSummary, Line},
    store,
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{CommandId, RequestId, SalonId, TableId, UserId},
    money::{Money, Quantity},
};
use comanda_masterdata::floor;
use serde::Serialize;
use utoipa::ToSchema;

/// A line and its units that can move.
#[derive(Debug, Serialize, ToSchema)]
pub struct MovableLine {
    #[serde(flatten)]
    pub line: Line,
    /// The units not paid yet.
    pub movable_qty: Quantity,
    /// The price of these units, before discounts and charges.
    pub movable_amount: Money,
}

/// A command at a table.
#[derive(Debug, Serialize, ToSchema)]
pub struct CommandAtTable {
    pub id: CommandId,
    pub number: i64,
    pub created_at: DateTime<Utc>,
    pub user_name: String,
    /// The lines that are on this account, without dismissed ones.
    pub lines: Vec<MovableLine>,
    pub movable_amount: Money,
}

/// The summary of the account at a table.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountAtTable {
    pub id: RequestId,
    pub persons: i64,
    pub attendant_id: UserId,
    pub attendant_name: String,
    pub client_name: String,
    pub opened_at: DateTime<Utc>,
    pub billed_at: Option<DateTime<Utc>>,
    pub total: Money,
    pub paid: Money,
    pub due: Money,
    pub version: i64,
}

/// A table with its orders.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableOrders {
    pub table_id: TableId,
    pub table: String,
    pub salon_id: SalonId,
    pub salon: String,
    /// The open account; null where the table is free.
    pub client_request: Option<AccountAtTable>,
    /// The oldest first.
    pub commands: Vec<CommandAtTable>,
    /// The unsent lines, which only move with the whole table.
    pub unsent: Vec<Line>,
}

/// Loads the orders at a table.
pub(super) async fn load_orders_by_table(tx: &mut Tx, id: TableId, at: DateTime<Utc>) -> Result<TableOrders> {
    let table = floor::load_active_table(tx, id).await?;
    let mut answer = TableOrders {
        table_id: id,
        table: table.name,
        salon_id: table.salon_id,
        salon: table.salon,
        client_request: None,
        commands: Vec::new(),
        unsent: Vec::new(),
    };
    let Some(open) = store::find_open_at_table(tx, id).await? else { return Ok(answer) };
    let LoadedAccount { header, account, commands, .. } = LoadedAccount::load(tx, open, at).await?;
    let live: Vec<Line> = account.live_lines().cloned().collect();
    answer.commands = commands.into_iter().filter_map(|c| command_at_table(c, &live)).collect();
    answer.unsent = live.into_iter().filter(|l| !l.is_sent()).collect();
    let (r, totals) = (header.request, account.totals);
    answer.client_request = Some(AccountAtTable {
        id: r.id,
        persons: r.persons,
        attendant_id: r.attendant_id,
        attendant_name: header.attendant_name,
        client_name: r.client_name,
        opened_at: r.opened_at,
        billed_at: r.billed_at,
        total: totals.total,
        paid: totals.paid,
        due: totals.due,
        version: r.version,
    });
    Ok(answer)
}

fn command_at_table(command: CommandSummary, live: &[Line]) -> Option<CommandAtTable> {
    let command_lines = live.iter().filter(|l| l.command_id == Some(command.id));
    let lines: Vec<MovableLine> = command_lines
        .map(|l| MovableLine {
            movable_qty: l.unpaid(),
            movable_amount: l.amount(l.qty_original) - l.amount(l.qty_paid),
            line: l.clone(),
        })
        .collect();
    let movable_amount = lines.iter().map(|l| l.movable_amount).sum();
    let CommandSummary { id, number, created_at, user_name } = command;
    (!lines.is_empty()).then_some(CommandAtTable { id, number, created_at, user_name, lines, movable_amount })
}
