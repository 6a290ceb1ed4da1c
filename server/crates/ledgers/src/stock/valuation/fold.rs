//! What a move is worth: the moving weighted average, move by move. Pure.
//!
//! Entries of known cost change the average; everything that goes out leaves at it. Nothing is known before the first entry of known
//! cost: what went out until then stays unknown, and what is left then is worth what that entry cost. Where more went out than there
//! was, the next entry sets the average anew and corrects what those went out for (`adjustment`). The sum of all values is always the
//! value of the balance.

use comanda_base::money::{Money, Quantity, SCALE, div_round};

/// What there is after a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::stock) struct Balance {
    /// In the base unit; below zero where more went out than there was.
    pub quantity: Quantity,
    /// Of all of it; zero while no cost is known.
    pub value: Money,
    /// Average of the base unit, the last one where nothing is left; `None` before any cost is known.
    pub cost: Option<Money>,
}

/// How a move is valued.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// It came in for so much, all of it; unknown: at the average, if there is one.
    Bought(Option<Money>),
    /// It came back, worth what it went out for.
    Returned(Option<Money>),
    /// It went out at the average.
    Taken,
    /// It went out for what it had come in for, all of it.
    SentBack(Money),
    /// One of two that come to nothing, worth so much (signed); unknown: at the average. The average stays.
    Passed(Option<Money>),
    /// The first of two that change what goods cost: they leave for what they cost until now.
    LeftToRecost(Money),
    /// The second of the two: they are there again, and cost something else now.
    Recosted { old: Money, new: Money },
}

/// What a move is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Worth {
    /// Signed; `None` where the cost is unknown.
    pub value: Option<Money>,
    /// The part of it that corrects what went out before.
    pub adjustment: Money,
}

impl Balance {
    /// Takes a move of so much (signed) in.
    pub(super) fn apply(&mut self, change: Quantity, how: How) -> Worth {
        match how {
            How::Bought(Some(cost)) => self.buy(change, cost),
            How::Returned(Some(cost)) => self.give_back(change, cost),
            How::SentBack(cost) if self.is_sound() && self.quantity + change > Quantity::ZERO => {
                self.send_back(change, cost)
            }
            How::Passed(Some(value)) => self.pass(change, value),
            How::LeftToRecost(old) if self.cost.is_some() => self.pass(change, -old),
            How::Recosted { old, new } if self.cost.is_some() => self.recost(change, old, new),
            How::Recosted { new, .. } => self.buy(change, new),
            How::Passed(None) => match self.cost {
                Some(cost) => self.pass(change, times(cost, change)),
                None => self.unknown(change),
            },
            How::Bought(None) | How::Returned(None) | How::Taken | How::SentBack(_) | How::LeftToRecost(_) => {
                match self.at_average(change) {
                    Some(value) => self.pass(change, value),
                    None => self.unknown(change),
                }
            }
        }
    }

    /// What all of it is worth; `None` while no cost is known.
    pub(in crate::stock) fn known_value(&self) -> Option<Money> {
        self.cost.map(|_| self.value)
    }

    fn is_sound(&self) -> bool {
        self.cost.is_some() && self.quantity > Quantity::ZERO
    }

    fn buy(&mut self, change: Quantity, cost: Money) -> Worth {
        if self.is_sound() {
            let worth = self.pass(change, cost);
            self.cost = Some(unit(self.value, self.quantity));
            return worth;
        }
        let after = self.quantity + change;
        let value = share(cost, after, change);
        let worth = Worth { value: Some(value - self.value), adjustment: value - self.value - cost };
        *self = Self { quantity: after, value, cost: Some(unit(cost, change)) };
        worth
    }

    fn give_back(&mut self, change: Quantity, cost: Money) -> Worth {
        match self.cost {
            None => self.buy(change, cost),
            Some(_) if self.is_sound() => self.buy(change, cost),
            Some(average) => {
                let value = times(average, self.quantity + change) - self.value;
                Worth { adjustment: value - cost, ..self.pass(change, value) }
            }
        }
    }

    /// No more leaves than all of it is worth; the rest corrects what went out before.
    fn send_back(&mut self, change: Quantity, cost: Money) -> Worth {
        let capped = cost.at_most(self.value.max(Money::ZERO));
        let worth = self.pass(change, -capped);
        self.cost = Some(unit(self.value, self.quantity));
        Worth { adjustment: cost - capped, ..worth }
    }

    /// What is still there takes its part of the difference; the part of what is gone corrects what that went out for.
    fn recost(&mut self, change: Quantity, old: Money, new: Money) -> Worth {
        let on_hand = self.quantity + change;
        let there = on_hand.clamp(Quantity::ZERO, change);
        let most_off = -(self.value + old).max(Money::ZERO);
        let kept = share(new - old, there, change).max(most_off);
        let worth = self.pass(change, old + kept);
        if on_hand > Quantity::ZERO {
            self.cost = Some(unit(self.value, self.quantity));
        }
        Worth { adjustment: kept - (new - old), ..worth }
    }

    fn pass(&mut self, change: Quantity, value: Money) -> Worth {
        self.quantity += change;
        if self.cost.is_some() {
            self.value += value;
        }
        Worth { value: Some(value), adjustment: Money::ZERO }
    }

    fn unknown(&mut self, change: Quantity) -> Worth {
        self.quantity += change;
        Worth { value: None, adjustment: Money::ZERO }
    }

    /// What a change is worth at the average. In proportion while something is left, so that the last one takes the last millionth
    /// with it.
    fn at_average(&self, change: Quantity) -> Option<Money> {
        let average = self.cost?;
        let after = self.quantity + change;
        if self.quantity > Quantity::ZERO && after > Quantity::ZERO {
            return Some(share(self.value, change, self.quantity));
        }
        Some(times(average, after) - self.value)
    }
}

/// `part` of `of` pieces of a value, rounded once.
pub(super) fn share(value: Money, part: Quantity, of: Quantity) -> Money {
    ratio(value.millionths(), part.millionths(), of.millionths())
}

/// What one base unit costs.
fn unit(value: Money, of: Quantity) -> Money {
    ratio(value.millionths(), SCALE, of.millionths())
}

/// What so much comes to at so much a base unit.
pub(super) fn times(cost: Money, quantity: Quantity) -> Money {
    ratio(cost.millionths(), quantity.millionths(), SCALE)
}

fn ratio(value: i64, by: i64, of: i64) -> Money {
    let (value, of) = if of < 0 { (-value, -of) } else { (value, of) };
    let exact = div_round(i128::from(value) * i128::from(by), i128::from(of));
    Money::from_millionths(i64::try_from(exact).unwrap_or(if exact < 0 { i64::MIN } else { i64::MAX }))
}

#[cfg(test)]
#[path = "fold_tests.rs"]
mod tests;
