//! Reads a document from its XML.

use super::{Charge, Customer, Document, Line, Reference, TaxPart, Taxes, Totals};
use crate::{
    codes::Finding,
    names::{DocumentId, Kind, parse_number},
    xml::{all, amount, element_text, first, text},
};
use roxmltree::Node;

impl Document {
    /// Reads a document from a file with this name.
    ///
    /// # Errors
    /// 0306 for another root; 1034 to 1036 if the content contradicts the file name; 1001 and 1003.
    pub(crate) fn read(root: Node<'_, '_>, file: &DocumentId) -> Result<Self, Finding> {
        let format = DocumentFormat::of(file.kind);
        if root.tag_name().name() != format.root || root.tag_name().namespace() != Some(format.namespace) {
            return Err(Finding::new(306, format!("se esperaba {}", format.root)));
        }
        let id = read_id(root, file)?;
        let totals = first(root, format.totals);
        let total = |path| totals.and_then(|totals| amount(totals, path));
        let document = Self {
            id,
            issue_date: text(root, "cbc:IssueDate").and_then(|date| date.parse().ok()),
            customer: Customer::read(root),
            note_kind: text(root, "cac:DiscrepancyResponse/cbc:ResponseCode"),
            references: references(root),
            lines: all(root, format.line).into_iter().map(Line::read).collect(),
            charges: charges(root),
            tax: taxes(root),
            totals: Totals {
                line_extension: total("cbc:LineExtensionAmount"),
                tax_inclusive: total("cbc:TaxInclusiveAmount"),
                allowances: total("cbc:AllowanceTotalAmount"),
                charges: total("cbc:ChargeTotalAmount"),
                prepaid: total("cbc:PrepaidAmount"),
                rounding: total("cbc:PayableRoundingAmount"),
                payable: total("cbc:PayableAmount"),
            },
        };
        Ok(document)
    }
}

/// The element names that differ between the kinds of documents.
struct DocumentFormat {
    root: &'static str,
    namespace: &'static str,
    line: &'static str,
    totals: &'static str,
}

impl DocumentFormat {
    const fn of(kind: Kind) -> Self {
        match kind {
            Kind::Factura | Kind::Boleta => Self {
                root: "Invoice",
                namespace: "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
                line: "cac:InvoiceLine",
                totals: "cac:LegalMonetaryTotal",
            },
            Kind::CreditNote => Self {
                root: "CreditNote",
                namespace: "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2",
                line: "cac:CreditNoteLine",
                totals: "cac:LegalMonetaryTotal",
            },
            Kind::DebitNote => Self {
                root: "DebitNote",
                namespace: "urn:oasis:names:specification:ubl:schema:xsd:DebitNote-2",
                line: "cac:DebitNoteLine",
                totals: "cac:RequestedMonetaryTotal",
            },
        }
    }
}

/// Reads the document's own number, which must be that of its file.
fn read_id(root: Node<'_, '_>, file: &DocumentId) -> Result<DocumentId, Finding> {
    let ruc = text(root, "cac:AccountingSupplierParty/cac:Party/cac:PartyIdentification/cbc:ID").unwrap_or_default();
    if ruc != file.ruc {
        return Err(Finding::new(1034, ruc));
    }
    let written = text(root, "cbc:ID").unwrap_or_default();
    let Some((series, number)) = written.split_once('-') else {
        return Err(Finding::new(1001, written));
    };
    if series != file.series {
        return Err(Finding::new(1035, written));
    }
    if parse_number(number, 8) != Some(file.number) {
        return Err(Finding::new(1036, written));
    }
    let letter = match file.kind {
        Kind::Factura => series.starts_with('F'),
        Kind::Boleta => series.starts_with('B'),
        Kind::CreditNote | Kind::DebitNote => series.starts_with(['F', 'B']),
    };
    if !letter {
        return Err(Finding::new(1001, written));
    }
    let is_invoice = matches!(file.kind, Kind::Factura | Kind::Boleta);
    if is_invoice && text(root, "cbc:InvoiceTypeCode").as_deref() != Some(file.kind.code()) {
        return Err(Finding::new(1003, "cbc:InvoiceTypeCode"));
    }
    Ok(file.clone())
}

impl Customer {
    fn read(root: Node<'_, '_>) -> Self {
        let party = first(root, "cac:AccountingCustomerParty/cac:Party");
        let id = party.and_then(|party| first(party, "cac:PartyIdentification/cbc:ID"));
        Self {
            scheme: id.and_then(|id| id.attribute("schemeID")).map(str::to_owned),
            number: id.map(element_text).filter(|text| !text.is_empty()),
        }
    }
}

impl Line {
    fn read(node: Node<'_, '_>) -> Self {
        Self {
            value: amount(node, "cbc:LineExtensionAmount").unwrap_or_default(),
            tax: taxes(node),
            charges: charges(node),
        }
    }
}

fn references(root: Node<'_, '_>) -> Vec<Reference> {
    let read = |node| Reference {
        kind: text(node, "cbc:DocumentTypeCode").unwrap_or_default(),
        number: text(node, "cbc:ID").unwrap_or_default(),
    };
    all(root, "cac:BillingReference/cac:InvoiceDocumentReference").into_iter().map(read).collect()
}

fn charges(node: Node<'_, '_>) -> Vec<Charge> {
    let read = |node| Charge {
        is_charge: text(node, "cbc:ChargeIndicator").as_deref() == Some("true"),
        code: text(node, "cbc:AllowanceChargeReasonCode").unwrap_or_default(),
        amount: amount(node, "cbc:Amount").unwrap_or_default(),
    };
    all(node, "cac:AllowanceCharge").into_iter().map(read).collect()
}

fn taxes(node: Node<'_, '_>) -> Taxes {
    let read = |node| TaxPart {
        tribute: text(node, "cac:TaxCategory/cac:TaxScheme/cbc:ID").unwrap_or_default(),
        base: amount(node, "cbc:TaxableAmount").unwrap_or_default(),
        amount: amount(node, "cbc:TaxAmount").unwrap_or_default(),
    };
    first(node, "cac:TaxTotal").map_or_else(Taxes::default, |total| Taxes {
        amount: amount(total, "cbc:TaxAmount"),
        parts: all(total, "cac:TaxSubtotal").into_iter().map(read).collect(),
    })
}
