//! Tests of documents that SUNAT accepts, whose totals agree with their lines, and of others that do not.

use super::*;
use crate::from_xml::ubl;
use comanda_base::purchase_document::PurchaseDocument;

/// A factura of SUNAT's own free program (SFS): each line with one net amount and its IGV, and the totals of the document.
fn xml(lines: &[(&str, &str)], base: &str, igv: &str, total: &str) -> String {
    let tax = |base: &str, igv: &str| {
        format!(
            "<TaxTotal><TaxAmount>{igv}</TaxAmount><TaxSubtotal><TaxableAmount>{base}</TaxableAmount><TaxAmount>{igv}</TaxAmount>\
             <TaxCategory><Percent>18.00</Percent><TaxExemptionReasonCode>10</TaxExemptionReasonCode>\
             <TaxScheme><ID>1000</ID></TaxScheme></TaxCategory></TaxSubtotal></TaxTotal>"
        )
    };
    let line = |(net, igv): &(&str, &str)| {
        format!(
            "<InvoiceLine><InvoicedQuantity>1</InvoicedQuantity><LineExtensionAmount>{net}</LineExtensionAmount>{}\
             <Item><Description>Algo</Description></Item></InvoiceLine>",
            tax(net, igv)
        )
    };
    let lines: String = lines.iter().map(line).collect();
    let party = |name: &str| {
        format!(
            "<{name}><Party><PartyIdentification><ID schemeID=\"6\">20555555556</ID></PartyIdentification><PartyLegalEntity><RegistrationName>X</RegistrationName></PartyLegalEntity></Party></{name}>"
        )
    };
    format!(
        "<Invoice><ID>F001-1</ID><IssueDate>2026-11-20</IssueDate><InvoiceTypeCode>01</InvoiceTypeCode>{}{}\
         <LegalMonetaryTotal><PayableAmount>{total}</PayableAmount></LegalMonetaryTotal>{lines}</Invoice>",
        party("AccountingSupplierParty"),
        tax(base, igv)
    )
}

fn read(lines: &[(&str, &str)], base: &str, igv: &str, total: &str) -> Invoice {
    let invoice = ubl::read_ubl(&xml(lines, base, igv, total)).unwrap();
    assert_eq!(invoice.document, PurchaseDocument::Factura);
    invoice
}

fn summary(invoice: &Invoice) -> (String, String, String) {
    let sums = compute_sums(invoice);
    let all: Money = sums.totals.iter().copied().sum();
    assert_eq!(all - sums.discount + sums.freight, sums.total, "lines come to the total");
    (sums.subtotal.to_string(), sums.igv.to_string(), sums.total.to_string())
}

#[test]
fn a_total_may_differ_by_one_sol_from_its_lines() {
    // 200 lines of 0.10, whose IGV is rounded to 0.02 each: SUNAT computes 3.60 on the 20.00.
    let small = vec![("0.10", "0.02"); 200];
    assert_eq!(summary(&read(&small, "20.00", "3.60", "23.60")), ("20.00".into(), "3.60".into(), "23.60".into()));
    assert_eq!(summary(&read(&small, "20.00", "4.00", "24.00")), ("20.00".into(), "4.00".into(), "24.00".into()));
    // Rounding line by line gives 160 céntimos too little; the total is right by the rule.
    let large = vec![("10.02", "1.79"); 200];
    assert_eq!(
        summary(&read(&large, "2004.00", "360.72", "2364.72")),
        ("2004.00".into(), "360.72".into(), "2364.72".into())
    );
    // A difference of one sol is accepted, a larger one is not.
    let one = [("100.00", "18.00")];
    assert_eq!(summary(&read(&one, "100.50", "18.90", "119.00")), ("100.50".into(), "18.90".into(), "119.00".into()));
    assert_eq!(summary(&read(&one, "101.50", "19.50", "119.50")), ("100.00".into(), "18.00".into(), "118.00".into()));
}

#[test]
fn remainders_go_to_the_largest_lines_and_none_becomes_negative() {
    let spread = |totals: &[&str], difference: &str| {
        let (totals, is_spread) =
            super::spread(totals.iter().map(|t| t.parse().unwrap()).collect(), difference.parse().unwrap());
        (totals.iter().map(Money::to_string).collect::<Vec<_>>().join(" "), is_spread)
    };
    assert_eq!(spread(&["2.00", "0.50", "3.00", "4.00"], "0.05"), ("2.01 0.50 3.02 4.02".into(), true));
    assert_eq!(spread(&["2.00", "0.50", "3.00", "4.00"], "-0.04"), ("1.99 0.50 2.99 3.98".into(), true));
    // Adding céntimos one by one would take forever here.
    assert_eq!(spread(&["2.00", "3.00"], "900000000.01"), ("450000002.00 450000003.01".into(), true));
    assert_eq!(spread(&["2.00", "30.00"], "-6.00"), ("2.00 30.00".into(), false));
}

#[test]
fn a_rate_above_100_per_cent_is_refused() {
    let right = xml(&[("100.00", "18.00")], "100.00", "18.00", "118.00");
    for (percent, is_read) in [("100", true), ("100.01", false), ("10000000", false), ("-1", false)] {
        let xml = right.replace("<Percent>18.00<", &format!("<Percent>{percent}<"));
        assert_eq!(ubl::read_ubl(&xml).is_ok(), is_read, "{percent}");
    }
}
