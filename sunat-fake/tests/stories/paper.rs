//! Documents to send: the worked examples, changed and given their new digest.

use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha256};

pub const RUC: &str = "20123456789";
/// A factura of 53.50 (45.34 and 8.16 of IGV), paid at once, of 2026-11-20.
pub const FACTURA: &str = include_str!("../recorded/20123456789-01-F001-1.xml");
/// A boleta of 65.63 with delivery and recargo, to CLIENTES VARIOS, of 2026-11-20.
pub const BOLETA: &str = include_str!("../recorded/20123456789-03-B001-1.xml");

/// Writes the digest of a document into its signature. The text is in canonical form apart from the signature.
pub fn sign(xml: &str) -> String {
    let start = xml.find("<ds:Signature ").expect("a signature");
    let end_tag = "</ds:Signature>";
    let end = xml.find(end_tag).expect("its end") + end_tag.len();
    let body = xml.find("?>").map_or(0, |end| end + 2);
    let canonical = format!("{}{}", xml[body..start].trim_start(), &xml[end..]);
    let digest = STANDARD.encode(Sha256::digest(canonical));
    let old = xml.find("<ds:DigestValue>").expect("a digest") + "<ds:DigestValue>".len();
    let old_end = old + xml[old..].find('<').expect("its end");
    format!("{}{digest}{}", &xml[..old], &xml[old_end..])
}

/// Replaces a text. Panics if it is not there.
pub fn replace_text(xml: &str, from: &str, to: &str) -> String {
    assert!(xml.contains(from), "no {from}");
    xml.replace(from, to)
}

pub fn factura(number: u32) -> (String, String) {
    (format!("{RUC}-01-F001-{number}"), sign(&replace_text(FACTURA, "F001-1<", &format!("F001-{number}<"))))
}

pub fn boleta(number: u32) -> (String, String) {
    (format!("{RUC}-03-B001-{number}"), sign(&replace_text(BOLETA, "B001-1<", &format!("B001-{number}<"))))
}

/// A credit note of reason 01 for a whole factura or boleta like those above.
pub fn credit_note(number: u32, modified: &str) -> (String, String) {
    let (series, template, kind) =
        if modified.starts_with('F') { ("FC01", FACTURA, "01") } else { ("BC01", BOLETA, "03") };
    let id = format!("{series}-{number}");
    let old = if kind == "01" { "F001-1<" } else { "B001-1<" };
    let head = format!(
        "<cac:DiscrepancyResponse><cbc:ReferenceID>{modified}</cbc:ReferenceID><cbc:ResponseCode>01</cbc:ResponseCode>\
         <cbc:Description>ANULACION</cbc:Description></cac:DiscrepancyResponse><cac:BillingReference>\
         <cac:InvoiceDocumentReference><cbc:ID>{modified}</cbc:ID><cbc:DocumentTypeCode>{kind}</cbc:DocumentTypeCode>\
         </cac:InvoiceDocumentReference></cac:BillingReference>"
    );
    let xml = replace_text(template, old, &format!("{id}<"));
    let xml = replace_text(&xml, "<Invoice ", "<CreditNote ");
    let xml = replace_text(&xml, "xsd:Invoice-2", "xsd:CreditNote-2");
    let xml = replace_text(&xml, "</Invoice>", "</CreditNote>");
    let xml = replace_text(&xml, "cac:InvoiceLine>", "cac:CreditNoteLine>");
    let xml = replace_text(&xml, "cbc:InvoicedQuantity", "cbc:CreditedQuantity");
    let xml = replace_text(&xml, &format!("<cbc:InvoiceTypeCode listID=\"0101\">{kind}</cbc:InvoiceTypeCode>"), "");
    let after = "</cbc:DocumentCurrencyCode>";
    (format!("{RUC}-07-{id}"), sign(&replace_text(&xml, after, &format!("{after}{head}"))))
}

/// The extensions with the signature of the worked examples.
fn extensions() -> &'static str {
    between("<ext:UBLExtensions>", "</ext:UBLExtensions>")
}

/// Returns the part of the factura from one tag up to and including another.
fn between(start: &str, end: &str) -> &'static str {
    let at = |tag: &str| FACTURA.find(tag).unwrap_or_else(|| panic!("no {tag}"));
    &FACTURA[at(start)..at(end) + end.len()]
}

fn batch(root: &str, id: &str, customization: &str, date: &str, lines: &str) -> String {
    let digits = &id[3..11];
    let issued = format!("{}-{}-{}", &digits[..4], &digits[4..6], &digits[6..]);
    sign(&format!(
        "<{root} xmlns=\"urn:sunat:names:specification:ubl:peru:schema:xsd:{root}-1\" \
         xmlns:cac=\"urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2\" \
         xmlns:cbc=\"urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2\" \
         xmlns:ext=\"urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2\" \
         xmlns:sac=\"urn:sunat:names:specification:ubl:peru:schema:xsd:SunatAggregateComponents-1\">{}\
         <cbc:UBLVersionID>2.0</cbc:UBLVersionID><cbc:CustomizationID>{customization}</cbc:CustomizationID>\
         <cbc:ID>{id}</cbc:ID><cbc:ReferenceDate>{date}</cbc:ReferenceDate><cbc:IssueDate>{issued}</cbc:IssueDate>{}\
         <cac:AccountingSupplierParty><cbc:CustomerAssignedAccountID>{RUC}</cbc:CustomerAssignedAccountID>\
         <cbc:AdditionalAccountID>6</cbc:AdditionalAccountID><cac:Party><cac:PartyLegalEntity>\
         <cbc:RegistrationName>RESTAURANTE DE PRUEBA S.A.C.</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party>\
         </cac:AccountingSupplierParty>{lines}</{root}>",
        extensions(),
        between("<cac:Signature>", "</cac:Signature>"),
    ))
}

/// An RA of documents such as `01-F001-1`, issued on 2026-11-20.
pub fn voiding(id: &str, documents: &[&str]) -> (String, String) {
    let line = |(index, document): (usize, &&str)| {
        let [kind, series, number] = document.split('-').collect::<Vec<_>>().try_into().expect("three parts");
        format!(
            "<sac:VoidedDocumentsLine><cbc:LineID>{}</cbc:LineID><cbc:DocumentTypeCode>{kind}</cbc:DocumentTypeCode>\
             <sac:DocumentSerialID>{series}</sac:DocumentSerialID><sac:DocumentNumberID>{number}</sac:DocumentNumberID>\
             <sac:VoidReasonDescription>ERROR</sac:VoidReasonDescription></sac:VoidedDocumentsLine>",
            index + 1
        )
    };
    let lines: String = documents.iter().enumerate().map(line).collect();
    (format!("{RUC}-{id}"), batch("VoidedDocuments", id, "1.0", "2026-11-20", &lines))
}

/// A line of an RC: a boleta of 23.60 (20.00 and 3.60) and the operation on it.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    pub boleta: &'a str,
    pub operation: u8,
}

/// An RC of boletas issued on 2026-11-20.
pub fn summary(id: &str, lines: &[Line<'_>]) -> (String, String) {
    let line = |(index, line): (usize, &Line<'_>)| {
        format!(
            "<sac:SummaryDocumentsLine><cbc:LineID>{}</cbc:LineID><cbc:DocumentTypeCode>03</cbc:DocumentTypeCode>\
             <cbc:ID>{}</cbc:ID><cac:Status><cbc:ConditionCode>{}</cbc:ConditionCode></cac:Status>\
             <sac:TotalAmount currencyID=\"PEN\">23.60</sac:TotalAmount><sac:BillingPayment>\
             <cbc:PaidAmount currencyID=\"PEN\">20.00</cbc:PaidAmount><cbc:InstructionID>01</cbc:InstructionID>\
             </sac:BillingPayment><cac:TaxTotal><cbc:TaxAmount currencyID=\"PEN\">3.60</cbc:TaxAmount><cac:TaxSubtotal>\
             <cbc:TaxAmount currencyID=\"PEN\">3.60</cbc:TaxAmount><cac:TaxCategory><cbc:Percent>18.00</cbc:Percent>\
             <cac:TaxScheme><cbc:ID>1000</cbc:ID><cbc:Name>IGV</cbc:Name><cbc:TaxTypeCode>VAT</cbc:TaxTypeCode>\
             </cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal></sac:SummaryDocumentsLine>",
            index + 1,
            line.boleta,
            line.operation
        )
    };
    let lines: String = lines.iter().enumerate().map(line).collect();
    (format!("{RUC}-{id}"), batch("SummaryDocuments", id, "1.1", "2026-11-20", &lines))
}
