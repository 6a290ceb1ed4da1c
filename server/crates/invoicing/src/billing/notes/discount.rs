//! Discounts after the sale by a credit note: an amount off the whole document (reason 04) or off some lines (05). Every unit stays sold;
//! charges outside the IGV are not lowered, since they belong to the staff, nor are plastic bags, whose price is mostly a tax.

use super::{
    figures::{NoteFigures, NoteLine, base_without_igv, unit_amount},
    remainder::{AFFECTATIONS, remaining_by_line},
};
use crate::billing::model::{Billing, BillingLine};
use comanda_base::{
    error::{Faults, Refusal, Result, invalid},
    ids::BillingLineId,
    money::{Money, spread_by_weights},
};

/// An amount off a line of a document, with IGV.
pub type LineDiscount = (BillingLineId, Money);

const AMOUNT: &str = "El monto es mayor que cero y tiene hasta dos decimales.";

/// Returns the remaining amount of each line that may be discounted.
fn amounts_left(billing: &Billing) -> Vec<LineDiscount> {
    let is_bag = |id: &BillingLineId| billing.lines.iter().any(|l| l.id == *id && l.is_bag());
    remaining_by_line(billing).into_iter().filter(|(id, _)| !is_bag(id)).collect()
}

fn is_amount(amount: Money) -> bool {
    amount > Money::ZERO && amount == amount.to_centimos()
}

/// Distributes a discount of the whole document over the remaining amounts of its lines.
pub fn distribute_discount(billing: &Billing, amount: Money) -> Result<Vec<LineDiscount>> {
    if !is_amount(amount) {
        return invalid("amount", AMOUNT).err();
    }
    let remaining = amounts_left(billing);
    let all: Money = remaining.iter().map(|l| l.1).sum();
    require_remainder(billing, "amount", amount, all)?;
    let amounts = spread_by_weights(amount, &remaining.iter().map(|l| l.1).collect::<Vec<_>>());
    Ok(remaining.iter().map(|l| l.0).zip(amounts).filter(|(_, discount)| !discount.is_zero()).collect())
}

/// Validates discounts of lines; reports each faulty one at its field.
pub fn check_line_discounts(billing: &Billing, discounts: &[LineDiscount]) -> Result<()> {
    if discounts.is_empty() {
        return invalid("lines", "Elige en qué líneas se descuenta.").err();
    }
    let remaining = amounts_left(billing);
    let mut faults = Faults::default();
    for (i, (id, amount)) in discounts.iter().enumerate() {
        let field = format!("lines.{i}.amount");
        let Some(line) = billing.lines.iter().find(|l| l.id == *id) else {
            faults.add(&format!("lines.{i}.id"), "Esa línea no es de este comprobante.");
            continue;
        };
        if line.is_bag() {
            let text = format!("{} no lleva descuento: su precio incluye el ICBPER.", line.description);
            faults.add(&field, text);
            continue;
        }
        let remaining_total = remaining.iter().find(|l| l.0 == *id).map_or(Money::ZERO, |l| l.1);
        if discounts[..i].iter().any(|other| other.0 == *id) {
            faults.add(&format!("lines.{i}.id"), "La línea se repite. Junta sus montos.");
        } else if !is_amount(*amount) {
            faults.add(&field, AMOUNT);
        } else if *amount > remaining_total {
            faults.add(&field, format!("{}: quedan S/ {remaining_total:#}.", line.description));
        }
    }
    faults.finish()?;
    require_remainder(billing, "lines", discounts.iter().map(|a| a.1).sum(), remaining.iter().map(|l| l.1).sum())
}

fn require_remainder(billing: &Billing, field: &str, amount: Money, remaining: Money) -> Result<()> {
    if amount > remaining {
        return invalid(field, format!("De este comprobante quedan S/ {remaining:#} por descontar.")).err();
    }
    if amount == remaining {
        let has_bags = billing.lines.iter().any(|line| line.is_bag() && !billing.remaining_quantity(line).is_zero());
        let text = match has_bags {
            true => "Las bolsas no llevan descuento: baja el monto, o devuelve los platos (motivo 07).",
            false => "Eso es todo lo que queda del comprobante. Usa la devolución total (motivo 06).",
        };
        return invalid(field, text).err();
    }
    Ok(())
}

/// Computes the figures of a note with these discounts, which the caller has checked.
pub(super) fn discount_figures(
    billing: &Billing,
    discounts: &[LineDiscount],
) -> std::result::Result<NoteFigures, Refusal> {
    let mut figures = NoteFigures::default();
    for affectation in AFFECTATIONS {
        let line = |(id, amount): &LineDiscount| {
            let line = billing.lines.iter().find(|l| l.id == *id && l.affectation == affectation);
            line.map(|line| (line, *amount))
        };
        let lines_of_kind: Vec<(&BillingLine, Money)> = discounts.iter().filter_map(line).collect();
        let amounts: Vec<Money> = lines_of_kind.iter().map(|l| l.1).collect();
        let amount: Money = amounts.iter().copied().sum();
        let base = if affectation == "10" { base_without_igv(billing, amount, false) } else { amount };
        match affectation {
            "10" => (figures.taxable, figures.igv) = (base, amount - base),
            "20" => figures.exonerated = amount,
            _ => figures.unaffected = amount,
        }
        figures.lines.extend(lines_of_kind.into_iter().zip(spread_by_weights(base, &amounts)).map(
            |((line, total), base)| {
                let quantity = billing.remaining_quantity(line);
                NoteLine {
                    line: line.id,
                    quantity,
                    unit_price: unit_amount(total, quantity),
                    base,
                    igv: total - base,
                    total,
                    bag_tax: Money::ZERO,
                }
            },
        ));
        figures.total += amount;
    }
    let requested: Money = discounts.iter().map(|l| l.1).sum();
    if figures.total != requested || figures.total <= Money::ZERO {
        return Err(invalid("amount", "De eso no hay nada que descontar."));
    }
    Ok(figures)
}
