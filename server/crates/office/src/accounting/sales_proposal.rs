//! Reads comparable documents from the proposal of sales (RVIE) and from the house's register. Pure.

use super::{
    columns::{self, CURRENCY, clean_text},
    entry::RegisterEntry,
    proposal::{ComparedDocument, ComparedField, ComparedValue, DocumentKey, LineFields, ProposalLayout},
};
use comanda_base::{error::Refusal, money::Money, tax_document_type::TaxDocumentType};
use comanda_masterdata::clients::document::ANONYMOUS_DNI;

pub(super) const LAYOUT: ProposalLayout = ProposalLayout {
    least_fields: 33,
    currency: 26,
    other_currency: 25,
    other_register_error: "Es la propuesta de compras (RCE) y aquí se compara la de ventas (RVIE). Descarga la de ventas.",
    parse_line,
};

/// Joins the values before the amounts with the amounts, in the order of [`amount_values`].
fn compared_values(
    head: [(ComparedField, ComparedValue); 3],
    figures: [Money; 7],
) -> Vec<(ComparedField, ComparedValue)> {
    head.into_iter().chain(amount_values(figures)).collect()
}

fn amount_values(figures: [Money; 7]) -> impl Iterator<Item = (ComparedField, ComparedValue)> {
    use ComparedField::{Base, Exonerated, Icbper, Igv, OtherCharges, Total, Unaffected};
    let fields = [Base, Igv, Exonerated, Unaffected, Icbper, OtherCharges, Total];
    fields.into_iter().zip(figures.map(ComparedValue::Amount))
}

/// Parses a line of the proposal.
fn parse_line(fields: &LineFields<'_>) -> Result<ComparedDocument, Refusal> {
    let document = |n: usize| match fields.text(n + 2).parse::<u64>() {
        Ok(_) if !fields.text(n).is_empty() && !fields.text(n + 1).is_empty() => {
            Ok(DocumentKey::new("", fields.text(n), fields.text(n + 1), fields.text(n + 2)))
        }
        _ => Err(fields.line_error(&format!("falta el tipo, la serie o el número del comprobante (campo {}).", n + 1))),
    };
    let changed = if fields.text(31).is_empty() { None } else { Some(document(29)?) };
    let (day, total) = (fields.parse_day(4)?, fields.parse_amount(25)?);
    let head = [
        (ComparedField::IssueDate, ComparedValue::Day(day)),
        (ComparedField::Customer, ComparedValue::Text(customer_text(fields.text(10), fields.text(11)))),
        (ComparedField::ChangedDocument, key_value(changed.as_ref())),
    ];
    let figures = [
        fields.sum_amounts([14, 15])?,
        fields.sum_amounts([16, 17])?,
        fields.parse_amount(18)?,
        fields.parse_amount(19)?,
        fields.parse_amount(23)?,
        fields.parse_amount(24)?,
        total,
    ];
    let mut values = compared_values(head, figures);
    values.extend(fields.parse_currency(LAYOUT.currency).map(|currency| (ComparedField::Currency, currency)));
    Ok(ComparedDocument { key: document(6)?, day, total, provider: None, values })
}

/// Returns a document of the house with the values that its file has. Of a voided or rejected document only the amounts are compared.
pub(super) fn compared_document(entry: &RegisterEntry) -> ComparedDocument {
    let f = &entry.figures;
    let figures = [
        f.base + f.base_reduction,
        f.igv + f.igv_reduction,
        f.exonerated,
        f.unaffected,
        f.bag_tax,
        f.other_charges,
        f.total,
    ];
    let values = if entry.is_counted() {
        let [code, number, _] = columns::customer_columns(entry);
        let changed = entry.modified.as_ref().map(|c| document_key(c.document, &c.serie, c.number));
        let head = [
            (ComparedField::IssueDate, ComparedValue::Day(Some(entry.day))),
            (ComparedField::Customer, ComparedValue::Text(customer_text(&code, &number))),
            (ComparedField::ChangedDocument, key_value(changed.as_ref())),
        ];
        let currency = (ComparedField::Currency, ComparedValue::Text(CURRENCY.to_owned()));
        compared_values(head, figures).into_iter().chain([currency]).collect()
    } else {
        amount_values(figures).collect()
    };
    let key = document_key(entry.document, &entry.serie, entry.number);
    ComparedDocument { key, day: Some(entry.day), total: f.total, provider: None, values }
}

fn document_key(document: TaxDocumentType, serie: &str, number: i64) -> DocumentKey {
    DocumentKey::new("", document.as_str(), &clean_text(serie, 20), &number.to_string())
}

fn key_value(key: Option<&DocumentKey>) -> ComparedValue {
    ComparedValue::Text(key.map(DocumentKey::to_string).unwrap_or_default())
}

/// Returns a customer such as `6 20100070970`. All ways to write an anonymous customer give an empty text.
fn customer_text(code: &str, number: &str) -> String {
    if code.is_empty() || number.is_empty() || number == "-" || number == ANONYMOUS_DNI {
        return String::new();
    }
    format!("{code} {number}")
}

#[cfg(test)]
#[path = "sales_proposal_tests.rs"]
mod tests;
