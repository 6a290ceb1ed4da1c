//! The register as a table that people read: the columns of the paper form 13.1, item by item.

use super::register::{Line, Register};
use crate::{
    money::{Money, Quantity},
    report_table::{Cell, ColumnKind, ReportColumn, ReportTable},
    settings::{CompanyInfo, Settings},
};

const COLUMNS: [ReportColumn; 14] = [
    column("Existencia", ColumnKind::Text, 30),
    column("Unidad", ColumnKind::Text, 8),
    column("Fecha", ColumnKind::Text, 11),
    column("Tipo (tabla 10)", ColumnKind::Text, 14),
    column("Serie", ColumnKind::Text, 8),
    column("Número", ColumnKind::Text, 12),
    column("Operación (tabla 12)", ColumnKind::Text, 18),
    column("Entra: cantidad", ColumnKind::Quantity, 14),
    column("Entra: costo unit.", ColumnKind::UnitCost, 16),
    column("Entra: total", ColumnKind::Money, 14),
    column("Sale: cantidad", ColumnKind::Quantity, 14),
    column("Sale: total", ColumnKind::Money, 14),
    column("Saldo: cantidad", ColumnKind::Quantity, 15),
    column("Saldo: total", ColumnKind::Money, 14),
];

const fn column(title: &'static str, kind: ColumnKind, width: u16) -> ReportColumn {
    ReportColumn { title, kind, width }
}

pub(super) fn table(register: &Register, company: &CompanyInfo, settings: &Settings) -> ReportTable {
    let period = register.month.first.format("%m/%Y");
    ReportTable {
        title: "Formato 13.1: Registro de inventario permanente valorizado".to_owned(),
        lines: vec![
            format!("Periodo {period} · RUC {} · {}", company.document_number, company.legal_name),
            "Método de valuación: promedio ponderado móvil".to_owned(),
        ],
        columns: COLUMNS.to_vec(),
        rows: register.lines(settings).map(|line| row(&line)).collect(),
        ..ReportTable::default()
    }
}

fn row(line: &Line<'_>) -> Vec<Cell> {
    let comes_in = line.quantity > Quantity::ZERO;
    let side = |wanted: bool| (wanted == comes_in).then_some((line.quantity, line.value));
    let (entry, exit) = (side(true), side(false));
    let per_unit = |(quantity, value): (Quantity, Money)| super::register_text::per_unit(value, quantity);
    vec![
        line.item.name.as_str().into(),
        line.item.unit.as_str().into(),
        line.day.format("%d/%m/%Y").to_string().into(),
        line.paper.kind.into(),
        line.paper.serie.into(),
        line.paper.number.into(),
        line.operation.into(),
        Cell::from(entry.map(|e| e.0)),
        Cell::from(entry.map(per_unit)),
        Cell::from(entry.map(|e| e.1)),
        Cell::from(exit.map(|e| -e.0)),
        Cell::from(exit.map(|e| -e.1)),
        Cell::Quantity(line.balance),
        Cell::Money(line.balance_value),
    ]
}
