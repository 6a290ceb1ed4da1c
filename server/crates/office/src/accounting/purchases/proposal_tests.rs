//! Compares variants of our own file with our purchases: removed lines are missing, changed ones differ, added ones are extra.

use super::*;
use crate::accounting::{
    proposal::{self, ComparisonCounts, ProposalComparer, ProposalComparison},
    purchases::{rce, register_text::tests::entries},
};

const OWN: &str = include_str!("../golden/rce.txt");

fn read_all(text: &str) -> Result<ProposalComparer, String> {
    let theirs = proposal::parse_proposal(text.as_bytes(), &LAYOUT, "20601234565", "202611");
    theirs.map(ProposalComparer::new).map_err(|refusal| refusal.message)
}

fn compare(text: &str) -> ProposalComparison {
    let mut comparing = read_all(text).unwrap();
    entries().iter().for_each(|entry| comparing.add(compared_document(entry), true));
    comparing.finish()
}

#[test]
fn our_own_file_has_no_differences() {
    let same = ComparisonCounts { ours: 5, theirs: 5, same: 5, ..ComparisonCounts::default() };
    assert_eq!(compare(OWN).counts, same);
    // SUNAT's own file has headings, more columns at the end, and numbers with leading zeros.
    let theirs = OWN.replace("|28431|", "|00028431|").replace("\r\n", "x|1|1|\r\n");
    assert_eq!(compare(&format!("RUC|Apellidos y Nombres o Razón social|Periodo\n{theirs}")).counts, same);
}

#[test]
fn differences_are_listed_field_by_field() {
    let lines: Vec<&str> = OWN.lines().collect();
    let changed = lines[0].replace("|847.46|152.54|", "|847.45|152.54|").replace("|1000.00|", "|999.99|");
    let other_provider_line = lines[1].replace("|20100055237|=ALICORP S.A.A.|", "|20100070970|SUR S.A.C.|");
    let found = compare(&[&[changed.as_str(), &other_provider_line], &lines[2..]].concat().join("\n"));
    let ComparisonCounts { same, missing, extra, different, differences, .. } = found.counts;
    assert_eq!((same, missing, extra, different, differences), (3, 1, 1, 1, 2), "{found:?}");
    let fields: Vec<_> = found.different.iter().map(|d| (d.field, d.ours.as_str(), d.theirs.as_str())).collect();
    assert_eq!(fields, [(ComparedField::Base, "847.46", "847.45"), (ComparedField::Total, "1000.00", "999.99")]);
    // The same number of two sellers makes two documents.
    let (missing, extra) = (&found.missing[0], &found.extra[0]);
    assert_eq!((missing.document.as_str(), extra.document.as_str()), ("F014-00028432", "F014-00028432"));
    assert_eq!(missing.provider.as_deref(), Some("20100055237 =ALICORP | S.A.A."));
    assert_eq!(extra.provider.as_deref(), Some("20100070970 SUR S.A.C."));
}

#[test]
fn what_gives_no_credit_and_another_currency_are_differences() {
    let line = OWN.lines().next().unwrap();
    let amounts = "|847.46|152.54|0.00|0.00|0.00|0.00|0.00|0.00|0.00|0.00|1000.00|";
    let moved = line
        .replace(amounts, "|0.00|0.00|0.00|0.00|847.46|152.54|0.00|0.20|0.30|-0.50|1000.00|")
        .replace("|PEN|", "|USD|");
    let found = compare(&OWN.replacen(line, &moved, 1));
    let fields: Vec<_> = found.different.iter().map(|d| (d.field, d.theirs.as_str())).collect();
    let expected = [
        (ComparedField::Base, "0.00"),
        (ComparedField::Igv, "0.00"),
        (ComparedField::NoCreditBase, "847.46"),
        (ComparedField::NoCreditIgv, "152.54"),
        (ComparedField::Isc, "0.20"),
        (ComparedField::Icbper, "0.30"),
        (ComparedField::OtherCharges, "-0.50"),
        (ComparedField::Currency, "USD"),
    ];
    assert_eq!(fields, expected);
}

#[test]
fn a_proposal_without_documents_lacks_all_of_ours() {
    let found = compare("RUC|Apellidos y Nombres o Razón social|Periodo\n\n");
    assert_eq!(found.counts, ComparisonCounts { ours: 5, missing: 5, ..ComparisonCounts::default() });
}

#[test]
fn a_purchase_is_found_by_the_key_its_file_has() {
    let mut all = entries();
    all[0].serie = "f014 | de la sede central, 3".into();
    all[0].number = "000 28431".into();
    let mut comparing = read_all(&rce::rce_lines("20601234565|LA CASONA S.A.C.|202611|", &all)).unwrap();
    all.iter().for_each(|entry| comparing.add(compared_document(entry), true));
    assert_eq!(comparing.finish().counts.same, 5);
}

#[test]
fn a_file_that_is_not_a_purchase_proposal_is_refused() {
    let sales = include_str!("../golden/rvie.txt");
    assert!(read_all(sales).unwrap_err().starts_with("Es la propuesta de ventas (RVIE)"));
    // Customs documents may have no seller.
    assert_eq!(compare(&OWN.replacen("|6|20100055237|", "|||", 1)).counts.extra, 1);
    assert!(read_all("\n\n").unwrap_err().starts_with("El archivo no trae comprobantes"));
    assert!(read_all(&"\n".repeat(200_000)).unwrap_err().contains("más de 100000 líneas"));
    let unnumbered = OWN.replacen("|28431|", "||", 1);
    assert!(read_all(&unnumbered).unwrap_err().starts_with("Línea 1: falta el tipo"));
    assert!(read_all(&format!("{OWN}{OWN}")).unwrap_err().starts_with("Líneas 1 y 6: F014-00028431 está dos veces"));
    assert!(read_all("20601234565|x|202611|").unwrap_err().starts_with("Línea 1: tiene 4 campos"));
}
