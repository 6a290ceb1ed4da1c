//! The value of each move by the moving weighted average. Pure.
//!
//! Entries of known cost change the average; exits leave at the average. Before the first entry of known cost nothing is known: earlier
//! exits keep an unknown value, and what is left then is valued at the cost of that entry. Where more went out than there was, the next
//! entry sets the average anew and corrects the value of those exits (`adjustment`). The sum of all values always equals the value of the
//! balance.

use comanda_base::money::{Money, Quantity, SCALE, div_round};

/// The stock after a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::stock) struct Balance {
    /// The quantity in the base unit; below zero where more went out than there was.
    pub quantity: Quantity,
    /// The value of the whole quantity; zero while no cost is known.
    pub value: Money,
    /// The average cost of the base unit, or the last one where nothing is left; `None` before any cost is known.
    pub cost: Option<Money>,
}

/// How a move is valued. Amounts are for the whole quantity of the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveKind {
    /// An entry at its cost; without a known cost at the average, if there is one.
    Bought(Option<Money>),
    /// A return, at the value for which it went out.
    Returned(Option<Money>),
    /// An exit at the average.
    Taken,
    /// An exit at the cost at which the goods had come in.
    SentBack(Money),
    /// One of two moves that cancel each other, with its signed value; unknown: at the average. The average stays.
    Passed(Option<Money>),
    /// The first of two moves that change the cost of goods: the goods leave at their old cost.
    LeftToRecost(Money),
    /// The second of the two: the goods come in again at their new cost.
    Recosted { old: Money, new: Money },
}

/// The value of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MoveValue {
    /// Signed; `None` where the cost is unknown.
    pub value: Option<Money>,
    /// The part of the value that corrects earlier exits.
    pub adjustment: Money,
}

impl Balance {
    /// Applies a move with a signed quantity, and returns its value.
    pub(super) fn apply(&mut self, change: Quantity, how: MoveKind) -> MoveValue {
        match how {
            MoveKind::Bought(Some(cost)) => self.buy(change, cost),
            MoveKind::Returned(Some(cost)) => self.return_units(change, cost),
            MoveKind::SentBack(cost) if self.has_valued_stock() && self.quantity + change > Quantity::ZERO => {
                self.send_back(change, cost)
            }
            MoveKind::Passed(Some(value)) => self.pass(change, value),
            MoveKind::LeftToRecost(old) if self.cost.is_some() => self.pass(change, -old),
            MoveKind::Recosted { old, new } if self.cost.is_some() => self.recost(change, old, new),
            MoveKind::Recosted { new, .. } => self.buy(change, new),
            MoveKind::Passed(None) => match self.cost {
                Some(cost) => self.pass(change, value_at(cost, change)),
                None => self.unknown(change),
            },
            MoveKind::Bought(None)
            | MoveKind::Returned(None)
            | MoveKind::Taken
            | MoveKind::SentBack(_)
            | MoveKind::LeftToRecost(_) => match self.at_average(change) {
                Some(value) => self.pass(change, value),
                None => self.unknown(change),
            },
        }
    }

    /// Returns the value of the whole quantity; `None` while no cost is known.
    pub(in crate::stock) fn known_value(&self) -> Option<Money> {
        self.cost.map(|_| self.value)
    }

    fn has_valued_stock(&self) -> bool {
        self.cost.is_some() && self.quantity > Quantity::ZERO
    }

    fn buy(&mut self, change: Quantity, cost: Money) -> MoveValue {
        if self.has_valued_stock() {
            let move_value = self.pass(change, cost);
            self.cost = Some(unit(self.value, self.quantity));
            return move_value;
        }
        let after = self.quantity + change;
        let value = share(cost, after, change);
        let move_value = MoveValue { value: Some(value - self.value), adjustment: value - self.value - cost };
        *self = Self { quantity: after, value, cost: Some(unit(cost, change)) };
        move_value
    }

    fn return_units(&mut self, change: Quantity, cost: Money) -> MoveValue {
        match self.cost {
            None => self.buy(change, cost),
            Some(_) if self.has_valued_stock() => self.buy(change, cost),
            Some(average) => {
                let value = value_at(average, self.quantity + change) - self.value;
                MoveValue { adjustment: value - cost, ..self.pass(change, value) }
            }
        }
    }

    /// Takes out at most the value there is; the remainder corrects earlier exits.
    fn send_back(&mut self, change: Quantity, cost: Money) -> MoveValue {
        let capped = cost.at_most(self.value.max(Money::ZERO));
        let move_value = self.pass(change, -capped);
        self.cost = Some(unit(self.value, self.quantity));
        MoveValue { adjustment: cost - capped, ..move_value }
    }

    /// Gives the goods still on hand their part of the difference; the part of the goods already gone corrects the value of those exits.
    fn recost(&mut self, change: Quantity, old: Money, new: Money) -> MoveValue {
        let on_hand = self.quantity + change;
        let still_on_hand = on_hand.clamp(Quantity::ZERO, change);
        let largest_decrease = -(self.value + old).max(Money::ZERO);
        let kept = share(new - old, still_on_hand, change).max(largest_decrease);
        let move_value = self.pass(change, old + kept);
        if on_hand > Quantity::ZERO {
            self.cost = Some(unit(self.value, self.quantity));
        }
        MoveValue { adjustment: kept - (new - old), ..move_value }
    }

    fn pass(&mut self, change: Quantity, value: Money) -> MoveValue {
        self.quantity += change;
        if self.cost.is_some() {
            self.value += value;
        }
        MoveValue { value: Some(value), adjustment: Money::ZERO }
    }

    fn unknown(&mut self, change: Quantity) -> MoveValue {
        self.quantity += change;
        MoveValue { value: None, adjustment: Money::ZERO }
    }

    /// Returns the value of a change at the average. While something is left it is computed in proportion, so that the last unit takes the
    /// last millionth with it.
    fn at_average(&self, change: Quantity) -> Option<Money> {
        let average = self.cost?;
        let after = self.quantity + change;
        if self.quantity > Quantity::ZERO && after > Quantity::ZERO {
            return Some(share(self.value, change, self.quantity));
        }
        Some(value_at(average, after) - self.value)
    }
}

/// Returns the `part / of` proportion of a value, rounded once.
pub(super) fn share(value: Money, part: Quantity, of: Quantity) -> Money {
    ratio(value.millionths(), part.millionths(), of.millionths())
}

/// Returns the cost of one base unit.
fn unit(value: Money, of: Quantity) -> Money {
    ratio(value.millionths(), SCALE, of.millionths())
}

/// Returns the value of a quantity at the cost of one base unit.
pub(super) fn value_at(cost: Money, quantity: Quantity) -> Money {
    ratio(cost.millionths(), quantity.millionths(), SCALE)
}

fn ratio(value: i64, by: i64, of: i64) -> Money {
    let (value, of) = if of < 0 { (-value, -of) } else { (value, of) };
    let exact = div_round(i128::from(value) * i128::from(by), i128::from(of));
    Money::from_millionths(i64::try_from(exact).unwrap_or(if exact < 0 { i64::MIN } else { i64::MAX }))
}

#[cfg(test)]
#[path = "moving_average_tests.rs"]
mod tests;
