//! What a document looks like to others.

use super::{
    BillingKind,
    debit::{DebitNote, GivenDebitNote},
    notes::CreditNote,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    ids::{BillingId, BillingLineId, ClientId, CycleId, LineId, PaymentId, RequestId},
    money::{Money, Quantity},
    words::{IdentityDocument, Status, words},
};
use comanda_platform::settings::{Regime, TaxRule, tax};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

words!(
    /// How far an issued document has come.
    BillingState {
        /// The tax authority does not get it: a nota de venta, or a document from before billing was set up.
        NotSent = "NOT_SENT",
        /// Waits to be sent.
        Pending = "PENDING",
        /// Its summary was taken, and is not judged yet.
        Sent = "SENT",
        Accepted = "ACCEPTED",
        /// Accepted, with something to do better next time.
        Observed = "OBSERVED",
        /// Refused for good; its number is used up.
        Rejected = "REJECTED",
        /// Counts no more here; the tax authority is still to hear so.
        Voiding = "VOIDING",
        Voided = "VOIDED",
        /// Waits for a person.
        Failed = "FAILED",
    }
);
words!(
    /// What a line of a document is.
    DocumentLineKind {
        Product = "PRODUCT",
        Topping = "TOPPING",
        Charge = "CHARGE",
        /// All of the account in one line.
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
    /// 3 boleta, 1 factura, 7 nota de crédito, 8 nota de débito, 111 nota de venta.
    pub tax_type: i64,
    pub status: Status,
    /// The series that its next document is numbered in.
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
    /// Discounts and charges, signed as they change the total.
    pub amounts: Vec<BillingAmount>,
    /// What was taken back of it since, the first one first.
    pub credit_notes: Vec<CreditNote>,
    /// What was added to it since by notes of their own, the first one first.
    pub debit_notes: Vec<GivenDebitNote>,
    /// Of a debit note: what it adds to, and why.
    pub debit: Option<DebitNote>,
    /// What to do about the tax authority's last answer, in Spanish; none where nothing is to be done.
    pub what_to_do: Option<&'static str>,
    /// Of a sale on credit: when what was not paid with it falls due, as the document says.
    pub instalments: Vec<Instalment>,
}

/// A part of what is owed, and the day by which it is to be paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Instalment {
    pub amount: Money,
    /// After the day of the sale, on the house's calendar.
    pub due_on: NaiveDate,
}

/// How many documents stand in a state.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct StateCount {
    pub state: BillingState,
    pub count: i64,
}

/// How many documents there are, state by state; a state without any is left out.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BillingCounters {
    pub all: i64,
    pub states: Vec<StateCount>,
}

impl BillingCounters {
    pub(super) fn of(states: Vec<StateCount>) -> Self {
        Self { all: states.iter().map(|state| state.count).sum(), states }
    }
}

/// Which documents a list wants.
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
    /// Only those that count no more, or only those that do.
    pub voided: Option<bool>,
    /// Only those that the tax authority has to get, and has not got.
    #[serde(default)]
    pub to_send: bool,
    /// Only those that were written on paper and entered afterwards.
    #[serde(default)]
    pub contingency: bool,
    /// Business days, from and to.
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}

impl BillingFilter {
    /// The same, whatever their state.
    pub fn of_any_state(self) -> Self {
        Self { state: None, voided: None, to_send: false, ..self }
    }
}

/// A document's own columns.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct BillingRow {
    pub id: BillingId,
    pub billing_type_id: i64,
    pub code: String,
    pub name: String,
    pub serie: String,
    pub number: i64,
    pub client_request_id: RequestId,
    pub payment_id: PaymentId,
    /// The payment of it that still counts, which a refund gives back; none once all of it went back.
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
    /// What the law leaves outside the IGV.
    pub unaffected: Money,
    pub free: Money,
    /// By how much discounts lower the base.
    pub discount: Money,
    pub other_charges: Money,
    pub igv: Money,
    pub igv_percent: Quantity,
    /// The tax on plastic bags (ICBPER) within `total`, outside the base of the IGV.
    pub bag_tax: Money,
    pub total: Money,
    pub total_in_words: String,
    pub state: BillingState,
    /// Code and text of the tax authority's last answer; empty before it.
    pub sunat_code: String,
    pub sunat_message: String,
    /// It is true from the moment that the tax authority accepted the document, also after a void.
    #[serde(skip)]
    pub was_accepted: bool,
    /// Of an electronic document: the digest that its signature holds.
    pub hash: Option<String>,
    /// When, by whom and why it was voided.
    pub voided_at: Option<DateTime<Utc>>,
    pub voided_by_name: Option<String>,
    pub void_reason: Option<String>,
    /// Rejected, and issued anew as this document.
    pub replaced_by_id: Option<BillingId>,
    pub replaced_by_number: Option<String>,
    /// Issued in place of this one, which was rejected.
    pub replaces_id: Option<BillingId>,
    pub replaces_number: Option<String>,
    /// Code and address of the establishment that issued it, as its series had them then.
    pub establishment: String,
    pub establishment_address: String,
    /// It was written on paper while nothing could be issued electronically, and entered afterwards: the tax authority hears of it by
    /// another way.
    pub is_contingency: bool,
    /// The regime that it was issued under.
    pub regime: Regime,
}
impl BillingRow {
    /// `B001-00000347`
    pub fn full_number(&self) -> String {
        format!("{}-{:08}", self.serie, self.number)
    }
    /// A boleta, or a note of one: its series begins with B, and a daily summary may tell it.
    pub fn is_of_b_series(&self) -> bool {
        self.letter_of_notes() == "B"
    }
    /// Tells the letter that the series of its notes begin with: F for a factura, B for a boleta. A paper's own series has digits alone.
    pub fn letter_of_notes(&self) -> &'static str {
        let is_boleta = self.billing_type_id == BillingKind::Boleta as i64;
        if self.serie.starts_with('B') || (self.is_contingency && is_boleta) { "B" } else { "F" }
    }
    /// What to do about the tax authority's last answer.
    pub fn what_to_do(&self) -> Option<&'static str> {
        self.state.what_to_do(self.was_accepted, &self.sunat_code)
    }
    /// The rule that it was issued under.
    pub fn rule(&self) -> TaxRule {
        let rule = TaxRule::of_document(self.igv_percent, tax::issue_date(self.issued_at));
        TaxRule { regime: self.regime, ..rule }
    }
    /// True once it counts no more.
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
    /// The line of the account that it is of; none for what is of the account as a whole.
    #[serde(skip)]
    pub line_id: Option<LineId>,
    pub kind: DocumentLineKind,
    pub description: String,
    pub quantity: Quantity,
    pub unit_price: Money,
    /// As listed, before a discount of its own; 0.00 for what was given for nothing.
    pub total: Money,
    pub affectation: String,
    /// What follows stands in its XML alone: without IGV, after its own discount.
    #[serde(skip)]
    pub base: Money,
    #[serde(skip)]
    pub igv: Money,
    #[serde(skip)]
    pub free_igv: Money,
    #[serde(skip)]
    pub discount: Money,
    /// Of plastic bags: the tax on them within `total`.
    #[serde(skip)]
    pub bag_tax: Money,
}

impl BillingLine {
    /// Tells whether it is of plastic bags that bear their tax (ICBPER).
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

/// Documents that wait to be sent to the tax authority.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Unsent {
    pub count: i64,
    /// Day of issue of the oldest.
    pub since: Option<NaiveDate>,
}
