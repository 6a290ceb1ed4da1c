//! The register of purchases (format 8.1) as CSV with 42 columns and headings. Pure.

use super::entry::PurchaseEntry;
use crate::accounting::{
    columns::{CURRENCY, EXCHANGE_RATE, clean_text, date_text},
    month::RegisterMonth,
};
use comanda_platform::sheet::cells::escape_formula;
use std::ops::Range;

pub(super) const COLUMNS: [&str; 42] = [
    "Periodo",
    "CUO",
    "Correlativo",
    "Fecha de emisión",
    "Fecha de vencimiento o pago",
    "Tipo de comprobante",
    "Serie",
    "Año de la DUA o DSI",
    "Número",
    "Número final",
    "Tipo de documento del proveedor",
    "Número de documento del proveedor",
    "Proveedor",
    "Base imponible (ventas gravadas)",
    "IGV (ventas gravadas)",
    "Base imponible (ventas gravadas y no gravadas)",
    "IGV (ventas gravadas y no gravadas)",
    "Base imponible (ventas no gravadas)",
    "IGV (ventas no gravadas)",
    "Adquisiciones no gravadas",
    "ISC",
    "ICBPER",
    "Otros tributos y cargos",
    "Total",
    "Moneda",
    "Tipo de cambio",
    "Fecha del documento que modifica",
    "Tipo del documento que modifica",
    "Serie del documento que modifica",
    "DUA o DSI que modifica",
    "Número del documento que modifica",
    "Fecha de la detracción",
    "Número de la detracción",
    "Retención",
    "Clasificación de bienes y servicios",
    "Contrato o proyecto",
    "Error de tipo 1",
    "Error de tipo 2",
    "Error de tipo 3",
    "Error de tipo 4",
    "Pagado con medio de pago",
    "Estado",
];
/// The columns with amounts.
pub(super) const AMOUNTS: Range<usize> = 13..24;
/// Returns the file's name, `REGISTRO_COMPRAS_2026_11.csv`.
pub(super) fn file_name(month: &RegisterMonth) -> String {
    format!("REGISTRO_COMPRAS_{}.csv", month.first.format("%Y_%m"))
}

/// Returns the lines of these purchases.
pub(super) fn purchase_lines(month: &RegisterMonth, entries: &[PurchaseEntry]) -> impl Iterator<Item = Vec<String>> {
    let period = format!("{}00", month.period());
    entries.iter().map(move |entry| line_fields(&period, entry))
}

/// Returns [`PurchaseEntry::register_amounts`] as text.
pub(super) fn amount_columns(entry: &PurchaseEntry) -> [String; 11] {
    entry.register_amounts().map(|amount| amount.to_string())
}

/// Returns day, due date (of bills of public services only), type, series, year of customs, number, last number and the seller's columns.
pub(super) fn document_columns(entry: &PurchaseEntry) -> [String; 10] {
    [
        date_text(entry.day),
        entry.due_on.map(date_text).unwrap_or_default(),
        entry.paper.to_string(),
        clean_text(&entry.serie, 20),
        String::new(),
        clean_text(entry.number.trim_start_matches('0'), 20),
        String::new(),
        entry.provider_code.to_owned(),
        clean_text(&entry.provider_number, 15),
        clean_text(&entry.provider_name, 100),
    ]
}

/// Returns day, type, series, year of customs and number of the document that a note modifies; empty fields for other documents.
pub(super) fn modified_document_columns(entry: &PurchaseEntry) -> [String; 5] {
    let Some(paper) = &entry.modified else { return Default::default() };
    let number = clean_text(paper.number.trim_start_matches('0'), 20);
    [date_text(paper.day), paper.paper.to_string(), clean_text(&paper.serie, 20), String::new(), number]
}

fn line_fields(period: &str, entry: &PurchaseEntry) -> Vec<String> {
    let mut fields = Vec::with_capacity(COLUMNS.len());
    fields.extend([period.to_owned(), format!("C{}", entry.id), format!("M{}", entry.id)]);
    // Text that people typed is defused so that no spreadsheet runs it as a formula.
    fields.extend(document_columns(entry).map(|text| escape_formula(&text)));
    fields.extend(amount_columns(entry));
    fields.extend([CURRENCY.to_owned(), EXCHANGE_RATE.to_owned()]);
    fields.extend(modified_document_columns(entry).map(|text| escape_formula(&text)));
    let deposit = entry.detraction.as_ref().and_then(|detraction| detraction.deposit.as_ref());
    fields.push(deposit.map(|(day, _)| date_text(*day)).unwrap_or_default());
    fields.push(deposit.map(|(_, number)| escape_formula(&clean_text(number, 24))).unwrap_or_default());
    fields.push(if entry.is_retained { "1" } else { "" }.to_owned());
    fields.push(entry.goods_class().to_owned());
    fields.extend(std::iter::repeat_n(String::new(), 6));
    fields.push(entry.deduction_state().to_owned());
    fields
}

#[cfg(test)]
#[path = "register_tests.rs"]
pub(super) mod tests;
