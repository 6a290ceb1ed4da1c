//! Tests of reading files in the formats and encodings users save.

use super::*;
use crate::sheet::columns as sheet_columns;

sheet_columns! {
    /// A minimal set of columns.
    Test {
        Name "Producto", ["name"], "", "";
        Price "Precio", ["price"], "", "";
    }
    const PAGE: &'static str = "Productos";
    const ONE: &'static str = "un producto";
    const IDENTIFIES: &'static [Self] = &[Test::Name];
    const HELP: &'static [&'static str] = &[];
    fn kind(self) -> ColumnType { ColumnType::Name }
    fn width(self) -> u16 { 14 }
    fn keeps_when_empty(self) -> bool { false }
    fn is_needed(self) -> bool { false }
    fn is_id(self) -> bool { false }
}

fn read(bytes: &[u8]) -> Vec<(i64, Vec<(Test, String)>)> {
    let grid = to_grid(csv(&code_page::decode_text(bytes).text, |_| true).unwrap()).unwrap();
    grid.0.into_iter().map(|(n, cells)| (n, cells.into_iter().collect())).collect()
}

#[test]
fn csv_is_read_in_common_encodings_and_separators() {
    let line = vec![(2, vec![(Test::Name, "Ají de gallina".to_owned()), (Test::Price, "32,50".to_owned())])];
    let latin = encoding_rs::WINDOWS_1252.encode("Producto;Precio\r\nAjí de gallina;32,50\r\n").0.into_owned();
    assert_eq!(read(&latin), line);
    assert_eq!(read("\u{feff}Producto;Precio\nAjí de gallina;32,50".as_bytes()), line);
    assert_eq!(read("producto,PRECIO\n\"Ají de gallina\",\"32,50\"\n\n".as_bytes()), line);
    assert_eq!(read("sep=;\nProducto;Precio\nAjí de gallina;32,50".as_bytes()), line);
    let broken = "Producto;Precio\n\n\"Ají\nde gallina\";32,50\nCau cau;28";
    assert_eq!(read(broken.as_bytes()).iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3, 4]);
    let wide: Vec<u8> =
        "\u{feff}Producto\tPrecio\nAjí de gallina\t32,50".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(read(&wide), line);
}

#[test]
fn distant_cells_do_not_allocate_a_rectangle() {
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    for (row, column, text) in [(2, 1, "Producto"), (2, 2, "Precio"), (4, 1, "Ají de gallina"), (4, 2, "32.50")] {
        sheet.write_string(row, column, text).unwrap();
    }
    sheet.write_string(1_048_575, 16_383, "lejos").unwrap();
    let rows = read_workbook(&book.save_to_buffer().unwrap(), "Productos", day_text, MergedRows::OnEachLine).unwrap();
    assert_eq!(rows.iter().map(|r| (r.0, r.1.len())).collect::<Vec<_>>(), [(3, 3), (5, 3), (1_048_576, 61)]);
    let lines: Vec<_> =
        to_grid::<Test>(rows).unwrap().0.into_iter().map(|(n, cells)| (n, cells[&Test::Name].clone())).collect();
    assert_eq!(lines, [(5, "Ají de gallina".to_owned()), (1_048_576, String::new())]);
}

#[test]
fn other_files_are_refused_with_a_message() {
    for (bytes, says) in [
        (&b""[..], "vac"),
        (b"Producto\n", "solo tiene"),
        (b"Producto;Marca\nX;Y", "Marca"),
        (b"Precio\n1", "falta la columna"),
        (b"Producto;PRODUCTO\nX;Y", "dos veces"),
        (b"\x89PNG\0\0\0", "no es una hoja"),
    ] {
        let refusal = csv(&code_page::decode_text(bytes).text, |_| true).and_then(to_grid::<Test>).unwrap_err();
        assert!(refusal.message.contains(says), "{}", refusal.message);
    }
    assert!(read_workbook(b"PK nothing", "Productos", day_text, MergedRows::OnEachLine).is_err());
}

/// A workbook with numbers, a date, a formula and merged cells.
fn menu() -> Vec<u8> {
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    for (column, text) in [(0, "Producto"), (1, "Precio")] {
        sheet.write_string(0, column, text).unwrap();
    }
    sheet.merge_range(1, 0, 3, 0, "Ají de gallina", &rust_xlsxwriter::Format::new()).unwrap();
    let day = rust_xlsxwriter::Format::new().set_num_format("dd/mm/yyyy");
    sheet.write_number_with_format(1, 1, 46_350.5, &day).unwrap();
    sheet.write_formula(2, 1, "=1+1").unwrap();
    sheet.write_boolean(3, 1, true).unwrap();
    book.save_to_buffer().unwrap()
}

#[test]
fn a_corrupted_sheet_never_panics() {
    let menu = menu();
    let corpus: [&[u8]; 6] = [
        &menu,
        include_bytes!("../../../../tests/fixtures/files/bank.xls"),
        include_bytes!("../../../../tests/fixtures/files/merged.xls"),
        include_bytes!("../../../../tests/fixtures/files/menu-cp850.csv"),
        include_bytes!("../../../../tests/fixtures/files/menu-precios.csv"),
        include_bytes!("../../../../tests/fixtures/files/strings-4-billion.xlsx"),
    ];
    comanda_test_support::hostile::assert_survives_mutations("sheet", &corpus, |file| {
        drop(read_foreign_rows(file, |_| true));
        if let Ok(Format::Workbook) = Format::detect(file) {
            let rows = catching_panics(|| read_workbook(file, Test::PAGE, day_text, MergedRows::OnEachLine));
            drop(rows.and_then(to_grid::<Test>));
        }
    });
}

/// Returns the menu workbook with one of its parts replaced.
fn with_part(part: &str, bytes: &[u8]) -> Vec<u8> {
    let menu = menu();
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(&menu[..])).unwrap();
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for n in 0..archive.len() {
        let mut entry = archive.by_index(n).unwrap();
        zip.start_file(entry.name(), zip::write::SimpleFileOptions::default()).unwrap();
        if entry.name().ends_with(part) {
            std::io::Write::write_all(&mut zip, bytes).unwrap();
        } else {
            std::io::copy(&mut entry, &mut zip).unwrap();
        }
    }
    zip.finish().unwrap().into_inner()
}

/// In ISO-2022-JP, an escape sequence can split `uniqueCount` in the bytes but not in the decoded text.
#[test]
fn shared_strings_in_other_encodings_are_refused() {
    let texts = b"<?xml version=\"1.0\" encoding=\"ISO-2022-JP\"?><sst unique\x1b(BCount=\"4000000000\"><si/></sst>";
    assert!(read_workbook(&with_part("sharedStrings.xml", texts), "", day_text, MergedRows::OnTheFirst).is_err());
}

/// A file of 80 KB took almost 2 GB of memory.
#[test]
fn millions_of_styles_are_refused() {
    let looks = ["<styleSheet><cellXfs>", &"<xf/>".repeat(5_000_000), "</cellXfs></styleSheet>"].concat();
    let file = with_part("styles.xml", looks.as_bytes());
    assert!(file.len() < 1_000_000);
    assert!(read_workbook(&file, "", day_text, MergedRows::OnTheFirst).is_err());
}
