//! How each move of an item is valued: what comes back to an order line is worth what that line took it for, also when it is wasted or
//! goes over to another line. Documents that were taken back stand beside all of it.

use super::{
    fold::{Balance, How, Worth, share, times},
    store::MoveRow,
};
use crate::{
    ids::LineId,
    money::{Money, Quantity},
    stock::model::MoveReason,
};
use chrono::{DateTime, Utc};
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
    rows.iter()
        .map(|row| {
            if row.reversed {
                let value = aside.pass(row, balance.cost);
                return (Worth { value, adjustment: Money::ZERO }, aside.beside(*balance));
            }
            let worth = balance.apply(row.quantity, book.how(row));
            book.keep(row, worth.value);
            (worth, aside.beside(*balance))
        })
        .collect()
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
