//! The report as a table for Excel, PDF and CSV, with a row for each dish and times in minutes.

use super::{
    report::{KitchenTimes, PreparedProduct},
    times::DishTimes,
};
use crate::reports::words::compared_days_text;
use comanda_base::money::{Quantity, SCALE, div_round};
use comanda_platform::{
    report_table::{ColumnKind, ReportCell, ReportColumn, ReportTable},
    settings::CompanyInfo,
};

const COLUMNS: [ReportColumn; 11] = [
    ReportColumn::new("Plato", ColumnKind::Text, 28),
    ReportColumn::new("Categoría", ColumnKind::Text, 18),
    ReportColumn::new("Área", ColumnKind::Text, 14),
    ReportColumn::new("Preparados", ColumnKind::Quantity, 11),
    ReportColumn::new("Prometido min", ColumnKind::Quantity, 13),
    ReportColumn::new("Mediana min", ColumnKind::Quantity, 12),
    ReportColumn::new("Promedio min", ColumnKind::Quantity, 12),
    ReportColumn::new("9 de 10 en min", ColumnKind::Quantity, 13),
    ReportColumn::new("Antes min", ColumnKind::Quantity, 11),
    ReportColumn::new("Tarde", ColumnKind::Quantity, 8),
    ReportColumn::new("Tarde %", ColumnKind::Percent, 9),
];

pub(super) fn build_table(report: &KitchenTimes, company: &CompanyInfo) -> ReportTable {
    let total = [ReportCell::Text("Total".to_owned()), ReportCell::Empty, ReportCell::Empty];
    let total = total.into_iter().chain(time_cells(&report.totals, report.before.median_seconds)).collect();
    let mut notes = vec![
        "Desde que se envió hasta que se marcó listo. Lo prometido son los minutos con que el área avisa que va tarde."
            .to_owned(),
        "Cada línea de una comanda cuenta una vez, y cada plato de un combo. Lo anulado no cuenta.".to_owned(),
    ];
    if report.unmarked > 0 {
        notes.push(format!("Sin marcar como listos y sin contar: {}.", report.unmarked));
    }
    ReportTable {
        title: "Tiempos de cocina".to_owned(),
        lines: vec![
            company.legal_line(),
            compared_days_text(
                (report.start_date, report.end_date),
                (report.before_start_date, report.before_end_date),
                false,
            ),
        ],
        columns: COLUMNS.to_vec(),
        rows: report.dishes.iter().filter(|dish| dish.times.dishes > 0).map(dish_row).collect(),
        total,
        notes,
    }
}

fn dish_row(dish: &PreparedProduct) -> Vec<ReportCell> {
    let head = [
        ReportCell::Text(dish.name.clone()),
        ReportCell::Text(dish.category.clone().unwrap_or_default()),
        ReportCell::Text(dish.area.clone()),
    ];
    head.into_iter().chain(time_cells(&dish.times, dish.before_median_seconds)).collect()
}

fn time_cells(times: &DishTimes, before: Option<i64>) -> [ReportCell; 8] {
    [
        ReportCell::Quantity(Quantity::units(times.dishes)),
        minutes_cell(times.promised_seconds),
        minutes_cell(times.median_seconds),
        minutes_cell(times.average_seconds),
        minutes_cell(times.p90_seconds),
        minutes_cell(before),
        ReportCell::Quantity(Quantity::units(times.late)),
        times.late_percent.into(),
    ]
}

/// Returns the minutes, to a tenth.
fn minutes_cell(seconds: Option<i64>) -> ReportCell {
    let tenths = |seconds: i64| i64::try_from(div_round(i128::from(seconds), 6)).unwrap_or_default();
    seconds.map_or(ReportCell::Empty, |seconds| {
        ReportCell::Quantity(Quantity::from_millionths(tenths(seconds) * (SCALE / 10)))
    })
}
