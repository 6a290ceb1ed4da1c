//! Tests of the A4 sheet with a PDF reader.

use super::*;
use comanda_test_support::pdf::run_poppler;

fn sheet(rows: usize) -> Sheet {
    let text = |t: &str| t.to_owned();
    let pair = |a: &str, b: &str| (text(a), text(b));
    Sheet {
        title: text("F001-00000012"),
        company_name: text("LA TERRAZA DE MIRAFLORES"),
        issuer: vec![text("TERRAZA GASTRONÓMICA S.A.C."), text("Av. Larco 1150, Miraflores")],
        number: vec![text("RUC 20601234565"), text("FACTURA ELECTRÓNICA"), text("F001-00000012")],
        facts: vec![
            pair("Señor(es)", "INVERSIONES DEL PACÍFICO SUR SOCIEDAD ANÓNIMA CERRADA Y ASOCIADOS"),
            pair("Fecha", "21/11/2026 14:22"),
            pair("RUC", "20100070970"),
        ],
        rows: (1..=rows)
            .map(|n| SheetRow {
                quantity: n.to_string(),
                description: format!("Plato número {n}"),
                unit_price: text("38.00"),
                amount: text("76.00"),
            })
            .collect(),
        totals: vec![pair("OP. GRAVADA", "S/ 96.86"), pair("IGV 18%", "S/ 17.44")],
        total: pair("TOTAL", "S/ 114.30"),
        words: text("SON: CIENTO CATORCE CON 30/100 SOLES"),
        paid: vec![pair("Efectivo", "120.00"), pair("Vuelto", "5.70")],
        qr: Some(text("20601234565|01|F001|00000012|17.44|114.30|2026-11-21|6|20100070970|")),
        legend: vec![text("Representación impresa de la FACTURA ELECTRÓNICA")],
        logo: None,
    }
}

#[test]
fn a_short_sheet_is_one_complete_page() {
    let pdf = render_sheet(&sheet(3)).unwrap();
    let info = run_poppler("pdfinfo", &["-"], &pdf);
    assert!(info.contains("Pages:           1") && info.contains("(A4)"), "{info}");
    let text = run_poppler("pdftotext", &["-layout", "-", "-"], &pdf);
    for words in [
        "FACTURA ELECTRÓNICA",
        "F001-00000012",
        "INVERSIONES DEL PACÍFICO SUR",
        "Plato número 3",
        "CIENTO CATORCE CON 30/100 SOLES",
        "S/ 114.30",
        "Página 1 de 1",
    ] {
        assert!(text.contains(words), "{words} is not in\n{text}");
    }
}

#[test]
fn a_long_sheet_has_several_pages_with_each_row_once() {
    for rows in [28, 29, 30, 31, 32, 40, 120] {
        let pdf = render_sheet(&sheet(rows)).unwrap();
        let text = run_poppler("pdftotext", &["-layout", "-", "-"], &pdf);
        for n in 1..=rows {
            let dish_name = format!("Plato número {n} ");
            assert_eq!(text.matches(&dish_name).count(), 1, "{dish_name} of {rows}\n{text}");
        }
        let pages = text.matches("Página ").count();
        assert!(text.contains(&format!("Página {pages} de {pages}")), "{rows}");
        assert_eq!(text.matches("TOTAL").count(), 1);
        assert_eq!(text.matches("Descripción").count(), pages - usize::from(!last_has_rows(&text)), "{rows}\n{text}");
    }
}

fn last_has_rows(text: &str) -> bool {
    text.trim_end_matches('\u{c}').rsplit('\u{c}').next().unwrap().contains("Plato número")
}
