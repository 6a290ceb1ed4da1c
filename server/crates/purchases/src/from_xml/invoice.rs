//! What a supplier's document says, whatever it was read from.

use crate::{
    form::SetAside,
    words::{NoteEffect, PurchaseDocument, PurchaseType},
};
use chrono::NaiveDate;
use comanda_base::{
    money::{Money, Quantity},
    words::IdentityDocument,
};

/// Somebody in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Party {
    /// `None`: of a kind that nobody has here.
    pub document_type: Option<IdentityDocument>,
    pub document: String,
    pub name: String,
}

/// How a line stands to the IGV, by its code of catalogue 07.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Affectation {
    /// 10
    Taxed,
    /// 17: rice of a mill, with a tax of its own (IVAP) that nobody deducts.
    Ivap,
    /// 20, 30, 40: exonerated, not affected, exported.
    Exempt,
    /// 11 to 16, 21, 31 to 37, and whatever stands under tribute 9996: given, with an amount that only the tax authority wants to know.
    Free,
}

impl Affectation {
    /// Whether an IGV (or the IVAP in its place) is paid for it.
    pub(super) const fn is_taxed(self) -> bool {
        matches!(self, Self::Taxed | Self::Ivap)
    }
}

/// A line as it is on the paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct InvoiceLine {
    pub number: i64,
    /// The supplier's own.
    pub code: String,
    /// On the package.
    pub barcode: String,
    pub text: String,
    pub unit_code: String,
    pub quantity: Quantity,
    /// Code of catalogue 07.
    pub affectation_code: String,
    pub affectation: Affectation,
    /// Per cent of its IGV.
    pub percent: Quantity,
    /// Without taxes, after its discounts.
    pub net: Money,
    /// What its IGV is computed of: with the ISC.
    pub igv_base: Money,
    pub igv: Money,
    /// ISC, which nobody pays of what is given.
    pub isc: Money,
    /// Plastic bags and what else is on top, also of what is given.
    pub other_taxes: Money,
    /// The tax on plastic bags (ICBPER).
    pub icbper: Money,
    /// On top of (or, negative, off) the line with its taxes: discounts and charges that leave the base alone.
    pub adjusted: Money,
}

impl InvoiceLine {
    /// With taxes, as it is paid.
    pub(super) fn total(&self) -> Money {
        match self.affectation {
            Affectation::Free => self.other_taxes,
            _ => self.net + self.igv + self.isc + self.other_taxes + self.adjusted,
        }
    }
    /// Whether nothing of it can be deducted.
    pub(super) fn is_exempt(&self) -> bool {
        self.affectation != Affectation::Taxed
    }
}

/// What is on top of, or off, all lines together; amounts without IGV where they change its base.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Adjustments {
    /// Off the base of the IGV (catalogue 53: 02).
    pub base_discount: Money,
    /// Off the total (03, 63).
    pub discount: Money,
    /// Paid in advance: off the base (04), what had no IGV (05, 06), and its ISC (20).
    pub base_advance: Money,
    pub untaxed_advance: Money,
    pub isc_advance: Money,
    /// Off the total: all that was paid in advance, with its taxes; zero where the paper only says its parts.
    pub advance: Money,
    /// On the base (49).
    pub base_charge: Money,
    /// On the total (45, 46, 50).
    pub charge: Money,
}

/// What the paper says that it comes to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct PaperTotals {
    /// Base of the IGV.
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

/// What only a person can judge; the screen has its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Odd {
    /// The paper names somebody without a RUC as its client.
    NoCustomer,
    /// A perception is collected with it, outside of its total.
    Perception,
    /// Part of it was paid in advance, and is off the total.
    Prepaid,
    /// A part is withheld, or goes to the account of detractions.
    Withheld,
    /// It is true of a paper on credit that says no instalments.
    NoQuotes,
}

/// What a note changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Modifies {
    pub document: PurchaseDocument,
    pub serie: String,
    pub number: String,
    pub effect: NoteEffect,
    /// Its lines are things; otherwise they only say why.
    pub has_items: bool,
}

/// A factura or boleta of a supplier, or a note on one.
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
    /// Of a note.
    pub modifies: Option<Modifies>,
    /// None of what a QR says.
    pub lines: Vec<InvoiceLine>,
    pub adjustments: Adjustments,
    pub totals: PaperTotals,
    pub payment: PurchaseType,
    pub quotes: Vec<(NaiveDate, Money)>,
    /// What the instalments should come to; `None` where the paper does not say it.
    pub pending: Option<Money>,
    /// What they leave out, and where it goes.
    pub set_aside: Vec<SetAside>,
    pub odd: Vec<Odd>,
}
