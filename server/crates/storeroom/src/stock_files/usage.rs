//! The stock used by recipes and by counts as a table.

use crate::counts::usage::{StockUse, StockUses};
use comanda_platform::{
    report_table::{ColumnKind, ReportCell, ReportColumn, ReportTable},
    settings::CompanyInfo,
};

const COLUMNS: [ReportColumn; 9] = [
    ReportColumn::new("Ítem", ColumnKind::Text, 28),
    ReportColumn::new("Categoría", ColumnKind::Text, 18),
    ReportColumn::new("Unidad", ColumnKind::Text, 8),
    ReportColumn::new("Según recetas", ColumnKind::Quantity, 12),
    ReportColumn::new("Anotado", ColumnKind::Quantity, 10),
    ReportColumn::new("Según conteo", ColumnKind::Quantity, 12),
    ReportColumn::new("Diferencia", ColumnKind::Quantity, 11),
    ReportColumn::new("Diferencia %", ColumnKind::Percent, 11),
    ReportColumn::new("Diferencia S/", ColumnKind::Money, 12),
];

/// Builds the table with a row for each item and the sum of the known differences.
pub(super) fn usage_table(uses: &StockUses, company: &CompanyInfo) -> ReportTable {
    let mut notes =
        vec!["Donde la diferencia está vacía no se contó en esas fechas. Con signo menos: falta.".to_owned()];
    if uses.totals.without_cost > 0 {
        notes.push("Donde falta el importe no se sabe cuánto costó; no está en el total.".to_owned());
    }
    if uses.totals.pending > 0 {
        notes.push("Valores en cálculo: los importes aún pueden cambiar.".to_owned());
    }
    let (first, last) = (uses.date_initialize.format("%d/%m/%Y"), uses.date_end.format("%d/%m/%Y"));
    let value = uses.rows.iter().filter_map(|row| row.difference_value).sum();
    let mut total = vec![ReportCell::from("Total")];
    total.resize(COLUMNS.len() - 1, ReportCell::Empty);
    total.push(ReportCell::Money(value));
    ReportTable {
        title: "Uso según recetas y conteo".to_owned(),
        lines: vec![company.legal_line(), format!("Del {first} al {last}.")],
        columns: COLUMNS.to_vec(),
        rows: uses.rows.iter().map(row_cells).collect(),
        total,
        notes,
    }
}

fn row_cells(row: &StockUse) -> Vec<ReportCell> {
    vec![
        row.name.as_str().into(),
        row.category.clone().unwrap_or_default().into(),
        row.measurement.as_str().into(),
        ReportCell::Quantity(row.theoretical),
        ReportCell::Quantity(row.by_hand),
        ReportCell::from(row.counted_use),
        ReportCell::from(row.difference),
        ReportCell::from(row.difference_percent),
        ReportCell::from(row.difference_value),
    ]
}
