//! The report as a table for Excel, PDF and CSV, with a row for each dish.

use super::{
    classes::DishClass,
    report::{MenuDish, MenuReport},
};
use crate::reports::words::days_text;
use comanda_base::money::Quantity;
use comanda_platform::{
    report_table::{ColumnKind, ReportCell, ReportColumn, ReportTable},
    settings::CompanyInfo,
};

const COLUMNS: [ReportColumn; 10] = [
    ReportColumn::new("Plato", ColumnKind::Text, 28),
    ReportColumn::new("Categoría", ColumnKind::Text, 18),
    ReportColumn::new("Clase", ColumnKind::Text, 18),
    ReportColumn::new("Unidades", ColumnKind::Quantity, 10),
    ReportColumn::new("Precio", ColumnKind::UnitCost, 10),
    ReportColumn::new("Costo", ColumnKind::UnitCost, 10),
    ReportColumn::new("Margen", ColumnKind::UnitCost, 10),
    ReportColumn::new("Margen total", ColumnKind::Money, 14),
    ReportColumn::new("Acumulado %", ColumnKind::Percent, 12),
    ReportColumn::new("ABC", ColumnKind::Text, 6),
];

pub(super) fn build_table(report: &MenuReport, company: &CompanyInfo) -> ReportTable {
    let unit = if report.lines.units == Quantity::units(1) { "unidad" } else { "unidades" };
    let mut notes = vec![
        format!(
            "Se pide mucho desde {} {unit} (70 % del promedio); el margen es alto desde S/ {:#} por plato (el promedio).",
            report.lines.units, report.lines.margin
        ),
        "El margen es sin IGV, con el costo del momento de vender.".to_owned(),
    ];
    if !report.without_cost.is_empty() {
        let dishes = match report.without_cost.len() {
            1 => "1 plato".to_owned(),
            count => format!("{count} platos"),
        };
        notes.push(format!("Sin costo conocido y sin comparar: {dishes}."));
    }
    ReportTable {
        title: "Ingeniería de carta".to_owned(),
        lines: vec![company.legal_line(), format!("{}.", days_text(report.start_date, report.end_date))],
        columns: COLUMNS.to_vec(),
        rows: report.dishes.iter().map(dish_row).collect(),
        total: vec![
            ReportCell::Text("Total".to_owned()),
            ReportCell::Empty,
            ReportCell::Empty,
            ReportCell::Quantity(report.units),
            ReportCell::Empty,
            ReportCell::Empty,
            ReportCell::Empty,
            ReportCell::Money(report.total_margin),
            ReportCell::Empty,
            ReportCell::Empty,
        ],
        notes,
    }
}

fn dish_row(dish: &MenuDish) -> Vec<ReportCell> {
    vec![
        ReportCell::Text(dish.name.clone()),
        ReportCell::Text(dish.category.clone().unwrap_or_default()),
        ReportCell::Text(class_name(dish.class).to_owned()),
        ReportCell::Quantity(dish.units),
        ReportCell::Money(dish.price),
        ReportCell::Money(dish.cost),
        ReportCell::Money(dish.margin),
        ReportCell::Money(dish.total_margin),
        dish.accumulated_percent.into(),
        ReportCell::Text(dish.abc.as_str().to_owned()),
    ]
}

fn class_name(class: DishClass) -> &'static str {
    match class {
        DishClass::Star => "Estrella",
        DishClass::Plowhorse => "Caballo de batalla",
        DishClass::Puzzle => "Enigma",
        DishClass::Dog => "Perro",
    }
}
