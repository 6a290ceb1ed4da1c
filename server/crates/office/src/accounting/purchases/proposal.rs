//! What the proposal of purchases (RCE) and a line of the register say of a paper. Pure.

use super::{entry::PurchaseEntry, register_text};
use crate::accounting::{
    columns::CURRENCY,
    proposal::{ComparedField, Fields, Key, Layout, Said, Value},
};
use comanda_base::{error::Refusal, money::Money};

pub(super) const LAYOUT: Layout = Layout {
    least_fields: 37,
    currency: 25,
    other_currency: 26,
    other: "Es la propuesta de ventas (RVIE) y aquí se compara la de compras (RCE). Descarga la de compras.",
    read,
};

/// Fields 15 to 25, in the order of [`PurchaseEntry::figures`].
fn amounts(figures: [Money; 11]) -> impl Iterator<Item = (ComparedField, Value)> {
    use ComparedField::{
        Base, Icbper, Igv, Isc, MixedBase, MixedIgv, NoCreditBase, NoCreditIgv, OtherCharges, Total, Untaxed,
    };
    let fields = [Base, Igv, MixedBase, MixedIgv, NoCreditBase, NoCreditIgv, Untaxed, Isc, Icbper, OtherCharges, Total];
    fields.into_iter().zip(figures.map(Value::Amount))
}

/// A line of the proposal.
fn read(fields: &Fields<'_>) -> Result<Said, Refusal> {
    let (code, serie, number, provider) = (fields.text(6), fields.text(7), fields.text(9), fields.text(12));
    if code.is_empty() || number.is_empty() {
        return Err(fields.wrong("falta el tipo o el número del comprobante (campos 7 y 10)."));
    }
    let day = fields.day(4)?;
    let mut figures = [Money::ZERO; 11];
    for (at, figure) in figures.iter_mut().enumerate() {
        *figure = fields.amount(14 + at)?;
    }
    let issued = [(ComparedField::IssueDate, Value::Day(day))];
    let currency = fields.currency(LAYOUT.currency).map(|currency| (ComparedField::Currency, currency));
    Ok(Said {
        key: Key::new(provider, code, serie, number),
        day,
        total: figures[10],
        provider: Some(format!("{provider} {}", fields.text(13)).trim().to_owned()),
        values: issued.into_iter().chain(amounts(figures)).chain(currency).collect(),
    })
}

/// A paper of the house, found by what its file says.
pub(super) fn said(entry: &PurchaseEntry) -> Said {
    let [_, _, code, serie, _, number, _, _, provider, _] = register_text::head(entry);
    let issued = [(ComparedField::IssueDate, Value::Day(Some(entry.day)))];
    let currency = [(ComparedField::Currency, Value::Text(CURRENCY.to_owned()))];
    Said {
        key: Key::new(&provider, &code, &serie, &number),
        day: Some(entry.day),
        total: entry.total,
        provider: Some(format!("{} {}", entry.provider_number, entry.provider_name).trim().to_owned()),
        values: issued.into_iter().chain(amounts(entry.figures())).chain(currency).collect(),
    }
}

#[cfg(test)]
#[path = "proposal_tests.rs"]
mod tests;
