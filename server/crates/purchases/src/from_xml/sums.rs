//! What the lines of a document come to, held against what it says by the tax authority's own rules: each figure may lie as far from
//! what is computed of the lines as it lets pass (3277, 3279, 3280, 3291, 3293, 3295). Pure.

use super::invoice::{Invoice, InvoiceLine};
use comanda_base::money::{CENTIMO, Money, Quantity, distribute};

/// How far a figure may lie from what the lines come to, whatever the number of lines.
const TOLERANCE: Money = Money::units(1);

/// What lines, discounts and charges come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sums {
    /// Of each line with its taxes: with discount and freight they are the paper's total wherever that can be.
    pub totals: Vec<Money>,
    /// Off all lines together, and on top of them; with IGV.
    pub discount: Money,
    pub freight: Money,
    /// Of the discount, what was paid in advance.
    pub advance: Money,
    pub subtotal: Money,
    pub igv: Money,
    pub total: Money,
    /// What rounding line by line had left over went to the largest lines.
    pub is_rounded: bool,
}

pub(super) fn sums(invoice: &Invoice) -> Sums {
    let (lines, paper, all) = (&invoice.lines, invoice.totals, invoice.adjustments);
    let base: Money = taxed(lines).map(|line| line.net).sum();
    let percent = percent(invoice);
    let igv_of = |amount: Money| amount.percent(percent).unwrap_or_default();
    let (charged, discounted) = taxed_parts(invoice, base - all.base_advance);
    let advance = match all.advance.is_zero() {
        true => all.base_advance + igv_of(all.base_advance) + all.isc_advance + all.untaxed_advance,
        false => all.advance,
    };
    let up = if paper.rounding.is_negative() { Money::ZERO } else { paper.rounding };
    let discount =
        (all.base_discount + igv_of(discounted) + all.discount + advance + (up - paper.rounding)).to_centimos();
    let freight = (all.base_charge + igv_of(charged) + all.charge + up).to_centimos();
    let igv_before = igv_of_lines(lines) + igv_of(charged) - igv_of(discounted);
    let (igv, subtotal) =
        (igv_before - igv_of(all.base_advance + all.isc_advance), base + charged - discounted - all.base_advance);
    let totals: Vec<Money> = lines.iter().map(InvoiceLine::total).collect();
    let sum = totals.iter().copied().sum::<Money>() - discount + freight;
    // By the rules, with the IGV of all bases; lines may each have rounded theirs.
    let lines_igv: Money = taxed(lines).map(|line| line.igv).sum();
    let by_rule = sum - lines_igv + igv_of_lines(lines);
    let is_right = is_near(paper.total, sum) || is_near(paper.total, by_rule);
    let off = if is_right { paper.total - sum } else { Money::ZERO };
    let (totals, is_spread) = spread(totals, off);
    Sums {
        totals,
        discount,
        freight,
        advance: advance.at_most(discount),
        subtotal: near(paper.taxed, subtotal),
        igv: near(paper.igv, igv),
        total: if is_spread { sum + off } else { sum },
        is_rounded: is_spread && !off.is_zero(),
    }
}

fn taxed(lines: &[InvoiceLine]) -> impl Iterator<Item = &InvoiceLine> {
    lines.iter().filter(|line| line.affectation.is_taxed())
}

/// Per cent of its IGV, or of its IVAP.
pub(super) fn percent(invoice: &Invoice) -> Quantity {
    taxed(&invoice.lines).map(|line| line.percent).max().unwrap_or(Quantity::ZERO)
}

/// The IGV of all that is bought, rate by rate; a rate that is not said takes what the lines say.
fn igv_of_lines(lines: &[InvoiceLine]) -> Money {
    let mut rates: Vec<Quantity> = taxed(lines).map(|line| line.percent).collect();
    rates.sort_unstable();
    rates.dedup();
    let of_rate = |rate: Quantity| {
        let lines = || taxed(lines).filter(move |line| line.percent == rate);
        let said: Money = lines().map(|line| line.igv).sum();
        let computed = lines().map(|line| line.igv_base).sum::<Money>().percent(rate).unwrap_or(said);
        // What was rounded line by line is as right.
        if rate.is_zero() || is_near(said, computed) { said } else { computed }
    };
    rates.into_iter().map(of_rate).sum()
}

fn is_near(said: Money, computed: Money) -> bool {
    said - computed <= TOLERANCE && computed - said <= TOLERANCE
}

/// What the paper says, where it may say that.
fn near(said: Money, computed: Money) -> Money {
    if is_near(said, computed) { said } else { computed }
}

/// How much of the charges and discounts on everything is taxed: what the paper's base is more, or less, than that of its lines.
fn taxed_parts(invoice: &Invoice, base: Money) -> (Money, Money) {
    let all = invoice.adjustments;
    if taxed(&invoice.lines).next().is_none() {
        return (Money::ZERO, Money::ZERO);
    }
    let within = |amount: Money, most: Money| amount.max(Money::ZERO).at_most(most);
    let more = invoice.totals.taxed - base;
    if all.base_discount.is_zero() {
        return (within(more, all.base_charge), Money::ZERO);
    }
    (all.base_charge, within(all.base_charge - more, all.base_discount))
}

/// So many céntimos on (or off) the largest lines, one each and again; where all of them are small, in proportion. Not where a line would
/// come to less than nothing.
fn spread(totals: Vec<Money>, off: Money) -> (Vec<Money>, bool) {
    let mut order: Vec<usize> = (0..totals.len()).filter(|at| totals[*at] > TOLERANCE).collect();
    order.sort_by_key(|at| (-totals[*at].millionths(), *at));
    if order.is_empty() {
        let sum: Money = totals.iter().copied().sum();
        let is_possible = off.is_zero() || (!sum.is_zero() && sum + off >= Money::ZERO);
        return if is_possible && !off.is_zero() {
            (distribute(sum + off, &totals), true)
        } else {
            (totals, is_possible)
        };
    }
    // Every line so many, and the first ones one more.
    let (all, lines) = (off.millionths() / CENTIMO, i64::try_from(order.len()).unwrap_or(i64::MAX));
    let (each, more) = (all / lines, all % lines);
    let mut spread = totals.clone();
    for (place, at) in (0..).zip(order) {
        let one = if place < more.abs() { more.signum() } else { 0 };
        spread[at] += Money::centimos(each + one);
    }
    if spread.iter().any(|total| total.is_negative()) { (totals, false) } else { (spread, true) }
}

#[cfg(test)]
#[path = "sums_tests.rs"]
mod tests;
