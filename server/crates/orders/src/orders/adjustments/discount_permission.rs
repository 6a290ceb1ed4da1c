//! The size of what is given away, and the permission that it needs: up to a tenth of the account in all, more than that, or below the
//! minimum price of a product. Pure.

use crate::orders::Account;
use comanda_base::{
    ids::LineId,
    money::{Money, Quantity},
};
use comanda_platform::use_case::Action;

/// The per cent of the base up to which all discounts together are small.
const SMALL_PERCENT: Quantity = Quantity::units(10);

/// The impact of a change that gives something away.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct DiscountImpact {
    /// The action that the role must be granted; `None` where nothing is given away.
    pub required_action: Option<Action>,
    /// The lines that fall below the minimum price of their product by it.
    pub below_minimum: Vec<LineId>,
}

/// Assesses new or newly enabled discounts; `courtesy` where one of them makes something free.
pub(super) fn assess_discounts(before: &Account, after: &Account, courtesy: bool) -> DiscountImpact {
    let discount_total = after.totals.discounts.iter().map(|d| d.amount).sum();
    let rounded = after.totals.discounts.len();
    assess(before, after, courtesy, discount_total, rounded)
}

/// Assesses a charge that is waived: like a discount of its size, even where prices include it and the guest pays the same.
pub(super) fn assess_waived_charge(before: &Account, after: &Account) -> DiscountImpact {
    let discounts: Money = before.totals.discounts.iter().map(|d| d.amount).sum();
    let included_service = before.totals.service_included - after.totals.service_included;
    let waived = (before.totals.total - after.totals.total).max(included_service).max(Money::ZERO);
    if waived.is_zero() {
        return DiscountImpact::default();
    }
    assess(before, after, false, discounts + waived, before.totals.discounts.len() + 1)
}

/// Assesses a reduction to fewer dishes: small discounts may become more than a tenth of the rest, or take a dish below its minimum.
pub(super) fn assess_fewer_lines(before: &Account, after: &Account) -> DiscountImpact {
    let has_line_below_minimum =
        |account: &Account| account.discounted_shares().iter().any(|line| is_below_minimum(account, line));
    let action = if has_line_below_minimum(after) && !has_line_below_minimum(before) {
        Action::BelowMinimum
    } else if is_large(after) && !is_large(before) {
        Action::LargeDiscount
    } else {
        return DiscountImpact::default();
    };
    DiscountImpact { required_action: Some(action), below_minimum: Vec::new() }
}

/// Tells whether the discounts are more than a tenth. On an account without a dish every discount is large, since it waits for the next
/// dish.
fn is_large(account: &Account) -> bool {
    let discounts = &account.totals.discounts;
    let nothing_left = account.live_lines().next().is_none() && account.adjustments.iter().any(|a| a.is_discount());
    nothing_left
        || discounts.iter().map(|d| d.amount).sum::<Money>()
            > small_discount_limit(account.totals.base, discounts.len())
}

fn assess(before: &Account, after: &Account, courtesy: bool, discount_total: Money, rounded: usize) -> DiscountImpact {
    let below_minimum = lines_newly_below_minimum(before, after);
    let tenth = small_discount_limit(before.totals.base.max(after.totals.base), rounded);
    let action = if !below_minimum.is_empty() {
        Action::BelowMinimum
    } else if courtesy || discount_total > tenth {
        Action::LargeDiscount
    } else {
        Action::SmallDiscount
    };
    DiscountImpact { required_action: Some(action), below_minimum }
}

/// Returns the most that small discounts add up to. Each discount is rounded on its own, so each further one may add a céntimo: five and
/// five per cent count as ten.
fn small_discount_limit(base: Money, discounts: usize) -> Money {
    base.percent(SMALL_PERCENT).unwrap_or_default() + Money::centimos(discounts.saturating_sub(1) as i64)
}

fn lines_newly_below_minimum(before: &Account, after: &Account) -> Vec<LineId> {
    let share_before =
        |id: LineId| before.discounted_shares().iter().find(|(line, _)| *line == id).map(|(_, share)| *share);
    let newly = |line: &(LineId, Money)| {
        is_below_minimum(after, line) && share_before(line.0).is_none_or(|share_before| line.1 < share_before)
    };
    after.discounted_shares().iter().filter(|line| newly(line)).map(|(id, _)| *id).collect()
}

/// Tells whether a line brings less than the minimum price of its product, without being a courtesy.
fn is_below_minimum(account: &Account, (id, share): &(LineId, Money)) -> bool {
    let Some(line) = account.find_line(*id) else { return false };
    let Some(minimum) = line.minimum_sale_price.and_then(|m| m.times(line.qty_original)) else { return false };
    *share < minimum && !account.is_courtesy(line)
}
