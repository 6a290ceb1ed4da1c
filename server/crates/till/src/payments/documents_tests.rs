//! Random accounts, paid in random ways: each of their documents keeps every rule of the tax authority, and its XML, paper, A4 sheet and
//! row have the same totals.

use super::{
    a4::compose_sheet,
    arbitrary::{adjustments, lines, part},
    split::{PaymentScope, tests::TestAccount},
};
use chrono::NaiveDate;
use comanda_base::{
    document_kind::DocumentKind,
    money::{CENTIMO, Money, Quantity},
    words::IdentityDocument,
};
use comanda_invoicing::billing::{
    Billing, BillingAmount, BillingLine, BillingRow, Instalment, Receipt,
    electronic::electronic_document,
    receipt_ticket, reissue_figures, sale_under_rule,
    sample::{sample_boleta, sample_document, sample_line},
    tax::DocumentFigures,
    words::amount_in_words,
};
use comanda_platform::settings::{CompanyInfo, TaxRule};
use comanda_sunat::{
    document::{Affectation, Content, Document, GlobalDiscount, PaymentTerms},
    sign::{Signer, open_pfx},
    ubl::UnsignedXml,
};
use comanda_test_support::xml_tools::assert_matches_schema;
use comanda_ticket::{layout, plain_text};
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};
use std::{fs, path::Path};

pub(super) fn company() -> CompanyInfo {
    CompanyInfo {
        document_type: comanda_platform::settings::TaxIdType::Ruc,
        document_number: "20601234567".into(),
        legal_name: "TERRAZA GASTRONÓMICA S.A.C.".into(),
        commercial_name: "LA TERRAZA".into(),
        commercial_address: "Av. Larco 345".into(),
        ubigeo: "150122".into(),
        department: "LIMA".into(),
        province: "LIMA".into(),
        district: "MIRAFLORES".into(),
        ..CompanyInfo::default()
    }
}

/// Returns instalments for a third of the facturas: a part is paid, the rest falls due on two days.
fn instalments(total: Money) -> Vec<Instalment> {
    let due = Money::centimos(total.millionths() / CENTIMO * 3 / 4);
    if total.millionths() / CENTIMO % 3 != 0 || due <= Money::centimos(1) {
        return Vec::new();
    }
    let day = |text: &str| text.parse::<NaiveDate>().unwrap();
    let first = Money::centimos(due.millionths() / CENTIMO / 2);
    let second = Instalment { amount: due - first, due_on: day("2027-01-20") };
    vec![Instalment { amount: first, due_on: day("2026-12-21") }, second]
}

/// A document as it is stored and read back.
pub(super) fn billing(f: &DocumentFigures, is_factura: bool, client_name: &str) -> Billing {
    let (billing_type_id, serie) =
        if is_factura { (DocumentKind::Factura, "F001") } else { (DocumentKind::Boleta, "B001") };
    let (client_document_type, number) =
        if is_factura { (IdentityDocument::Ruc, "20131312955") } else { (IdentityDocument::Ce, "001234567") };
    let row = BillingRow {
        billing_type_id,
        serie: serie.into(),
        client_name: client_name.into(),
        client_document_type,
        client_document_number: number.into(),
        taxable: f.taxable,
        exonerated: f.exonerated,
        unaffected: f.unaffected,
        free: f.free,
        discount: f.discount,
        other_charges: f.other_charges,
        igv: f.igv,
        igv_percent: f.igv_percent,
        bag_tax: f.bag_tax,
        total: f.total,
        total_in_words: amount_in_words(f.total),
        ..sample_boleta()
    };
    let line = |l: &comanda_invoicing::billing::tax::TaxedItem| BillingLine {
        quantity: l.item.quantity,
        measure: l.item.measure,
        unit_price: l.item.unit_price,
        total: l.total,
        affectation: l.affectation.into(),
        base: l.base,
        igv: l.igv,
        free_igv: l.free_igv,
        discount: l.discount,
        bag_tax: l.item.bag_tax,
        ..sample_line(l.item.kind, l.item.description.clone())
    };
    let amounts = f.amounts.iter().map(|a| BillingAmount {
        billing_id: row.id,
        code: a.code.into(),
        description: a.description.clone(),
        amount: a.amount,
    });
    Billing {
        amounts: amounts.collect(),
        instalments: if is_factura { instalments(f.total) } else { Vec::new() },
        ..sample_document(row, f.lines.iter().map(line).collect())
    }
}

/// Asserts that the lines of the XML add up to its totals, to the céntimo.
pub(super) fn check_sums(d: &Document, total: Money) {
    let lines_of = |wanted: fn(Affectation) -> bool| d.lines.iter().filter(move |l| wanted(l.affectation));
    let discounts_total: i64 =
        d.discounts.iter().map(|one| if let GlobalDiscount::OnBase { amount, .. } = one { amount.0 } else { 0 }).sum();
    let bases = |wanted: fn(Affectation) -> bool| lines_of(wanted).map(|l| l.base.0).sum::<i64>();
    let t = &d.totals;
    assert_eq!(bases(|a| a == Affectation::Taxed) - discounts_total, t.taxed.0);
    assert_eq!(bases(|a| a == Affectation::Exonerated), t.exonerated.0);
    assert_eq!(bases(|a| a == Affectation::Unaffected), t.unaffected.0);
    assert_eq!(bases(Affectation::is_free), t.free.0);
    assert_eq!(lines_of(Affectation::is_free).map(|l| l.igv.0).sum::<i64>(), t.free_igv.0);
    if d.discounts.is_empty() {
        assert_eq!(lines_of(|a| a == Affectation::Taxed).map(|l| l.igv.0).sum::<i64>(), t.igv.0);
    }
    assert_eq!(d.lines.iter().map(|l| l.bag_tax.0).sum::<i64>(), t.bag_tax.0);
    let charge = d.service_charge.as_ref().map_or(0, |c| c.amount.0);
    assert_eq!(t.price().0 + charge, t.payable.0);
    assert_eq!(t.payable.0 * CENTIMO, total.millionths());
}

/// Asserts that the rows of the A4 sheet add up to its total, and that the paper shows it too.
pub(super) fn check_paper(company: &CompanyInfo, billing: &Billing) {
    let receipt = Receipt {
        company,
        billing,
        issued_at: "21/11/2026 14:22",
        issued_on: NaiveDate::from_ymd_opt(2026, 11, 21).unwrap(),
        cashbox: "Principal",
        place: "Mesa: 12",
        waiter: "Rosa",
        cashier: "Luis",
        paid: &[],
        change: Money::ZERO,
        rounding: Money::ZERO,
        tip: Money::ZERO,
        consult_at: "",
        is_demo: false,
    };
    let sheet = compose_sheet(&receipt);
    let listed: Money = sheet.rows.iter().map(|r| r.amount.parse::<Money>().unwrap()).sum();
    let amounts: Money = billing.amounts.iter().map(|a| a.amount).sum();
    assert_eq!(listed + amounts, billing.row.total, "{billing:?}");
    assert_eq!(sheet.total.1, format!("S/ {}", billing.row.total));
    for a in &billing.amounts {
        assert!(sheet.totals.contains(&(a.description.to_uppercase(), format!("S/ {}", a.amount))), "{sheet:?}");
    }
    let bag_tax = ("ICBPER".to_owned(), format!("S/ {}", billing.row.bag_tax));
    assert_eq!(sheet.totals.contains(&bag_tax), !billing.row.bag_tax.is_zero(), "{sheet:?}");
    let text = plain_text(&layout(&receipt_ticket(&receipt), 48));
    let total_line = text.lines().find(|l| l.trim_start().starts_with("TOTAL")).unwrap_or_default().to_owned();
    assert!(total_line.contains(&billing.row.total.to_string()), "{text}");
    let terms = if billing.instalments.is_empty() { "Forma de pago: Contado" } else { "Forma de pago: Crédito" };
    assert!(text.contains(terms), "{text}");
    for (i, instalment) in (1..).zip(&billing.instalments) {
        let name = format!("Cuota {i} ({})", instalment.due_on.format("%d/%m/%Y"));
        assert!(sheet.paid.contains(&(name.clone(), instalment.amount.to_string())), "{sheet:?}");
        assert!(text.lines().any(|l| l.contains(&name) && l.contains(&instalment.amount.to_string())), "{text}");
    }
    for row in &sheet.rows {
        assert!(text.contains(&row.amount), "{} in {text}", row.amount);
    }
}

fn electronic(f: &DocumentFigures, is_factura: bool) -> (String, UnsignedXml) {
    let document = electronic_document(&company(), &billing(f, is_factura, "Cliente")).unwrap();
    (document.file_name(), comanda_sunat::ubl::document(&document))
}

/// Returns a signer with the test certificate.
pub(super) fn signer() -> Signer {
    let certificate = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../sunat/tests/certificates/prueba.p12");
    open_pfx(&fs::read(certificate).unwrap(), "prueba").unwrap()
}

#[test]
fn a_sample_is_valid_by_the_schema() {
    const ACCOUNTS: usize = 200;
    let signer = signer();
    let mut runner = TestRunner::deterministic();
    let accounts = (lines(), adjustments(), any::<[bool; 3]>());
    let mut sample = Vec::new();
    for n in 0..ACCOUNTS {
        let (lines, adjustments, [is_jungle, is_factura, tip_on_document]) =
            accounts.new_tree(&mut runner).unwrap().current();
        let mut t = TestAccount { lines, adjustments, is_jungle, tip_on_document, ..TestAccount::default() };
        t.pay(&PaymentScope::All, false).unwrap();
        let Some(f) = t.documents.pop().filter(|f| f.lines.iter().any(|l| !l.base.is_zero())) else { continue };
        let (name, unsigned) = electronic(&f, is_factura);
        let signed = signer.sign(&unsigned).unwrap();
        assert_eq!(comanda_sunat_rules::check(&name, &signed), []);
        sample.push((n.to_string(), signed));
    }
    assert!(sample.len() > ACCOUNTS / 2);
    assert_matches_schema(sample.iter().map(|(name, xml)| (name.as_str(), xml.as_str())));
}

fn keeps_the_rules(f: &DocumentFigures, is_factura: bool, client: &str) {
    if f.lines.iter().all(|l| l.base.is_zero()) {
        // Refused earlier: the document would be empty.
        return;
    }
    let (company, billing) = (company(), billing(f, is_factura, client));
    let document = electronic_document(&company, &billing).unwrap();
    let xml = comanda_sunat::ubl::document(&document);
    let broken = comanda_sunat_rules::check(&document.file_name(), xml.as_str());
    // The signature comes later.
    assert_eq!(broken, [], "{f:#?}\n{}", xml.as_str());
    let is_on_credit = matches!(&document.content, Content::Factura(PaymentTerms::Credit { .. }));
    assert_eq!(is_on_credit, is_factura && !billing.instalments.is_empty());
    check_sums(&document, f.total);
    check_paper(&company, &billing);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]
    #[test]
    fn documents_of_any_account_keep_the_rules_with_one_total(
        lines in lines(), adjustments in adjustments(), parts in prop::collection::vec((part(), any::<bool>()), 0..3),
        flags in any::<[bool; 4]>(), client in "\\PC{0,12}",
    ) {
        let [tip_on_document, is_jungle, is_reduced, is_factura] = flags;
        let mut t = TestAccount { lines, adjustments, tip_on_document, is_jungle, is_reduced, ..TestAccount::default() };
        let mut closed = false;
        for (part, by_consumption) in parts.into_iter().chain([(PaymentScope::All, false)]) {
            if !closed && let Ok((_, closes)) = t.pay(&part, by_consumption) {
                closed = closes;
            }
        }
        let another = if is_reduced { Quantity::units(18) } else { "10.5".parse().unwrap() };
        let another = TaxRule { percent: another, exonerated: is_jungle, regime: comanda_platform::settings::Regime::General, bag_tax: Money::centimos(50) };
        for f in &t.documents {
            keeps_the_rules(f, is_factura, &client);
            // Issued again under another rate: the same total, by the same rules.
            let anew = {
                let refused = billing(f, is_factura, &client);
                reissue_figures(&refused, sale_under_rule(&refused, another, &|sale, _| sale)).unwrap()
            };
            assert_eq!(anew.total, f.total);
            keeps_the_rules(&anew, is_factura, &client);
        }
    }
}
