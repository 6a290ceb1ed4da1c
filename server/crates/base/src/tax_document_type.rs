//! Kinds of documents by the codes of the tax authority.

use crate::{document_kind::DocumentKind, purchase_document::PurchaseDocument, words::text_enum};

text_enum!(
    /// The type of a document in the tax authority's registers: table 10, which agrees with catalogue 01 of electronic documents.
    TaxDocumentType {
        /// A document that the tax authority does not know, such as a nota de venta, or none.
        Internal = "00",
        Factura = "01",
        Boleta = "03",
        CreditNote = "07",
        DebitNote = "08",
        /// A bill of electricity, water or telephone.
        UtilityBill = "14",
    }
);

impl From<DocumentKind> for TaxDocumentType {
    fn from(kind: DocumentKind) -> Self {
        match kind {
            DocumentKind::Boleta => Self::Boleta,
            DocumentKind::Factura => Self::Factura,
            DocumentKind::CreditNote => Self::CreditNote,
            DocumentKind::DebitNote => Self::DebitNote,
            DocumentKind::SaleNote => Self::Internal,
        }
    }
}

impl From<PurchaseDocument> for TaxDocumentType {
    fn from(document: PurchaseDocument) -> Self {
        match document {
            PurchaseDocument::Factura => Self::Factura,
            PurchaseDocument::Boleta => Self::Boleta,
            PurchaseDocument::UtilityBill => Self::UtilityBill,
            PurchaseDocument::CreditNote => Self::CreditNote,
            PurchaseDocument::DebitNote => Self::DebitNote,
            PurchaseDocument::SalesNote | PurchaseDocument::Other => Self::Internal,
        }
    }
}
