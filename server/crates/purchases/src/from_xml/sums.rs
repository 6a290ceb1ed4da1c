//! Adds up the lines of a document and compares them with its stated totals by the tax authority's own rules: each stated figure is
//! accepted within the tolerance that these rules allow (3277, 3279, 3280, 3291, 3293, 3295).

use super::invoice::{Invoice, InvoiceLine};
use comanda_base::money::{CENTIMO, Money, Quantity, distribute};

/// The accepted difference between a stated figure and the computed one, whatever the number of lines.
const TOLERANCE: Money = Money::units(1);

/// The sums of lines, discounts and charges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DocumentSums {
    /// The total of each line with its taxes; with discount and freight they add up to the stated total wherever possible.
    pub totals: Vec<Money>,
    /// The discount on all lines together, with IGV.
    /// The charge on top of all lines together, with IGV.
    pub discount: Money,
    pub freight: Money,
    /// The part of the discount that was paid in advance.
    pub advance: Money,
    pub subtotal: Money,
    pub igv: Money,
    pub total: Money,
    /// Whether a remainder of rounding line by line was added to the largest lines.
    pub is_rounded: bool,
}

pub(super) fn compute_sums(invoice: &Invoice) -> DocumentSums {
    let (lines, paper, all) = (&invoice.lines, invoice.totals, invoice.adjustments);
    let base: Money = taxed_lines(lines).map(|line| line.net).sum();
    let percent = igv_percent(invoice);
    let igv_of = |amount: Money| amount.percent(percent).unwrap_or_default();
    let (charged, discounted) = taxed_parts(invoice, base - all.base_advance);
    let advance = match all.advance.is_zero() {
        true => all.base_advance + igv_of(all.base_advance) + all.isc_advance + all.untaxed_advance,
        false => all.advance,
    };
    let rounding_up = if paper.rounding.is_negative() { Money::ZERO } else { paper.rounding };
    let discount = (all.base_discount + igv_of(discounted) + all.discount + advance + (rounding_up - paper.rounding))
        .to_centimos();
    let freight = (all.base_charge + igv_of(charged) + all.charge + rounding_up).to_centimos();
    let igv_before = igv_of_lines(lines) + igv_of(charged) - igv_of(discounted);
    let (igv, subtotal) =
        (igv_before - igv_of(all.base_advance + all.isc_advance), base + charged - discounted - all.base_advance);
    let totals: Vec<Money> = lines.iter().map(InvoiceLine::total).collect();
    let sum = totals.iter().copied().sum::<Money>() - discount + freight;
    // The rules compute the IGV of all bases together; each line may have rounded its own.
    let lines_igv: Money = taxed_lines(lines).map(|line| line.igv).sum();
    let total_by_rule = sum - lines_igv + igv_of_lines(lines);
    let is_right = is_near(paper.total, sum) || is_near(paper.total, total_by_rule);
    let difference = if is_right { paper.total - sum } else { Money::ZERO };
    let (totals, is_spread) = spread(totals, difference);
    DocumentSums {
        totals,
        discount,
        freight,
        advance: advance.at_most(discount),
        subtotal: stated_if_near(paper.taxed, subtotal),
        igv: stated_if_near(paper.igv, igv),
        total: if is_spread { sum + difference } else { sum },
        is_rounded: is_spread && !difference.is_zero(),
    }
}

fn taxed_lines(lines: &[InvoiceLine]) -> impl Iterator<Item = &InvoiceLine> {
    lines.iter().filter(|line| line.affectation.is_taxed())
}

/// Returns the rate of the document's IGV, or of its IVAP, in per cent.
pub(super) fn igv_percent(invoice: &Invoice) -> Quantity {
    taxed_lines(&invoice.lines).map(|line| line.percent).max().unwrap_or(Quantity::ZERO)
}

/// Adds up the IGV of all lines by rate; the lines' own amounts are taken for a zero rate, or where they are within the tolerance.
fn igv_of_lines(lines: &[InvoiceLine]) -> Money {
    let mut rates: Vec<Quantity> = taxed_lines(lines).map(|line| line.percent).collect();
    rates.sort_unstable();
    rates.dedup();
    let igv_at = |rate: Quantity| {
        let lines = || taxed_lines(lines).filter(move |line| line.percent == rate);
        let stated: Money = lines().map(|line| line.igv).sum();
        let computed = lines().map(|line| line.igv_base).sum::<Money>().percent(rate).unwrap_or(stated);
        // Amounts rounded line by line are accepted too.
        if rate.is_zero() || is_near(stated, computed) { stated } else { computed }
    };
    rates.into_iter().map(igv_at).sum()
}

fn is_near(stated: Money, computed: Money) -> bool {
    stated - computed <= TOLERANCE && computed - stated <= TOLERANCE
}

/// Returns the stated amount where it is within the tolerance, else the computed one.
fn stated_if_near(stated: Money, computed: Money) -> Money {
    if is_near(stated, computed) { stated } else { computed }
}

/// Returns the taxed parts of the charge and of the discount on the whole document, inferred from the difference between the document's
/// base and that of its lines.
fn taxed_parts(invoice: &Invoice, base: Money) -> (Money, Money) {
    let all = invoice.adjustments;
    if taxed_lines(&invoice.lines).next().is_none() {
        return (Money::ZERO, Money::ZERO);
    }
    let clamp = |amount: Money, most: Money| amount.max(Money::ZERO).at_most(most);
    let more = invoice.totals.taxed - base;
    if all.base_discount.is_zero() {
        return (clamp(more, all.base_charge), Money::ZERO);
    }
    (all.base_charge, clamp(all.base_charge - more, all.base_discount))
}

/// Distributes a difference over the largest lines, one céntimo each in turn, or in proportion where all lines are small. Returns the
/// totals unchanged and false where a line would become negative.
fn spread(totals: Vec<Money>, difference: Money) -> (Vec<Money>, bool) {
    let mut order: Vec<usize> = (0..totals.len()).filter(|at| totals[*at] > TOLERANCE).collect();
    order.sort_by_key(|at| (-totals[*at].millionths(), *at));
    if order.is_empty() {
        let sum: Money = totals.iter().copied().sum();
        let is_possible = difference.is_zero() || (!sum.is_zero() && sum + difference >= Money::ZERO);
        return if is_possible && !difference.is_zero() {
            (distribute(sum + difference, &totals), true)
        } else {
            (totals, is_possible)
        };
    }
    // Every line gets `each`, and the first ones one céntimo more.
    let (all, lines) = (difference.millionths() / CENTIMO, i64::try_from(order.len()).unwrap_or(i64::MAX));
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
