//! The register as a readable table with the columns of the paper form 13.1, item by item.

use super::register::{Line, Register};
use comanda_base::money::{Money, Quantity};
use comanda_platform::{
    report_table::{ColumnKind, ReportCell, ReportColumn, ReportTable},
    settings::CompanyInfo,
};

const COLUMNS: [ReportColumn; 14] = [
    ReportColumn::new("Existencia", ColumnKind::Text, 30),
    ReportColumn::new("Unidad", ColumnKind::Text, 8),
    ReportColumn::new("Fecha", ColumnKind::Text, 11),
    ReportColumn::new("Tipo (tabla 10)", ColumnKind::Text, 14),
    ReportColumn::new("Serie", ColumnKind::Text, 8),
    ReportColumn::new("Número", ColumnKind::Text, 12),
    ReportColumn::new("Operación (tabla 12)", ColumnKind::Text, 18),
    ReportColumn::new("Entra: cantidad", ColumnKind::Quantity, 14),
    ReportColumn::new("Entra: costo unit.", ColumnKind::UnitCost, 16),
    ReportColumn::new("Entra: total", ColumnKind::Money, 14),
    ReportColumn::new("Sale: cantidad", ColumnKind::Quantity, 14),
    ReportColumn::new("Sale: total", ColumnKind::Money, 14),
    ReportColumn::new("Saldo: cantidad", ColumnKind::Quantity, 15),
    ReportColumn::new("Saldo: total", ColumnKind::Money, 14),
];

pub(super) fn register_table(register: &Register, company: &CompanyInfo) -> ReportTable {
    let period = register.month.first.format("%m/%Y");
    ReportTable {
        title: "Formato 13.1: Registro de inventario permanente valorizado".to_owned(),
        lines: vec![
            format!("Periodo {period} · RUC {} · {}", company.document_number, company.legal_name),
            "Método de valuación: promedio ponderado móvil".to_owned(),
        ],
        columns: COLUMNS.to_vec(),
        rows: register.lines().map(|line| line_cells(&line)).collect(),
        total: total_row(register),
        notes: Vec::new(),
    }
}

/// Adds up entries with opening balances, exits, and the final value; quantities of different items have no sum.
fn total_row(register: &Register) -> Vec<ReportCell> {
    let (mut entries, mut exits) = (Money::ZERO, Money::ZERO);
    for line in register.lines() {
        if line.is_entry() { entries += line.value } else { exits -= line.value }
    }
    let mut total = vec![ReportCell::from("Total")];
    total.resize(COLUMNS.len(), ReportCell::Empty);
    for (column, value) in [(9, entries), (11, exits), (13, entries - exits)] {
        total[column] = ReportCell::Money(value);
    }
    total
}

fn line_cells(line: &Line<'_>) -> Vec<ReportCell> {
    let comes_in = line.is_entry();
    let side = |wanted: bool| (wanted == comes_in).then_some((line.quantity, line.value));
    let (entry, exit) = (side(true), side(false));
    let per_unit = |(quantity, value): (Quantity, Money)| super::register_text::per_unit(value, quantity);
    vec![
        line.item.name.as_str().into(),
        line.item.unit.as_str().into(),
        line.day.into(),
        line.paper.kind.as_str().into(),
        line.paper.serie.as_str().into(),
        line.paper.number.as_str().into(),
        line.operation.into(),
        ReportCell::from(entry.map(|e| e.0)),
        ReportCell::from(entry.map(per_unit)),
        ReportCell::from(entry.map(|e| e.1)),
        ReportCell::from(exit.map(|e| -e.0)),
        ReportCell::from(exit.map(|e| -e.1)),
        ReportCell::Quantity(line.balance),
        ReportCell::Money(line.balance_value),
    ]
}
