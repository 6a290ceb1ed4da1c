//! Writes report tables as an Excel workbook: numbers are numbers, the head is frozen, the last row sums.

use super::{ColumnKind, ReportCell, ReportTable};
use chrono::{Datelike, NaiveDate, NaiveDateTime, Timelike};
use comanda_base::money::{Money, Quantity};
use rust_xlsxwriter::{ExcelDateTime, Format, FormatAlign, FormatBorder, Formula, Workbook, Worksheet, XlsxError};

/// Writes a workbook with a page for each table; a page without a name gets Excel's default name.
pub(super) fn write_workbook(tables: &[(&str, &ReportTable)]) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    for (name, table) in tables {
        let sheet = book.add_worksheet();
        if !name.is_empty() {
            sheet.set_name(*name)?;
        }
        write_page(sheet, table)?;
    }
    book.save_to_buffer()
}

fn write_page(sheet: &mut Worksheet, table: &ReportTable) -> Result<(), XlsxError> {
    sheet.set_landscape().set_paper_size(9).set_print_fit_to_pages(1, 0);
    let mut at = 0;
    sheet.write_with_format(at, 0, &table.title, &Format::new().set_bold().set_font_size(14))?;
    for line in &table.lines {
        at += 1;
        sheet.write(at, 0, line)?;
    }
    at += 2;
    for (column, n) in table.columns.iter().zip(0_u16..) {
        let head = Format::new().set_bold().set_border_bottom(FormatBorder::Thin);
        let head = if column.kind.is_number() { head.set_align(FormatAlign::Right) } else { head };
        sheet.write_with_format(at, n, column.title, &head)?.set_column_width(n, column.width)?;
    }
    sheet.set_freeze_panes(at + 1, 0)?.set_repeat_rows(at, at)?;
    let first = at + 1;
    for row in &table.rows {
        at += 1;
        write_row(sheet, at, table, row, None)?;
    }
    if !table.total.is_empty() {
        at += 1;
        write_row(sheet, at, table, &table.total, Some(first))?;
    }
    at += 1;
    for note in &table.notes {
        at += 1;
        sheet.write(at, 0, note)?;
    }
    Ok(())
}

/// Writes a row; for the row of totals, `totals_from` is the first row that it sums.
fn write_row(
    sheet: &mut Worksheet,
    at: u32,
    table: &ReportTable,
    row: &[ReportCell],
    totals_from: Option<u32>,
) -> Result<(), XlsxError> {
    let is_total = totals_from.is_some();
    for ((cell, column), n) in row.iter().zip(&table.columns).zip(0_u16..) {
        let format = Format::new().set_num_format(match column.kind {
            ColumnKind::Text => "General",
            ColumnKind::Money => "#,##0.00",
            ColumnKind::UnitCost => "#,##0.00####",
            ColumnKind::Quantity => "#,##0.######",
            ColumnKind::Percent => "#,##0.0",
        });
        let format = if is_total { format.set_bold().set_border_top(FormatBorder::Thin) } else { format };
        if let Some(first) = totals_from.filter(|_| is_sum(table, n, cell)) {
            let name = column_name(n);
            let sum = format!("=SUM({name}{}:{name}{at})", first + 1);
            let formula = Formula::new(sum).set_result(cell.text(column.kind));
            sheet.write_formula_with_format(at, n, formula, &format)?;
            continue;
        }
        match (cell, cell.text(column.kind).parse::<f64>()) {
            (ReportCell::Money(_) | ReportCell::Quantity(_), Ok(number)) => {
                sheet.write_number_with_format(at, n, number, &format)?;
            }
            (ReportCell::Text(text), _) => {
                sheet.write_string_with_format(at, n, text, &format)?;
            }
            (ReportCell::Day(day), _) => {
                let format = format.set_num_format("dd/mm/yyyy").set_align(FormatAlign::Left);
                sheet.write_datetime_with_format(at, n, excel_day(*day)?, &format)?;
            }
            (ReportCell::Moment(moment), _) => {
                let format = format.set_num_format("dd/mm/yyyy hh:mm").set_align(FormatAlign::Left);
                sheet.write_datetime_with_format(at, n, excel_moment(*moment)?, &format)?;
            }
            _ if is_total => {
                sheet.write_blank(at, n, &format)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns a day as Excel counts it, so that it sorts and filters as a date.
fn excel_day(day: NaiveDate) -> Result<ExcelDateTime, XlsxError> {
    let part = |number: u32| u8::try_from(number).unwrap_or_default();
    ExcelDateTime::from_ymd(u16::try_from(day.year()).unwrap_or_default(), part(day.month()), part(day.day()))
}

/// Returns a moment as Excel counts it, to the minute that is shown.
fn excel_moment(at: NaiveDateTime) -> Result<ExcelDateTime, XlsxError> {
    let hour = u16::try_from(at.hour()).unwrap_or_default();
    excel_day(at.date())?.and_hms(hour, u8::try_from(at.minute()).unwrap_or_default(), 0)
}

/// Whether a total equals the sum of its column's rounded cells: then it is written as a formula.
fn is_sum(table: &ReportTable, column: u16, total: &ReportCell) -> bool {
    let cells = || table.rows.iter().filter_map(|row| row.get(usize::from(column)));
    match total {
        ReportCell::Money(total) => {
            let sum: Money =
                cells().map(|cell| if let ReportCell::Money(m) = cell { m.to_centimos() } else { Money::ZERO }).sum();
            !table.rows.is_empty() && *total == sum
        }
        ReportCell::Quantity(total) => {
            let sum: Quantity =
                cells().map(|cell| if let ReportCell::Quantity(q) = cell { *q } else { Quantity::default() }).sum();
            !table.rows.is_empty() && *total == sum
        }
        ReportCell::Empty | ReportCell::Text(_) | ReportCell::Day(_) | ReportCell::Moment(_) => false,
    }
}

/// Returns the letter of a column, `A` to `Z`; no table has more columns.
fn column_name(n: u16) -> char {
    char::from(b'A' + u8::try_from(n.min(25)).unwrap_or_default())
}
