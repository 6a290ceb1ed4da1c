//! The kardex of an item as a table.

use comanda_base::money::Money;
use comanda_ledgers::stock::kardex::{Kardex, KardexRow};
use comanda_platform::{
    report_table::{ColumnKind, ReportCell, ReportColumn, ReportTable},
    settings::{CompanyInfo, Settings},
};

const COLUMNS: [ReportColumn; 9] = [
    ReportColumn::new("Fecha", ColumnKind::Text, 16),
    ReportColumn::new("Documento", ColumnKind::Text, 17),
    ReportColumn::new("Motivo", ColumnKind::Text, 19),
    ReportColumn::new("Entra", ColumnKind::Quantity, 10),
    ReportColumn::new("Sale", ColumnKind::Quantity, 10),
    ReportColumn::new("Costo unit.", ColumnKind::UnitCost, 12),
    ReportColumn::new("Saldo", ColumnKind::Quantity, 11),
    ReportColumn::new("Costo prom.", ColumnKind::UnitCost, 12),
    ReportColumn::new("Valor S/", ColumnKind::Money, 12),
];

/// Builds the table: the opening balance, each move, and the sums of entries and exits.
pub(super) fn kardex_table(kardex: &Kardex, company: &CompanyInfo, settings: &Settings) -> ReportTable {
    let item = &kardex.item;
    let (first, last) = (kardex.date_initialize.format("%d/%m/%Y"), kardex.date_end.format("%d/%m/%Y"));
    let mut rows = vec![vec![
        ReportCell::Empty,
        ReportCell::Empty,
        "Saldo inicial".into(),
        ReportCell::Empty,
        ReportCell::Empty,
        ReportCell::Empty,
        ReportCell::Quantity(kardex.before_quantity),
        ReportCell::from(kardex.before_cost),
        ReportCell::from(kardex.before_value),
    ]];
    rows.extend(kardex.rows.iter().map(|row| row_cells(row, settings)));
    ReportTable {
        title: format!("Kardex: {}", item.name),
        lines: vec![
            company.legal_line(),
            format!("Del {first} al {last}. Cantidades en {}. Costo promedio ponderado móvil.", item.measurement),
        ],
        columns: COLUMNS.to_vec(),
        rows,
        total: vec![
            "Total".into(),
            ReportCell::Empty,
            ReportCell::Empty,
            ReportCell::Quantity(kardex.entries),
            ReportCell::Quantity(kardex.exits),
            ReportCell::Empty,
            ReportCell::Quantity(kardex.after_quantity),
            ReportCell::from(kardex.after_cost),
            ReportCell::from(kardex.after_value),
        ],
        notes: notes(kardex),
    }
}

fn row_cells(row: &KardexRow, settings: &Settings) -> Vec<ReportCell> {
    let reason = row.reason.label();
    let reason = if row.reversed { format!("Anulación: {reason}") } else { reason.to_owned() };
    vec![
        settings.local_time(row.date).into(),
        row.document.clone().unwrap_or_default().into(),
        reason.into(),
        ReportCell::from(row.entry),
        ReportCell::from(row.exit),
        ReportCell::from(row.unit_cost),
        ReportCell::Quantity(row.balance),
        ReportCell::from(row.balance_cost),
        ReportCell::from(row.balance_value),
    ]
}

fn notes(kardex: &Kardex) -> Vec<String> {
    let mut notes = Vec::new();
    if kardex.rows.iter().any(|row| row.unit_cost.is_none()) {
        notes.push("Donde el costo está vacío no se sabe cuánto costó; no es cero.".to_owned());
    }
    let adjusted: Money = kardex.rows.iter().map(|row| row.adjustment).sum();
    if !adjusted.is_zero() {
        let amount = adjusted.to_centimos();
        notes.push(format!(
            "Incluye S/ {amount:#} de ajuste: se vendió antes de entrar y se corrigió con el costo de la entrada."
        ));
    }
    notes
}

#[cfg(test)]
#[path = "kardex_tests.rs"]
mod tests;
