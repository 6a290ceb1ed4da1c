//! Codes of the tax authority's tables for the register of inventory (Resolución 286-2009/SUNAT and its later texts).

use super::{
    register_days::SaleDocument,
    register_store::{PurchasePaper, ReturnPaper},
};
use comanda_base::words::words;
use comanda_invoicing::billing::BillingKind;
use comanda_ledgers::stock::{ItemKind, MoveReason};

words!(
    /// Table 10: what a paper is.
    PaperKind {
        /// Of the house's own, or none.
        Internal = "00",
        Factura = "01",
        Boleta = "03",
        CreditNote = "07",
        DebitNote = "08",
        UtilityBill = "14",
    }
);

/// Table 5: goods for resale, or what dishes are made of.
pub(super) fn existence(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Product => "01",
        ItemKind::Supply => "03",
    }
}

/// Table 6, which is catalogue 03 of electronic documents; a unit of the house's own is `ZZ`.
pub(super) fn unit(symbol: &str) -> &'static str {
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

/// Table 12: what a move was under a paper of this kind. Operations 01 to 06 need a paper that the tax authority knows
/// (annex 2, format 13.1, field 11): with any other they are among the rest.
pub(super) fn operation(reason: MoveReason, kind: ItemKind, comes_in: bool, paper: PaperKind) -> &'static str {
    match by_reason(reason, kind, comes_in) {
        "01" | "02" | "03" | "04" | "05" | "06" if paper == PaperKind::Internal => OTHERS,
        operation => operation,
    }
}

fn by_reason(reason: MoveReason, kind: ItemKind, comes_in: bool) -> &'static str {
    match (reason, kind, comes_in) {
        (MoveReason::Sale, ItemKind::Product, _) => "01",
        (MoveReason::Purchase, _, true) => "02",
        (MoveReason::PurchaseNote, _, false) => "06",
        (MoveReason::Gift, _, true) => "07",
        (MoveReason::Gift, _, false) => "09",
        // What a dish takes goes into production, and comes back from it.
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

/// Table 12: whatever has no code of its own.
const OTHERS: &str = "99";

/// Table 12: the balance that a month begins with.
pub(super) const OPENING_BALANCE: &str = "16";
/// Table 14: weighted average.
pub(super) const WEIGHTED_AVERAGE: &str = "1";
/// Table 13: a catalogue of the house's own.
pub(super) const OWN_CATALOGUE: &str = "9";
/// A document of the house's own, without a number.
pub(super) fn no_document() -> Paper {
    Paper { kind: PaperKind::Internal, serie: "0".into(), number: "0".into() }
}

/// A paper with its series and number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Paper {
    pub kind: PaperKind,
    pub serie: String,
    pub number: String,
}

/// Of a purchase.
pub(super) fn of_purchase(paper: &PurchasePaper) -> Paper {
    let kind = match paper.document.as_str() {
        "FACTURA" => PaperKind::Factura,
        "BOLETA" => PaperKind::Boleta,
        "NOTA_CREDITO" => PaperKind::CreditNote,
        "NOTA_DEBITO" => PaperKind::DebitNote,
        "RECIBO_PUBLICO" => PaperKind::UtilityBill,
        _ => PaperKind::Internal,
    };
    let or_none = |text: &str| if text.is_empty() { "0".to_owned() } else { text.to_owned() };
    Paper { kind, serie: or_none(&paper.serie), number: or_none(&paper.number) }
}

/// The operation of what a guest gave back.
pub(super) fn of_return(paper: &ReturnPaper) -> Paper {
    let kind = if paper.is_note { PaperKind::CreditNote } else { kind_of(paper.billing_type_id) };
    Paper { kind, serie: paper.serie.clone(), number: format!("{:08}", paper.number) }
}

/// Of a sale.
pub(super) fn of_sale(document: &SaleDocument) -> Paper {
    let kind = kind_of(document.billing_type_id);
    Paper { kind, serie: document.serie.clone(), number: format!("{:08}", document.number) }
}

fn kind_of(billing_type_id: i64) -> PaperKind {
    match BillingKind::from_id(billing_type_id) {
        Some(BillingKind::Boleta) => PaperKind::Boleta,
        Some(BillingKind::Factura) => PaperKind::Factura,
        Some(BillingKind::DebitNote) => PaperKind::DebitNote,
        Some(BillingKind::NotaVenta) | None => PaperKind::Internal,
    }
}
