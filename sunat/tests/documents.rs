//! What is written: golden files, the schemas, the signature, and the worked examples' figures.

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
    ubl::{self, NoDocument, Unsigned},
};
use comanda_test_support::xml_tools::{assert_signed, assert_valid, canonical};
use proptest::prelude::*;

static SIGNER: LazyLock<Signer> = LazyLock::new(signer);

/// By the name of the golden file and the name for SUNAT.
fn everything() -> Vec<(&'static str, String, Unsigned)> {
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
    for (name, file, unsigned) in everything() {
        golden(&format!("{name}.xml"), unsigned.as_str());
        let signed = signer.sign(&unsigned).expect("signs");
        assert_eq!(signer.sign(&unsigned).as_ref(), Ok(&signed), "{name}: the same bytes again");
        assert_valid([(name, signed.as_str())]);
        assert_signed(&signed, &in_tests("certificates/prueba.pem"));
        assert_eq!(comanda_sunat_rules::check(&file, &signed), [], "{name}");
        assert!(signed.contains(&format!("<ds:DigestValue>{}</ds:DigestValue>", unsigned.digest())), "{name}");
    }
}

/// The digest is right only if the bytes are canonical: held against libxml2's canonicalizer (inclusive C14N 1.0).
#[test]
fn what_is_written_is_canonical() {
    for (name, _, unsigned) in everything() {
        let (_, root) = unsigned.as_str().split_once('\n').expect("a declaration");
        assert_eq!(canonical(unsigned.as_str()), root, "{name}");
    }
}

/// What a summary tells of a document is what the document says, signed or not.
#[test]
fn a_document_is_summed_up_from_its_own_xml() {
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
    assert_eq!(ubl::summary_line(batch.as_str(), SummaryState::Add), Err(NoDocument));
}

#[test]
fn a_changed_document_is_not_accepted() {
    let signed = signer().sign(&ubl::document(&cases::base())).expect("signs");
    let changed = signed.replace("53.50", "53.51");
    assert!(std::panic::catch_unwind(|| assert_signed(&changed, &in_tests("certificates/prueba.pem"))).is_err());
}

#[test]
fn what_was_stored_can_be_signed_later() {
    let unsigned = ubl::document(&cases::base());
    let stored = Unsigned::parse(unsigned.as_str().to_owned());
    assert_eq!(stored.as_ref(), Ok(&unsigned));
    assert!(Unsigned::parse("<Invoice></Invoice>".into()).is_err());
    let signed = signer().sign(&unsigned).expect("signs");
    assert!(Unsigned::parse(signed).is_err(), "what is signed is never signed again");
}

/// The cases of the facts: their totals, and everything that the worked examples say about money.
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
        assert_eq!(money(&xml), money(&worked), "{name}");
    }
}

/// What an XML says about money, but for factors: the worked examples write the rate that was agreed.
fn money(xml: &str) -> Vec<(String, String)> {
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
fn free_lines_stay_out_of_the_sums() {
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

    /// Whatever somebody typed: the signature's own canonical form has the digest that was known before, or `sign` refuses.
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

/// Every case in a provider's words: the figures are those of our own XML.
#[test]
fn a_provider_is_told_the_same_figures() {
    use comanda_sunat::{document::Kind, provider};
    for (name, document) in documents() {
        let contact = provider::Contact { email: "ana@ejemplo.pe", phone: "" };
        let json = provider::document(&document, contact, None);
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
