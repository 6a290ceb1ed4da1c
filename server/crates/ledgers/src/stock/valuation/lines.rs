//! Chooses how each move of an item is valued: what comes back from an order line has the value for which that line took it, also when it
//! is wasted or handed to another line. Reversed documents are kept apart from all other moves.

use super::{
    moving_average::{Balance, MoveKind, MoveValue, share, value_at},
    store::MoveRow,
};
use crate::stock::model::MoveReason;
use chrono::{DateTime, Utc};
use comanda_base::{
    ids::LineId,
    money::{Money, Quantity},
};
use std::collections::{HashMap, HashSet};

/// The quantity that a line still has out of one item, with the value for which it went out; `None` where that is unknown.
#[derive(Debug, Clone, Copy)]
struct OutstandingValue {
    quantity: Quantity,
    value: Option<Money>,
}

/// An earlier move of a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineMove {
    pub line: LineId,
    pub quantity: Quantity,
    pub value: Option<Money>,
}

/// Values the moves of one item in order, starting from its balance before them. `before` has all earlier moves, except waste, of the
/// lines to which something comes back.
pub(super) fn value_moves(balance: &mut Balance, rows: &[MoveRow], before: &[LineMove]) -> Vec<(MoveValue, Balance)> {
    let wasted: HashSet<MoveGroup> = rows.iter().filter(|r| r.reason == MoveReason::Waste).map(MoveGroup::of).collect();
    let mut book = LineBook { out: HashMap::new(), passed: HashMap::new(), wasted };
    let mut aside = ReversedPairs::default();
    for m in before {
        book.add(m.line, m.quantity, m.value);
    }
    let mut left_to_recost = None;
    rows.iter()
        .enumerate()
        .map(|(at, row)| {
            if row.reversed {
                let value = aside.pass(row, balance.cost);
                return (MoveValue { value, adjustment: Money::ZERO }, aside.add_to(*balance));
            }
            let recosted = left_to_recost.and_then(|old| row.cost.map(|new| MoveKind::Recosted { old, new }));
            left_to_recost = old_cost_of_recosted(row, rows.get(at + 1));
            let how = recosted.or(left_to_recost.map(MoveKind::LeftToRecost)).unwrap_or_else(|| book.move_kind(row));
            let move_value = balance.apply(row.quantity, how);
            book.record(row, move_value.value);
            (move_value, aside.add_to(*balance))
        })
        .collect()
}

/// Returns the old cost of goods whose cost a note changes: the note moves them out at it, and in again at once at the new cost.
fn old_cost_of_recosted(row: &MoveRow, next: Option<&MoveRow>) -> Option<Money> {
    let is_out = row.reason == MoveReason::PurchaseNote && row.quantity < Quantity::ZERO;
    let re_entry = next.filter(|next| is_out && !next.reversed && next.source == row.source && next.at == row.at)?;
    row.cost.filter(|_| re_entry.quantity == -row.quantity && re_entry.cost.is_some())
}

/// The key of moves that happened at once and belong together: a line's return with its waste, or all moves of a split. The source alone
/// would not do, because every dismissal has the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct MoveGroup<'r> {
    source: &'r str,
    at: DateTime<Utc>,
    /// The line; `None` for a split, which hands on from line to line.
    line: Option<LineId>,
}

impl<'r> MoveGroup<'r> {
    fn of(row: &'r MoveRow) -> Self {
        let line = row.line_id.filter(|_| row.reason != MoveReason::Split);
        Self { source: &row.source, at: row.at, line }
    }
}

/// The documents that were reversed: both moves of such a pair have the same time, and moves of others between them must not see them.
#[derive(Default)]
struct ReversedPairs<'r> {
    quantity: Quantity,
    value: Money,
    /// The value of the first move of each pair, by source.
    first: HashMap<&'r str, Option<Money>>,
}

impl<'r> ReversedPairs<'r> {
    /// Returns the value of a move of a pair: its cost, or at the average where that is unknown; the second move takes back the first.
    fn pass(&mut self, row: &'r MoveRow, average: Option<Money>) -> Option<Money> {
        let comes_in = row.quantity > Quantity::ZERO;
        let value = match self.first.remove(row.source.as_str()) {
            Some(first) => first.map(|value| -value),
            None => {
                let cost = row.cost.map(|cost| if comes_in { cost } else { -cost });
                let value = cost.or_else(|| average.and_then(|average| value_at(average, row.quantity)));
                self.first.insert(&row.source, value);
                value
            }
        };
        self.quantity += row.quantity;
        self.value += value.unwrap_or_default();
        value
    }

    /// Adds the open pairs to a balance.
    fn add_to(&self, balance: Balance) -> Balance {
        let value = if balance.cost.is_some() { balance.value + self.value } else { balance.value };
        Balance { quantity: balance.quantity + self.quantity, value, ..balance }
    }
}

struct LineBook<'r> {
    out: HashMap<LineId, OutstandingValue>,
    /// The stock that came back to be wasted or handed on: the quantity that still has to go out again, and its value.
    passed: HashMap<MoveGroup<'r>, OutstandingValue>,
    wasted: HashSet<MoveGroup<'r>>,
}

impl<'r> LineBook<'r> {
    fn add(&mut self, line: LineId, quantity: Quantity, value: Option<Money>) {
        let outstanding =
            self.out.entry(line).or_insert(OutstandingValue { quantity: Quantity::ZERO, value: Some(Money::ZERO) });
        outstanding.quantity += quantity;
        outstanding.value = outstanding.value.zip(value).map(|(had, value)| had + value);
    }

    fn move_kind(&self, row: &'r MoveRow) -> MoveKind {
        let comes_in = row.quantity > Quantity::ZERO;
        let Some(line) = row.line_id else {
            return match (comes_in, row.cost) {
                (true, cost) => MoveKind::Bought(cost),
                (false, Some(cost)) => MoveKind::SentBack(cost),
                (false, None) => MoveKind::Taken,
            };
        };
        match row.reason {
            MoveReason::Dismissed | MoveReason::Refunded if self.wasted.contains(&MoveGroup::of(row)) => {
                MoveKind::Passed(self.share_of_line(line, row.quantity))
            }
            MoveReason::Dismissed | MoveReason::Refunded => MoveKind::Returned(self.share_of_line(line, row.quantity)),
            MoveReason::Split if comes_in => MoveKind::Passed(self.share_of_line(line, row.quantity)),
            MoveReason::Split | MoveReason::Waste => MoveKind::Passed(self.share_of_group(row)),
            _ => MoveKind::Taken,
        }
    }

    /// Returns the value for which `quantity` went out, as a share of what the line has out.
    fn share_of_line(&self, line: LineId, quantity: Quantity) -> Option<Money> {
        let outstanding = self.out.get(&line)?;
        let value = outstanding.value?;
        if outstanding.quantity.is_zero() { None } else { share(value, quantity, outstanding.quantity) }
    }

    /// Returns the value of a move that takes out again a part of what came back in the same group.
    fn share_of_group(&self, row: &'r MoveRow) -> Option<Money> {
        let passed = self.passed.get(&MoveGroup::of(row))?;
        let value = passed.value?;
        if passed.quantity.is_zero() { None } else { share(value, row.quantity, passed.quantity) }
    }

    fn record(&mut self, row: &'r MoveRow, value: Option<Money>) {
        let Some(line) = row.line_id else { return };
        if row.reason != MoveReason::Waste {
            self.add(line, row.quantity, value);
        }
        let is_passed =
            matches!(row.reason, MoveReason::Split | MoveReason::Waste) || self.wasted.contains(&MoveGroup::of(row));
        if is_passed {
            let passed = self
                .passed
                .entry(MoveGroup::of(row))
                .or_insert(OutstandingValue { quantity: Quantity::ZERO, value: Some(Money::ZERO) });
            passed.quantity += row.quantity;
            passed.value = passed.value.zip(value).map(|(had, value)| had + value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stock::model::ItemKind;

    fn row(reason: MoveReason, source: &str, quantity: i64, cost: Option<i64>) -> MoveRow {
        let at: DateTime<Utc> = "2026-11-20T17:00:00Z".parse().unwrap();
        MoveRow {
            item_kind: ItemKind::Supply,
            item_id: 1,
            id: 1,
            at,
            business_day: at.date_naive(),
            quantity: Quantity::units(quantity),
            cost: cost.map(Money::units),
            reason,
            source: source.into(),
            line_id: None,
            reversed: false,
            value: None,
            adjustment: Money::ZERO,
            balance: None,
            balance_value: None,
            balance_cost: None,
        }
    }

    #[test]
    fn a_note_that_changes_a_cost_is_no_sale_and_no_purchase() {
        let note = |quantity, cost| row(MoveReason::PurchaseNote, "purchase:3", quantity, Some(cost));
        let mut rows = vec![
            row(MoveReason::Purchase, "purchase:1", 10, Some(40)),
            row(MoveReason::Purchase, "purchase:2", 10, Some(120)),
            row(MoveReason::Other, "movement:1", -10, None),
            note(-10, 40),
            note(10, 30),
        ];
        let last = |rows: &[MoveRow]| value_moves(&mut Balance::default(), rows, &[]).last().unwrap().1.value;
        assert_eq!(last(&rows), Money::units(70), "ten of A fell by 10.00");
        // The cost changes a second time, and then some of the goods are sent back.
        rows.extend([note(-10, 30), note(10, 20)]);
        assert_eq!(last(&rows), Money::units(60));
        rows.push(row(MoveReason::PurchaseNote, "purchase:4", -5, Some(10)));
        assert_eq!(last(&rows), Money::units(50));
    }
}
