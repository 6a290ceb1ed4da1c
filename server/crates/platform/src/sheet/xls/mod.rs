//! Reads .xls workbooks (Excel 97 to 2003), in which many banks still export statements. Existing libraries allocate the whole rectangle
//! that a file declares; this reader stores only non-empty cells.

mod compound;
mod records;
mod strings;

use super::{
    read::{MAX_COLUMNS, MAX_LINES, NumberedRow, no_sheet_refusal},
    workbook::{MAX_UNFOLDED_BYTES, MergedRows, MomentFormat, cell_text, copy_merged_cells_down},
};
use calamine::Dimensions;
use comanda_base::error::Refusal;
use std::collections::BTreeMap;

const SAVE_AS_XLSX_HINT: &str = "Ábrelo en Excel, guárdalo como .xlsx y elige ese.";

/// Returns true if the bytes begin like a .xls workbook.
pub(super) fn is_xls(bytes: &[u8]) -> bool {
    bytes.starts_with(compound::SIGNATURE) || is_bare(bytes)
}

/// Returns true for the format before Excel 5: no container, only a BOF record at the start.
fn is_bare(bytes: &[u8]) -> bool {
    matches!(bytes, [0x09, 0x00 | 0x02 | 0x04 | 0x08, 0x04..=0x10, 0x00, ..])
}

/// Returns the rows of the sheet named `page`, or of the first sheet if no sheet has that name.
pub(super) fn read_rows(
    bytes: &[u8],
    page: &str,
    moment: MomentFormat,
    merged: MergedRows,
) -> Result<Vec<NumberedRow>, Refusal> {
    let older = || no_sheet_refusal(format!("El archivo es de Excel 95 o anterior. {SAVE_AS_XLSX_HINT}"));
    if is_bare(bytes) {
        return Err(older());
    }
    let broken = || no_sheet_refusal(format!("No se puede leer el archivo .xls. {SAVE_AS_XLSX_HINT}"));
    let stream = compound::find_stream(bytes, &["Workbook", "Book"]).ok_or_else(broken)?;
    let book = records::XlsBook::read(&stream).ok_or_else(broken)?;
    if book.is_older {
        return Err(older());
    }
    if book.is_locked {
        return Err(no_sheet_refusal(format!("El archivo tiene contraseña. {SAVE_AS_XLSX_HINT}")));
    }
    let pages = &book.sheets;
    let ours = pages.iter().find(|sheet| sheet.name.eq_ignore_ascii_case(page)).or(pages.first()).ok_or_else(broken)?;
    let (mut rows, mut remaining_bytes): (BTreeMap<u32, Vec<String>>, _) = (BTreeMap::new(), MAX_UNFOLDED_BYTES);
    for (row, column, value) in book.read_cells(&stream, ours, MAX_UNFOLDED_BYTES).ok_or_else(broken)? {
        let text = cell_text(&value, moment);
        if text.trim().is_empty() {
            continue;
        }
        remaining_bytes = remaining_bytes.checked_sub(text.len() as u64).ok_or_else(broken)?;
        let row = rows.entry(u32::from(row)).or_default();
        let at = usize::from(column).min(MAX_COLUMNS);
        row.resize(row.len().max(at + 1), String::new());
        row[at] = text;
        if rows.len() > MAX_LINES + 2 {
            break;
        }
    }
    if merged == MergedRows::OnEachLine {
        let merges: Vec<Dimensions> = records::merged_ranges(&stream, ours).into_iter().map(place).collect();
        copy_merged_cells_down(&mut rows, &merges, remaining_bytes).ok_or_else(broken)?;
    }
    Ok(rows.into_iter().map(|(row, cells)| (i64::from(row) + 1, cells)).collect())
}

fn place([first, last, column, last_column]: [u16; 4]) -> Dimensions {
    Dimensions::new((first.into(), column.into()), (last.into(), last_column.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::workbook::{day_text, moment_text};
    use proptest::prelude::*;

    /// Saved by LibreOffice, with a title above the header, strings split across records, a formula, a date and a time.
    const BANK: &[u8] = include_bytes!("../../../../../tests/fixtures/files/bank.xls");

    #[test]
    fn a_bank_statement_is_read() {
        assert!(crate::sheet::read_foreign_rows(BANK, |_| true).is_ok(), "it is not taken for another kind of file");
        let rows = read_rows(BANK, "", moment_text, MergedRows::OnTheFirst).unwrap_or_else(|e| panic!("{}", e.message));
        let heads: Vec<&str> = rows[1].1.iter().map(String::as_str).collect();
        assert_eq!(heads, ["Fecha de operación", "N° operación", "Descripción", "Monto", "Día"]);
        assert_eq!((rows[0].0, rows[1].0, rows[2].0), (1, 3, 4), "numbers of the file");
        let line = |at: usize| rows[at].1.join("|");
        assert_eq!(line(2), "27/11/2026 10:16:05|00123456|Abono Ñandú “Café” ✓|1234.5|27/11/2026 00:00:00");
        assert_eq!(line(3), "28/11/2026 00:00:00|40281739|DEVOLUCIÓN|-20.25|28/11/2026 00:00:00");
        assert_eq!(rows.len(), 204, "texts that go on in the next record");
        assert_eq!(
            line(203),
            "28/11/2026 00:00:00|199|Glosa 199 áéíóú con un texto largo que ocupa su lugar|199|28/11/2026 00:00:00"
        );
        assert!(
            super::read_rows(BANK, "", day_text, MergedRows::OnTheFirst).unwrap()[2].1[0].starts_with("27/11/2026")
        );
    }

    #[test]
    fn merged_cells_are_repeated_on_each_row() {
        let merged = include_bytes!("../../../../../tests/fixtures/files/merged.xls");
        let said = |merged_as| {
            let rows = read_rows(merged, "", moment_text, merged_as).unwrap_or_else(|e| panic!("{}", e.message));
            rows.iter().skip(1).map(|(_, cells)| cells[0].clone()).collect::<Vec<_>>()
        };
        assert_eq!(said(MergedRows::OnEachLine), ["Ceviches", "Ceviches", "Ceviches", "Bebidas", "Bebidas"]);
        assert_eq!(said(MergedRows::OnTheFirst), ["Ceviches", "", "", "Bebidas", ""]);
    }

    #[test]
    fn excel_95_files_are_refused() {
        let mut older = BANK.to_vec();
        // The first record of the stream contains the version.
        let at = older.windows(6).position(|six| six == [0x09, 0x08, 0x10, 0x00, 0x00, 0x06]).unwrap();
        older[at + 5] = 0x05;
        for bytes in [&older[..], &[0x09, 0x02, 0x06, 0x00, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00]] {
            assert!(is_xls(bytes));
            let refused = read_rows(bytes, "", moment_text, MergedRows::OnTheFirst).unwrap_err();
            assert!(refused.message.contains("Excel 95") && refused.message.contains(".xlsx"), "{}", refused.message);
        }
    }

    #[test]
    fn truncated_files_are_refused() {
        for length in (0..BANK.len()).step_by(997) {
            let _ = read_rows(&BANK[..length], "", moment_text, MergedRows::OnTheFirst);
        }
        for bytes in [compound::SIGNATURE, &BANK[..512]] {
            assert!(
                read_rows(bytes, "", moment_text, MergedRows::OnTheFirst)
                    .unwrap_err()
                    .message
                    .contains("guárdalo como .xlsx")
            );
        }
    }

    proptest! {
        #[test]
        fn corrupted_files_do_not_hang_or_panic(changes in prop::collection::vec((0..BANK.len(), any::<u8>()), 1..9)) {
            let mut bytes = BANK.to_vec();
            for (at, byte) in changes {
                bytes[at] = byte;
            }
            let _ = read_rows(&bytes, "", moment_text, MergedRows::OnTheFirst);
        }
    }
}
