//! Tests of report tables as PDF.

use super::{aligned_text, column_decimals, render_report};
use comanda_base::money::{Money, Quantity};
use comanda_platform::report_table::{ColumnKind, ReportCell, ReportColumn, ReportTable};
use comanda_test_support::pdf::run_poppler;

fn quantity(text: &str) -> ReportCell {
    ReportCell::Quantity(text.parse::<Quantity>().unwrap())
}

fn money(text: &str) -> ReportCell {
    ReportCell::Money(text.parse::<Money>().unwrap())
}

fn column_texts(column: ReportColumn, cells: Vec<ReportCell>, total: ReportCell) -> Vec<String> {
    let table = ReportTable {
        columns: vec![column],
        rows: cells.iter().cloned().map(|cell| vec![cell]).collect(),
        total: vec![total.clone()],
        ..ReportTable::default()
    };
    let decimals = column_decimals(&table)[0];
    cells.iter().chain([&total]).map(|cell| aligned_text(cell, column.kind, decimals)).collect()
}

#[test]
fn the_numbers_of_a_column_have_as_many_decimals() {
    let column = |title, kind| ReportColumn::new(title, kind, 10);
    let stock = vec![quantity("251.1"), quantity("250"), quantity("-1252.19"), ReportCell::Empty];
    let texts = column_texts(column("Saldo", ColumnKind::Quantity), stock, ReportCell::Empty);
    assert_eq!(texts, ["251.10", "250.00", "-1,252.19", "", ""]);
    let uses = vec![quantity("33.389046"), quantity("1.77444"), quantity("0.0004")];
    let texts = column_texts(column("Según recetas", ColumnKind::Quantity), uses, quantity("2"));
    assert_eq!(texts, ["33.389", "1.774", "0.000", "2.000"]);
    let texts =
        column_texts(column("Margen %", ColumnKind::Percent), vec![quantity("62.25"), quantity("81")], quantity("150"));
    assert_eq!(texts, ["62.3", "81.0", "150.0"]);
    let texts = column_texts(
        column("Desc. > 10 %", ColumnKind::Quantity),
        vec![quantity("3"), quantity("1200")],
        quantity("1203"),
    );
    assert_eq!(texts, ["3", "1,200", "1,203"]);
    let texts =
        column_texts(column("Costo", ColumnKind::UnitCost), vec![money("8.474576"), money("12.5")], ReportCell::Empty);
    assert_eq!(texts, ["8.4746", "12.5000", ""]);
    let texts = column_texts(
        column("Ventas", ColumnKind::Money),
        vec![money("8.476"), ReportCell::Text("Nada".to_owned())],
        money("1"),
    );
    assert_eq!(texts, ["8.48", "Nada", "1.00"]);
}

#[test]
fn the_paper_shows_aligned_numbers() {
    let table = ReportTable {
        title: "Uso según recetas".to_owned(),
        columns: vec![
            ReportColumn::new("Ítem", ColumnKind::Text, 20),
            ReportColumn::new("Uso", ColumnKind::Quantity, 10),
        ],
        rows: vec![vec!["Papa".into(), quantity("33.389046")], vec!["Ají".into(), quantity("2")]],
        ..ReportTable::default()
    };
    let text = run_poppler("pdftotext", &["-layout", "-", "-"], &render_report(&table).unwrap());
    assert!(text.contains("33.389") && text.contains("2.000") && !text.contains("33.389046"), "{text}");
}
