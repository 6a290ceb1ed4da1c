//! What the lines of a document come to, held against what it says, to the céntimo. Pure.

use super::invoice::{Affectation, Invoice, InvoiceLine};
use crate::money::{CENTIMO, Money, Quantity};

/// What lines, discounts and charges come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sums {
    /// Of each line with its taxes: with discount and freight they are the paper's total wherever that can be.
    pub totals: Vec<Money>,
    /// Off all lines together, and on top of them; with IGV.
    pub discount: Money,
    pub freight: Money,
    pub subtotal: Money,
    pub igv: Money,
    pub total: Money,
    /// Céntimos that rounding line by line had left over went to the largest lines.
    pub is_rounded: bool,
}

pub(super) fn sums(invoice: &Invoice) -> Sums {
    let (lines, paper) = (&invoice.lines, invoice.totals);
    let totals: Vec<Money> = lines.iter().map(InvoiceLine::total).collect();
    let taxed_lines = || lines.iter().filter(|line| line.affectation == Affectation::Taxed);
    let base: Money = taxed_lines().map(|line| line.net).sum();
    let percent = taxed_lines().map(|line| line.percent).max().unwrap_or(Quantity::ZERO);
    let (charged, discounted) = taxed_parts(invoice, base);
    let igv_of = |amount: Money| amount.percent(percent).unwrap_or_default();
    let all = invoice.adjustments;
    let up = if paper.rounding.is_negative() { Money::ZERO } else { paper.rounding };
    let discount = (all.base_discount + igv_of(discounted) + all.discount + (up - paper.rounding)).to_centimos();
    let freight = (all.base_charge + igv_of(charged) + all.charge + up).to_centimos();
    let igv: Money = taxed_lines().map(|line| line.igv).sum::<Money>() + igv_of(charged) - igv_of(discounted);
    let sum = totals.iter().copied().sum::<Money>() - discount + freight;
    let slack = Money::centimos(i64::try_from(lines.len()).unwrap_or(0) + 2);
    let near = |said: Money, computed: Money| {
        let off = said - computed;
        if off <= slack && -off <= slack { said } else { computed }
    };
    let off = if near(paper.total, sum) == paper.total { paper.total - sum } else { Money::ZERO };
    let (totals, is_spread) = spread(totals, off);
    let total = if is_spread { sum + off } else { sum };
    Sums {
        totals,
        discount,
        freight,
        subtotal: near(paper.taxed, base + charged - discounted),
        igv: near(paper.igv, igv),
        total,
        is_rounded: is_spread && !off.is_zero(),
    }
}

/// How much of the charges and discounts on everything is taxed: what the paper's base is more, or less, than that of its lines.
fn taxed_parts(invoice: &Invoice, base: Money) -> (Money, Money) {
    let all = invoice.adjustments;
    if base.is_zero() {
        return (Money::ZERO, Money::ZERO);
    }
    let within = |amount: Money, most: Money| amount.max(Money::ZERO).at_most(most);
    let more = invoice.totals.taxed - base;
    if all.base_discount.is_zero() {
        return (within(more, all.base_charge), Money::ZERO);
    }
    (all.base_charge, within(all.base_charge - more, all.base_discount))
}

/// So many céntimos on (or off) the largest lines, one each.
fn spread(mut totals: Vec<Money>, off: Money) -> (Vec<Money>, bool) {
    let one = Money::centimos(if off.is_negative() { -1 } else { 1 });
    let mut order: Vec<usize> = (0..totals.len()).filter(|at| totals[*at] > Money::units(1)).collect();
    order.sort_by_key(|at| (-totals[*at].millionths(), *at));
    let count = usize::try_from((off.millionths() / CENTIMO).unsigned_abs()).unwrap_or(usize::MAX);
    if order.is_empty() {
        return (totals, off.is_zero());
    }
    for at in order.iter().cycle().take(count) {
        totals[*at] += one;
    }
    (totals, true)
}
