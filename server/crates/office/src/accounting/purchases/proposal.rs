//! Reads comparable documents from the proposal of purchases (RCE) and from the house's register. Pure.

use super::{entry::PurchaseEntry, register_text};
use crate::accounting::{
    columns::CURRENCY,
    proposal::{ComparedDocument, ComparedField, ComparedValue, DocumentKey, LineFields, ProposalLayout},
};
use comanda_base::{error::Refusal, money::Money};

pub(super) const LAYOUT: ProposalLayout = ProposalLayout {
    least_fields: 37,
    currency: 25,
    other_currency: 26,
    other_register_error: "Es la propuesta de ventas (RVIE) y aquí se compara la de compras (RCE). Descarga la de compras.",
    parse_line,
};

/// Returns the values of fields 15 to 25, in the order of [`PurchaseEntry::register_amounts`].
fn amount_values(figures: [Money; 11]) -> impl Iterator<Item = (ComparedField, ComparedValue)> {
    use ComparedField::{
        Base, Icbper, Igv, Isc, MixedBase, MixedIgv, NoCreditBase, NoCreditIgv, OtherCharges, Total, Untaxed,
    };
    let fields = [Base, Igv, MixedBase, MixedIgv, NoCreditBase, NoCreditIgv, Untaxed, Isc, Icbper, OtherCharges, Total];
    fields.into_iter().zip(figures.map(ComparedValue::Amount))
}

/// Parses a line of the proposal.
fn parse_line(fields: &LineFields<'_>) -> Result<ComparedDocument, Refusal> {
    let (code, serie, number, provider) = (fields.text(6), fields.text(7), fields.text(9), fields.text(12));
    if code.is_empty() || number.is_empty() {
        return Err(fields.line_error("falta el tipo o el número del comprobante (campos 7 y 10)."));
    }
    let day = fields.parse_day(4)?;
    let mut figures = [Money::ZERO; 11];
    for (at, figure) in figures.iter_mut().enumerate() {
        *figure = fields.parse_amount(14 + at)?;
    }
    let issued = [(ComparedField::IssueDate, ComparedValue::Day(day))];
    let currency = fields.parse_currency(LAYOUT.currency).map(|currency| (ComparedField::Currency, currency));
    Ok(ComparedDocument {
        key: DocumentKey::new(provider, code, serie, number),
        day,
        total: figures[10],
        provider: Some(format!("{provider} {}", fields.text(13)).trim().to_owned()),
        values: issued.into_iter().chain(amount_values(figures)).chain(currency).collect(),
    })
}

/// Returns a purchase of the house with the key and values that its file has.
pub(super) fn compared_document(entry: &PurchaseEntry) -> ComparedDocument {
    let [_, _, code, serie, _, number, _, _, provider, _] = register_text::document_columns(entry);
    let issued = [(ComparedField::IssueDate, ComparedValue::Day(Some(entry.day)))];
    let currency = [(ComparedField::Currency, ComparedValue::Text(CURRENCY.to_owned()))];
    ComparedDocument {
        key: DocumentKey::new(&provider, &code, &serie, &number),
        day: Some(entry.day),
        total: entry.total,
        provider: Some(format!("{} {}", entry.provider_number, entry.provider_name).trim().to_owned()),
        values: issued.into_iter().chain(amount_values(entry.register_amounts())).chain(currency).collect(),
    }
}

#[cfg(test)]
#[path = "proposal_tests.rs"]
mod tests;
