//! The register of valued inventory of a month (format 13.1): one line for what an item began with and one for each move. Its
//! figures are those of the ledger in céntimos, rounded as balances, so that each balance is the one before plus the line.

use super::{
    register_codes::{self as codes, Paper},
    register_store::{self as store, PurchasePaper, RegisterItem, RegisterMove},
};
use crate::{
    db::Tx,
    error::{Result, invalid},
    money::{Money, Quantity},
    settings::Settings,
    stock::{ItemKind, MoveReason},
};
use chrono::{DateTime, Months, NaiveDate, Utc};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Moves of one month's file; a busy house has some sixty thousand.
const MAX_MOVES: i64 = 300_000;

/// What is to be looked at before the register is handed in.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RegisterProblem {
    pub item_type: ItemKind,
    pub item_id: i64,
    pub name: String,
    /// UNKNOWN_COST: entered without a cost, written as 0.00. NEGATIVE: more went out than there was. PENDING: being computed.
    pub what: RegisterFault,
}

/// See [`RegisterProblem`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RegisterFault {
    UnknownCost,
    Negative,
    Pending,
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

/// A line, in base units.
#[derive(Debug, Clone)]
pub(super) struct Line<'a> {
    /// `M` and the move's number; `A` and the item's for what it began with.
    pub code: String,
    pub item: &'a RegisterItem,
    pub day: NaiveDate,
    pub paper: Paper<'a>,
    pub operation: &'static str,
    /// Signed.
    pub quantity: Quantity,
    /// Signed, céntimos.
    pub value: Money,
    pub balance: Quantity,
    pub balance_value: Money,
}

/// A month on the house's clock.
#[derive(Debug, Clone, Copy)]
pub(super) struct Month {
    pub first: NaiveDate,
    span: (DateTime<Utc>, DateTime<Utc>),
}

impl Month {
    /// From `2026-11`.
    pub(super) fn parse(text: &str, settings: &Settings) -> Result<Self> {
        let first = NaiveDate::parse_from_str(&format!("{text}-01"), "%Y-%m-%d").ok();
        let next = first.and_then(|day| day.checked_add_months(Months::new(1)));
        let (Some(first), Some(next)) = (first, next) else {
            return invalid("month", "El mes se escribe así: 2026-11.").err();
        };
        Ok(Self { first, span: (settings.day_begins(first), settings.day_begins(next)) })
    }
}

/// Everything that the register is made of.
pub(super) struct Register {
    pub month: Month,
    items: Vec<RegisterItem>,
    moves: Vec<RegisterMove>,
    papers: HashMap<i64, PurchasePaper>,
}

impl Register {
    pub(super) async fn load(tx: &mut Tx, month: Month) -> Result<Self> {
        if store::count(tx, month.span.0, month.span.1).await? > MAX_MOVES {
            return invalid("month", "Ese mes tiene más movimientos de los que caben en un archivo.").err();
        }
        let items = store::items(tx, month.span.0).await?;
        let mut moves: Vec<RegisterMove> = Vec::new();
        loop {
            let more = store::moves(tx, month.span, moves.last()).await?;
            if more.is_empty() {
                break;
            }
            moves.extend(more);
        }
        let purchases: Vec<i64> = moves.iter().filter_map(purchase_of).collect();
        let papers = store::purchase_papers(tx, &purchases).await?;
        Ok(Self { month, items, moves, papers })
    }

    /// Nothing was ever counted.
    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// All lines, item by item.
    pub(super) fn lines<'a>(&'a self, settings: &'a Settings) -> impl Iterator<Item = Line<'a>> {
        let mut at = 0;
        self.items.iter().flat_map(move |item| {
            let own = |m: &&RegisterMove| (m.item_kind, m.item_id) == (item.item_kind, item.item_id);
            let rest = self.moves.get(at..).unwrap_or_default();
            let moves: Vec<&RegisterMove> = rest.iter().take_while(own).collect();
            at += moves.len();
            self.of_item(item, &moves, settings)
        })
    }

    fn of_item<'a>(&'a self, item: &'a RegisterItem, moves: &[&'a RegisterMove], settings: &Settings) -> Vec<Line<'a>> {
        let (mut balance, mut worth) = (item.quantity, in_centimos(item.value));
        let mut lines = Vec::with_capacity(moves.len() + 1);
        if !balance.is_zero() || !worth.is_zero() {
            lines.push(Line {
                code: format!("A{}{}", initial(item.item_kind), item.item_id),
                item,
                day: self.month.first,
                paper: codes::NO_DOCUMENT,
                operation: codes::OPENING_BALANCE,
                quantity: balance,
                value: worth,
                balance,
                balance_value: worth,
            });
        }
        for m in moves {
            balance = m.balance.unwrap_or(balance + m.quantity);
            let after = in_centimos(m.balance_value);
            lines.push(Line {
                code: format!("M{}", m.id),
                item,
                day: settings.business_day(m.at),
                paper: self.paper(m),
                operation: codes::operation(m.reason, m.item_kind, m.quantity > Quantity::ZERO),
                quantity: m.quantity,
                value: after - worth,
                balance,
                balance_value: after,
            });
            worth = after;
        }
        lines
    }

    fn paper<'a>(&'a self, m: &'a RegisterMove) -> Paper<'a> {
        match (m.reason, purchase_of(m).and_then(|id| self.papers.get(&id))) {
            (_, Some(paper)) => codes::of_purchase(paper),
            (MoveReason::Sale | MoveReason::Split | MoveReason::Dismissed | MoveReason::Refunded, None) => {
                codes::of_sale(m.document.as_deref())
            }
            _ => codes::NO_DOCUMENT,
        }
    }

    /// What is to be looked at: each item once for each fault.
    fn problems(&self) -> Vec<RegisterProblem> {
        let mut found: Vec<RegisterProblem> = Vec::new();
        let mut say = |item: &RegisterItem, what| {
            let (item_type, item_id) = (item.item_kind, item.item_id);
            found.push(RegisterProblem { item_type, item_id, name: item.name.clone(), what });
        };
        let mut rest = self.moves.as_slice();
        for item in &self.items {
            let own = rest.iter().take_while(|m| (m.item_kind, m.item_id) == (item.item_kind, item.item_id)).count();
            let (moves, others) = rest.split_at(own);
            rest = others;
            let began = !item.quantity.is_zero();
            if item.pending {
                say(item, RegisterFault::Pending);
            }
            if (began && item.cost.is_none()) || moves.iter().any(|m| m.balance_cost.is_none()) {
                say(item, RegisterFault::UnknownCost);
            }
            if item.quantity.is_negative() || moves.iter().any(|m| m.balance.is_some_and(Quantity::is_negative)) {
                say(item, RegisterFault::Negative);
            }
        }
        found
    }

    /// What it comes to.
    pub(super) fn summary(&self, settings: &Settings, file_name: String) -> RegisterSummary {
        let mut problems = self.problems();
        let problems_count = problems.len();
        problems.truncate(200);
        let initial_value = self.items.iter().map(|item| in_centimos(item.value)).sum();
        let (mut lines, mut entries_value, mut exits_value) = (0, Money::ZERO, Money::ZERO);
        for line in self.lines(settings) {
            lines += 1;
            if !line.code.starts_with('M') {
                continue;
            }
            if line.quantity > Quantity::ZERO { entries_value += line.value } else { exits_value -= line.value }
        }
        RegisterSummary {
            month: self.month.first.format("%Y-%m").to_string(),
            file_name,
            items: self.items.len(),
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

fn in_centimos(value: Option<Money>) -> Money {
    value.unwrap_or_default().to_centimos()
}

/// Products and supplies are numbered apart.
pub(super) fn initial(kind: ItemKind) -> char {
    match kind {
        ItemKind::Product => 'P',
        ItemKind::Supply => 'S',
    }
}

fn purchase_of(m: &RegisterMove) -> Option<i64> {
    m.source.strip_prefix("purchase:")?.parse().ok()
}

#[cfg(test)]
#[path = "register_tests.rs"]
mod tests;
