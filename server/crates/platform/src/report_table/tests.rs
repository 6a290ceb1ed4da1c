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
            vec![
                "=1+1".into(),
                ReportCell::Quantity(Quantity::from_millionths(2_500_000)),
                ReportCell::Empty,
                ReportCell::Empty,
            ],
            vec![
                "Compra".into(),
                ReportCell::Empty,
                ReportCell::Money(Money::from_millionths(31_123_456)),
                ReportCell::Money(Money::from_millionths(77_805_000)),
            ],
        ],
        total: vec![
            "Total".into(),
            ReportCell::Empty,
            ReportCell::Empty,
            ReportCell::Money(Money::from_millionths(77_805_000)),
        ],
        notes: vec!["Sin costo no es cero.".to_owned()],
    }
}

#[test]
fn in_excel_numbers_are_numbers_and_a_formula_is_a_text() {
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(table().to_xlsx().unwrap())).unwrap();
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

/// A table of days and moments.
fn dated_table() -> ReportTable {
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    let row = |at: ReportCell| vec![at, ReportCell::Money(Money::units(38))];
    ReportTable {
        title: "Ventas".to_owned(),
        columns: vec![
            ReportColumn::new("Fecha", ColumnKind::Text, 17),
            ReportColumn::new("Total", ColumnKind::Money, 13),
        ],
        rows: vec![row(day.into()), row(day.and_hms_opt(13, 5, 42).unwrap().into())],
        total: row("Total".into()),
        ..ReportTable::default()
    }
}

#[test]
fn in_excel_days_and_moments_are_dates_on_a_page_with_a_name() {
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(dated_table().to_xlsx().unwrap())).unwrap();
    assert_eq!(book.sheet_names(), ["Ventas"]);
    let page = book.worksheet_range_at(0).unwrap().unwrap();
    let serials: Vec<f64> = page
        .rows()
        .filter_map(|row| match &row[0] {
            Data::DateTime(at) if at.is_datetime() => Some(at.as_f64()),
            _ => None,
        })
        .collect();
    // Excel counts days since 30 December 1899; the seconds are not shown.
    assert_eq!(serials, [46_347.0, 46_347.0 + 785.0 / 1_440.0]);
    let csv = String::from_utf8(dated_table().to_csv().unwrap()).unwrap();
    assert_eq!(csv, "\u{feff}Fecha;Total\n21/11/2026;38.00\n21/11/2026 13:05;38.00\n");
}

#[test]
fn pages_and_files_have_names_that_excel_and_browsers_take() {
    for (title, name) in [
        ("Kardex: Lomo fino", "Kardex"),
        ("Ventas por Día de la semana", "Ventas por Día de la semana"),
        ("Costo [de] platos / mes", "Costo de platos  mes"),
        ("Lo que se vendió en todos los locales del mes", "Lo que se vendió en todos los l"),
    ] {
        assert_eq!(page_name(title), name);
    }
    assert_eq!(file_name_part("Día de la semana: ¿Ñoquis?"), "dia-de-la-semana-noquis");
}

#[test]
fn csv_is_the_table_alone_and_runs_no_formula() {
    let csv = String::from_utf8(table().to_csv().unwrap()).unwrap();
    assert_eq!(csv, "\u{feff}Motivo;Entra;Costo;Valor\n'=1+1;2.5;;\nCompra;;31.123456;77.81\n");
}

#[test]
fn on_the_wire_a_cell_has_its_canonical_value_and_its_kind() {
    let cell = |kind, value: &str| Some(CellBody { kind, value: value.to_owned() });
    let body = table().into_body();
    assert_eq!(body.rows[0], [cell(CellKind::Text, "=1+1"), cell(CellKind::Quantity, "2.5"), None, None]);
    assert_eq!(body.rows[1][2..], [cell(CellKind::UnitCost, "31.123456"), cell(CellKind::Money, "77.81")]);
    assert_eq!(body.total[3], cell(CellKind::Money, "77.81"));
    let dated = dated_table().into_body();
    assert_eq!(dated.rows[0][0], cell(CellKind::Day, "2026-11-21"));
    assert_eq!(dated.rows[1][0], cell(CellKind::Moment, "2026-11-21T13:05:42"));
}
