//! A purchase as a supplier's document would make it; nothing of it is kept.

use super::invoice::Odd;
use crate::{
    form::SetAside,
    words::{NoteEffect, PurchaseDocument, PurchaseType},
};
use chrono::NaiveDate;
use comanda_base::{
    ids::{ItemId, MeasurementId, ProviderId, PurchaseId},
    money::{Money, Quantity},
    words::{IdentityDocument, words},
};
use comanda_ledgers::stock::ItemKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Body of `POST /purchase/from-xml` where there is no file: what the paper's QR says.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PaperQr {
    /// `20100055237|01|F002|9914|265.27|1739.00|2026-11-21|6|20601234565|…`
    pub qr: String,
}

/// Who sells.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaperProvider {
    /// Null: nobody has bought from them yet.
    pub id: Option<ProviderId>,
    pub document_type: IdentityDocument,
    pub document: String,
    /// Empty where only a QR was read.
    pub name: String,
    pub is_new: bool,
}

/// A purchase that is there already.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaperTwin {
    pub id: PurchaseId,
    pub full_number: String,
}

words!(
    /// How a line was found.
    MatchedBy {
        /// By the supplier's code, or the one on the package.
        Code = "CODE",
        /// By its words, as the last time.
        Earlier = "EARLIER",
        /// By words like those of the name: somebody should look.
        Likeness = "LIKENESS",
    }
);

/// What a line enters as.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LineMatch {
    pub item_type: ItemKind,
    pub item_id: ItemId,
    pub name: String,
    pub measurement_id: MeasurementId,
    pub measurement: String,
    /// Of the measurement, all of the line.
    pub quantity: Quantity,
    /// How many of the measurement one of the paper's unit is.
    pub factor: Quantity,
    pub how: MatchedBy,
    /// Said before by somebody; otherwise to be confirmed.
    pub is_confirmed: bool,
}

/// A line of the paper.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SupplierLine {
    pub number: i64,
    /// The supplier's own; empty without one.
    pub code: String,
    pub text: String,
    /// Of SUNAT's catalogue 03.
    pub unit_code: String,
    pub quantity: Quantity,
    /// Of one, with IGV.
    pub unit_price: Money,
    /// With IGV.
    pub total: Money,
    /// Of SUNAT's catalogue 07: 10 taxed, 17 IVAP, 20 exonerated, 30 not affected, 40 exported; others are given for nothing.
    pub affectation: String,
    /// Its total holds no IGV that can be deducted.
    pub is_exempt: bool,
    #[serde(rename = "match")]
    pub found: Option<LineMatch>,
    /// Freight, which is spread over the others.
    pub is_charge: bool,
}

/// What the paper says.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct SaidTotals {
    /// Base of the IGV.
    pub subtotal: Money,
    pub igv: Money,
    pub exempt: Money,
    /// Off everything, with IGV.
    pub discount: Money,
    /// On everything, with IGV; lines of freight are lines.
    pub freight: Money,
    /// Of the discount, what was paid in advance.
    pub advance: Money,
    /// ISC, plastic bags and other taxes; they are in the lines.
    pub other: Money,
    /// What of the total the registers have columns for, as a purchase is sent with it.
    pub isc: Money,
    pub icbper: Money,
    /// Recargo, tip, other taxes; below zero: a discount that leaves the base alone.
    pub other_charges: Money,
    pub total: Money,
}

/// The IGV of a factura that can be deducted.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct PaperIgv {
    pub base: Money,
    pub igv: Money,
    /// Per cent.
    pub percent: Quantity,
}

/// What the lines come to.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct ComputedTotals {
    pub subtotal: Money,
    pub igv: Money,
    pub total: Money,
}

words!(
    /// A figure that is on the paper and can be computed.
    ComparedFigure {
        Subtotal = "subtotal",
        Igv = "igv",
        Total = "total",
        Quotes = "quotes",
    }
);

/// Where the paper does not agree with its own lines.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Difference {
    pub what: ComparedFigure,
    pub paper: Money,
    pub lines: Money,
}

/// What a note changes.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaperModified {
    pub document: PurchaseDocument,
    pub serie: String,
    pub number: String,
    /// What the note does to goods, by its reason.
    pub effect: NoteEffect,
    /// Null: the paper was not written here.
    pub date: Option<NaiveDate>,
    pub purchase_id: Option<PurchaseId>,
}

/// An instalment as the paper has it.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct PaperQuote {
    pub date: NaiveDate,
    pub amount: Money,
}

words!(
    /// What only a person can judge.
    PaperWarning {
        /// The company has no RUC to compare the client's with.
        OwnRucUnknown = "OWN_RUC_UNKNOWN",
        /// The paper is not addressed to a RUC: its IGV cannot be deducted.
        NoCustomer = "NO_CUSTOMER",
        Perception = "PERCEPTION",
        Prepaid = "PREPAID",
        Withheld = "WITHHELD",
        /// It is on credit and does not say when it is to be paid.
        NoQuotes = "NO_QUOTES",
        /// A céntimo or two of rounding went to the largest lines.
        Rounded = "ROUNDED",
        /// Some lines carry no IGV.
        PartlyExempt = "PARTLY_EXEMPT",
        /// Some lines are given for nothing.
        FreeLines = "FREE_LINES",
        /// It bears the tax on rice, which is cost: nobody deducts it.
        Ivap = "IVAP",
        /// The provider is there, but inactive.
        ProviderInactive = "PROVIDER_INACTIVE",
    }
);

impl From<Odd> for PaperWarning {
    fn from(odd: Odd) -> Self {
        match odd {
            Odd::NoCustomer => Self::NoCustomer,
            Odd::Perception => Self::Perception,
            Odd::Prepaid => Self::Prepaid,
            Odd::Withheld => Self::Withheld,
            Odd::NoQuotes => Self::NoQuotes,
        }
    }
}

/// A purchase as the paper would make it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaperDraft {
    pub provider: PaperProvider,
    pub document: PurchaseDocument,
    pub serie: String,
    pub number: String,
    pub date: NaiveDate,
    /// `HH:MM`; null where the paper does not say it.
    pub time: Option<String>,
    /// Always `PEN`: others are refused.
    pub currency: String,
    pub existing: Option<PaperTwin>,
    /// Of a note.
    pub modifies: Option<PaperModified>,
    /// In the order of the paper; none of a QR, of a bill of public services, and of a note whose lines name no goods.
    pub lines: Vec<SupplierLine>,
    pub totals: SaidTotals,
    pub computed: ComputedTotals,
    pub differences: Vec<Difference>,
    /// Null where none can be deducted: a boleta, rice with IVAP, all of it exonerated.
    pub deducted: Option<PaperIgv>,
    pub payment: PurchaseType,
    /// They come to what is pending (rule 3319).
    pub quotes: Vec<PaperQuote>,
    /// What the instalments leave out of the total, and where it goes; of what is paid at once, the part that goes elsewhere.
    pub set_aside: Vec<SetAside>,
    pub warnings: Vec<PaperWarning>,
}
