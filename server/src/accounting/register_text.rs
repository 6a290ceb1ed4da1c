//! The register of sales and income (format 14.1) as CSV: 35 columns under their names. Pure.

use super::{
    columns::{self, CURRENCY, EXCHANGE_RATE, plain},
    entry::Entry,
    month::Month,
};
use crate::{report_table::csv_file, sheet::cells::defused};

const COLUMNS: [&str; 35] = [
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

/// `REGISTRO_VENTAS_INGRESOS_2026_11.csv`
pub(super) fn file_name(month: &Month) -> String {
    format!("REGISTRO_VENTAS_INGRESOS_{}.csv", month.first.format("%Y_%m"))
}

/// The file under way.
#[derive(Debug)]
pub(super) struct RegisterFile {
    writer: csv::Writer<Vec<u8>>,
    period: String,
}

impl RegisterFile {
    /// With the names of its columns.
    pub(super) fn begin(month: &Month) -> anyhow::Result<Self> {
        let mut writer = csv_file();
        writer.write_record(COLUMNS)?;
        Ok(Self { writer, period: format!("{}00", month.period()) })
    }
    pub(super) fn push(&mut self, entries: &[Entry]) -> anyhow::Result<()> {
        for entry in entries {
            self.writer.write_record(fields(&self.period, entry))?;
        }
        Ok(())
    }
    pub(super) fn done(self) -> anyhow::Result<Vec<u8>> {
        Ok(self.writer.into_inner().map_err(|e| e.into_error())?)
    }
}

/// What people wrote is the customer's alone: no spreadsheet runs it.
fn fields(period: &str, entry: &Entry) -> Vec<String> {
    let none = String::new;
    let mut fields = Vec::with_capacity(COLUMNS.len());
    fields.extend([
        period.to_owned(),
        entry.cuo.clone(),
        format!("M{}", entry.number),
        columns::date(entry.day),
        none(),
        entry.document.to_string(),
        plain(&entry.serie, 20),
        entry.number.to_string(),
        none(),
    ]);
    fields.extend(columns::customer(entry).map(|text| defused(&text)));
    fields.extend(columns::amounts(entry));
    fields.extend([CURRENCY.to_owned(), EXCHANGE_RATE.to_owned()]);
    fields.extend(columns::changed(entry.changed.as_ref()));
    fields.extend([none(), none(), none(), if entry.is_voided { "2" } else { "1" }.to_owned()]);
    fields
}

#[cfg(test)]
#[path = "register_tests.rs"]
mod tests;
