//! How much is given away, and so whose word it needs: up to a tenth of the account in all, more, or below a product's minimum
//! price. Pure.

use crate::{
    http::Action,
    ids::LineId,
    money::{Money, Quantity},
    orders::Account,
};

/// Discounts up to this per cent of the base, all together, are small.
const SMALL_PERCENT: Quantity = Quantity::units(10);

/// What a change gives away.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Gift {
    /// What the role must hold; `None`: nothing is given.
    pub action: Option<Action>,
    /// Lines that come to less than their product's minimum, and did not before.
    pub below_minimum: Vec<LineId>,
}

/// Weighs new or newly enabled discounts; `courtesy` where one of them gives all for nothing.
pub(super) fn discounts(before: &Account, after: &Account, courtesy: bool) -> Gift {
    let given = after.totals.discounts.iter().map(|d| d.amount).sum();
    let rounded = after.totals.discounts.len();
    weigh(before, after, courtesy, given, rounded)
}

/// Weighs a charge that is given up: like a discount of its size.
pub(super) fn charge_given_up(before: &Account, after: &Account) -> Gift {
    let discounts: Money = before.totals.discounts.iter().map(|d| d.amount).sum();
    let less = (before.totals.total - after.totals.total).max(Money::ZERO);
    if less.is_zero() {
        return Gift::default();
    }
    weigh(before, after, false, discounts + less, before.totals.discounts.len() + 1)
}

fn weigh(before: &Account, after: &Account, courtesy: bool, given: Money, rounded: usize) -> Gift {
    let below_minimum = newly_below(before, after);
    let tenth = before.totals.base.max(after.totals.base).percent(SMALL_PERCENT).unwrap_or_default();
    // Each discount was rounded on its own: five and five per cent are ten, whatever became of half a céntimo.
    let tenth = tenth + Money::centimos(rounded.saturating_sub(1) as i64);
    let action = if !below_minimum.is_empty() {
        Action::BelowMinimum
    } else if courtesy || given > tenth {
        Action::LargeDiscount
    } else {
        Action::SmallDiscount
    };
    Gift { action: Some(action), below_minimum }
}

fn newly_below(before: &Account, after: &Account) -> Vec<LineId> {
    let was = |id: LineId| before.discounted().iter().find(|(line, _)| *line == id).map(|(_, share)| *share);
    let is_below = |(id, share): &(LineId, Money)| {
        let Some(line) = after.line(*id) else { return false };
        let Some(minimum) = line.minimum_sale_price.and_then(|m| m.times(line.qty_original)) else { return false };
        *share < minimum && was(*id).is_none_or(|was| *share < was) && !after.is_courtesy(line)
    };
    after.discounted().iter().filter(|line| is_below(line)).map(|(id, _)| *id).collect()
}
