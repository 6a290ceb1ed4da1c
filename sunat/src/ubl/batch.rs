//! Writes RA (`VoidedDocuments`) and RC (`SummaryDocuments`): UBL 2.0 with SUNAT's additions.

use super::{
    note::reference,
    party,
    tax::scheme,
    unsigned::{UnsignedXml, extension},
    xml::Xml,
};
use crate::document::{Batch, BatchLine, Centimos, Rate, Summary, SummaryLine, Tribute, VoidedLine, Voiding};

const VOIDED: &str = "urn:sunat:names:specification:ubl:peru:schema:xsd:VoidedDocuments-1";
const SUMMARY: &str = "urn:sunat:names:specification:ubl:peru:schema:xsd:SummaryDocuments-1";

pub(super) fn voiding(batch: &Voiding) -> UnsignedXml {
    write(batch, "VoidedDocuments", VOIDED, "1.0", |x, number, line| {
        x.within("sac:VoidedDocumentsLine", |x| write_voided_line(x, number, line));
    })
}

pub(super) fn summary(batch: &Summary) -> UnsignedXml {
    write(batch, "SummaryDocuments", SUMMARY, "1.1", |x, number, line| {
        x.within("sac:SummaryDocumentsLine", |x| write_summary_line(x, number, line));
    })
}

fn write<L: BatchLine>(
    batch: &Batch<L>,
    root: &str,
    namespace: &str,
    version: &str,
    line: impl Fn(&mut Xml, u32, &L),
) -> UnsignedXml {
    let namespaces = [
        ("xmlns", namespace),
        ("xmlns:cac", "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"),
        ("xmlns:cbc", "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"),
        ("xmlns:ext", "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"),
        ("xmlns:sac", "urn:sunat:names:specification:ubl:peru:schema:xsd:SunatAggregateComponents-1"),
    ];
    UnsignedXml::new(&Xml::root(root, &namespaces, |x| {
        extension(x);
        x.text("cbc:UBLVersionID", "2.0");
        x.text("cbc:CustomizationID", version);
        x.text("cbc:ID", &batch.id());
        x.text("cbc:ReferenceDate", &batch.documents_issued_on.to_string());
        x.text("cbc:IssueDate", &batch.created_on.to_string());
        party::signatory(x, &batch.issuer);
        party::batch_issuer(x, &batch.issuer);
        for (number, one) in (1_u32..).zip(&batch.lines) {
            line(x, number, one);
        }
    }))
}

fn write_voided_line(x: &mut Xml, number: u32, line: &VoidedLine) {
    x.text("cbc:LineID", &number.to_string());
    x.text("cbc:DocumentTypeCode", line.kind.code());
    x.text("sac:DocumentSerialID", line.number.series().as_str());
    x.text("sac:DocumentNumberID", &line.number.number().to_string());
    x.text("sac:VoidReasonDescription", &line.reason);
}

fn write_summary_line(x: &mut Xml, number: u32, line: &SummaryLine) {
    x.text("cbc:LineID", &number.to_string());
    x.text("cbc:DocumentTypeCode", line.kind.code());
    x.text("cbc:ID", &line.number.to_string());
    if let Some((identity, number)) = &line.customer {
        x.within("cac:AccountingCustomerParty", |x| party::account(x, *identity, number));
    }
    if let Some(changes) = &line.changes {
        reference(x, changes);
    }
    x.within("cac:Status", |x| x.text("cbc:ConditionCode", line.state.code()));
    x.amount("sac:TotalAmount", line.totals.payable);
    let totals = &line.totals;
    // The codes are those of catalogue 11.
    let sales = [(totals.taxed, "01"), (totals.exonerated, "02"), (totals.unaffected, "03"), (totals.free, "05")];
    for (amount, code) in sales.into_iter().filter(|(amount, _)| *amount > Centimos::default()) {
        x.within("sac:BillingPayment", |x| {
            x.amount("cbc:PaidAmount", amount);
            x.text("cbc:InstructionID", code);
        });
    }
    if line.charges > Centimos::default() {
        x.within("cac:AllowanceCharge", |x| {
            x.text("cbc:ChargeIndicator", "true");
            x.amount("cbc:Amount", line.charges);
        });
    }
    write_tax(x, Tribute::Igv, line.totals.igv, Some(line.rate));
    if line.totals.bag_tax > Centimos::default() {
        write_tax(x, Tribute::Bags, line.totals.bag_tax, None);
    }
}

/// Writes the total of one tax. The IGV must be written also where it is zero (rule 2278), with its rate (rule 2992).
fn write_tax(x: &mut Xml, tribute: Tribute, amount: Centimos, rate: Option<Rate>) {
    x.within("cac:TaxTotal", |x| {
        x.amount("cbc:TaxAmount", amount);
        x.within("cac:TaxSubtotal", |x| {
            x.amount("cbc:TaxAmount", amount);
            x.within("cac:TaxCategory", |x| {
                if let Some(rate) = rate {
                    x.text("cbc:Percent", &rate.to_string());
                }
                scheme(x, tribute);
            });
        });
    });
}
