//! Codes of the tax authority's tables for the register of inventory (Resolución 286-2009/SUNAT and its later amendments).

use super::{register_days::SaleDocument, register_store::PurchaseDocumentNumber};
use comanda_base::tax_document_type::TaxDocumentType;
use comanda_ledgers::stock::{ItemKind, MoveReason, ReturnDocument};

/// Table 5: goods for resale (products), or ingredients of dishes (supplies).
pub(super) fn existence_code(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Product => "01",
        ItemKind::Supply => "03",
    }
}

/// Table 6, which equals catalogue 03 of electronic documents; `ZZ` for a unit of the restaurant's own.
pub(super) fn unit_code(symbol: &str) -> &'static str {
    match symbol.to_lowercase().as_str() {
        "kg" => "KGM",
        "g" => "GRM",
        "l" | "lt" => "LTR",
        "ml" => "MLT",
        "und" | "u" => "NIU",
        "m" => "MTR",
        _ => "ZZ",
    }
}

/// Table 12: the operation of a move under a document of this kind. Operations 01 to 06 need a document that the tax authority knows (annex
/// 2, format 13.1, field 11); with any other they become 99.
pub(super) fn operation_code(
    reason: MoveReason,
    kind: ItemKind,
    comes_in: bool,
    paper: TaxDocumentType,
) -> &'static str {
    match code_by_reason(reason, kind, comes_in) {
        "01" | "02" | "03" | "04" | "05" | "06" if paper == TaxDocumentType::Internal => OTHERS,
        operation => operation,
    }
}

fn code_by_reason(reason: MoveReason, kind: ItemKind, comes_in: bool) -> &'static str {
    match (reason, kind, comes_in) {
        (MoveReason::Sale, ItemKind::Product, _) => "01",
        (MoveReason::Purchase, _, true) => "02",
        (MoveReason::PurchaseNote, _, false) => "06",
        (MoveReason::Gift, _, true) => "07",
        (MoveReason::Gift, _, false) => "09",
        // The ingredients of a dish go into production, and come back from it.
        (MoveReason::Sale, ItemKind::Supply, _) | (MoveReason::Production, _, false) => "10",
        (MoveReason::OwnUse, ..) => "12",
        (MoveReason::Waste | MoveReason::Broken | MoveReason::KitchenError, ..) => "13",
        (MoveReason::Expired, ..) => "14",
        (MoveReason::Entry | MoveReason::Opening, ..) => "16",
        (MoveReason::Production, _, true) => "19",
        (MoveReason::Dismissed | MoveReason::Refunded, ItemKind::Supply, _) => "20",
        (MoveReason::Dismissed | MoveReason::Refunded, ItemKind::Product, _) => "24",
        (MoveReason::Purchase, _, false) => "25",
        (MoveReason::Count, ..) => "28",
        (MoveReason::StaffMeal, ..) => "36",
        (MoveReason::PurchaseNote, _, true) | (MoveReason::Split | MoveReason::Other, ..) => OTHERS,
    }
}

/// Table 12: operations without a code of their own.
const OTHERS: &str = "99";

/// Table 12: the opening balance of a month.
pub(super) const OPENING_BALANCE: &str = "16";
/// Table 14: weighted average.
pub(super) const WEIGHTED_AVERAGE: &str = "1";
/// Table 13: a catalogue of the restaurant's own.
pub(super) const OWN_CATALOGUE: &str = "9";
/// The entry for an internal document without a number.
pub(super) fn no_document() -> RegisterDocument {
    RegisterDocument { kind: TaxDocumentType::Internal, serie: "0".into(), number: "0".into() }
}

/// The kind, series and number of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RegisterDocument {
    pub kind: TaxDocumentType,
    pub serie: String,
    pub number: String,
}

/// Converts the document of a purchase.
pub(super) fn from_purchase(paper: &PurchaseDocumentNumber) -> RegisterDocument {
    let or_none = |text: &str| if text.is_empty() { "0".to_owned() } else { text.to_owned() };
    RegisterDocument { kind: paper.document.into(), serie: or_none(&paper.serie), number: or_none(&paper.number) }
}

/// Converts the document under which a guest returned goods.
pub(super) fn from_return(paper: &ReturnDocument) -> RegisterDocument {
    let kind = if paper.is_note { TaxDocumentType::CreditNote } else { paper.billing_type_id.into() };
    RegisterDocument { kind, serie: paper.serie.clone(), number: format!("{:08}", paper.number) }
}

/// Converts the document of a sale.
pub(super) fn from_sale(document: &SaleDocument) -> RegisterDocument {
    let kind = document.billing_type_id.into();
    RegisterDocument { kind, serie: document.serie.clone(), number: format!("{:08}", document.number) }
}
