//! The register of sales and income (format 14.1) as CSV with 35 columns and headings. Pure.

use super::{
    columns::{self, CURRENCY, EXCHANGE_RATE, clean_text},
    entry::RegisterEntry,
    month::RegisterMonth,
};
use comanda_platform::sheet::cells::escape_formula;
use std::ops::Range;

pub(super) const COLUMNS: [&str; 35] = [
    "Periodo",
    "CUO",
    "Correlativo",
    "Fecha de emisión",
    "Fecha de vencimiento o pago",
    "Tipo de comprobante",
    "Serie",
    "Número",
    "Número final",
    "Tipo de documento del cliente",
    "Número de documento del cliente",
    "Cliente",
    "Valor de exportación",
    "Base imponible",
    "Descuento de la base imponible",
    "IGV",
    "Descuento del IGV",
    "Exonerado",
    "Inafecto",
    "ISC",
    "Base imponible IVAP",
    "IVAP",
    "ICBPER",
    "Otros cargos",
    "Total",
    "Moneda",
    "Tipo de cambio",
    "Fecha del documento que modifica",
    "Tipo del documento que modifica",
    "Serie del documento que modifica",
    "Número del documento que modifica",
    "Contrato o proyecto",
    "Error de tipo 1",
    "Pagado con medio de pago",
    "Estado",
];

/// The columns with amounts.
pub(super) const AMOUNTS: Range<usize> = 12..25;

/// Returns the file's name, `REGISTRO_VENTAS_INGRESOS_2026_11.csv`.
pub(super) fn file_name(month: &RegisterMonth) -> String {
    format!("REGISTRO_VENTAS_INGRESOS_{}.csv", month.first.format("%Y_%m"))
}

/// Returns the lines of these documents.
pub(super) fn sales_lines(month: &RegisterMonth, entries: &[RegisterEntry]) -> impl Iterator<Item = Vec<String>> {
    let period = format!("{}00", month.period());
    entries.iter().map(move |entry| line_fields(&period, entry))
}

/// Only the customer's columns hold text that people typed; they are defused so that no spreadsheet runs them as formulas.
fn line_fields(period: &str, entry: &RegisterEntry) -> Vec<String> {
    let none = String::new;
    let mut fields = Vec::with_capacity(COLUMNS.len());
    fields.extend([
        period.to_owned(),
        entry.cuo.clone(),
        format!("M{}", entry.number),
        columns::date_text(entry.day),
        none(),
        entry.document.to_string(),
        clean_text(&entry.serie, 20),
        entry.number.to_string(),
        none(),
    ]);
    fields.extend(columns::customer_columns(entry).map(|text| escape_formula(&text)));
    fields.extend(columns::amount_columns(entry));
    fields.extend([CURRENCY.to_owned(), EXCHANGE_RATE.to_owned()]);
    fields.extend(columns::modified_document_columns(entry.modified.as_ref()));
    fields.extend([none(), none(), none(), if entry.is_counted() { "1" } else { "2" }.to_owned()]);
    fields
}

#[cfg(test)]
#[path = "register_tests.rs"]
mod tests;
