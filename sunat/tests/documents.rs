//! The XML of documents: golden files, schemas, signatures, and the figures of the worked examples.

mod cases;

use std::{fs, sync::LazyLock};

use cases::{
    batches::{summary, voiding},
    documents,
    read::{leaves, one},
    tools::{golden, in_tests, signer},
};
use comanda_sunat::{
    document::{Centimos, Content, SummaryState},
    sign::Signer,
    ubl::{self, NotADocument, UnsignedXml},
};
use comanda_test_support::xml_tools::{assert_matches_schema, assert_signature_is_valid, canonical_form};
use proptest::prelude::*;

static SIGNER: LazyLock<Signer> = LazyLock::new(signer);

/// Every case with the name of its golden file, its file name for SUNAT and its XML.
fn all_cases() -> Vec<(&'static str, String, UnsignedXml)> {
    let mut all: Vec<_> =
        documents().into_iter().map(|(name, one)| (name, one.file_name(), ubl::document(&one))).collect();
    all.push(("ra", voiding().file_name(), ubl::voiding(&voiding())));
    for (name, state) in [("rc_1", SummaryState::Add), ("rc_3", SummaryState::Void)] {
        all.push((name, summary(state).file_name(), ubl::summary(&summary(state))));
    }
    all
}

#[test]
fn every_case_is_golden_valid_and_signed() {
    let signer = signer();
    for (name, file, unsigned) in all_cases() {
        golden(&format!("{name}.xml"), unsigned.as_str());
        let signed = signer.sign(&unsigned).expect("signs");
        assert_eq!(signer.sign(&unsigned).as_ref(), Ok(&signed), "{name}: the same bytes again");
        assert_matches_schema([(name, signed.as_str())]);
        assert_signature_is_valid(&signed, &in_tests("certificates/prueba.pem"));
        assert_eq!(comanda_sunat_rules::check(&file, &signed), [], "{name}");
        assert!(signed.contains(&format!("<ds:DigestValue>{}</ds:DigestValue>", unsigned.digest())), "{name}");
    }
}

/// The digest is right only if the bytes are canonical: they are compared with libxml2's canonicalizer (inclusive C14N 1.0).
#[test]
fn the_written_xml_is_canonical() {
    for (name, _, unsigned) in all_cases() {
        let (_, root) = unsigned.as_str().split_once('\n').expect("a declaration");
        assert_eq!(canonical_form(unsigned.as_str()), root, "{name}");
    }
}

/// The summary line of a document has the figures of the document, signed or not.
#[test]
fn a_summary_line_is_read_from_the_documents_xml() {
    let signer = signer();
    for (name, document) in documents() {
        let unsigned = ubl::document(&document);
        let line = ubl::summary_line(unsigned.as_str(), SummaryState::Add).expect(name);
        let signed = signer.sign(&unsigned).expect("signs");
        assert_eq!(ubl::summary_line(&signed, SummaryState::Add).as_ref(), Ok(&line), "{name}");
        let changes = match &document.content {
            Content::CreditNote { changes, .. } | Content::DebitNote { changes, .. } => Some(changes),
            _ => None,
        };
        assert_eq!(
            (line.kind, &line.number, line.changes.as_ref()),
            (document.kind(), &document.number, changes),
            "{name}"
        );
        assert_eq!(line.customer, Some((document.customer.identity, document.customer.number.clone())), "{name}");
        assert_eq!((line.rate, &line.totals), (document.rate, &document.totals), "{name}");
        assert_eq!(line.charges, document.service_charge.map_or(Centimos(0), |charge| charge.amount), "{name}");
    }
    let batch = ubl::voiding(&voiding());
    assert_eq!(ubl::summary_line(batch.as_str(), SummaryState::Add), Err(NotADocument));
}

#[test]
fn a_changed_document_is_not_accepted() {
    let signed = signer().sign(&ubl::document(&cases::base())).expect("signs");
    let changed = signed.replace("53.50", "53.51");
    assert!(
        std::panic::catch_unwind(|| assert_signature_is_valid(&changed, &in_tests("certificates/prueba.pem"))).is_err()
    );
}

#[test]
fn a_stored_document_can_be_signed_later() {
    let unsigned = ubl::document(&cases::base());
    let stored = UnsignedXml::parse(unsigned.as_str().to_owned());
    assert_eq!(stored.as_ref(), Ok(&unsigned));
    assert!(UnsignedXml::parse("<Invoice></Invoice>".into()).is_err());
    let signed = signer().sign(&unsigned).expect("signs");
    assert!(UnsignedXml::parse(signed).is_err(), "what is signed is never signed again");
}

/// The totals of the worked examples, and all their elements about money.
#[test]
fn figures_are_those_of_the_worked_examples() {
    let cases = [
        ("A_base", cases::base(), ["45.34", "8.16", "53.50"]),
        ("B_disc02_10pct", cases::discounted(), ["40.81", "7.34", "48.15"]),
        ("D_recargo10", cases::charged(), ["45.34", "8.16", "58.03"]),
        ("F_jungle", cases::jungle(), ["53.50", "0.00", "53.50"]),
        ("H_delivery_recargo_bol", cases::delivered(), ["51.27", "9.23", "65.63"]),
    ];
    for (name, document, [base, igv, payable]) in cases {
        let xml = ubl::document(&document).as_str().to_owned();
        assert_eq!(one(&xml, "Invoice/TaxTotal/TaxSubtotal/TaxableAmount"), base, "{name}");
        assert_eq!(one(&xml, "Invoice/TaxTotal/TaxAmount"), igv, "{name}");
        assert_eq!(one(&xml, "Invoice/LegalMonetaryTotal/PayableAmount"), payable, "{name}");

        let worked = fs::read_to_string(in_tests("worked").join(format!("{name}.xml"))).expect("is there");
        assert_eq!(money_elements(&xml), money_elements(&worked), "{name}");
    }
}

/// Returns the elements about money, without factors: the worked examples write the agreed rate there.
fn money_elements(xml: &str) -> Vec<(String, String)> {
    let about_money = ["TaxTotal", "LegalMonetaryTotal", "InvoiceLine", "AllowanceCharge"];
    let mut leaves = leaves(xml);
    leaves.retain(|(path, _)| {
        about_money.iter().any(|part| path.contains(part))
            && !path.ends_with("MultiplierFactorNumeric")
            && !path.ends_with("unitCode")
            && !path.ends_with("Description")
    });
    leaves
}

#[test]
fn free_lines_are_not_part_of_the_sums() {
    let xml = ubl::document(&cases::courtesy()).as_str().to_owned();
    let tax: Vec<String> = leaves(&xml)
        .into_iter()
        .filter(|(path, _)| path.starts_with("Invoice/TaxTotal/") && path.ends_with("Amount"))
        .map(|(_, text)| text)
        .collect();
    assert_eq!(tax, ["8.16", "45.34", "8.16", "8.47", "1.53"]);
    let free = xml.split("<cac:InvoiceLine>").nth(3).expect("a third line");
    for part in [
        "<cbc:PriceAmount currencyID=\"PEN\">8.4745762712</cbc:PriceAmount><cbc:PriceTypeCode>02",
        "<cac:TaxTotal><cbc:TaxAmount currencyID=\"PEN\">0.00<",
        "<cbc:TaxAmount currencyID=\"PEN\">1.53<",
        "<cbc:TaxExemptionReasonCode>13<",
        "<cbc:ID>9996</cbc:ID>",
        "<cac:Price><cbc:PriceAmount currencyID=\"PEN\">0.00<",
    ] {
        assert!(free.contains(part), "{part} in {free}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// For any text, the canonical form of the signature has the digest that was known before.
    #[test]
    fn any_text_is_canonical(description in any::<String>(), name in "[ -~áéñ&<>\"'\t\r\n\u{85}\u{2028}]{0,40}") {
        let mut document = cases::base();
        document.lines[0].description = description;
        document.customer.name.clone_from(&name);
        document.issuer.trade_name = Some(name);
        let unsigned = ubl::document(&document);
        let signed = SIGNER.sign(&unsigned);
        prop_assert!(signed.is_ok_and(|signed| signed.contains(&unsigned.digest())));
    }
}

/// The body for a provider has the figures of our own XML, in every case.
#[test]
fn a_provider_gets_the_same_figures() {
    use comanda_sunat::{document::Kind, provider};
    for (name, document) in documents() {
        let contact = provider::Contact { email: "ana@ejemplo.pe", phone: "" };
        let json = provider::document_body(&document, contact, None);
        golden(
            &format!("provider/{name}.json"),
            &format!("{}\n", serde_json::to_string_pretty(&json).expect("writes")),
        );
        let payable: f64 = document.totals.payable.to_string().parse().expect("a number");
        assert_eq!(json["totales"]["total_venta"], payable, "{name}");
        let is_note = matches!(document.kind(), Kind::CreditNote | Kind::DebitNote);
        assert_eq!(json.get("documento_afectado").is_some(), is_note, "{name}");
    }
}
