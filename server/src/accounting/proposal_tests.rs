//! Files that are SUNAT's proposal, and files that are not.

use super::*;
use std::io::Write;
use zip::{ZipWriter, write::SimpleFileOptions};

const HEAD: &str = "Ruc|Razon Social|Periodo|CAR SUNAT|Fecha de emisión";
const LINE: &str = "20601234565|LA CASONA S.A.C.|202611|CAR|06/11/2026||07|FC01|7||6|20100070970|SUR|0.00|-10.00|-100.00|-1.80|-18.00|0.00|0.00|0.00|0.00|0.00|0.00|-0.50|-130.30|PEN|1.000|31/10/2026|01|F001|9|||1|";

fn refused(text: &str) -> String {
    read(text, "20601234565", "202611").unwrap_err().message
}
/// The line with another field in place of its own.
fn with(field: usize, other: &str) -> String {
    let mut fields: Vec<&str> = LINE.split('|').collect();
    fields[field - 1] = other;
    fields.join("|")
}

#[test]
fn its_lines_are_read() {
    let text = format!("\u{feff}{HEAD}\r\n{LINE}\r\n\r\n{}\r\n", with(9, "0008"));
    let found = read(&super::text(text.as_bytes()).unwrap(), "20601234565", "202611").unwrap();
    assert_eq!(found.len(), 2);
    let one = &found[&("07".to_owned(), "FC01".to_owned(), 7)];
    let said = [one.base, one.igv, one.other_charges, one.total].map(|amount| amount.to_string());
    assert_eq!(said, ["-110.00", "-19.80", "-0.50", "-130.30"]);
    assert_eq!(one.changed, Some(("01".into(), "F001".into(), 9)));
    assert_eq!((one.line, one.customer.1.as_str()), (2, "20100070970"));
    assert!(found.contains_key(&("07".to_owned(), "FC01".to_owned(), 8)));
}

#[test]
fn what_is_wrong_names_its_line() {
    for (text, said) in [
        ("hola".to_owned(), "Línea 1: tiene 1 campos"),
        (format!("{HEAD}\n{LINE}\n{}", with(1, "20100070970")), "Línea 3: es del RUC «20100070970»"),
        (format!("{HEAD}\n{}", with(3, "202610")), "Línea 2: es del periodo «202610»"),
        (format!("{HEAD}\n{}", with(26, "x")), "Línea 2: «x» no es un monto (campo 26)"),
        (format!("{HEAD}\n{}", with(5, "2026-11-06")), "Línea 2: «2026-11-06» no es una fecha (campo 5)"),
        (format!("{HEAD}\n{}", with(9, "")), "Línea 2: falta el tipo, la serie o el número"),
        (format!("{LINE}{}", "|".repeat(MAX_LINE_BYTES)), "Línea 1: es demasiado larga"),
        (format!("{LINE}\n{LINE}"), "Líneas 1 y 2: FC01-7 está dos veces"),
    ] {
        assert!(refused(&text).starts_with(said), "{}", refused(&text));
    }
}

#[test]
fn a_zip_holds_one_text_of_bounded_size() {
    let zip_of = |entries: &[(&str, &[u8])]| {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in entries {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    };
    let good = zip_of(&[("LE20601234565.TXT", LINE.as_bytes()), ("leeme.pdf", b"%PDF")]);
    assert_eq!(text(&good).unwrap(), LINE);
    for bad in [zip_of(&[]), zip_of(&[("a.txt", b"a"), ("b.txt", b"b")]), good[..80].to_vec()] {
        assert!(text(&bad).unwrap_err().message.contains("ZIP"));
    }
    let bomb = zip_of(&[("a.txt", &vec![b'|'; MAX_TEXT_BYTES + 1])]);
    assert!(text(&bomb).unwrap_err().message.contains("demasiado grande"));
    // As Windows writes it.
    assert_eq!(text(b"Pe\xf1a").unwrap(), "Peña");
    assert!(text(b"%PDF\0").is_err());
}
