//! Reads which document a credit or debit note modifies, and its reason.

use super::{
    invoice::ModifiedReference,
    problem::Problem,
    tree,
    ubl::{missing_problem, split_paper_number},
};
use crate::words::NoteEffect;
use comanda_base::purchase_document::PurchaseDocument;
use roxmltree::Node;

/// Reads the modified document; `None` when the document is no note.
pub(super) fn read_modified_document(
    root: Node<'_, '_>,
    document: PurchaseDocument,
) -> Result<Option<ModifiedReference>, Problem> {
    if !document.is_note() {
        return Ok(None);
    }
    let id = tree::element_text(root, "BillingReference/InvoiceDocumentReference/ID");
    let id = if id.is_empty() { tree::element_text(root, "DiscrepancyResponse/ReferenceID") } else { id };
    let (serie, number) = split_paper_number(&id).map_err(|_| missing_problem("el comprobante que la nota corrige"))?;
    let modified = match tree::element_text(root, "BillingReference/InvoiceDocumentReference/DocumentTypeCode").as_str()
    {
        "03" => PurchaseDocument::Boleta,
        "14" => PurchaseDocument::UtilityBill,
        _ => PurchaseDocument::Factura,
    };
    let reason = tree::element_text(root, "DiscrepancyResponse/ResponseCode");
    let (effect, has_items) = effect(document, &reason);
    Ok(Some(ModifiedReference { document: modified, serie, number, effect, has_items }))
}

/// Returns the effect on goods of a reason of SUNAT's catalogues 09 and 10, and whether the lines of such a note name goods.
fn effect(document: PurchaseDocument, reason: &str) -> (NoteEffect, bool) {
    match (document, reason) {
        (PurchaseDocument::CreditNote, "01" | "02" | "06" | "07") => (NoteEffect::Return, true),
        (PurchaseDocument::CreditNote, "05") => (NoteEffect::Cost, true),
        (PurchaseDocument::CreditNote, "04" | "08" | "09" | "12") | (PurchaseDocument::DebitNote, "02" | "12") => {
            (NoteEffect::Cost, false)
        }
        _ => (NoteEffect::None, false),
    }
}
