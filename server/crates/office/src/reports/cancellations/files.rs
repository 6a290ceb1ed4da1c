//! The report as a table for Excel, PDF and CSV, with a row for each person.

use super::{
    rates::{ActRate, Post},
    report::CancellationReport,
};
use crate::reports::words::days_text;
use comanda_base::money::{Money, Quantity};
use comanda_platform::{
    report_table::{ColumnKind, ReportCell, ReportColumn, ReportTable},
    settings::CompanyInfo,
};

const COLUMNS: [ReportColumn; 11] = [
    ReportColumn::new("Persona", ColumnKind::Text, 24),
    ReportColumn::new("Puesto", ColumnKind::Text, 12),
    ReportColumn::new("Ventas", ColumnKind::Quantity, 10),
    ReportColumn::new("Sin hacer", ColumnKind::Quantity, 10),
    ReportColumn::new("Ya hechas", ColumnKind::Quantity, 10),
    ReportColumn::new("Anuladas", ColumnKind::Quantity, 10),
    ReportColumn::new("Notas créd.", ColumnKind::Quantity, 11),
    ReportColumn::new("Cortesías", ColumnKind::Quantity, 10),
    ReportColumn::new("Desc. > 10 %", ColumnKind::Quantity, 12),
    ReportColumn::new("Reimpresión", ColumnKind::Quantity, 12),
    ReportColumn::new("Cajón", ColumnKind::Quantity, 8),
];

pub(super) fn build_table(report: &CancellationReport, company: &CompanyInfo) -> ReportTable {
    let count = |n: i64| ReportCell::Quantity(Quantity::units(n));
    let cells = |rates: &[ActRate]| -> Vec<ReportCell> { rates.iter().map(|rate| count(rate.count)).collect() };
    let rows = report.people.iter().map(|person| {
        let head = [
            ReportCell::Text(person.name.clone()),
            ReportCell::Text(post_name(person.post).to_owned()),
            count(person.sales),
        ];
        head.into_iter().chain(cells(&person.rates)).collect()
    });
    let rows: Vec<Vec<ReportCell>> = rows.collect();
    // Accounts and documents cannot be added up.
    let total = [ReportCell::Text("Total".to_owned()), ReportCell::Empty, ReportCell::Empty];
    let all = report.kinds.iter().map(|sums| count(sums.count));
    let wasted: Money = report.kinds.iter().map(|sums| sums.cost).sum();
    let mut notes = vec![
        "Ventas son cuentas atendidas de los mozos y comprobantes cobrados de los demás; en total, comprobantes."
            .to_owned(),
        "Antes de concluir, mira las operaciones.".to_owned(),
    ];
    if !wasted.is_zero() {
        notes.push(format!("Lo ya hecho que se botó costó S/ {wasted:#}, con lo de las ventas anuladas."));
    }
    ReportTable {
        title: "Anulaciones".to_owned(),
        lines: vec![company.legal_line(), format!("{}.", days_text(report.start_date, report.end_date))],
        columns: COLUMNS.to_vec(),
        rows,
        total: total.into_iter().chain(all).collect(),
        notes,
    }
}

fn post_name(post: Post) -> &'static str {
    match post {
        Post::Waiter => "Mozo",
        Post::Cashier => "Cajero",
        Post::Office => "Encargado",
    }
}
