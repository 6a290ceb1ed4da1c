//! Debit notes on any document at any rate: valid by the schema and by the rules, with one total on XML, paper and row.

use crate::payments::documents_tests::{billing, check_paper, check_sums, company, signer};
use chrono::{TimeZone, Utc};
use comanda_base::{
    document_kind::DocumentKind,
    ids::BillingId,
    money::{Money, Quantity},
    words::IgvTreatment,
};
use comanda_invoicing::billing::{
    Billing, DocumentLineKind,
    debit::{DebitNote, DebitReasonCode, check_amount, debit_sale},
    electronic::electronic_document,
    tax::{Sale, SoldItem, compute_document_figures},
};
use comanda_platform::settings::TaxRule;
use comanda_test_support::xml_tools::assert_matches_schema;
use proptest::prelude::*;

const REASONS: [DebitReasonCode; 3] =
    [DebitReasonCode::Interest, DebitReasonCode::HigherValue, DebitReasonCode::Penalty];

/// A document with these amounts by IGV treatment.
fn changed(percent: &str, [taxed, exonerated, unaffected]: [i64; 3], is_factura: bool) -> Billing {
    let item = |(treatment, centimos): (IgvTreatment, i64)| SoldItem {
        line_id: None,
        kind: DocumentLineKind::Consumption,
        description: "POR CONSUMO".into(),
        quantity: Quantity::units(1),
        measure: Default::default(),
        unit_price: Money::centimos(centimos),
        total: Money::centimos(centimos),
        discount: Money::ZERO,
        treatment,
        is_free: false,
        bag_tax: Money::ZERO,
    };
    let kinds =
        [(IgvTreatment::Taxed, taxed), (IgvTreatment::Exonerated, exonerated), (IgvTreatment::Unaffected, unaffected)];
    let tax = TaxRule {
        percent: percent.parse().unwrap(),
        exonerated: false,
        regime: comanda_platform::settings::Regime::General,
        bag_tax: Money::centimos(50),
    };
    let items = kinds.into_iter().filter(|(_, centimos)| *centimos > 0).map(item).collect();
    let sale = Sale { items, discounts: Vec::new(), services: Vec::new(), tax };
    billing(&compute_document_figures(sale).unwrap(), is_factura, "Cliente")
}

/// The debit note as it is stored and read back.
fn note_on(changed: &Billing, reason_code: DebitReasonCode, amount: Money) -> Billing {
    let figures = compute_document_figures(debit_sale(changed, reason_code, amount)).unwrap();
    assert_eq!(figures.total, amount);
    let is_factura = changed.row.billing_type_id == DocumentKind::Factura;
    let mut note = billing(&figures, is_factura, "Cliente");
    note.instalments.clear();
    note.row.billing_type_id = DocumentKind::DebitNote;
    note.row.serie = if is_factura { "FD01" } else { "BD01" }.into();
    note.full_number = note.row.full_number();
    note.debit = Some(DebitNote {
        document_id: BillingId(1),
        document: changed.full_number.clone(),
        document_type_id: changed.row.billing_type_id,
        document_issued_at: changed.row.issued_at,
        reason_code,
        reason: "Pagó con atraso".into(),
        serie: changed.row.serie.clone(),
        number: changed.row.number,
    });
    note
}

/// Builds the file name and the unsigned XML of a debit note, which keep the rules of the tax authority.
fn electronic(note: &Billing) -> (String, comanda_sunat::ubl::UnsignedXml) {
    let company = company();
    let document = electronic_document(&company, note).unwrap();
    check_sums(&document, note.row.total);
    check_paper(&company, note);
    let xml = comanda_sunat::ubl::document(&document);
    assert_eq!(comanda_sunat_rules::check(&document.file_name(), xml.as_str()), [], "{}", xml.as_str());
    (document.file_name(), xml)
}

#[test]
fn each_rate_and_reason_is_valid_by_the_schema() {
    let signer = signer();
    let mut signed = Vec::new();
    for (percent, year) in [("18", 2026), ("10.5", 2026), ("15", 2027)] {
        for parts in [[11_800, 0, 0], [4_720, 3_000, 1_000], [0, 5_000, 0]] {
            for (reason, is_factura) in REASONS.into_iter().flat_map(|reason| [(reason, true), (reason, false)]) {
                let mut changed = changed(percent, parts, is_factura);
                changed.row.issued_at = Utc.with_ymd_and_hms(year, 2, 21, 19, 22, 0).unwrap();
                let mut note = note_on(&changed, reason, Money::centimos(1_199));
                note.row.issued_at = changed.row.issued_at;
                let (name, unsigned) = electronic(&note);
                let xml = signer.sign(&unsigned).unwrap();
                assert_eq!(comanda_sunat_rules::check(&name, &xml), []);
                signed.push((signed.len().to_string(), xml));
            }
        }
    }
    assert_matches_schema(signed.iter().map(|(name, xml)| (name.as_str(), xml.as_str())));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn any_allowed_amount_is_the_total_of_a_valid_debit_note(
        parts in [0_i64..100_000, 0_i64..100_000, 0_i64..100_000], share in 0_i64..=1_000, reason in 0_usize..3,
        is_reduced in any::<bool>(), is_factura in any::<bool>(),
    ) {
        let all: i64 = parts.iter().sum();
        prop_assume!(all >= 100 && parts.iter().all(|part| *part == 0 || *part >= 10));
        let changed = changed(if is_reduced { "10.5" } else { "18" }, parts, is_factura);
        let amount = Money::centimos((all * share / 1_000).max(100));
        prop_assert!(check_amount(&changed, amount).is_ok());
        electronic(&note_on(&changed, REASONS[reason], amount));
    }
}
