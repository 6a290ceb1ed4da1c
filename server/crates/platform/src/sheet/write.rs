//! Writes a spreadsheet: a .xlsx workbook with a help sheet, or a CSV that Excel opens directly.

use super::{
    cells::escape_formula,
    columns::{Cells, Column, ColumnType},
};
use comanda_base::error::{Error, Result};
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

/// The format of an exported file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FileFormat {
    #[default]
    Xlsx,
    Csv,
}

impl FileFormat {
    /// Returns the media type and the file extension.
    pub fn media_type_and_extension(self) -> (&'static str, &'static str) {
        match self {
            FileFormat::Xlsx => ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
            FileFormat::Csv => ("text/csv; charset=utf-8", "csv"),
        }
    }
}

/// Writes the rows in the given format.
pub fn write_rows<C: Column>(rows: &[Cells<C>], format: FileFormat) -> Result<Vec<u8>> {
    match format {
        FileFormat::Csv => csv(rows).map_err(|e| Error::Internal(e.into())),
        FileFormat::Xlsx => workbook(rows).map_err(|e| Error::Internal(e.into())),
    }
}

/// Returns the escaped text of a cell.
fn text<C: Column>(row: &Cells<C>, column: C) -> String {
    escape_formula(row.get(&column).map_or("", String::as_str))
}

fn csv<C: Column>(rows: &[Cells<C>]) -> std::result::Result<Vec<u8>, csv::Error> {
    // Excel needs the byte order mark to recognize UTF-8.
    let mut writer = csv::WriterBuilder::new().delimiter(b';').from_writer("\u{feff}".as_bytes().to_vec());
    writer.write_record(C::ALL.iter().map(|c| c.title()))?;
    for row in rows {
        writer.write_record(C::ALL.iter().map(|c| text(row, *c)))?;
    }
    writer.into_inner().map_err(|e| e.into_error().into())
}

fn workbook<C: Column>(rows: &[Cells<C>]) -> std::result::Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let head = Format::new().set_bold();
    table(book.add_worksheet(), rows, &head)?;
    help::<C>(book.add_worksheet(), &head)?;
    book.save_to_buffer()
}

fn table<C: Column>(sheet: &mut Worksheet, rows: &[Cells<C>], head: &Format) -> std::result::Result<(), XlsxError> {
    sheet.set_name(C::PAGE)?.set_freeze_panes(1, 1)?;
    let amount = Format::new().set_num_format("0.00####");
    // The text format also applies to cells filled in later, so that their leading zeros are kept.
    let digits = Format::new().set_num_format("@");
    for (column, at) in C::ALL.iter().zip(0_u16..) {
        if column.kind() == ColumnType::Digits {
            sheet.set_column_format(at, &digits)?;
        }
        sheet.write_with_format(0, at, column.title(), head)?.set_column_width(at, column.width())?;
        for (row, n) in rows.iter().zip(1_u32..) {
            let text = text(row, *column);
            match (column.kind(), text.parse::<f64>()) {
                (ColumnType::Whole, Ok(number)) => sheet.write_number(n, at, number)?,
                (ColumnType::Amount, Ok(number)) => sheet.write_number_with_format(n, at, number, &amount)?,
                (ColumnType::Digits, _) => sheet.write_string_with_format(n, at, text, &digits)?,
                _ => sheet.write_string(n, at, text)?,
            };
        }
    }
    Ok(())
}

fn help<C: Column>(sheet: &mut Worksheet, head: &Format) -> std::result::Result<(), XlsxError> {
    sheet.set_name("Ayuda")?.set_column_width(0, 18)?.set_column_width(1, 60)?.set_column_width(2, 60)?;
    for (at, title) in (0_u16..).zip(["Columna", "Qué se escribe", "Ejemplo"]) {
        sheet.write_with_format(0, at, title, head)?;
    }
    for (column, row) in C::ALL.iter().zip(1_u32..) {
        sheet.write_string(row, 0, column.title())?.write_string(row, 1, column.help())?.write_string(
            row,
            2,
            column.example(),
        )?;
    }
    let after = C::ALL.len() as u32 + 2;
    for (line, row) in C::HELP.iter().zip(after..) {
        sheet.write_string(row, 0, *line)?;
    }
    Ok(())
}
