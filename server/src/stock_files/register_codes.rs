//! Codes of the tax authority's tables for the register of inventory (Resolución 286-2009/SUNAT and its later texts).

use super::register_store::PurchasePaper;
use crate::stock::{ItemKind, MoveReason};

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

/// Table 12: what a move was.
pub(super) fn operation(reason: MoveReason, kind: ItemKind, comes_in: bool) -> &'static str {
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
        (MoveReason::PurchaseNote, _, true) | (MoveReason::Split | MoveReason::Other, ..) => "99",
    }
}

/// Table 12: the balance that a month begins with.
pub(super) const OPENING_BALANCE: &str = "16";
/// Table 14: weighted average.
pub(super) const WEIGHTED_AVERAGE: &str = "1";
/// Table 13: a catalogue of the house's own.
pub(super) const OWN_CATALOGUE: &str = "9";
/// A document of the house's own, without a number.
pub(super) const NO_DOCUMENT: Paper<'static> = Paper { kind: "00", serie: "0", number: "0" };

/// Table 10 with series and number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Paper<'a> {
    pub kind: &'a str,
    pub serie: &'a str,
    pub number: &'a str,
}

/// Of a purchase.
pub(super) fn of_purchase(paper: &PurchasePaper) -> Paper<'_> {
    let kind = match paper.document.as_str() {
        "FACTURA" => "01",
        "BOLETA" => "03",
        "NOTA_CREDITO" => "07",
        "NOTA_DEBITO" => "08",
        "RECIBO_PUBLICO" => "14",
        _ => "00",
    };
    Paper {
        kind,
        serie: if paper.serie.is_empty() { "0" } else { &paper.serie },
        number: if paper.number.is_empty() { "0" } else { &paper.number },
    }
}

/// Of a sale, by the number of its document (`B001-00000347`, `F001-00000012, F001-00000013`): the first of them.
pub(super) fn of_sale(document: Option<&str>) -> Paper<'_> {
    let first = document.and_then(|d| d.split(", ").next()).unwrap_or_default();
    let Some((serie, number)) = first.split_once('-') else { return NO_DOCUMENT };
    match serie.as_bytes() {
        [b'F' | b'E', ..] => Paper { kind: "01", serie, number },
        [b'B', ..] => Paper { kind: "03", serie, number },
        _ => Paper { kind: "00", serie, number },
    }
}
