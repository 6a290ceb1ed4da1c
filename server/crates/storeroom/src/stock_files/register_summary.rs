//! What the register of inventory of a month comes to, and what is to be looked at before it is handed in.

use super::register::{ItemMonth, Register};
use comanda_base::money::{Money, Quantity};
use comanda_ledgers::stock::ItemKind;
use serde::Serialize;
use utoipa::ToSchema;

/// Problems that are named.
const LISTED: usize = 200;

/// What is to be looked at before the register is handed in.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RegisterProblem {
    pub item_type: ItemKind,
    pub item_id: i64,
    pub name: String,
    /// UNKNOWN_COST: entered without a cost, written as 0.00. NEGATIVE: more went out than there was.
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

/// Answer of `GET /stock/register`: what the month's register comes to.
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
    /// At most 200.
    pub problems: Vec<RegisterProblem>,
    /// All of them.
    pub problems_count: usize,
}

impl RegisterSummary {
    /// Of a register that is saved under this name.
    pub(super) fn of(register: &Register, file_name: String) -> Self {
        let mut problems: Vec<RegisterProblem> = register.items.iter().flat_map(problems).collect();
        let problems_count = problems.len();
        problems.truncate(LISTED);
        let (mut lines, mut initial_value) = (0, Money::ZERO);
        let (mut entries_value, mut exits_value) = (Money::ZERO, Money::ZERO);
        for line in register.lines() {
            lines += 1;
            if line.is_opening {
                initial_value += line.value;
            } else if line.comes_in() {
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

/// Each fault of an item once.
fn problems(of: &ItemMonth) -> Vec<RegisterProblem> {
    let ItemMonth { item, moves } = of;
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
