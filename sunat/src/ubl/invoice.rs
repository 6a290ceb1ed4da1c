//! Writes facturas and boletas: `Invoice` of UBL 2.1.

use super::{
    line::{self, LineFormat, allowance},
    party, tax,
    unsigned::{UnsignedXml, extension},
    xml::Xml,
};
use crate::document::{Centimos, Document, GlobalDiscount, Legend, PaymentTerms};

const NAMESPACES: [(&str, &str); 4] = [
    ("xmlns", "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"),
    ("xmlns:cac", "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"),
    ("xmlns:cbc", "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"),
    ("xmlns:ext", "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"),
];
const LINES: LineFormat = LineFormat {
    line: "cac:InvoiceLine",
    quantity: "cbc:InvoicedQuantity",
    has_discounts: true,
    untaxed_at_rate: true,
};

pub(super) fn write(document: &Document, terms: Option<&PaymentTerms>) -> UnsignedXml {
    UnsignedXml::new(&Xml::root("Invoice", &NAMESPACES, |x| {
        extension(x);
        head(x, document);
        // Catalogue 51: 0101 is a sale within the country.
        x.text_with("cbc:InvoiceTypeCode", &[("listID", "0101")], document.kind().code());
        legends(x, &document.legends);
        x.text("cbc:DocumentCurrencyCode", "PEN");
        parties(x, document);
        if let Some(terms) = terms {
            payment(x, terms);
        }
        discounts_and_charges(x, document);
        tax::write_document_tax(x, document);
        x.within("cac:LegalMonetaryTotal", |x| totals(x, document));
        line::write_all(x, &document.lines, document.rate, LINES);
    }))
}

/// Writes the versions, the number, the issue date and time.
pub(super) fn head(x: &mut Xml, document: &Document) {
    x.text("cbc:UBLVersionID", "2.1");
    x.text("cbc:CustomizationID", "2.0");
    x.text("cbc:ID", &document.number.to_string());
    x.text("cbc:IssueDate", &document.issued_on.to_string());
    x.text("cbc:IssueTime", &document.issued_at.format("%H:%M:%S").to_string());
}

pub(super) fn legends(x: &mut Xml, legends: &[Legend]) {
    for legend in legends {
        x.text_with("cbc:Note", &[("languageLocaleID", legend.code())], legend.text());
    }
}

pub(super) fn parties(x: &mut Xml, document: &Document) {
    party::signatory(x, &document.issuer);
    party::issuer(x, &document.issuer);
    party::customer(x, &document.customer);
}

/// Writes the terms of payment, FormaPago (rules 3244 to 3267).
fn payment(x: &mut Xml, terms: &PaymentTerms) {
    match terms {
        PaymentTerms::Cash => term(x, "Contado", |_| {}),
        PaymentTerms::Credit { pending, instalments } => {
            term(x, "Credito", |x| x.amount("cbc:Amount", *pending));
            for (number, instalment) in (1_u32..).zip(instalments) {
                term(x, &format!("Cuota{number:03}"), |x| {
                    x.amount("cbc:Amount", instalment.amount);
                    x.text("cbc:PaymentDueDate", &instalment.due_on.to_string());
                });
            }
        }
    }
}

fn term(x: &mut Xml, means: &str, write_content: impl FnOnce(&mut Xml)) {
    x.within("cac:PaymentTerms", |x| {
        x.text("cbc:ID", "FormaPago");
        x.text("cbc:PaymentMeansID", means);
        write_content(x);
    });
}

fn discounts_and_charges(x: &mut Xml, document: &Document) {
    for discount in &document.discounts {
        let (amount, base) = discount.amounts();
        allowance(x, false, discount.code(), amount, base);
    }
    if let Some(charge) = &document.service_charge {
        allowance(x, true, "46", charge.amount, charge.base);
    }
}

fn totals(x: &mut Xml, document: &Document) {
    let totals = &document.totals;
    x.amount("cbc:LineExtensionAmount", totals.value());
    x.amount("cbc:TaxInclusiveAmount", totals.price());
    // Only discounts that do not lower the base count here (rule 3300).
    let off_base: Centimos = document
        .discounts
        .iter()
        .filter(|discount| matches!(discount, GlobalDiscount::OffBase { .. }))
        .map(|discount| discount.amounts().0)
        .sum();
    if off_base > Centimos::default() {
        x.amount("cbc:AllowanceTotalAmount", off_base);
    }
    charge_and_payable(x, document);
}

/// Writes the end of the totals, which notes have too.
pub(super) fn charge_and_payable(x: &mut Xml, document: &Document) {
    if let Some(charge) = &document.service_charge {
        x.amount("cbc:ChargeTotalAmount", charge.amount);
    }
    x.amount("cbc:PayableAmount", document.totals.payable);
}
