//! The accounting dashboard as tables for Excel, PDF and CSV.

use super::{
    accounting_dashboard::{
        AccountingDay, AccountingMargin, AccountingMonth, AccountingProduct, AccountingSummary, AccountingWeek,
        AccountingYear, SalesSoFar,
    },
    words::days_text,
};
use comanda_base::money::{Money, Quantity};
use comanda_platform::report_table::{ColumnKind, ReportCell, ReportColumn, ReportTable};

const TOTAL: ReportColumn = ReportColumn::new("Ventas", ColumnKind::Money, 14);
const DOCUMENTS: ReportColumn = ReportColumn::new("Comprobantes", ColumnKind::Quantity, 14);

/// Builds a table without totals, for rows that cannot be added up: overlapping periods, or percentages.
fn plain_table(title: &str, columns: Vec<ReportColumn>, rows: Vec<Vec<ReportCell>>) -> ReportTable {
    ReportTable { title: title.to_owned(), columns, rows, ..ReportTable::default() }
}

/// Builds a table of rows with documents and total, and their sums.
fn sales_table(title: &str, heading: &'static str, rows: Vec<(ReportCell, Money, i64)>) -> ReportTable {
    let total: Money = rows.iter().map(|(_, total, _)| *total).sum();
    let documents: i64 = rows.iter().map(|(_, _, documents)| documents).sum();
    let line = |(name, total, documents): (ReportCell, Money, i64)| {
        vec![name, ReportCell::Quantity(Quantity::units(documents)), ReportCell::Money(total)]
    };
    let sum = line(("Total".into(), total, documents));
    let columns = vec![ReportColumn::new(heading, ColumnKind::Text, 28), DOCUMENTS, TOTAL];
    ReportTable { total: sum, ..plain_table(title, columns, rows.into_iter().map(line).collect()) }
}

pub(super) fn summary_table(summary: &AccountingSummary) -> ReportTable {
    let stretches = [
        ("Hoy", &summary.today),
        ("Esta semana", &summary.week),
        ("Este mes", &summary.month),
        ("Este año", &summary.year),
    ];
    let row = |(name, sums): (&str, &SalesSoFar)| {
        let documents = ReportCell::Quantity(Quantity::units(sums.documents));
        let change = sums.change_percent.into();
        vec![name.into(), documents, ReportCell::Money(sums.total), ReportCell::Money(sums.before), change]
    };
    let columns = vec![
        ReportColumn::new("", ColumnKind::Text, 20),
        DOCUMENTS,
        TOTAL,
        ReportColumn::new("Antes", ColumnKind::Money, 14),
        ReportColumn::new("Cambio %", ColumnKind::Percent, 12),
    ];
    plain_table("Ventas hasta ahora", columns, stretches.map(row).to_vec())
}

pub(super) fn days_table(days: &[AccountingDay]) -> ReportTable {
    let row = |day: &AccountingDay| (ReportCell::Day(day.date), day.total, day.documents);
    sales_table("Ventas por día", "Día", days.iter().map(row).collect())
}

pub(super) fn weeks_table(weeks: &[AccountingWeek]) -> ReportTable {
    let row = |week: &AccountingWeek| {
        (ReportCell::Text(days_text(week.week_start, week.week_end)), week.total, week.documents)
    };
    sales_table("Ventas por semana", "Semana", weeks.iter().map(row).collect())
}

pub(super) fn months_table(months: &[AccountingMonth]) -> ReportTable {
    let before: Money = months.iter().map(|month| month.year_before).sum();
    let row = |month: &AccountingMonth| (ReportCell::Text(month.month.clone()), month.total, month.documents);
    let mut table = sales_table("Ventas por mes", "Mes", months.iter().map(row).collect());
    table.columns.push(ReportColumn::new("Un año antes", ColumnKind::Money, 14));
    for (cells, month) in table.rows.iter_mut().zip(months) {
        cells.push(ReportCell::Money(month.year_before));
    }
    table.total.push(ReportCell::Money(before));
    table
}

pub(super) fn years_table(years: &[AccountingYear]) -> ReportTable {
    let row = |year: &AccountingYear| (ReportCell::Text(year.year.to_string()), year.total, year.documents);
    sales_table("Ventas por año", "Año", years.iter().map(row).collect())
}

pub(super) fn products_table(products: &[AccountingProduct]) -> ReportTable {
    let row = |product: &AccountingProduct| {
        let name = if product.product_id == 0 { "Sin producto" } else { product.name.as_str() };
        vec![
            name.into(),
            ReportCell::Quantity(product.quantity),
            ReportCell::Money(product.total),
            product.share_percent.into(),
        ]
    };
    let columns = vec![
        ReportColumn::new("Producto", ColumnKind::Text, 36),
        ReportColumn::new("Cantidad", ColumnKind::Quantity, 12),
        TOTAL,
        ReportColumn::new("Parte %", ColumnKind::Percent, 12),
    ];
    plain_table("Lo más vendido del mes", columns, products.iter().map(row).collect())
}

pub(super) fn margins_table(months: &[AccountingMargin]) -> ReportTable {
    let row = |month: &AccountingMargin| {
        vec![
            ReportCell::Text(month.month.clone()),
            ReportCell::Money(month.net),
            ReportCell::Money(month.cost),
            ReportCell::Money(month.margin),
            month.margin_percent.into(),
            month.covered_percent.into(),
        ]
    };
    let money = |title| ReportColumn::new(title, ColumnKind::Money, 14);
    let percent = |title| ReportColumn::new(title, ColumnKind::Quantity, 16);
    let columns = vec![
        ReportColumn::new("Mes", ColumnKind::Text, 14),
        money("Sin IGV"),
        money("Costo"),
        money("Margen"),
        percent("Margen %"),
        percent("Costo conocido %"),
    ];
    let mut table = plain_table("Margen por mes", columns, months.iter().map(row).collect());
    table.notes.push("El margen es de la parte cuyo costo se conoce.".to_owned());
    table
}
