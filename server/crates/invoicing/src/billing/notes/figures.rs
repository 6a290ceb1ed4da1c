//! What a credit note says in figures, from the stored lines of its document. A note carries no discounts (rules of notes know
//! none), so those of the whole document are spread over its lines; charges outside the IGV go in proportion. All rounding is of
//! running sums: whatever several notes take, together they come to the document to the céntimo. Pure.

use super::left::{AFFECTATIONS, left_by_line, paid_lines, pool};
use crate::billing::model::{Billing, BillingLine};
use comanda_base::{
    error::{Code, Refusal, invalid, refuse},
    ids::BillingLineId,
    money::{Money, Quantity, SCALE, div_round, part, spread},
};

/// Units of a document's line.
pub type Asked = (BillingLineId, Quantity);

/// What a note comes to where the account says so: a discount of the whole account may fall otherwise on what is left of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    pub total: Money,
    /// Of that, outside the IGV.
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
    /// With the tax on plastic bags.
    pub total: Money,
    pub bag_tax: Money,
}

/// A note in figures.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Figures {
    pub lines: Vec<NoteLine>,
    pub taxable: Money,
    pub igv: Money,
    pub exonerated: Money,
    pub unaffected: Money,
    pub other_charges: Money,
    /// On the plastic bags that go back.
    pub bag_tax: Money,
    pub total: Money,
}

/// Computes a note over some units; `None` for all that is left.
pub(super) fn figures(billing: &Billing, asked: Option<&[Asked]>, target: Option<Target>) -> Result<Figures, Refusal> {
    let units = units(billing, asked)?;
    let takes_all = target.is_none_or(|t| t.total == billing.left())
        && paid_lines(billing)
            .all(|l| units.iter().find(|u| u.0.id == l.id).map_or(Quantity::ZERO, |u| u.1) == billing.left_of(l));
    let bag_tax: Money = units.iter().map(|(line, quantity)| bag_tax_of(line, *quantity)).sum();
    let target = target.map(|t| Target { total: t.total - bag_tax, ..t });
    let amounts =
        if takes_all { AFFECTATIONS.map(|a| pool(billing, a).left()) } else { some(billing, &units, target)? };
    let other_charges = match (takes_all, target) {
        (true, _) => billing.left_outside_igv(),
        (false, Some(target)) => target.other_charges,
        (false, None) => others_with(billing, amounts.into_iter().sum()),
    };
    let mut figures = Figures { other_charges, bag_tax, ..Figures::default() };
    for (affectation, amount) in AFFECTATIONS.into_iter().zip(amounts) {
        let of_kind: Vec<_> = units.iter().filter(|u| u.0.affectation == affectation).copied().collect();
        if !amount.is_zero() && of_kind.is_empty() {
            return Err(does_not_fit());
        }
        let base = if affectation == "10" { base_of(billing, amount, takes_all) } else { amount };
        match affectation {
            "10" => (figures.taxable, figures.igv) = (base, amount - base),
            "20" => figures.exonerated = amount,
            _ => figures.unaffected = amount,
        }
        figures.lines.extend(lines(billing, &of_kind, amount, base));
    }
    figures.total = amounts.into_iter().sum::<Money>() + other_charges + bag_tax;
    if figures.total <= Money::ZERO || figures.lines.is_empty() {
        return Err(invalid("lines", "De eso no hay nada que devolver."));
    }
    Ok(figures)
}

/// The lines that are taken back, with how many of each.
fn units<'b>(billing: &'b Billing, asked: Option<&[Asked]>) -> Result<Vec<(&'b BillingLine, Quantity)>, Refusal> {
    let Some(asked) = asked else {
        let left = paid_lines(billing).map(|l| (l, billing.left_of(l)));
        return Ok(left.filter(|(_, q)| *q > Quantity::ZERO).collect());
    };
    let mut units: Vec<(&BillingLine, Quantity)> = Vec::with_capacity(asked.len());
    for (id, quantity) in asked {
        let line = billing.lines.iter().find(|l| l.id == *id);
        let line = line.ok_or_else(|| invalid("lines", "Una de las líneas no es de este comprobante."))?;
        let left = billing.left_of(line);
        if units.iter().any(|u| u.0.id == *id) {
            return Err(invalid("lines", "Una línea se repite. Junta sus cantidades."));
        }
        if *quantity <= Quantity::ZERO || *quantity > left {
            let text = format!("{}: quedan {left} por devolver.", line.description);
            return Err(invalid("lines", text));
        }
        if AFFECTATIONS.contains(&line.affectation.as_str()) {
            units.push((line, *quantity));
        }
    }
    Ok(units)
}

/// What some units come to, by affectation.
fn some(billing: &Billing, units: &[(&BillingLine, Quantity)], target: Option<Target>) -> Result<[Money; 3], Refusal> {
    let worth = worth(billing, units);
    let own = AFFECTATIONS.map(|affectation| {
        let of_kind = units.iter().zip(&worth).filter(|(u, _)| u.0.affectation == affectation);
        of_kind.map(|(_, amount)| *amount).sum::<Money>().at_most(pool(billing, affectation).left())
    });
    let Some(target) = target else { return Ok(own) };
    let amounts = spread(target.total - target.other_charges, &own);
    let fits = AFFECTATIONS.iter().zip(&amounts).all(|(a, amount)| *amount <= pool(billing, a).left());
    let sum: Money = amounts.iter().copied().sum();
    let fits = fits
        && amounts.iter().all(|amount| !amount.is_negative())
        && sum + target.other_charges == target.total
        && target.total <= billing.left() - billing.left_bag_tax()
        && target.other_charges <= billing.left_outside_igv();
    match <[Money; 3]>::try_from(amounts) {
        Ok(amounts) if fits && !target.other_charges.is_negative() => Ok(amounts),
        _ => Err(does_not_fit()),
    }
}

fn does_not_fit() -> Refusal {
    let text =
        "Con los descuentos de la cuenta, esa parte no se puede quitar del comprobante. Devuelve el cobro entero.";
    refuse(Code::Conflict, text)
}

/// Charges outside the IGV that go with these sales.
fn others_with(billing: &Billing, amount: Money) -> Money {
    let pools = AFFECTATIONS.map(|a| pool(billing, a));
    let (all, taken): (Money, Money) = (pools.iter().map(|p| p.of_document).sum(), pools.iter().map(|p| p.taken).sum());
    let by_now = part(billing.row.other_charges, (taken + amount).millionths(), all.millionths());
    let left = billing.left_outside_igv();
    (by_now - (billing.row.other_charges - left)).max(Money::ZERO).at_most(left)
}

/// Without IGV.
pub(super) fn base_of(billing: &Billing, amount: Money, takes_all: bool) -> Money {
    let taken: Money = billing.credit_notes.iter().map(|n| n.taxable).sum();
    let left = billing.row.taxable - taken;
    if takes_all {
        return left;
    }
    let pool = pool(billing, "10");
    let by_now = part(billing.row.taxable, (pool.taken + amount).millionths(), pool.of_document.millionths());
    (by_now - taken).max(Money::ZERO).at_most(left).at_most(amount)
}

/// What units of lines come to, of what is left of each.
fn worth(billing: &Billing, units: &[(&BillingLine, Quantity)]) -> Vec<Money> {
    let left = left_by_line(billing);
    let worth = |(line, quantity): &(&BillingLine, Quantity)| {
        let of_line = left.iter().find(|l| l.0 == line.id).map_or(Money::ZERO, |l| l.1);
        part(of_line, quantity.millionths(), billing.left_of(line).millionths())
    };
    units.iter().map(worth).collect()
}

fn lines(billing: &Billing, units: &[(&BillingLine, Quantity)], amount: Money, base: Money) -> Vec<NoteLine> {
    let mut weights = worth(billing, units);
    if weights.iter().all(|w| w.is_zero()) {
        weights = units.iter().map(|(_, q)| Money::from_millionths(q.millionths())).collect();
    }
    let totals = spread(amount, &weights);
    let bases = spread(base, &totals);
    let line = |(((line, quantity), total), base): (((&BillingLine, Quantity), Money), Money)| NoteLine {
        line: line.id,
        quantity,
        unit_price: each(total + bag_tax_of(line, quantity), quantity),
        base,
        igv: total - base,
        bag_tax: bag_tax_of(line, quantity),
        total: total + bag_tax_of(line, quantity),
    };
    let lines = units.iter().copied().zip(totals).zip(bases).map(line);
    lines.filter(|l| !l.total.is_zero()).collect()
}

/// The tax on so many of the plastic bags of a line.
fn bag_tax_of(line: &BillingLine, quantity: Quantity) -> Money {
    part(line.bag_tax, quantity.millionths(), line.quantity.millionths())
}

/// What one unit comes to, to a millionth.
pub fn each(total: Money, quantity: Quantity) -> Money {
    let millionths = div_round(i128::from(total.millionths()) * i128::from(SCALE), i128::from(quantity.millionths()));
    Money::from_millionths(i64::try_from(millionths).unwrap_or_default())
}

#[cfg(test)]
#[path = "figures_tests.rs"]
mod tests;
