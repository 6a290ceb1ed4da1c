//! The summary of the register of inventory of a month, with the problems to solve before it is filed.

use super::register::{ItemMonth, Register};
use comanda_base::money::{Money, Quantity};
use comanda_ledgers::stock::ItemKind;
use serde::Serialize;
use utoipa::ToSchema;

/// The largest number of problems that are listed.
const MAX_LISTED_PROBLEMS: usize = 200;

/// A problem to solve before the register is filed.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RegisterProblem {
    pub item_type: ItemKind,
    pub item_id: i64,
    pub name: String,
    /// UNKNOWN_COST: entered without a cost, written as 0.00. NEGATIVE: more went out than was in stock.
    pub what: RegisterFault,
}

/// See [`RegisterProblem`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RegisterFault {
    UnknownCost,
    Negative,
}

/// Response of `GET /stock/register`: the summary of the month's register.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RegisterSummary {
    /// `2026-11`
    pub month: String,
    pub file_name: String,
    pub items: usize,
    pub lines: usize,
    pub initial_value: Money,
    pub entries_value: Money,
    pub exits_value: Money,
    /// Always initial + entries − exits.
    pub final_value: Money,
    /// At most 200 problems.
    pub problems: Vec<RegisterProblem>,
    /// The number of all problems.
    pub problems_count: usize,
}

impl RegisterSummary {
    /// Summarizes a register that is saved under this file name.
    pub(super) fn from_register(register: &Register, file_name: String) -> Self {
        let mut problems: Vec<RegisterProblem> = register.items.iter().flat_map(item_problems).collect();
        let problems_count = problems.len();
        problems.truncate(MAX_LISTED_PROBLEMS);
        let (mut lines, mut initial_value) = (0, Money::ZERO);
        let (mut entries_value, mut exits_value) = (Money::ZERO, Money::ZERO);
        for line in register.lines() {
            lines += 1;
            if line.is_opening {
                initial_value += line.value;
            } else if line.is_entry() {
                entries_value += line.value;
            } else {
                exits_value -= line.value;
            }
        }
        Self {
            month: register.month.first.format("%Y-%m").to_string(),
            file_name,
            items: register.items.len(),
            lines,
            initial_value,
            entries_value,
            exits_value,
            final_value: initial_value + entries_value - exits_value,
            problems,
            problems_count,
        }
    }
}

/// Lists the problems of an item, each kind once.
fn item_problems(item_month: &ItemMonth) -> Vec<RegisterProblem> {
    let ItemMonth { item, moves } = item_month;
    let mut faults = Vec::new();
    let began_without_cost = !item.quantity.is_zero() && item.cost.is_none();
    if began_without_cost || moves.iter().any(|moved| moved.row.balance_cost.is_none()) {
        faults.push(RegisterFault::UnknownCost);
    }
    let mut balance = item.quantity;
    let mut after = moves.iter().map(|moved| {
        balance += moved.row.quantity;
        balance
    });
    if item.quantity.is_negative() || after.any(Quantity::is_negative) {
        faults.push(RegisterFault::Negative);
    }
    let (item_type, item_id) = (item.item_kind, item.item_id);
    faults.into_iter().map(|what| RegisterProblem { item_type, item_id, name: item.name.clone(), what }).collect()
}
