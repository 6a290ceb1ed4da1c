//! The cost of a quantity of a line on its account: dish, toppings, its share of charges, less its share of discounts. Each is computed
//! cumulatively, as the cost up to the last unit less the cost of the units before, so that the portions of a line always add up to it to
//! the céntimo, however it is paid. Pure.

use comanda_base::{
    ids::LineId,
    money::{CENTIMO, Money, Quantity, SCALE, div_round},
};
use comanda_orders::orders::{
    Account, Line,
    account::{AdjustmentKind, AppliedCharge},
};

/// Some units of a line, with their cost.
#[derive(Debug, Clone)]
pub struct LinePortion<'a> {
    pub line: &'a Line,
    pub quantity: Quantity,
    /// The cost of the dish without toppings.
    pub own_amount: Money,
    /// The cost of each topping of the line.
    pub toppings: Vec<Money>,
    /// The share of each charge of the account.
    pub charges: Vec<Money>,
    discount: Money,
    /// Whether the units are free of charge.
    pub is_free: bool,
}

impl LinePortion<'_> {
    /// Returns the amount to pay for the units.
    pub fn amount_due(&self) -> Money {
        let toppings: Money = self.toppings.iter().copied().sum();
        let charges: Money = self.charges.iter().copied().sum();
        (self.own_amount + toppings + charges - self.discount).max(Money::ZERO)
    }
    /// Returns the discounts on the units, without the part that makes them free.
    pub fn discount_if_sold(&self) -> Money {
        let free: Money =
            if self.is_free { self.own_amount + self.toppings.iter().copied().sum() } else { Money::ZERO };
        (self.discount - free).max(Money::ZERO)
    }
}

/// Returns the share of an amount for `part` of `whole` units, rounded to the céntimo.
pub fn share_of_units(amount: Money, part: i64, whole: i64) -> Money {
    if whole == 0 {
        return Money::ZERO;
    }
    let centimos =
        div_round(i128::from(amount.millionths()) * i128::from(part), i128::from(whole) * i128::from(CENTIMO));
    Money::centimos(i64::try_from(centimos).unwrap_or_default())
}

/// Prices the next `quantity` unpaid units of a live line; `None` where fewer are unpaid.
pub fn price_portion<'a>(account: &'a Account, id: LineId, quantity: Quantity) -> Option<LinePortion<'a>> {
    let at = account.shares().iter().position(|(line, _)| *line == id)?;
    let (line, share) = (account.find_line(id)?, account.shares()[at].1);
    if quantity > line.unpaid() {
        return None;
    }
    let (from, to, whole) = (line.qty_paid, line.qty_paid + quantity, line.qty_original);
    let prorate_units = |amount: Money| {
        share_of_units(amount, to.millionths(), whole.millionths())
            - share_of_units(amount, from.millionths(), whole.millionths())
    };
    let part_of = |charge: &AppliedCharge| charge.parts.get(at).copied().unwrap_or_default();
    let charges: Money = account.totals.charges.iter().map(part_of).sum();
    let own_amount = line.own_amount(to) - line.own_amount(from);
    let toppings: Vec<Money> = line.toppings.iter().map(|t| t.amount(to) - t.amount(from)).collect();
    // The discounts on the line itself and on its share of the charges.
    let (value, discount) = (line.amount(whole), line.amount(whole) + charges - share);
    let is_free = account.is_courtesy(line) && discount >= value;
    let discount = if is_free {
        own_amount + toppings.iter().copied().sum() + prorate_units(discount - value)
    } else {
        prorate_units(discount)
    };
    let charges = account.totals.charges.iter().map(|c| prorate_units(part_of(c))).collect();
    Some(LinePortion { line, quantity, own_amount, toppings, charges, discount, is_free })
}

/// Prices everything of the account that is not paid yet.
pub fn unpaid_portions(account: &Account) -> Vec<LinePortion<'_>> {
    account
        .live_lines()
        .filter(|l| !l.unpaid().is_zero())
        .filter_map(|l| price_portion(account, l.id, l.unpaid()))
        .collect()
}

/// Returns the share of some portions in the charges of one kind.
pub fn charge_of_portions(account: &Account, portions: &[LinePortion<'_>], kind: AdjustmentKind) -> Money {
    let has_kind = |i: &usize| account.totals.charges[*i].kind == Some(kind);
    let each = |i: usize| portions.iter().map(|p| p.charges[i]).sum::<Money>();
    (0..account.totals.charges.len()).filter(has_kind).map(each).sum()
}

/// Whether a quantity is a whole number of units.
pub fn is_whole(quantity: Quantity) -> bool {
    quantity.millionths() % SCALE == 0
}
