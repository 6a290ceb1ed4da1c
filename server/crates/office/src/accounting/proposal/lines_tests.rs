//! Texts that are SUNAT's proposal of sales, and texts that are not one.

use super::*;
use crate::accounting::{
    proposal::{ComparedField, ComparedValue},
    sales_proposal::LAYOUT,
};

const HEAD: &str = "Ruc|Razon Social|Periodo|CAR SUNAT|Fecha de emisión";
/// The headings that SUNAT writes above the lines, up to the currency and its rate.
const NAMES: &str = "Ruc|Razon Social|Periodo|CAR SUNAT|Fecha de emisión|Fecha Vcto/Pago|Tipo CP/Doc.|Serie del CDP|Nro CP o Doc. Nro Inicial (Rango)|Nro Final (Rango)|Tipo Doc Identidad|Nro Doc Identidad|Apellidos Nombres/ Razón Social|Valor Facturado Exportación|BI Gravada|Dscto BI|IGV / IPM|Dscto IGV / IPM|Mto Exonerado|Mto Inafecto|ISC|BI Grav IVAP|IVAP|ICBPER|Otros Tributos|Total CP|Moneda|Tipo Cambio";
const PURCHASE_NAMES: &str = "RUC|Apellidos y Nombres o Razón social|Periodo|CAR SUNAT|Fecha de emisión|Fecha Vcto/Pago|Tipo CP/Doc.|Serie del CDP|Año|Nro CP o Doc. Nro Inicial (Rango)|Nro Final (Rango)|Tipo Doc Identidad|Nro Doc Identidad|Apellidos Nombres/ Razón Social|BI Gravado DG|IGV / IPM DG|BI Gravado DGNG|IGV / IPM DGNG|BI Gravado DNG|IGV / IPM DNG|Valor Adq. NG|ISC|ICBPER|Otros Trib/ Cargos|Total CP|Moneda|Tipo de Cambio";
const LINE: &str = "20601234565|LA CASONA S.A.C.|202611|CAR|06/11/2026||07|FC01|7||6|20100070970|SUR|0.00|-10.00|-100.00|-1.80|-18.00|0.00|0.00|0.00|0.00|0.00|0.00|-0.50|-130.30|PEN|1.000|31/10/2026|01|F001|9|||1|";

fn refused(text: &str) -> String {
    parse_proposal(text.as_bytes(), &LAYOUT, "20601234565", "202611").unwrap_err().message
}
/// Returns the line with one field replaced.
fn with(field: usize, other: &str) -> String {
    let mut fields: Vec<&str> = LINE.split('|').collect();
    fields[field - 1] = other;
    fields.join("|")
}

#[test]
fn its_lines_are_read() {
    let text = format!("\u{feff}{HEAD}\r\n{LINE}\r\n\r\n{}\r\n", with(9, "0008"));
    let found = parse_proposal(text.as_bytes(), &LAYOUT, "20601234565", "202611").unwrap();
    assert_eq!(found.len(), 2);
    let (line, one) = &found[&DocumentKey::new("", "07", "FC01", "7")];
    let value_of = |field: ComparedField| {
        one.values.iter().find(|(f, _)| *f == field).map(|(_, value): &(_, ComparedValue)| value.to_string())
    };
    for (field, text) in [
        (ComparedField::IssueDate, "06/11/2026"),
        (ComparedField::Customer, "6 20100070970"),
        (ComparedField::ChangedDocument, "F001-00000009"),
        (ComparedField::Base, "-110.00"),
        (ComparedField::Igv, "-19.80"),
        (ComparedField::OtherCharges, "-0.50"),
        (ComparedField::Total, "-130.30"),
    ] {
        assert_eq!(value_of(field).as_deref(), Some(text), "{field}");
    }
    assert_eq!(*line, 2);
    assert!(found.contains_key(&DocumentKey::new("", "07", "FC01", "8")));
}

/// A file as SUNAT's portal provides it.
const CSV: &str = include_str!("../../../../../tests/fixtures/files/sire-rvie-portal.csv");

#[test]
fn names_with_commas_are_names_in_a_csv() {
    let one = |text: &str| {
        let found = parse_proposal(text.as_bytes(), &LAYOUT, "20601234565", "202611")
            .unwrap_or_else(|e| panic!("{}", e.message));
        let (line, refusal) = &found[&DocumentKey::new("", "01", "F001", "1")];
        assert_eq!((found.len(), *line, refusal.total.to_string().as_str()), (1, 2, "118.00"));
        let base =
            refusal.values.iter().find(|(field, _)| *field == ComparedField::Base).map(|(_, value)| value.to_string());
        assert_eq!(base.as_deref(), Some("100.00"));
    };
    let company_name = "TERRAZA GASTRONOMICA, EVENTOS Y MAS S.A.C.";
    one(CSV);
    one(&CSV.replace("CLIENTE DE PRUEBA", "PEREZ, LOPEZ, Y CIA"));
    one(&CSV.replace(company_name, "TERRAZA").replace("CLIENTE DE PRUEBA", "PEREZ, LOPEZ"));
    one(&CSV.replace(company_name, &format!("\"{company_name}\"")));
    one(&CSV.replace(company_name, "\"LA TERRAZA\" DE, ANA"));
    one(&CSV.replace(company_name, "TERRAZA").replace(',', ";"));
}

#[test]
fn a_csv_that_cannot_be_read_says_what_to_download() {
    let line = CSV.lines().nth(1).unwrap();
    for text in [
        line.to_owned(),
        CSV.replace(",100.00,", ",100.00,1,1,1,"),
        CSV.replace(",PEN,1.000,,,,,,,1,0,0,0101,,", ",PEN"),
    ] {
        let refusal = refused(&text);
        assert!(refusal.contains("Descarga la propuesta como TXT"), "{refusal}");
    }
    let purchases = CSV
        .replace("Ruc,Razon Social", "RUC,Apellidos y Nombres o Razón social")
        .replace("Total CP,Moneda", "Moneda,Total CP");
    assert!(refused(&purchases).starts_with("Es la propuesta de compras"), "{}", refused(&purchases));
}

#[test]
fn what_is_wrong_names_its_line() {
    for (text, refusal) in [
        ("hola".to_owned(), "Línea 1: tiene 1 campos"),
        (format!("{HEAD}\n{LINE}\n{}", with(1, "20100070970")), "Línea 3: es del RUC «20100070970»"),
        (format!("{HEAD}\n{}", with(3, "202610")), "Línea 2: es del periodo «202610»"),
        (format!("{HEAD}\n{}", with(26, "x")), "Línea 2: «x» no es un monto (campo 26)"),
        (format!("{HEAD}\n{}", with(5, "2026-11-06")), "Línea 2: «2026-11-06» no es una fecha (campo 5)"),
        (format!("{HEAD}\n{}", with(9, "")), "Línea 2: falta el tipo, la serie o el número"),
        (format!("{LINE}{}", "|".repeat(MAX_LINE_BYTES)), "Línea 1: es demasiado larga"),
        (format!("{LINE}\n{LINE}"), "Líneas 1 y 2: FC01-00000007 está dos veces. Quita una de ellas"),
    ] {
        assert!(refused(&text).starts_with(refusal), "{}", refused(&text));
    }
}

#[test]
fn names_without_lines_are_a_month_without_documents() {
    for names in [HEAD, NAMES] {
        let found = parse_proposal(format!("{names}\r\n").as_bytes(), &LAYOUT, "20601234565", "202611").unwrap();
        assert!(found.is_empty(), "{found:?}");
    }
    for nothing in ["", "\r\n\r\n"] {
        assert!(refused(nothing).starts_with("El archivo no trae comprobantes"));
    }
}

#[test]
fn the_other_registers_file_is_recognized() {
    let purchases = include_str!("../golden/rce.txt");
    for other in [purchases.to_owned(), format!("{PURCHASE_NAMES}\r\n"), format!("{HEAD}\n{purchases}")] {
        assert!(refused(&other).starts_with("Es la propuesta de compras (RCE)"), "{}", refused(&other));
    }
    // Three letters in another field are not the other register's currency.
    let without = with(27, "").replace("|1.000|", "|USD|");
    assert!(parse_proposal(without.as_bytes(), &LAYOUT, "20601234565", "202611").is_ok());
}

#[test]
fn a_corrupted_proposal_never_panics() {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.start_file("RVIE 202611.CSV", zip::write::SimpleFileOptions::default()).unwrap();
    std::io::Write::write_all(&mut zip, CSV.as_bytes()).unwrap();
    let zip = zip.finish().unwrap().into_inner();
    let bars = format!("{NAMES}\r\n{LINE}\r\n");
    comanda_test_support::hostile::assert_survives_mutations(
        "proposal",
        &[CSV.as_bytes(), bars.as_bytes(), &zip],
        |file| {
            drop(parse_proposal(file, &LAYOUT, "20601234565", "202611"));
        },
    );
}
