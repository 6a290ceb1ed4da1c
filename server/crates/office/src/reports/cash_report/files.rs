//! The report as a table for Excel, PDF and CSV, with a row for each cycle.

use super::report::{CashCycle, CashReport, CashSums};
use crate::reports::words::days_text;
use comanda_platform::{
    report_table::{ColumnKind, ReportCell, ReportColumn, ReportTable},
    settings::CompanyInfo,
};
use comanda_till::cash::CycleStatus;

const COLUMNS: [ReportColumn; 13] = [
    ReportColumn::new("Día", ColumnKind::Text, 15),
    ReportColumn::new("Caja", ColumnKind::Text, 15),
    ReportColumn::new("Cajero", ColumnKind::Text, 18),
    ReportColumn::new("Apertura", ColumnKind::Money, 12),
    ReportColumn::new("Efectivo", ColumnKind::Money, 12),
    ReportColumn::new("Devuelto", ColumnKind::Money, 12),
    ReportColumn::new("Deudas", ColumnKind::Money, 12),
    ReportColumn::new("Ingresos", ColumnKind::Money, 12),
    ReportColumn::new("Egresos", ColumnKind::Money, 12),
    ReportColumn::new("Debe haber", ColumnKind::Money, 15),
    ReportColumn::new("Contado", ColumnKind::Money, 12),
    ReportColumn::new("Falta", ColumnKind::Money, 11),
    ReportColumn::new("Sobra", ColumnKind::Money, 11),
];

pub(in crate::reports) fn build_table(report: &CashReport, company: &CompanyInfo) -> ReportTable {
    let mut notes = vec![
        "Efectivo es lo que quedó de las ventas, sin el vuelto.".to_owned(),
        "Falta y sobra son de todos los medios de pago, y no se compensan.".to_owned(),
    ];
    if report.open_count > 0 {
        notes.push(format!("De lo que debe haber, S/ {:#} está en cajas abiertas, sin contar.", report.open_expected));
    }
    ReportTable {
        title: "Cajas".to_owned(),
        lines: vec![company.legal_line(), format!("{}.", days_text(report.start_date, report.end_date))],
        columns: COLUMNS.to_vec(),
        rows: report.cycles.iter().map(cycle_row).collect(),
        total: row_cells([ReportCell::Text("Total".to_owned()), ReportCell::Empty, ReportCell::Empty], &report.totals),
        notes,
    }
}

fn cycle_row(cycle: &CashCycle) -> Vec<ReportCell> {
    let open = if cycle.status == CycleStatus::Open { " (abierta)" } else { "" };
    let head = [
        cycle.business_day.into(),
        ReportCell::Text(format!("{}{open}", cycle.cashbox_name)),
        ReportCell::Text(cycle.user_name.clone()),
    ];
    row_cells(head, &cycle.sums)
}

fn row_cells(head: [ReportCell; 3], sums: &CashSums) -> Vec<ReportCell> {
    let amounts = [sums.opening, sums.cash, sums.refunds, sums.collections, sums.entries, sums.expenses, sums.expected];
    let counted = [sums.counted.into(), ReportCell::Money(sums.short), ReportCell::Money(sums.over)];
    head.into_iter().chain(amounts.map(ReportCell::Money)).chain(counted).collect()
}
