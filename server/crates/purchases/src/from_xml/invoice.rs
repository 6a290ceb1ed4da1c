//! The content of a supplier's document, independent of the format that it was read from.

use crate::{
    form::SetAside,
    words::{NoteEffect, PurchaseType},
};
use chrono::NaiveDate;
use comanda_base::{
    money::{Money, Quantity},
    purchase_document::PurchaseDocument,
    words::IdentityDocument,
};

/// A party of the document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Party {
    /// `None` for an unknown kind of identity document.
    pub document_type: Option<IdentityDocument>,
    pub document: String,
    pub name: String,
}

/// The treatment of a line by the IGV, from its code of catalogue 07.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Affectation {
    /// Code 10.
    Taxed,
    /// Code 17: milled rice, with a tax of its own (IVAP) that is not deductible.
    Ivap,
    /// Codes 20, 30 and 40: exonerated, not subject to IGV, exported.
    Exempt,
    /// Codes 11 to 16, 21, 31 to 37, and lines under tribute 9996: given for free, with a reference amount for the tax authority only.
    Free,
}

impl Affectation {
    /// Whether IGV (or IVAP in its place) is paid for the line.
    pub(super) const fn is_taxed(self) -> bool {
        matches!(self, Self::Taxed | Self::Ivap)
    }
}

/// A line of the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct InvoiceLine {
    pub number: i64,
    /// The supplier's own code.
    pub code: String,
    /// The barcode on the package.
    pub barcode: String,
    pub text: String,
    pub unit_code: String,
    pub quantity: Quantity,
    /// The code of catalogue 07.
    pub affectation_code: String,
    pub affectation: Affectation,
    /// The rate of its IGV in per cent.
    pub percent: Quantity,
    /// The amount without taxes, after its discounts.
    pub net: Money,
    /// The base of the line's IGV, which includes the ISC.
    pub igv_base: Money,
    pub igv: Money,
    /// The excise (ISC), which is not paid for free goods.
    pub isc: Money,
    /// The tax on plastic bags and other taxes on top, also paid for free goods.
    pub other_taxes: Money,
    /// The tax on plastic bags (ICBPER).
    pub icbper: Money,
    /// The sum of charges (positive) and discounts (negative) on the line with its taxes that do not change the base.
    pub adjustment: Money,
}

impl InvoiceLine {
    /// Returns the amount to pay for the line, with taxes.
    pub(super) fn total(&self) -> Money {
        match self.affectation {
            Affectation::Free => self.other_taxes,
            _ => self.net + self.igv + self.isc + self.other_taxes + self.adjustment,
        }
    }
    /// Whether the line has no deductible IGV.
    pub(super) fn is_exempt(&self) -> bool {
        self.affectation != Affectation::Taxed
    }
}

/// The charges and discounts on the whole document; amounts are without IGV where they change its base.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Adjustments {
    /// The discount on the base of the IGV (catalogue 53: 02).
    pub base_discount: Money,
    /// The discount on the total (03, 63).
    pub discount: Money,
    /// The advance payments: off the base (04), off untaxed amounts (05, 06), and their ISC (20).
    pub base_advance: Money,
    pub untaxed_advance: Money,
    pub isc_advance: Money,
    /// All that was paid in advance, with its taxes, which is taken off the total; zero where the document states only its parts.
    pub advance: Money,
    /// The charge on the base (49).
    pub base_charge: Money,
    /// The charge on the total (45, 46, 50).
    pub charge: Money,
}

/// The totals that the document states.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct PaperTotals {
    /// The base of the IGV.
    pub taxed: Money,
    pub exempt: Money,
    pub igv: Money,
    pub other_taxes: Money,
    /// The excise (ISC).
    pub isc: Money,
    pub icbper: Money,
    pub rounding: Money,
    pub total: Money,
}

/// A finding that a person must judge; the screen has the text for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum InvoiceWarning {
    /// The customer of the document has no RUC.
    NoCustomer,
    /// A perception is collected in addition to the total.
    Perception,
    /// Part of the document was paid in advance and is deducted from the total.
    Prepaid,
    /// A part is withheld, or goes to the account of detractions.
    Withheld,
    /// The document is on credit and states no instalments.
    NoInstalments,
}

/// The document that a note modifies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ModifiedReference {
    pub document: PurchaseDocument,
    pub serie: String,
    pub number: String,
    pub effect: NoteEffect,
    /// Whether the note's lines are goods; otherwise they only describe the reason.
    pub has_items: bool,
}

/// A supplier's factura or boleta, or a note on one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Invoice {
    pub supplier: Party,
    pub customer: Option<Party>,
    pub document: PurchaseDocument,
    pub serie: String,
    pub number: String,
    pub date: NaiveDate,
    /// `HH:MM`
    pub time: Option<String>,
    /// Present for a note.
    pub modifies: Option<ModifiedReference>,
    /// Empty for a document read from a QR.
    pub lines: Vec<InvoiceLine>,
    pub adjustments: Adjustments,
    pub totals: PaperTotals,
    pub payment: PurchaseType,
    pub quotes: Vec<(NaiveDate, Money)>,
    /// The sum that the instalments should have; `None` where the document does not state it.
    pub pending: Option<Money>,
    /// The parts that the instalments leave out, and their destination.
    pub set_aside: Vec<SetAside>,
    pub warnings: Vec<InvoiceWarning>,
}
