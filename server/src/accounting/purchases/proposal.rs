//! What the proposal of purchases (RCE) and a line of the register say of a paper. Pure.

use super::entry::PurchaseEntry;
use crate::{
    accounting::proposal::{ComparedField, Fields, Key, Layout, Said, Value},
    error::Refusal,
    money::Money,
};
use chrono::NaiveDate;

pub(super) const LAYOUT: Layout = Layout {
    least_fields: 37,
    currency: 25,
    other: "Es la propuesta de ventas (RVIE) y aquí se compara la de compras (RCE). Descarga la de compras.",
    read,
};

/// In the order of base, IGV, not taxed, other charges, total.
fn values(day: Option<NaiveDate>, figures: [Money; 5]) -> Vec<(ComparedField, Value)> {
    use ComparedField::{Base, Igv, IssueDate, OtherCharges, Total, Untaxed};
    let amounts = [Base, Igv, Untaxed, OtherCharges, Total].into_iter().zip(figures.map(Value::Amount));
    [(IssueDate, Value::Day(day))].into_iter().chain(amounts).collect()
}

/// A line of the proposal. What serves sales that are taxed, and what serves others, is one base; ISC, bags and other taxes are other
/// charges.
fn read(fields: &Fields<'_>) -> Result<Said, Refusal> {
    let (code, serie, number, provider) = (fields.text(6), fields.text(7), fields.text(9), fields.text(12));
    if code.is_empty() || number.is_empty() || provider.is_empty() {
        return Err(fields.wrong("falta el tipo, el número del comprobante o el documento del proveedor."));
    }
    let (day, total) = (fields.day(4)?, fields.amount(24)?);
    let figures = [
        fields.amounts([14, 16, 18])?,
        fields.amounts([15, 17, 19])?,
        fields.amount(20)?,
        fields.amounts([21, 22, 23])?,
        total,
    ];
    let named = Some(format!("{provider} {}", fields.text(13)).trim().to_owned());
    let key = Key::new(provider, code, serie, number);
    Ok(Said { key, day, total, provider: named, values: values(day, figures) })
}

/// A paper of the house.
pub(super) fn said(entry: &PurchaseEntry) -> Said {
    Said {
        key: Key::new(&entry.provider_number, entry.paper.as_str(), &entry.serie, &entry.number),
        day: Some(entry.day),
        total: entry.total,
        provider: Some(format!("{} {}", entry.provider_number, entry.provider_name).trim().to_owned()),
        values: values(Some(entry.day), [entry.base, entry.igv, entry.untaxed, Money::ZERO, entry.total]),
    }
}

#[cfg(test)]
#[path = "proposal_tests.rs"]
mod tests;
