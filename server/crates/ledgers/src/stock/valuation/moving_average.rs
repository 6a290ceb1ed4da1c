//! The value of each move by the moving weighted average. Pure.
//!
//! Entries of known cost change the average; exits leave at the average. Before the first entry of known cost nothing is known: earlier
//! exits keep an unknown value, and what is left then is valued at the cost of that entry. Where more went out than there was, the next
//! entry sets the average anew and corrects the value of those exits (`adjustment`). The sum of all values always equals the value of the
//! balance.

use comanda_base::money::{Money, Quantity};

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

/// The rule by which a move is valued. Amounts are for the whole quantity of the move.
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

/// The largest value of a move, of a balance and of a base unit. What exceeds it was typed wrongly: a gram of spice with the freight of a
/// whole ship.
const MAX_VALUE: Money = Money::units(1_000_000_000);

impl Balance {
    /// Applies a move with a signed quantity, and returns its value. Where a value would exceed any that a restaurant can have, nothing is
    /// known from there on until the next entry of known cost.
    pub(super) fn apply(&mut self, change: Quantity, how: MoveKind) -> MoveValue {
        let quantity = self.quantity + change;
        let applied = self.try_apply(change, how).filter(|_| within_limit(self.value).is_some());
        applied.unwrap_or_else(|| {
            *self = Self { quantity, ..Self::default() };
            UNKNOWN
        })
    }

    /// Applies a move; `None` where a value exceeds the limit, and then the balance is not to be used.
    fn try_apply(&mut self, change: Quantity, how: MoveKind) -> Option<MoveValue> {
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
                Some(cost) => self.pass(change, value_at(cost, change)?),
                None => Some(self.unknown(change)),
            },
            MoveKind::Bought(None)
            | MoveKind::Returned(None)
            | MoveKind::Taken
            | MoveKind::SentBack(_)
            | MoveKind::LeftToRecost(_) => match self.cost {
                Some(average) => self.pass(change, self.at_average(average, change)?),
                None => Some(self.unknown(change)),
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

    fn buy(&mut self, change: Quantity, cost: Money) -> Option<MoveValue> {
        if self.has_valued_stock() {
            let move_value = self.pass(change, cost)?;
            self.cost = Some(unit(self.value, self.quantity)?);
            return Some(move_value);
        }
        let after = self.quantity + change;
        let value = share(cost, after, change)?;
        let move_value = MoveValue { value: Some(value - self.value), adjustment: value - self.value - cost };
        *self = Self { quantity: after, value, cost: Some(unit(cost, change)?) };
        Some(move_value)
    }

    fn return_units(&mut self, change: Quantity, cost: Money) -> Option<MoveValue> {
        match self.cost {
            None => self.buy(change, cost),
            Some(_) if self.has_valued_stock() => self.buy(change, cost),
            Some(average) => {
                let value = value_at(average, self.quantity + change)? - self.value;
                Some(MoveValue { adjustment: value - cost, ..self.pass(change, value)? })
            }
        }
    }

    /// Takes out at most the value there is; the remainder corrects earlier exits.
    fn send_back(&mut self, change: Quantity, cost: Money) -> Option<MoveValue> {
        let capped = cost.at_most(self.value.max(Money::ZERO));
        let move_value = self.pass(change, -capped)?;
        self.cost = Some(unit(self.value, self.quantity)?);
        Some(MoveValue { adjustment: cost - capped, ..move_value })
    }

    /// Gives the goods still on hand their part of the difference; the part of the goods already gone corrects the value of those exits.
    fn recost(&mut self, change: Quantity, old: Money, new: Money) -> Option<MoveValue> {
        let on_hand = self.quantity + change;
        let still_on_hand = on_hand.clamp(Quantity::ZERO, change);
        let largest_decrease = -(self.value + old).max(Money::ZERO);
        let kept = share(new - old, still_on_hand, change)?.max(largest_decrease);
        let move_value = self.pass(change, old + kept)?;
        if on_hand > Quantity::ZERO {
            self.cost = Some(unit(self.value, self.quantity)?);
        }
        Some(MoveValue { adjustment: kept - (new - old), ..move_value })
    }

    fn pass(&mut self, change: Quantity, value: Money) -> Option<MoveValue> {
        self.quantity += change;
        if self.cost.is_some() {
            self.value += within_limit(value)?;
        }
        Some(MoveValue { value: Some(value), adjustment: Money::ZERO })
    }

    fn unknown(&mut self, change: Quantity) -> MoveValue {
        self.quantity += change;
        UNKNOWN
    }

    /// Returns the value of a change at the average. While something is left it is computed in proportion, so that the last unit takes the
    /// last millionth with it.
    fn at_average(&self, average: Money, change: Quantity) -> Option<Money> {
        let after = self.quantity + change;
        if self.quantity > Quantity::ZERO && after > Quantity::ZERO {
            return share(self.value, change, self.quantity);
        }
        Some(value_at(average, after)? - self.value)
    }
}

const UNKNOWN: MoveValue = MoveValue { value: None, adjustment: Money::ZERO };

/// Returns the `part / of` proportion of a value, rounded once; `None` where it exceeds the limit.
pub(super) fn share(value: Money, part: Quantity, whole: Quantity) -> Option<Money> {
    value.proportion(part, whole).and_then(within_limit)
}

/// Returns the cost of one base unit; `None` where it exceeds the limit.
fn unit(value: Money, quantity: Quantity) -> Option<Money> {
    value.per_unit(quantity).and_then(within_limit)
}

/// Returns the value of a quantity at the cost of one base unit; `None` where it exceeds the limit.
pub(super) fn value_at(cost: Money, quantity: Quantity) -> Option<Money> {
    cost.cost_of(quantity).and_then(within_limit)
}

fn within_limit(value: Money) -> Option<Money> {
    (-MAX_VALUE..=MAX_VALUE).contains(&value).then_some(value)
}

#[cfg(test)]
#[path = "moving_average_tests.rs"]
mod tests;
