//! The sales report as a table for Excel, PDF and CSV.

use super::report::{SalesCut, SalesReport, SalesReportRow};
use crate::reports::words::compared_days_text;
use chrono::NaiveDate;
use comanda_base::money::percent_of;
use comanda_platform::{
    report_table::{ColumnKind, ReportCell, ReportColumn, ReportTable},
    settings::CompanyInfo,
};

const COLUMNS: [ReportColumn; 9] = [
    ReportColumn::new("", ColumnKind::Text, 28),
    ReportColumn::new("Comprobantes", ColumnKind::Quantity, 12),
    ReportColumn::new("Personas", ColumnKind::Quantity, 10),
    ReportColumn::new("Ventas", ColumnKind::Money, 14),
    ReportColumn::new("Parte %", ColumnKind::Percent, 9),
    ReportColumn::new("Antes", ColumnKind::Money, 14),
    ReportColumn::new("Cambio %", ColumnKind::Percent, 10),
    ReportColumn::new("Sin IGV", ColumnKind::Money, 14),
    ReportColumn::new("Margen", ColumnKind::Money, 14),
];
const WEEKDAYS: [&str; 7] = ["Lunes", "Martes", "Miércoles", "Jueves", "Viernes", "Sábado", "Domingo"];

/// Builds the table: a row for each key, and the totals.
pub(in crate::reports) fn build_table(report: &SalesReport, company: &CompanyInfo) -> ReportTable {
    let mut columns = COLUMNS.to_vec();
    columns[0].title = grouping_title(report.by);
    let is_product = matches!(report.by, SalesCut::Product | SalesCut::Category);
    if is_product {
        columns[1].title = "Cantidad";
    }
    let (first, last) = (report.start_date, report.end_date);
    let mut notes = Vec::new();
    if report.is_partial {
        notes.push("El último día aún no termina.".to_owned());
    }
    if let Some(covered) = report.totals.covered_percent {
        notes.push(format!("El margen es de la parte cuyo costo se conoce: el {covered} % de las ventas."));
    }
    notes.push("Las notas de crédito restan; los comprobantes anulados no cuentan.".to_owned());
    let total = SalesReportRow {
        key: String::new(),
        name: "Total".to_owned(),
        sums: report.totals.clone(),
        before: report.before.total,
        change_percent: percent_of(report.totals.total - report.before.total, report.before.total),
        share_percent: percent_of(report.totals.total, report.totals.total),
    };
    ReportTable {
        title: format!("Ventas por {}", grouping_title(report.by).to_lowercase()),
        lines: vec![
            company.legal_line(),
            compared_days_text((first, last), (report.before_start_date, report.before_end_date), report.is_partial),
        ],
        columns,
        rows: report.rows.iter().map(|row| row_cells(row, report.by, is_product)).collect(),
        total: row_cells(&total, report.by, is_product),
        notes,
    }
}

pub(super) fn grouping_title(cut: SalesCut) -> &'static str {
    match cut {
        SalesCut::Day => "Día",
        SalesCut::Hour => "Hora",
        SalesCut::Weekday => "Día de la semana",
        SalesCut::Channel => "Canal",
        SalesCut::Waiter => "Mozo",
        SalesCut::Cashier => "Cajero",
        SalesCut::Category => "Categoría",
        SalesCut::Product => "Producto",
        SalesCut::Table => "Mesa",
        SalesCut::Document => "Comprobante",
    }
}

/// Returns the first cell of a row: its day, or its readable name.
fn name_cell(row: &SalesReportRow, cut: SalesCut) -> ReportCell {
    match row.key.parse::<NaiveDate>() {
        Ok(day) if cut == SalesCut::Day => day.into(),
        _ => row_name(row, cut).into(),
    }
}

/// Returns the readable name of a row.
fn row_name(row: &SalesReportRow, cut: SalesCut) -> String {
    if !row.name.is_empty() || row.key.is_empty() {
        return row.name.clone();
    }
    match cut {
        SalesCut::Day => row.key.clone(),
        SalesCut::Hour => format!("{} h", row.key),
        SalesCut::Weekday => {
            let place: Option<usize> = row.key.parse().ok();
            place.and_then(|n| WEEKDAYS.get(n.checked_sub(1)?)).map_or_else(|| row.key.clone(), |day| (*day).to_owned())
        }
        SalesCut::Channel => match row.key.as_str() {
            "TABLE" => "Salón",
            "ORDER" => "Para llevar",
            "DELIVERY" => "Delivery",
            _ => "Apps de delivery",
        }
        .to_owned(),
        SalesCut::Table => "Sin mesa".to_owned(),
        SalesCut::Category => "Sin categoría".to_owned(),
        SalesCut::Product => "Sin producto".to_owned(),
        SalesCut::Waiter | SalesCut::Cashier | SalesCut::Document => row.key.clone(),
    }
}

fn row_cells(row: &SalesReportRow, cut: SalesCut, is_product: bool) -> Vec<ReportCell> {
    let count = |n: i64| ReportCell::Quantity(comanda_base::money::Quantity::units(n));
    vec![
        name_cell(row, cut),
        if is_product { ReportCell::Quantity(row.sums.quantity) } else { count(row.sums.documents) },
        if cut == SalesCut::Category && !row.key.is_empty() { ReportCell::Empty } else { count(row.sums.persons) },
        ReportCell::Money(row.sums.total),
        row.share_percent.into(),
        ReportCell::Money(row.before),
        row.change_percent.into(),
        ReportCell::Money(row.sums.net),
        row.sums.margin.into(),
    ]
}
