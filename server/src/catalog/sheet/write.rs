//! Writing the sheet: an Excel workbook with a page of help, or CSV that Excel opens by a double click.

use super::{
    book::Cells,
    cells::{defused, yes_or_no},
    columns::Column,
};
use crate::error::{Error, Result};
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

/// What a file is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FileFormat {
    #[default]
    Xlsx,
    Csv,
}

impl FileFormat {
    /// The media type, and how the file's name ends.
    pub fn kind(self) -> (&'static str, &'static str) {
        match self {
            FileFormat::Xlsx => ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
            FileFormat::Csv => ("text/csv; charset=utf-8", "csv"),
        }
    }
}

/// The rows as a file.
pub(super) fn write(rows: &[Cells], format: FileFormat) -> Result<Vec<u8>> {
    match format {
        FileFormat::Csv => csv(rows).map_err(|e| Error::Internal(e.into())),
        FileFormat::Xlsx => workbook(rows).map_err(|e| Error::Internal(e.into())),
    }
}

/// What a row says in a column.
fn text(row: &Cells, column: Column) -> String {
    defused(row.get(&column).map_or("", String::as_str))
}

fn csv(rows: &[Cells]) -> std::result::Result<Vec<u8>, csv::Error> {
    // The mark tells Excel that it is UTF-8.
    let mut writer = csv::WriterBuilder::new().delimiter(b';').from_writer("\u{feff}".as_bytes().to_vec());
    writer.write_record(Column::ALL.iter().map(|c| c.title()))?;
    for row in rows {
        writer.write_record(Column::ALL.iter().map(|c| text(row, *c)))?;
    }
    writer.into_inner().map_err(|e| e.into_error().into())
}

fn workbook(rows: &[Cells]) -> std::result::Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let head = Format::new().set_bold();
    products(book.add_worksheet(), rows, &head)?;
    help(book.add_worksheet(), &head)?;
    book.save_to_buffer()
}

fn products(sheet: &mut Worksheet, rows: &[Cells], head: &Format) -> std::result::Result<(), XlsxError> {
    sheet.set_name("Productos")?.set_freeze_panes(1, 1)?;
    let (amount, as_text) = (Format::new().set_num_format("0.00####"), Format::new().set_num_format("@"));
    for (column, at) in Column::ALL.iter().zip(0_u16..) {
        sheet.write_with_format(0, at, column.title(), head)?.set_column_width(at, width(*column))?;
        if matches!(column, Column::Code | Column::Barcode) {
            // What is typed here stays as it is: a spreadsheet drops leading zeros of numbers.
            sheet.set_column_format(at, &as_text)?;
        }
        for (row, n) in rows.iter().zip(1_u32..) {
            let text = text(row, *column);
            match text.parse::<f64>() {
                Ok(number) if column.is_number() && *column == Column::Position => sheet.write_number(n, at, number)?,
                Ok(number) if column.is_number() => sheet.write_number_with_format(n, at, number, &amount)?,
                _ => sheet.write_string(n, at, text)?,
            };
        }
    }
    Ok(())
}

fn width(column: Column) -> u16 {
    match column {
        Column::Name | Column::Description => 32,
        Column::Variants | Column::Recipe | Column::Combo | Column::Toppings => 48,
        Column::Category => 20,
        _ => 14,
    }
}

fn help(sheet: &mut Worksheet, head: &Format) -> std::result::Result<(), XlsxError> {
    sheet.set_name("Ayuda")?.set_column_width(0, 18)?.set_column_width(1, 60)?.set_column_width(2, 60)?;
    for (at, title) in (0_u16..).zip(["Columna", "Qué se escribe", "Ejemplo"]) {
        sheet.write_with_format(0, at, title, head)?;
    }
    for (column, row) in Column::ALL.iter().zip(1_u32..) {
        sheet.write_string(row, 0, column.title())?.write_string(row, 1, column.help())?.write_string(
            row,
            2,
            column.example(),
        )?;
    }
    let after = Column::ALL.len() as u32 + 2;
    for (line, row) in HELP.iter().zip(after..) {
        sheet.write_string(row, 0, *line)?;
    }
    Ok(())
}

const HELP: [&str; 6] = [
    "Cada línea es un producto. Su Id dice cuál; sin Id, el nombre: si ya existe se cambia, si no existe se crea. Nada se borra.",
    "Puedes borrar columnas enteras (menos Producto): lo que no está en la hoja se queda como está.",
    "Una celda vacía quita lo que había: sin precio delivery, sin receta, sin adicionales.",
    "Varias cosas en una celda se separan con una barra |. Lo que suma o cuánto lleva va después de =.",
    "Un nombre con | = + : o comillas se escribe entre comillas: \"Salsa 1:1\" = 20 g.",
    "Antes de guardar verás línea por línea qué cambia. Si una línea tiene un error, no se cambia nada.",
];

/// Three products that show how it is done; whoever imports them gets them.
pub(super) fn example() -> Vec<Cells> {
    let product = |cells: &[(Column, &str)]| -> Cells {
        let usual = [
            (Column::HasStock, yes_or_no(false)),
            (Column::MinStock, "0"),
            (Column::Delivered, yes_or_no(true)),
            (Column::Active, yes_or_no(true)),
        ];
        usual.iter().chain(cells).map(|(c, text)| (*c, (*text).to_owned())).collect()
    };
    vec![
        product(&[
            (Column::Name, "Ejemplo: Arroz chaufa"),
            (Column::Category, "Chifa"),
            (Column::Description, "De pollo, para uno"),
            (Column::Price, "24.00"),
            (Column::DeliveryPrice, "26.00"),
            (Column::MinimumPrice, "20.00"),
            (Column::Cost, "8.50"),
            (Column::Position, "1"),
        ]),
        product(&[
            (Column::Name, "Ejemplo: Gaseosa 500 ml"),
            (Column::Category, "Bebidas de ejemplo"),
            (Column::Price, "6.00"),
            (Column::Cost, "2.40"),
            (Column::HasStock, "Sí"),
            (Column::MinStock, "24"),
            (Column::Position, "2"),
        ]),
        product(&[
            (Column::Name, "Ejemplo: Combo chaufa"),
            (Column::Category, "Chifa"),
            (Column::Price, "28.00"),
            (Column::Position, "3"),
            (Column::Combo, "\"Ejemplo: Arroz chaufa\" = 1 | \"Ejemplo: Gaseosa 500 ml\" = 1"),
        ]),
    ]
}
