//! Tests that a report table in Excel and CSV has numbers as numbers and that no cell runs as a formula.

use super::*;
use calamine::{Data, Reader, Xlsx};
use std::io::Cursor;

fn table() -> ReportTable {
    let column = |title, kind| ReportColumn { title, kind, width: 12 };
    ReportTable {
        title: "Kardex: Lomo fino".to_owned(),
        lines: vec!["LA TERRAZA · RUC 20601234565".to_owned()],
        columns: vec![
            column("Motivo", ColumnKind::Text),
            column("Entra", ColumnKind::Quantity),
            column("Costo", ColumnKind::UnitCost),
            column("Valor", ColumnKind::Money),
        ],
        rows: vec![
            vec!["=1+1".into(), Cell::Quantity(Quantity::from_millionths(2_500_000)), Cell::Empty, Cell::Empty],
            vec![
                "Compra".into(),
                Cell::Empty,
                Cell::Money(Money::from_millionths(31_123_456)),
                Cell::Money(Money::from_millionths(77_805_000)),
            ],
        ],
        total: vec!["Total".into(), Cell::Empty, Cell::Empty, Cell::Money(Money::from_millionths(77_805_000))],
        notes: vec!["Sin costo no es cero.".to_owned()],
    }
}

#[test]
fn in_excel_numbers_are_numbers_and_a_formula_is_a_text() {
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(table().xlsx().unwrap())).unwrap();
    let page = book.worksheet_range_at(0).unwrap().unwrap();
    let rows: Vec<Vec<Data>> = page.rows().map(<[Data]>::to_vec).collect();
    let text = |t: &str| Data::String(t.to_owned());
    assert_eq!(rows[0][0], text("Kardex: Lomo fino"));
    assert_eq!(rows[3][..2], [text("Motivo"), text("Entra")]);
    assert_eq!(rows[4], [text("=1+1"), Data::Float(2.5), Data::Empty, Data::Empty]);
    assert_eq!(rows[5][2..], [Data::Float(31.123_456), Data::Float(77.81)]);
    assert_eq!(rows[6][3], Data::Float(77.81));
    assert_eq!(rows[8][0], text("Sin costo no es cero."));
}

#[test]
fn csv_is_the_table_alone_and_runs_no_formula() {
    let csv = String::from_utf8(table().csv().unwrap()).unwrap();
    assert_eq!(csv, "\u{feff}Motivo;Entra;Costo;Valor\n'=1+1;2.5;;\nCompra;;31.123456;77.81\n");
}
