//! How each move of an item is valued: what comes back to an order line is worth what that line took it for, also when it is wasted or
//! goes over to another line. Documents that were taken back stand beside all of it.

use super::{
    fold::{Balance, How, Worth, share, times},
    store::MoveRow,
};
use crate::stock::model::MoveReason;
use chrono::{DateTime, Utc};
use comanda_base::{
    ids::LineId,
    money::{Money, Quantity},
};
use std::collections::{HashMap, HashSet};

/// What a line still has out of one item, and for what it went out; `None` where that is unknown.
#[derive(Debug, Clone, Copy)]
struct Out {
    quantity: Quantity,
    value: Option<Money>,
}

/// A move of a line from before.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineMove {
    pub line: LineId,
    pub quantity: Quantity,
    pub value: Option<Money>,
}

/// Values the moves of one item in their order, from what there was before them. `before` are all earlier moves of the lines that
/// something comes back to, but for waste.
pub(super) fn value(balance: &mut Balance, rows: &[MoveRow], before: &[LineMove]) -> Vec<(Worth, Balance)> {
    let wasted: HashSet<Event> = rows.iter().filter(|r| r.reason == MoveReason::Waste).map(Event::of).collect();
    let mut book = Book { out: HashMap::new(), passed: HashMap::new(), wasted };
    let mut aside = Aside::default();
    for m in before {
        book.add(m.line, m.quantity, m.value);
    }
    let mut left_to_recost = None;
    rows.iter()
        .enumerate()
        .map(|(at, row)| {
            if row.reversed {
                let value = aside.pass(row, balance.cost);
                return (Worth { value, adjustment: Money::ZERO }, aside.beside(*balance));
            }
            let recosted = left_to_recost.and_then(|old| row.cost.map(|new| How::Recosted { old, new }));
            left_to_recost = cost_until_now(row, rows.get(at + 1));
            let how = recosted.or(left_to_recost.map(How::LeftToRecost)).unwrap_or_else(|| book.how(row));
            let worth = balance.apply(row.quantity, how);
            book.keep(row, worth.value);
            (worth, aside.beside(*balance))
        })
        .collect()
}

/// What goods cost until now that a note lets cost something else: it writes them out, and in again at once.
fn cost_until_now(row: &MoveRow, next: Option<&MoveRow>) -> Option<Money> {
    let is_out = row.reason == MoveReason::PurchaseNote && row.quantity < Quantity::ZERO;
    let again = next.filter(|next| is_out && !next.reversed && next.source == row.source && next.at == row.at)?;
    row.cost.filter(|_| again.quantity == -row.quantity && again.cost.is_some())
}

/// What happened at once and belongs together: a line's return with its waste, all moves of a split. A source alone would not do:
/// every dismissal has the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Event<'r> {
    source: &'r str,
    at: DateTime<Utc>,
    /// None of a split, which hands on from line to line.
    line: Option<LineId>,
}

impl<'r> Event<'r> {
    fn of(row: &'r MoveRow) -> Self {
        let line = row.line_id.filter(|_| row.reason != MoveReason::Split);
        Self { source: &row.source, at: row.at, line }
    }
}

/// Documents that were taken back: the two moves of each stand at one moment, and what others move between them must not see them.
#[derive(Default)]
struct Aside<'r> {
    quantity: Quantity,
    value: Money,
    /// What the first of a pair was worth, by source.
    first: HashMap<&'r str, Option<Money>>,
}

impl<'r> Aside<'r> {
    /// What a move of a pair is worth: as much as it cost, unknown at the average; the second takes back what the first was.
    fn pass(&mut self, row: &'r MoveRow, average: Option<Money>) -> Option<Money> {
        let comes_in = row.quantity > Quantity::ZERO;
        let value = match self.first.remove(row.source.as_str()) {
            Some(first) => first.map(|value| -value),
            None => {
                let cost = row.cost.map(|cost| if comes_in { cost } else { -cost });
                let value = cost.or_else(|| average.map(|average| times(average, row.quantity)));
                self.first.insert(&row.source, value);
                value
            }
        };
        self.quantity += row.quantity;
        self.value += value.unwrap_or_default();
        value
    }

    /// What there is with them.
    fn beside(&self, balance: Balance) -> Balance {
        let value = if balance.cost.is_some() { balance.value + self.value } else { balance.value };
        Balance { quantity: balance.quantity + self.quantity, value, ..balance }
    }
}

struct Book<'r> {
    out: HashMap<LineId, Out>,
    /// What came back to be wasted or handed on: how much is still to go out again, and its value.
    passed: HashMap<Event<'r>, Out>,
    wasted: HashSet<Event<'r>>,
}

impl<'r> Book<'r> {
    fn add(&mut self, line: LineId, quantity: Quantity, value: Option<Money>) {
        let out = self.out.entry(line).or_insert(Out { quantity: Quantity::ZERO, value: Some(Money::ZERO) });
        out.quantity += quantity;
        out.value = out.value.zip(value).map(|(had, value)| had + value);
    }

    fn how(&self, row: &'r MoveRow) -> How {
        let comes_in = row.quantity > Quantity::ZERO;
        let Some(line) = row.line_id else {
            return match (comes_in, row.cost) {
                (true, cost) => How::Bought(cost),
                (false, Some(cost)) => How::SentBack(cost),
                (false, None) => How::Taken,
            };
        };
        match row.reason {
            MoveReason::Dismissed | MoveReason::Refunded if self.wasted.contains(&Event::of(row)) => {
                How::Passed(self.of_line(line, row.quantity))
            }
            MoveReason::Dismissed | MoveReason::Refunded => How::Returned(self.of_line(line, row.quantity)),
            MoveReason::Split if comes_in => How::Passed(self.of_line(line, row.quantity)),
            MoveReason::Split | MoveReason::Waste => How::Passed(self.of_event(row)),
            _ => How::Taken,
        }
    }

    /// What so much of what a line has out went out for.
    fn of_line(&self, line: LineId, quantity: Quantity) -> Option<Money> {
        let out = self.out.get(&line)?;
        let value = out.value?;
        if out.quantity.is_zero() { None } else { Some(share(value, quantity, out.quantity)) }
    }

    /// The part of what came back at once with it that goes out with this move.
    fn of_event(&self, row: &'r MoveRow) -> Option<Money> {
        let passed = self.passed.get(&Event::of(row))?;
        let value = passed.value?;
        if passed.quantity.is_zero() { None } else { Some(share(value, row.quantity, passed.quantity)) }
    }

    fn keep(&mut self, row: &'r MoveRow, value: Option<Money>) {
        let Some(line) = row.line_id else { return };
        if row.reason != MoveReason::Waste {
            self.add(line, row.quantity, value);
        }
        let is_passed =
            matches!(row.reason, MoveReason::Split | MoveReason::Waste) || self.wasted.contains(&Event::of(row));
        if is_passed {
            let passed =
                self.passed.entry(Event::of(row)).or_insert(Out { quantity: Quantity::ZERO, value: Some(Money::ZERO) });
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
        let last = |rows: &[MoveRow]| value(&mut Balance::default(), rows, &[]).last().unwrap().1.value;
        assert_eq!(last(&rows), Money::units(70), "ten of A fell by 10.00");
        // Twice, and then some of it goes back.
        rows.extend([note(-10, 30), note(10, 20)]);
        assert_eq!(last(&rows), Money::units(60));
        rows.push(row(MoveReason::PurchaseNote, "purchase:4", -5, Some(10)));
        assert_eq!(last(&rows), Money::units(50));
    }
}
