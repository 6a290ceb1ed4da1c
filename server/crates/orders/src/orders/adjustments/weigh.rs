//! How much is given away, and so whose word it needs: up to a tenth of the account in all, more, or below a product's minimum
//! price. Pure.

use crate::orders::Account;
use comanda_base::{
    ids::LineId,
    money::{Money, Quantity},
};
use comanda_platform::use_case::Action;

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

/// Weighs a charge that is given up: like a discount of its size, also where prices hold it and the guest pays the same.
pub(super) fn charge_given_up(before: &Account, after: &Account) -> Gift {
    let discounts: Money = before.totals.discounts.iter().map(|d| d.amount).sum();
    let held = before.totals.service_included - after.totals.service_included;
    let less = (before.totals.total - after.totals.total).max(held).max(Money::ZERO);
    if less.is_zero() {
        return Gift::default();
    }
    weigh(before, after, false, discounts + less, before.totals.discounts.len() + 1)
}

/// Weighs what fewer dishes make of discounts that were small: more than a tenth of what is left, or a dish below its minimum.
pub(super) fn of_less(before: &Account, after: &Account) -> Gift {
    let below = |account: &Account| account.discounted().iter().any(|line| is_below(account, line));
    let action = if below(after) && !below(before) {
        Action::BelowMinimum
    } else if is_large(after) && !is_large(before) {
        Action::LargeDiscount
    } else {
        return Gift::default();
    };
    Gift { action: Some(action), below_minimum: Vec::new() }
}

/// Whether the discounts are more than a tenth. Those of an account without a dish wait for the next one, however small.
fn is_large(account: &Account) -> bool {
    let discounts = &account.totals.discounts;
    let nothing_left = account.live().next().is_none() && account.adjustments.iter().any(|a| a.is_discount());
    nothing_left || discounts.iter().map(|d| d.amount).sum::<Money>() > tenth_of(account.totals.base, discounts.len())
}

fn weigh(before: &Account, after: &Account, courtesy: bool, given: Money, rounded: usize) -> Gift {
    let below_minimum = newly_below(before, after);
    let tenth = tenth_of(before.totals.base.max(after.totals.base), rounded);
    let action = if !below_minimum.is_empty() {
        Action::BelowMinimum
    } else if courtesy || given > tenth {
        Action::LargeDiscount
    } else {
        Action::SmallDiscount
    };
    Gift { action: Some(action), below_minimum }
}

/// Each discount is rounded on its own: five and five per cent are ten, whatever became of half a céntimo.
fn tenth_of(base: Money, discounts: usize) -> Money {
    base.percent(SMALL_PERCENT).unwrap_or_default() + Money::centimos(discounts.saturating_sub(1) as i64)
}

fn newly_below(before: &Account, after: &Account) -> Vec<LineId> {
    let was = |id: LineId| before.discounted().iter().find(|(line, _)| *line == id).map(|(_, share)| *share);
    let newly = |line: &(LineId, Money)| is_below(after, line) && was(line.0).is_none_or(|was| line.1 < was);
    after.discounted().iter().filter(|line| newly(line)).map(|(id, _)| *id).collect()
}

/// Whether a line brings less than its product's minimum, without being a courtesy.
fn is_below(account: &Account, (id, share): &(LineId, Money)) -> bool {
    let Some(line) = account.line(*id) else { return false };
    let Some(minimum) = line.minimum_sale_price.and_then(|m| m.times(line.qty_original)) else { return false };
    *share < minimum && !account.is_courtesy(line)
}
