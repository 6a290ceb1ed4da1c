//! What a refund looks like to others.

use super::{debit_note::StandingDebitNote, discount::DiscountAsked};
use crate::payments::{
    model::{Payment, PrintedJob, RequestState},
    pay_request::PayLine,
};
use comanda_base::{
    ids::{LineId, PaymentId},
    money::{Money, Quantity},
};
use comanda_invoicing::billing::notes::{CreditNote, ReasonCode};
use comanda_ledgers::ledger::{Refund, RefundEntry, RefundLine, RefundOutcome};
use comanda_platform::people::pin::PinGiven;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Body of `POST /payments/{id}/refund`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct RefundRequest {
    pub reason: String,
    #[serde(flatten)]
    pub pin: PinGiven,
    /// The stock comes back: nothing of it was made. Only with CLOSE.
    #[serde(default)]
    pub remove_inventory: bool,
    pub outcome: RefundOutcome,
    /// With REOPEN, where others sit at the account's table by now: it goes on as a take-away.
    #[serde(default)]
    pub without_table: bool,
    /// Only these units, of a payment that has lines; the rest is charged again. Only with CLOSE.
    pub products: Option<Vec<PayLine>>,
    /// By which methods the money goes back; absent: as it was paid.
    #[schema(value_type = Option<BTreeMap<String, Money>>)]
    pub payment_options: Option<BTreeMap<String, Money>>,
    #[serde(default)]
    pub operation_numbers: BTreeMap<String, String>,
    /// False: no paper.
    pub print: Option<bool>,
    /// The document is not voided but credited, for this reason.
    #[serde(skip)]
    pub credit_note: Option<ReasonCode>,
    /// Nothing goes back but money.
    #[serde(skip)]
    pub discount: Option<DiscountAsked>,
    /// The money went back some other way.
    #[serde(skip)]
    pub returned_otherwise: bool,
}
impl RefundRequest {
    /// The units of a partial refund.
    pub fn units(&self) -> Option<Vec<(LineId, Quantity)>> {
        self.products.as_ref().map(|lines| lines.iter().map(|l| (l.id, l.qty)).collect())
    }
}

/// A refund just made.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NewRefund {
    pub refund: Refund,
    /// The rest of a partial refund, with its document: a new one, or the first one less its credit note.
    pub charged_again: Option<Payment>,
    /// What took it back of an electronic document that stays.
    pub credit_note: Option<CreditNote>,
    pub client_request: RequestState,
    pub print_jobs: Vec<PrintedJob>,
    pub warnings: Vec<String>,
}

/// What a refund would give back, asked before it is made.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RefundQuote {
    pub payment_id: PaymentId,
    /// The document that would be voided.
    pub document: String,
    /// What the sale becomes less.
    pub total: Money,
    /// What leaves beyond that.
    pub rounding: Money,
    pub entries: Vec<RefundEntry>,
    /// What stays sold, and where the document does not stay is charged again with a new one; 0.00 for all of it.
    pub rest_total: Money,
    /// What the document becomes less: `total` without tips that are no part of it.
    pub off_document: Money,
    /// The document stays, and a credit note takes this off it.
    pub document_stays: bool,
    /// The units that may be given back one by one; none for a payment by an amount.
    pub lines: Vec<RefundLine>,
    /// It is always true: CLOSE gives back what paid a part of the account by money as well.
    pub can_close: bool,
    /// It is false for a payment that paid a part of the account by money, beside others: nobody can tell which dishes it paid, so CLOSE gives
    /// back the money alone.
    pub returns_stock: bool,
    /// Without what goes back the account comes to what its other payments took. Where it does not, CLOSE is refused: a charge or a
    /// discount came between the payments. Fewer dishes can be given back, or the payment be opened again.
    pub balances: bool,
    /// The debit notes of its document that count.
    pub debit_notes: Vec<StandingDebitNote>,
    /// Who sits at the account's table now: REOPEN then needs `without_table`.
    pub table_taken_by: Option<String>,
}
