//! Documents as other modules and clients see them.

use super::{
    debit::{DebitNote, GivenDebitNote},
    full_number::full_number,
    notes::CreditNote,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    document_kind::DocumentKind,
    ids::{BillingId, BillingLineId, ClientId, CycleId, LineId, PaymentId, RequestId},
    measure::Measure,
    money::{Money, Quantity},
    words::{IdentityDocument, Status, text_enum},
};
use comanda_platform::settings::{Regime, TaxRule, tax};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

text_enum!(
    /// The state of an issued document.
    BillingState {
        /// The document is not sent: a nota de venta, or a document from before electronic billing was set up.
        NotSent = "NOT_SENT",
        /// The document waits to be sent.
        Pending = "PENDING",
        /// Its daily summary was received, and is not judged yet.
        Sent = "SENT",
        Accepted = "ACCEPTED",
        /// The document was accepted with observations to heed next time.
        Observed = "OBSERVED",
        /// The document was refused for good; its number is used up.
        Rejected = "REJECTED",
        /// The document is void here; the tax authority still has to be told.
        Voiding = "VOIDING",
        Voided = "VOIDED",
        /// The document waits for a person to act.
        Failed = "FAILED",
    }
);
text_enum!(
    /// Says what a line of a boleta or factura stands for: a product, its topping, a charge or the whole consumption.
    DocumentLineKind {
        Product = "PRODUCT",
        Topping = "TOPPING",
        Charge = "CHARGE",
        /// The whole account in one line.
        Consumption = "CONSUMPTION",
    }
);

/// A kind of document.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct BillingType {
    pub id: i64,
    pub code: String,
    pub name: String,
    pub description: String,
    /// The code of the kind: 3 boleta, 1 factura, 7 nota de crédito, 8 nota de débito, 111 nota de venta.
    pub tax_type: i64,
    pub status: Status,
    /// The series of its next document.
    pub serie: Option<String>,
}

/// An issued document.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Billing {
    #[serde(flatten)]
    pub row: BillingRow,
    /// `B001-00000347`
    pub full_number: String,
    pub lines: Vec<BillingLine>,
    /// Discounts and charges, with the sign by which they change the total.
    pub amounts: Vec<BillingAmount>,
    /// The credit notes on the document, the first one first.
    pub credit_notes: Vec<CreditNote>,
    /// The debit notes on the document, the first one first.
    pub debit_notes: Vec<GivenDebitNote>,
    /// For a debit note, the document that it modifies and the reason.
    pub debit: Option<DebitNote>,
    /// Advice in Spanish about the tax authority's last answer; null where nothing is to be done.
    pub what_to_do: Option<&'static str>,
    /// For a sale on credit, the instalments of the unpaid part as the document states them.
    pub instalments: Vec<Instalment>,
}

/// A part of a debt, with its due date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Instalment {
    pub amount: Money,
    /// The due date on the restaurant's calendar, after the day of the sale.
    pub due_on: NaiveDate,
}

/// The number of documents in a state.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct StateCount {
    pub state: BillingState,
    pub count: i64,
}

/// The number of documents by state; states without documents are left out.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BillingCounters {
    pub all: i64,
    pub states: Vec<StateCount>,
}

impl BillingCounters {
    pub(super) fn from_states(states: Vec<StateCount>) -> Self {
        Self { all: states.iter().map(|state| state.count).sum(), states }
    }
}

/// The filter of a list of documents.
#[derive(Debug, Default, Clone, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BillingFilter {
    pub client_request_id: Option<RequestId>,
    pub payment_id: Option<PaymentId>,
    pub cashbox_cycle_id: Option<CycleId>,
    /// 1 boleta, 2 factura, 3 nota de venta, 5 nota de débito.
    pub billing_type_id: Option<i64>,
    pub state: Option<BillingState>,
    pub client_id: Option<ClientId>,
    /// True for voided documents only, false for those in force only.
    pub voided: Option<bool>,
    /// True for documents only that the tax authority still has to receive.
    #[serde(default)]
    pub to_send: bool,
    /// True for documents only that were written on paper and entered afterwards.
    #[serde(default)]
    pub contingency: bool,
    /// The first business day.
    /// The last business day.
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}

impl BillingFilter {
    /// Returns the same filter without its conditions on the state.
    pub fn without_state(self) -> Self {
        Self { state: None, voided: None, to_send: false, ..self }
    }
}

/// The columns of a document itself.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct BillingRow {
    pub id: BillingId,
    pub billing_type_id: DocumentKind,
    pub code: String,
    pub name: String,
    pub serie: String,
    pub number: i64,
    pub client_request_id: RequestId,
    pub payment_id: PaymentId,
    /// The payment of the document that is still in force and that a refund gives back; null once everything was refunded.
    pub standing_payment_id: Option<PaymentId>,
    pub cycle_id: CycleId,
    pub issued_at: DateTime<Utc>,
    pub client_id: Option<ClientId>,
    pub client_name: String,
    pub client_document_type: IdentityDocument,
    pub client_document_number: String,
    pub client_address: String,
    pub by_consumption: bool,
    pub taxable: Money,
    pub exonerated: Money,
    /// The amount not subject to IGV by law.
    pub unaffected: Money,
    pub free: Money,
    /// The amount by which discounts lower the base.
    pub discount: Money,
    pub other_charges: Money,
    pub igv: Money,
    pub igv_percent: Quantity,
    /// The tax on plastic bags (ICBPER) within `total`, outside the base of the IGV.
    pub bag_tax: Money,
    pub total: Money,
    pub total_in_words: String,
    pub state: BillingState,
    /// The code of the tax authority's last answer; empty before it.
    /// The text of the tax authority's last answer; empty before it.
    pub sunat_code: String,
    pub sunat_message: String,
    /// Whether the tax authority ever accepted the document; stays true after a void.
    #[serde(skip)]
    pub was_accepted: bool,
    /// For an electronic document, the digest in its signature.
    pub hash: Option<String>,
    /// The moment at which it was voided.
    pub voided_at: Option<DateTime<Utc>>,
    pub voided_by_name: Option<String>,
    pub void_reason: Option<String>,
    /// The document that was issued instead of this one after its rejection.
    pub replaced_by_id: Option<BillingId>,
    pub replaced_by_number: Option<String>,
    /// The rejected document instead of which this one was issued.
    pub replaces_id: Option<BillingId>,
    pub replaces_number: Option<String>,
    /// The code of the issuing establishment, as its series had it at the time of issue.
    /// The address of that establishment.
    pub establishment: String,
    pub establishment_address: String,
    /// Whether the document was written on paper while nothing could be issued electronically, and entered afterwards; it is reported to
    /// the tax authority separately.
    pub is_contingency: bool,
    /// The tax regime under which it was issued.
    pub regime: Regime,
}

impl BillingRow {
    /// `B001-00000347`
    pub fn full_number(&self) -> String {
        full_number(&self.serie, self.number)
    }
    /// Whether the document is a boleta or a note on one: its series begins with B, and it may be sent in a daily summary.
    pub fn is_of_b_series(&self) -> bool {
        self.note_series_letter() == "B"
    }
    /// Returns the letter with which the series of its notes begin: F for a factura, B for a boleta. The series of a contingency document
    /// has digits only.
    pub fn note_series_letter(&self) -> &'static str {
        let is_boleta = self.billing_type_id == DocumentKind::Boleta;
        if self.serie.starts_with('B') || (self.is_contingency && is_boleta) { "B" } else { "F" }
    }
    /// Returns advice about the tax authority's last answer.
    pub fn what_to_do(&self) -> Option<&'static str> {
        self.state.what_to_do(self.was_accepted, &self.sunat_code)
    }
    /// Returns the tax rule under which it was issued.
    pub fn rule(&self) -> TaxRule {
        let rule = TaxRule::for_document(self.igv_percent, tax::issue_date(self.issued_at));
        TaxRule { regime: self.regime, ..rule }
    }
    /// Whether the document is voided.
    pub fn is_voided(&self) -> bool {
        self.voided_at.is_some()
    }
}

/// A line of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct BillingLine {
    pub id: BillingLineId,
    #[serde(skip)]
    pub billing_id: BillingId,
    /// The line of the account; `None` for a line of the account as a whole.
    #[serde(skip)]
    pub line_id: Option<LineId>,
    pub kind: DocumentLineKind,
    pub description: String,
    pub quantity: Quantity,
    /// The weight or volume of each piece; 1 where it is sold by the unit.
    #[serde(flatten)]
    #[row(flatten)]
    pub measure: Measure,
    pub unit_price: Money,
    /// The list price, before the line's own discount; 0.00 for a free item.
    pub total: Money,
    pub affectation: String,
    /// The base without IGV, after the line's own discount; like the following fields it appears in the XML only.
    #[serde(skip)]
    pub base: Money,
    #[serde(skip)]
    pub igv: Money,
    #[serde(skip)]
    pub free_igv: Money,
    #[serde(skip)]
    pub discount: Money,
    /// The tax on plastic bags (ICBPER) within `total`.
    #[serde(skip)]
    pub bag_tax: Money,
}

impl BillingLine {
    /// Returns the description with the weight or volume of one piece: `Lenguado (0.850 kg)`.
    pub fn description_with_measure(&self) -> String {
        let measure = self.measure.describe();
        measure.map_or_else(|| self.description.clone(), |measure| format!("{} ({measure})", self.description))
    }
    /// Whether the line is of plastic bags that bear their tax (ICBPER).
    pub fn is_bag(&self) -> bool {
        !self.bag_tax.is_zero()
    }
}

/// A discount or charge of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct BillingAmount {
    #[serde(skip)]
    pub billing_id: BillingId,
    pub code: String,
    pub description: String,
    pub amount: Money,
}

/// The documents that wait to be sent to the tax authority.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Unsent {
    pub count: i64,
    /// The issue date of the oldest one.
    pub since: Option<NaiveDate>,
}
