//! The draft of a purchase read from a supplier's document; nothing of it is stored.

use super::invoice::InvoiceWarning;
use crate::{
    form::SetAside,
    words::{NoteEffect, PurchaseType},
};
use chrono::NaiveDate;
use comanda_base::{
    ids::{ItemId, MeasurementId, ProviderId, PurchaseId},
    money::{Money, Quantity},
    purchase_document::PurchaseDocument,
    words::{IdentityDocument, text_enum},
};
use comanda_ledgers::stock::ItemKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Body of `POST /purchase/from-xml` without a file: the text of the printed QR.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PaperQr {
    /// `20100055237|01|F002|9914|265.27|1739.00|2026-11-21|6|20601234565|…`
    pub qr: String,
}

/// The supplier of the document.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaperProvider {
    /// Null for a provider that is not recorded yet.
    pub id: Option<ProviderId>,
    pub document_type: IdentityDocument,
    pub document: String,
    /// Empty where only a QR was read.
    pub name: String,
    pub is_new: bool,
}

/// A recorded purchase with the same document.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaperTwin {
    pub id: PurchaseId,
    pub full_number: String,
}

text_enum!(
    /// The way in which a line was matched with an item.
    MatchedBy {
        /// The supplier's code of the line, or the code on the package, was known.
        Code = "CODE",
        /// The text of the line was matched before.
        Earlier = "EARLIER",
        /// The name of an item is similar to the text; somebody must review it.
        Likeness = "LIKENESS",
    }
);

/// The item with which a line is matched.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LineMatch {
    pub item_type: ItemKind,
    pub item_id: ItemId,
    pub name: String,
    pub measurement_id: MeasurementId,
    pub measurement: String,
    /// The quantity of the whole line in the measurement.
    pub quantity: Quantity,
    /// The number of measurement units in one unit of the document.
    pub factor: Quantity,
    pub how: MatchedBy,
    /// True when a person confirmed the match before; otherwise it is to be confirmed.
    pub is_confirmed: bool,
}

/// A line of the document.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SupplierLine {
    pub number: i64,
    /// The supplier's own code; empty without one.
    pub code: String,
    pub text: String,
    /// The unit's code of SUNAT's catalogue 03.
    pub unit_code: String,
    pub quantity: Quantity,
    /// The price of one unit, with IGV.
    pub unit_price: Money,
    /// The total of the line, with IGV.
    pub total: Money,
    /// The code of SUNAT's catalogue 07: 10 taxed, 17 IVAP, 20 exonerated, 30 not subject to IGV, 40 exported; other codes are free goods.
    pub affectation: String,
    /// True when the total includes no deductible IGV.
    pub is_exempt: bool,
    #[serde(rename = "match")]
    pub found: Option<LineMatch>,
    /// True for freight, which is distributed over the other lines.
    pub is_charge: bool,
}

/// The totals that the document states.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct SaidTotals {
    /// The base of the IGV.
    pub subtotal: Money,
    pub igv: Money,
    pub exempt: Money,
    /// The discount on the whole document, with IGV.
    pub discount: Money,
    /// The charge on the whole document, with IGV; freight with a line of its own is not included.
    pub freight: Money,
    /// The part of the discount that was paid in advance.
    pub advance: Money,
    /// ISC, tax on plastic bags and other taxes; they are included in the lines.
    pub other: Money,
    /// The ISC within the total, as it is sent with the purchase; it has a column in the registers, like the next two.
    pub isc: Money,
    pub icbper: Money,
    /// Surcharge (recargo), tip and other taxes; negative for a discount that leaves the base unchanged.
    pub other_charges: Money,
    pub total: Money,
}

/// The deductible IGV of a factura.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct PaperIgv {
    pub base: Money,
    pub igv: Money,
    /// The rate of the IGV in per cent, such as 18.
    pub percent: Quantity,
}

/// The totals computed from the lines.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct ComputedTotals {
    pub subtotal: Money,
    pub igv: Money,
    pub total: Money,
}

text_enum!(
    /// A figure that the document states and that can be computed.
    ComparedFigure {
        Subtotal = "subtotal",
        Igv = "igv",
        Total = "total",
        Instalments = "quotes",
    }
);

/// A figure in which the document does not agree with its own lines.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Difference {
    pub what: ComparedFigure,
    pub paper: Money,
    pub lines: Money,
}

/// The document that a note modifies.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaperModified {
    pub document: PurchaseDocument,
    pub serie: String,
    pub number: String,
    /// The effect of the note on goods, by its reason.
    pub effect: NoteEffect,
    /// Null when that document was not recorded here.
    pub date: Option<NaiveDate>,
    pub purchase_id: Option<PurchaseId>,
}

/// An instalment stated by the document.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct PaperInstalment {
    pub date: NaiveDate,
    pub amount: Money,
}

text_enum!(
    /// A finding that a person must judge.
    PaperWarning {
        /// The company has no RUC to compare with the customer's.
        OwnRucUnknown = "OWN_RUC_UNKNOWN",
        /// The document is not issued to a RUC, so its IGV cannot be deducted.
        NoCustomer = "NO_CUSTOMER",
        Perception = "PERCEPTION",
        Prepaid = "PREPAID",
        Withheld = "WITHHELD",
        /// The document is on credit and states no due dates.
        NoInstalments = "NO_QUOTES",
        /// A difference of one or two céntimos was added to the largest lines.
        Rounded = "ROUNDED",
        /// Some lines bear no IGV.
        PartlyExempt = "PARTLY_EXEMPT",
        /// Some lines are free.
        FreeLines = "FREE_LINES",
        /// The document bears the tax on rice (IVAP), which is cost: it is not deductible.
        Ivap = "IVAP",
        /// The provider is recorded, but inactive.
        ProviderInactive = "PROVIDER_INACTIVE",
    }
);

impl From<InvoiceWarning> for PaperWarning {
    fn from(warning: InvoiceWarning) -> Self {
        match warning {
            InvoiceWarning::NoCustomer => Self::NoCustomer,
            InvoiceWarning::Perception => Self::Perception,
            InvoiceWarning::Prepaid => Self::Prepaid,
            InvoiceWarning::Withheld => Self::Withheld,
            InvoiceWarning::NoInstalments => Self::NoInstalments,
        }
    }
}

/// The draft of a purchase.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaperDraft {
    pub provider: PaperProvider,
    pub document: PurchaseDocument,
    pub serie: String,
    pub number: String,
    pub date: NaiveDate,
    /// `HH:MM`; null where the document does not state it.
    pub time: Option<String>,
    /// Always `PEN`: other currencies are refused.
    pub currency: String,
    pub existing: Option<PaperTwin>,
    /// Present for a note.
    pub modifies: Option<PaperModified>,
    /// The lines in the order of the document; empty for a QR, a bill of public services, and a note whose lines name no goods.
    pub lines: Vec<SupplierLine>,
    pub totals: SaidTotals,
    pub computed: ComputedTotals,
    pub differences: Vec<Difference>,
    /// Null where no IGV is deductible: a boleta, rice with IVAP, all lines exempt.
    pub deducted: Option<PaperIgv>,
    pub payment: PurchaseType,
    /// The instalments, whose sum is the pending amount (rule 3319).
    pub quotes: Vec<PaperInstalment>,
    /// The parts of the total that the instalments leave out, and their destination; for a purchase paid at once, the part that goes
    /// elsewhere.
    pub set_aside: Vec<SetAside>,
    pub warnings: Vec<PaperWarning>,
}
