//! What the proposal of sales (RVIE) and a line of the register say of a document. Pure.

use super::{
    columns::{self, CURRENCY, plain},
    entry::{Entry, RegisterDocument},
    proposal::{ComparedField, Fields, Key, Layout, Said, Value},
};
use comanda_base::{error::Refusal, money::Money};
use comanda_masterdata::clients::document::NOBODY_DNI;

pub(super) const LAYOUT: Layout = Layout {
    least_fields: 33,
    currency: 26,
    other_currency: 25,
    other: "Es la propuesta de compras (RCE) y aquí se compara la de ventas (RVIE). Descarga la de ventas.",
    read,
};

/// What comes before the amounts, and the amounts in the order of [`amounts`].
fn values(head: [(ComparedField, Value); 3], figures: [Money; 7]) -> Vec<(ComparedField, Value)> {
    head.into_iter().chain(amounts(figures)).collect()
}

fn amounts(figures: [Money; 7]) -> impl Iterator<Item = (ComparedField, Value)> {
    use ComparedField::{Base, Exonerated, Icbper, Igv, OtherCharges, Total, Unaffected};
    let fields = [Base, Igv, Exonerated, Unaffected, Icbper, OtherCharges, Total];
    fields.into_iter().zip(figures.map(Value::Amount))
}

/// A line of the proposal.
fn read(fields: &Fields<'_>) -> Result<Said, Refusal> {
    let document = |n: usize| match fields.text(n + 2).parse::<u64>() {
        Ok(_) if !fields.text(n).is_empty() && !fields.text(n + 1).is_empty() => {
            Ok(Key::new("", fields.text(n), fields.text(n + 1), fields.text(n + 2)))
        }
        _ => Err(fields.wrong(&format!("falta el tipo, la serie o el número del comprobante (campo {}).", n + 1))),
    };
    let changed = if fields.text(31).is_empty() { None } else { Some(document(29)?) };
    let (day, total) = (fields.day(4)?, fields.amount(25)?);
    let head = [
        (ComparedField::IssueDate, Value::Day(day)),
        (ComparedField::Customer, Value::Text(identity(fields.text(10), fields.text(11)))),
        (ComparedField::ChangedDocument, named(changed.as_ref())),
    ];
    let figures = [
        fields.amounts([14, 15])?,
        fields.amounts([16, 17])?,
        fields.amount(18)?,
        fields.amount(19)?,
        fields.amount(23)?,
        fields.amount(24)?,
        total,
    ];
    let mut values = values(head, figures);
    values.extend(fields.currency(LAYOUT.currency).map(|currency| (ComparedField::Currency, currency)));
    Ok(Said { key: document(6)?, day, total, provider: None, values })
}

/// A document of the house, by what its file says. Of what was voided only what it comes to is compared.
pub(super) fn said(entry: &Entry) -> Said {
    let f = &entry.figures;
    let figures =
        [f.base + f.base_off, f.igv + f.igv_off, f.exonerated, f.unaffected, f.bag_tax, f.other_charges, f.total];
    let values = if entry.is_voided {
        amounts(figures).collect()
    } else {
        let [code, number, _] = columns::customer(entry);
        let changed = entry.changed.as_ref().map(|c| key(c.document, &c.serie, c.number));
        let head = [
            (ComparedField::IssueDate, Value::Day(Some(entry.day))),
            (ComparedField::Customer, Value::Text(identity(&code, &number))),
            (ComparedField::ChangedDocument, named(changed.as_ref())),
        ];
        let currency = (ComparedField::Currency, Value::Text(CURRENCY.to_owned()));
        values(head, figures).into_iter().chain([currency]).collect()
    };
    let key = key(entry.document, &entry.serie, entry.number);
    Said { key, day: Some(entry.day), total: f.total, provider: None, values }
}

fn key(document: RegisterDocument, serie: &str, number: i64) -> Key {
    Key::new("", document.as_str(), &plain(serie, 20), &number.to_string())
}

fn named(key: Option<&Key>) -> Value {
    Value::Text(key.map(Key::to_string).unwrap_or_default())
}

/// `6 20100070970`; nobody is nobody, however that is said.
fn identity(code: &str, number: &str) -> String {
    if code.is_empty() || number.is_empty() || number == "-" || number == NOBODY_DNI {
        return String::new();
    }
    format!("{code} {number}")
}

#[cfg(test)]
#[path = "sales_proposal_tests.rs"]
mod tests;
