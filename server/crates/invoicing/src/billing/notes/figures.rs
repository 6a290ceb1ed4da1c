//! The figures of a credit note, from the stored lines of its document. A note has no discounts (the rules of notes allow none), so those
//! of the whole document are distributed over its lines; charges outside the IGV go in proportion. All rounding is of cumulative sums:
//! several notes together never differ from the document by a céntimo.

use super::remainder::{AFFECTATIONS, affectation_balance, paid_lines, remaining_by_line};
use crate::billing::model::{Billing, BillingLine};
use comanda_base::{
    error::{Code, Refusal, invalid, refuse},
    ids::BillingLineId,
    money::{Money, Quantity, fraction, spread_by_weights},
};

/// A quantity of a document's line.
pub type LineQuantity = (BillingLineId, Quantity);

/// The total of a note as determined by the account, whose discount may be distributed differently after a part is returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoteTarget {
    pub total: Money,
    /// The part of `total` outside the IGV.
    pub other_charges: Money,
}

/// A line of a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NoteLine {
    pub line: BillingLineId,
    pub quantity: Quantity,
    pub unit_price: Money,
    pub base: Money,
    pub igv: Money,
    /// The total with the tax on plastic bags.
    pub total: Money,
    pub bag_tax: Money,
}

/// The figures of a note.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct NoteFigures {
    pub lines: Vec<NoteLine>,
    pub taxable: Money,
    pub igv: Money,
    pub exonerated: Money,
    pub unaffected: Money,
    pub other_charges: Money,
    /// The tax on returned plastic bags.
    pub bag_tax: Money,
    pub total: Money,
}

/// Computes a note for some quantities; `None` for everything that is left.
pub(super) fn compute_note_figures(
    billing: &Billing,
    requested: Option<&[LineQuantity]>,
    target: Option<NoteTarget>,
) -> Result<NoteFigures, Refusal> {
    let units = resolve_units(billing, requested)?;
    let takes_all = target.is_none_or(|t| t.total == billing.remaining_total())
        && paid_lines(billing).all(|l| {
            units.iter().find(|u| u.0.id == l.id).map_or(Quantity::ZERO, |u| u.1) == billing.remaining_quantity(l)
        });
    let bag_tax: Money = units.iter().map(|(line, quantity)| bag_tax_of(line, *quantity)).sum();
    let target = target.map(|t| NoteTarget { total: t.total - bag_tax, ..t });
    let amounts = if takes_all {
        AFFECTATIONS.map(|a| affectation_balance(billing, a).remaining_total())
    } else {
        partial_amounts(billing, &units, target)?
    };
    let other_charges = match (takes_all, target) {
        (true, _) => billing.remaining_outside_igv(),
        (false, Some(target)) => target.other_charges,
        (false, None) => proportional_other_charges(billing, amounts.into_iter().sum()),
    };
    let mut figures = NoteFigures { other_charges, bag_tax, ..NoteFigures::default() };
    for (affectation, amount) in AFFECTATIONS.into_iter().zip(amounts) {
        let units_of_kind: Vec<_> = units.iter().filter(|u| u.0.affectation == affectation).copied().collect();
        if !amount.is_zero() && units_of_kind.is_empty() {
            return Err(does_not_fit_refusal());
        }
        let base = if affectation == "10" { base_without_igv(billing, amount, takes_all) } else { amount };
        match affectation {
            "10" => (figures.taxable, figures.igv) = (base, amount - base),
            "20" => figures.exonerated = amount,
            _ => figures.unaffected = amount,
        }
        figures.lines.extend(note_lines(billing, &units_of_kind, amount, base));
    }
    figures.total = amounts.into_iter().sum::<Money>() + other_charges + bag_tax;
    if figures.total <= Money::ZERO || figures.lines.is_empty() {
        return Err(invalid("lines", "De eso no hay nada que devolver."));
    }
    Ok(figures)
}

/// Returns the returned lines with their quantities.
fn resolve_units<'b>(
    billing: &'b Billing,
    requested: Option<&[LineQuantity]>,
) -> Result<Vec<(&'b BillingLine, Quantity)>, Refusal> {
    let Some(requested) = requested else {
        let remaining = paid_lines(billing).map(|l| (l, billing.remaining_quantity(l)));
        return Ok(remaining.filter(|(_, q)| *q > Quantity::ZERO).collect());
    };
    let mut units: Vec<(&BillingLine, Quantity)> = Vec::with_capacity(requested.len());
    for (id, quantity) in requested {
        let line = billing.lines.iter().find(|l| l.id == *id);
        let line = line.ok_or_else(|| invalid("lines", "Una de las líneas no es de este comprobante."))?;
        let remaining = billing.remaining_quantity(line);
        if units.iter().any(|u| u.0.id == *id) {
            return Err(invalid("lines", "Una línea se repite. Junta sus cantidades."));
        }
        if *quantity <= Quantity::ZERO || *quantity > remaining {
            let text = format!("{}: quedan {remaining} por devolver.", line.description);
            return Err(invalid("lines", text));
        }
        if AFFECTATIONS.contains(&line.affectation.as_str()) {
            units.push((line, *quantity));
        }
    }
    Ok(units)
}

/// Computes the amounts of some quantities, by IGV treatment (affectation).
fn partial_amounts(
    billing: &Billing,
    units: &[(&BillingLine, Quantity)],
    target: Option<NoteTarget>,
) -> Result<[Money; 3], Refusal> {
    let amounts_of_units = proportional_amounts(billing, units);
    let proportional = AFFECTATIONS.map(|affectation| {
        let units_of_kind = units.iter().zip(&amounts_of_units).filter(|(u, _)| u.0.affectation == affectation);
        units_of_kind
            .map(|(_, amount)| *amount)
            .sum::<Money>()
            .at_most(affectation_balance(billing, affectation).remaining_total())
    });
    let Some(target) = target else { return Ok(proportional) };
    let amounts = spread_by_weights(target.total - target.other_charges, &proportional);
    let fits = AFFECTATIONS
        .iter()
        .zip(&amounts)
        .all(|(a, amount)| *amount <= affectation_balance(billing, a).remaining_total());
    let sum: Money = amounts.iter().copied().sum();
    let fits = fits
        && amounts.iter().all(|amount| !amount.is_negative())
        && sum + target.other_charges == target.total
        && target.total <= billing.remaining_total() - billing.remaining_bag_tax()
        && target.other_charges <= billing.remaining_outside_igv();
    match <[Money; 3]>::try_from(amounts) {
        Ok(amounts) if fits && !target.other_charges.is_negative() => Ok(amounts),
        _ => Err(does_not_fit_refusal()),
    }
}

fn does_not_fit_refusal() -> Refusal {
    let text =
        "Con los descuentos de la cuenta, esa parte no se puede quitar del comprobante. Devuelve el cobro entero.";
    refuse(Code::Conflict, text)
}

/// Returns the charges outside the IGV that belong to these amounts.
fn proportional_other_charges(billing: &Billing, amount: Money) -> Money {
    let pools = AFFECTATIONS.map(|a| affectation_balance(billing, a));
    let (all, reversed): (Money, Money) =
        (pools.iter().map(|p| p.of_document).sum(), pools.iter().map(|p| p.reversed).sum());
    let reversed_so_far = fraction(billing.row.other_charges, (reversed + amount).millionths(), all.millionths());
    let remaining = billing.remaining_outside_igv();
    (reversed_so_far - (billing.row.other_charges - remaining)).max(Money::ZERO).at_most(remaining)
}

/// Returns the amount without IGV.
pub(super) fn base_without_igv(billing: &Billing, amount: Money, takes_all: bool) -> Money {
    let reversed: Money = billing.credit_notes.iter().map(|n| n.taxable).sum();
    let remaining = billing.row.taxable - reversed;
    if takes_all {
        return remaining;
    }
    let pool = affectation_balance(billing, "10");
    let reversed_so_far =
        fraction(billing.row.taxable, (pool.reversed + amount).millionths(), pool.of_document.millionths());
    (reversed_so_far - reversed).max(Money::ZERO).at_most(remaining).at_most(amount)
}

/// Computes the amounts of quantities of lines, in proportion to the remaining amount of each line.
fn proportional_amounts(billing: &Billing, units: &[(&BillingLine, Quantity)]) -> Vec<Money> {
    let remaining = remaining_by_line(billing);
    let amounts_of_units = |(line, quantity): &(&BillingLine, Quantity)| {
        let remaining_total = remaining.iter().find(|l| l.0 == line.id).map_or(Money::ZERO, |l| l.1);
        fraction(remaining_total, quantity.millionths(), billing.remaining_quantity(line).millionths())
    };
    units.iter().map(amounts_of_units).collect()
}

fn note_lines(billing: &Billing, units: &[(&BillingLine, Quantity)], amount: Money, base: Money) -> Vec<NoteLine> {
    let mut weights = proportional_amounts(billing, units);
    if weights.iter().all(|w| w.is_zero()) {
        weights = units.iter().map(|(_, q)| Money::from_millionths(q.millionths())).collect();
    }
    let totals = spread_by_weights(amount, &weights);
    let bases = spread_by_weights(base, &totals);
    let line = |(((line, quantity), total), base): (((&BillingLine, Quantity), Money), Money)| NoteLine {
        line: line.id,
        quantity,
        unit_price: unit_amount(total + bag_tax_of(line, quantity), quantity),
        base,
        igv: total - base,
        bag_tax: bag_tax_of(line, quantity),
        total: total + bag_tax_of(line, quantity),
    };
    let lines = units.iter().copied().zip(totals).zip(bases).map(line);
    lines.filter(|l| !l.total.is_zero()).collect()
}

/// Returns the tax on a quantity of the plastic bags of a line.
fn bag_tax_of(line: &BillingLine, quantity: Quantity) -> Money {
    fraction(line.bag_tax, quantity.millionths(), line.quantity.millionths())
}

/// Returns the amount of one unit, to a millionth.
pub fn unit_amount(total: Money, quantity: Quantity) -> Money {
    total.per_unit(quantity).unwrap_or_default()
}

#[cfg(test)]
#[path = "figures_tests.rs"]
mod tests;
