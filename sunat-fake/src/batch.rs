//! A daily summary (RC) or a voiding communication (RA), read from its XML.

use crate::{
    codes::Finding,
    document::Reference,
    names::{BatchId, BatchKind, DocumentId, Kind, parse_number},
    xml::{all, amount, first, text},
};
use chrono::NaiveDate;
use roxmltree::Node;
use rust_decimal::Decimal;

/// A batch: the parts that the rules check.
#[derive(Debug)]
pub(crate) struct Batch {
    pub id: BatchId,
    pub issue_date: Option<NaiveDate>,
    /// The issue date of the documents in the batch.
    pub reference_date: Option<NaiveDate>,
    pub lines: Vec<BatchLine>,
}

/// Whether a line of a summary adds, changes or voids its document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BatchOperation {
    /// RC 1: the document is reported.
    Add,
    /// RC 2: the document gets another total.
    Change,
    /// RC 3, and every line of an RA: the document is voided.
    Void,
}

/// A line of either kind of batch.
#[derive(Debug)]
pub(crate) struct BatchLine {
    pub document: DocumentId,
    pub operation: BatchOperation,
    /// The figures of an RC's line; `None` in an RA.
    pub summary: Option<SummaryLine>,
}

/// The figures of an RC's line.
#[derive(Debug)]
pub(crate) struct SummaryLine {
    pub total: Decimal,
    /// The sum that `total` must equal: taxes, charges and the bases of all sales except free ones.
    pub sum: Decimal,
    pub reference: Option<Reference>,
}

impl Batch {
    /// Reads a batch from a file with this name.
    ///
    /// # Errors
    /// 0306 for another root; 1034 for another RUC; 2220 for a number that differs from the file name; codes of unreadable lines.
    pub(crate) fn read(root: Node<'_, '_>, file: &BatchId) -> Result<Self, Finding> {
        let (name, namespace, line) = match file.kind {
            BatchKind::Summary => (
                "SummaryDocuments",
                "urn:sunat:names:specification:ubl:peru:schema:xsd:SummaryDocuments-1",
                "sac:SummaryDocumentsLine",
            ),
            BatchKind::Voiding => (
                "VoidedDocuments",
                "urn:sunat:names:specification:ubl:peru:schema:xsd:VoidedDocuments-1",
                "sac:VoidedDocumentsLine",
            ),
        };
        if root.tag_name().name() != name || root.tag_name().namespace() != Some(namespace) {
            return Err(Finding::new(306, format!("se esperaba {name}")));
        }
        let ruc = text(root, "cac:AccountingSupplierParty/cbc:CustomerAssignedAccountID").unwrap_or_default();
        if ruc != file.ruc {
            return Err(Finding::new(1034, ruc));
        }
        let id = text(root, "cbc:ID").unwrap_or_default();
        if BatchId::parse(&format!("{ruc}-{id}")).as_ref() != Some(file) {
            return Err(Finding::new(2220, id));
        }
        let read = |node| match file.kind {
            BatchKind::Summary => summary_line(node, &ruc),
            BatchKind::Voiding => voiding_line(node, &ruc),
        };
        let date = |path| text(root, path).and_then(|date| date.parse().ok());
        Ok(Self {
            id: file.clone(),
            issue_date: date("cbc:IssueDate"),
            reference_date: date("cbc:ReferenceDate"),
            lines: all(root, line).into_iter().map(read).collect::<Result<_, _>>()?,
        })
    }
}

fn voiding_line(node: Node<'_, '_>, ruc: &str) -> Result<BatchLine, Finding> {
    let code = text(node, "cbc:DocumentTypeCode").unwrap_or_default();
    let kind = Kind::from_code(&code).filter(|kind| *kind != Kind::Boleta).ok_or_else(|| Finding::new(2308, code))?;
    let series = text(node, "sac:DocumentSerialID").unwrap_or_default();
    if !(series.len() == 4 && series.starts_with('F')) {
        return Err(Finding::new(2310, series));
    }
    let number = text(node, "sac:DocumentNumberID").unwrap_or_default();
    let number = parse_number(&number, 8).ok_or_else(|| Finding::new(2312, number))?;
    Ok(BatchLine {
        document: DocumentId { ruc: ruc.to_owned(), kind, series, number },
        operation: BatchOperation::Void,
        summary: None,
    })
}

fn summary_line(node: Node<'_, '_>, ruc: &str) -> Result<BatchLine, Finding> {
    let code = text(node, "cbc:DocumentTypeCode").unwrap_or_default();
    let kind = Kind::from_code(&code).filter(|kind| *kind != Kind::Factura).ok_or_else(|| Finding::new(2241, code))?;
    let id = text(node, "cbc:ID").ok_or_else(|| Finding::new(2512, "cbc:ID"))?;
    let document = DocumentId::parse(&format!("{ruc}-{}-{id}", kind.code()))
        .filter(|id| id.series.starts_with('B') && id.number > 0)
        .ok_or_else(|| Finding::new(2513, id))?;
    let operation = match text(node, "cac:Status/cbc:ConditionCode").as_deref() {
        Some("1") => BatchOperation::Add,
        Some("2") => BatchOperation::Change,
        Some("3") => BatchOperation::Void,
        Some(other) => return Err(Finding::new(2896, other)),
        None => return Err(Finding::new(2522, "cac:Status/cbc:ConditionCode")),
    };
    Ok(BatchLine { document, operation, summary: Some(figures(node)) })
}

fn figures(node: Node<'_, '_>) -> SummaryLine {
    // 05 is the code of free sales, which nobody pays.
    let paid = all(node, "sac:BillingPayment")
        .into_iter()
        .filter(|payment| text(*payment, "cbc:InstructionID").as_deref() != Some("05"))
        .filter_map(|payment| amount(payment, "cbc:PaidAmount"));
    let tax = all(node, "cac:TaxTotal").into_iter().filter_map(|tax| amount(tax, "cbc:TaxAmount"));
    let charges = all(node, "cac:AllowanceCharge").into_iter().filter_map(|charge| amount(charge, "cbc:Amount"));
    let reference = first(node, "cac:BillingReference/cac:InvoiceDocumentReference").map(|node| Reference {
        kind: text(node, "cbc:DocumentTypeCode").unwrap_or_default(),
        number: text(node, "cbc:ID").unwrap_or_default(),
    });
    SummaryLine {
        total: amount(node, "sac:TotalAmount").unwrap_or_default(),
        sum: paid.chain(tax).chain(charges).sum(),
        reference,
    }
}
