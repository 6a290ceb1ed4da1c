//! The report as a table for Excel, PDF and CSV with a row for each payment method, because columns by method would be too wide for paper.

use super::report::{MethodSums, PaymentMethodReport};
use crate::reports::words::compared_days_text;
use comanda_base::money::{Quantity, percent_of};
use comanda_platform::{
    report_table::{ColumnKind, ReportCell, ReportColumn, ReportTable},
    settings::CompanyInfo,
};

const COLUMNS: [ReportColumn; 8] = [
    ReportColumn::new("Medio de pago", ColumnKind::Text, 26),
    ReportColumn::new("Operaciones", ColumnKind::Quantity, 12),
    ReportColumn::new("Cobrado", ColumnKind::Money, 14),
    ReportColumn::new("Devuelto", ColumnKind::Money, 14),
    ReportColumn::new("Deudas cobradas", ColumnKind::Money, 15),
    ReportColumn::new("Total", ColumnKind::Money, 14),
    ReportColumn::new("De ello, propinas", ColumnKind::Money, 15),
    ReportColumn::new("Antes", ColumnKind::Money, 14),
];

pub(in crate::reports) fn build_table(report: &PaymentMethodReport, company: &CompanyInfo) -> ReportTable {
    let line = |name: String, sums: &MethodSums, before| {
        vec![
            ReportCell::Text(name),
            ReportCell::Quantity(Quantity::units(sums.operations)),
            ReportCell::Money(sums.received),
            ReportCell::Money(sums.refunds),
            ReportCell::Money(sums.collections),
            ReportCell::Money(sums.total),
            ReportCell::Money(sums.tips),
            ReportCell::Money(before),
        ]
    };
    let mut notes = vec!["Cobrado es lo que quedó, sin el vuelto.".to_owned()];
    if report.is_partial {
        notes.push("El último día aún no termina.".to_owned());
    }
    if !report.credit.is_zero() {
        notes.push(format!("Al crédito se vendió S/ {:#}, que aún no es dinero.", report.credit));
    }
    if let Some(change) = percent_of(report.totals.total - report.before, report.before) {
        notes.push(format!("Frente al periodo anterior: {change} %."));
    }
    ReportTable {
        title: "Cobros por medio de pago".to_owned(),
        lines: vec![
            company.legal_line(),
            compared_days_text(
                (report.start_date, report.end_date),
                (report.before_start_date, report.before_end_date),
                report.is_partial,
            ),
        ],
        columns: COLUMNS.to_vec(),
        rows: report.methods.iter().map(|m| line(m.name.clone(), &m.sums, m.before)).collect(),
        total: line("Total".to_owned(), &report.totals, report.before),
        notes,
    }
}
