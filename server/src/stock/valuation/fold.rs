//! What a move is worth: the moving weighted average, move by move. Pure.
//!
//! Entries of known cost change the average; everything that goes out leaves at it. Nothing is known before the first entry of known
//! cost: what went out until then stays unknown, and what is left then is worth what that entry cost. Where more went out than there
//! was, the next entry sets the average anew and corrects what those went out for (`adjustment`). The sum of all values is always the
//! value of the balance.

use crate::money::{Money, Quantity, SCALE, div_round};

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
                let worth = self.pass(change, -cost.at_most(self.value.max(Money::ZERO)));
                self.cost = Some(unit(self.value, self.quantity));
                worth
            }
            How::Passed(Some(value)) => self.pass(change, value),
            How::Passed(None) => match self.cost {
                Some(cost) => self.pass(change, times(cost, change)),
                None => self.unknown(change),
            },
            How::Bought(None) | How::Returned(None) | How::Taken | How::SentBack(_) => match self.at_average(change) {
                Some(value) => self.pass(change, value),
                None => self.unknown(change),
            },
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
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn q(millis: i64) -> Quantity {
        Quantity::from_millionths(millis * 1_000)
    }
    fn s(centimos: i64) -> Money {
        Money::centimos(centimos)
    }

    #[test]
    fn the_average_moves_with_what_comes_in_and_stays_with_what_goes_out() {
        let mut b = Balance::default();
        assert_eq!(b.apply(q(8_200), How::Bought(Some(s(25_584)))).value, Some(s(25_584)));
        assert_eq!(b.cost, Some(Money::from_millionths(31_200_000)));
        b.apply(q(20_000), How::Bought(Some(s(62_540))));
        assert_eq!((b.quantity, b.value, b.cost), (q(28_200), s(88_124), Some(Money::from_millionths(31_249_645))));
        let sold = b.apply(-q(5_600), How::Taken);
        assert_eq!(sold.value, Some(Money::from_millionths(-174_998_014)));
        assert_eq!(b.cost, Some(Money::from_millionths(31_249_645)), "what goes out changes no average");
        b.apply(-q(22_600), How::Taken);
        assert_eq!((b.quantity, b.value), (Quantity::ZERO, Money::ZERO), "the last one takes all that is left");
        assert_eq!(b.cost, Some(Money::from_millionths(31_249_645)));
    }

    #[test]
    fn nothing_is_known_before_the_first_cost() {
        let mut b = Balance::default();
        assert_eq!(b.apply(q(10_000), How::Bought(None)).value, None);
        assert_eq!(b.apply(-q(4_000), How::Taken).value, None);
        assert_eq!((b.quantity, b.known_value()), (q(6_000), None));
        let bought = b.apply(q(4_000), How::Bought(Some(s(2_000))));
        assert_eq!((bought.value, bought.adjustment), (Some(s(5_000)), s(3_000)), "what was left is worth as much");
        assert_eq!((b.value, b.cost), (s(5_000), Some(s(500))));
        assert_eq!(b.apply(q(1_000), How::Bought(None)).value, Some(s(500)), "from then on at the average");
    }

    #[test]
    fn what_was_sold_before_it_was_bought_is_corrected_by_the_purchase() {
        let mut b = Balance::default();
        b.apply(q(1_000), How::Bought(Some(s(500))));
        assert_eq!(b.apply(-q(3_000), How::Taken).value, Some(-s(1_500)));
        assert_eq!((b.quantity, b.value), (-q(2_000), -s(1_000)));
        let bought = b.apply(q(10_000), How::Bought(Some(s(6_000))));
        assert_eq!(bought.adjustment, -s(200), "two were taken at 5.00 and cost 6.00");
        assert_eq!((b.quantity, b.value, b.cost), (q(8_000), s(4_800), Some(s(600))));
    }

    #[test]
    fn what_comes_back_is_worth_what_it_went_out_for() {
        let mut b = Balance::default();
        b.apply(q(10_000), How::Bought(Some(s(5_000))));
        b.apply(-q(2_000), How::Taken);
        b.apply(q(8_000), How::Bought(Some(s(8_000))));
        b.apply(q(2_000), How::Returned(Some(s(1_000))));
        assert_eq!(
            (b.quantity, b.value, b.cost),
            (q(18_000), s(13_000), Some(Money::from_millionths(722_222 * 10 + 2)))
        );
    }

    #[test]
    fn what_is_sent_back_leaves_at_what_it_came_in_for() {
        let mut b = Balance::default();
        b.apply(q(10_000), How::Bought(Some(s(4_000))));
        b.apply(q(10_000), How::Bought(Some(s(6_000))));
        assert_eq!(b.apply(-q(5_000), How::SentBack(s(3_000))).value, Some(-s(3_000)));
        assert_eq!((b.value, b.cost), (s(7_000), Some(Money::from_millionths(4_666_667))));
        // Out and in again for less, while half of it is sold: what is left is worth the new cost.
        let mut b = Balance::default();
        b.apply(q(10_000), How::Bought(Some(s(4_000))));
        b.apply(-q(5_000), How::Taken);
        b.apply(-q(10_000), How::SentBack(s(4_000)));
        let again = b.apply(q(10_000), How::Bought(Some(s(3_000))));
        assert_eq!((b.quantity, b.value, b.cost), (q(5_000), s(1_500), Some(s(300))));
        assert_eq!(again.adjustment, s(500), "the rest of it was sold at the old cost");
    }

    #[test]
    fn a_pair_that_was_taken_back_leaves_no_trace() {
        for before in [Balance::default(), {
            let mut b = Balance::default();
            b.apply(q(3_000), How::Bought(Some(s(700))));
            b.apply(-q(5_000), How::Taken);
            b
        }] {
            let mut b = before;
            b.apply(q(4_000), How::Passed(Some(s(9_900))));
            b.apply(-q(4_000), How::Passed(Some(-s(9_900))));
            assert_eq!(b, before);
        }
    }

    proptest! {
        #[test]
        fn the_sum_of_values_is_the_value_of_the_balance(
            moves in prop::collection::vec((-50_000i64..50_000, prop::option::of(0i64..1_000_000)), 1..80)
        ) {
            let (mut b, mut sum) = (Balance::default(), Money::ZERO);
            for (quantity, cost) in moves {
                if quantity == 0 { continue }
                let how = match (quantity > 0, cost) {
                    (true, cost) => How::Bought(cost.map(s)),
                    (false, Some(cost)) if cost % 2 == 0 => How::SentBack(s(cost)),
                    (false, _) => How::Taken,
                };
                sum += b.apply(q(quantity), how).value.unwrap_or_default();
                prop_assert_eq!(sum, b.value);
                if b.quantity.is_zero() {
                    prop_assert_eq!(b.value, Money::ZERO);
                }
            }
        }
    }
}
