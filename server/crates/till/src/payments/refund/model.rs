//! Requests and answers of refunds.

use super::{correction::StandingDebitNote, plan::DiscountRequest};
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
    /// Whether the stock is put back because nothing of it was made. Only with CLOSE.
    #[serde(default)]
    pub remove_inventory: bool,
    pub outcome: RefundOutcome,
    /// With REOPEN, where others sit at the account's table by now: the account becomes a take-away.
    #[serde(default)]
    pub without_table: bool,
    /// The units to refund, of a payment that has lines; the remainder is charged again. Only with CLOSE.
    pub products: Option<Vec<PayLine>>,
    /// The amounts to pay out by method; absent: by the methods that paid.
    #[schema(value_type = Option<BTreeMap<String, Money>>)]
    pub payment_options: Option<BTreeMap<String, Money>>,
    #[serde(default)]
    pub operation_numbers: BTreeMap<String, String>,
    /// Whether the papers are printed; absent: they are.
    pub print: Option<bool>,
    /// The reason of a credit note that takes the document back, where it is not voided.
    #[serde(skip)]
    pub credit_note: Option<ReasonCode>,
    /// The discount, where only money is refunded.
    #[serde(skip)]
    pub discount: Option<DiscountRequest>,
    /// Whether the money was returned some other way.
    #[serde(skip)]
    pub returned_otherwise: bool,
}
impl RefundRequest {
    /// Returns the units of a partial refund.
    pub fn units(&self) -> Option<Vec<(LineId, Quantity)>> {
        self.products.as_ref().map(|lines| lines.iter().map(|l| (l.id, l.qty)).collect())
    }
}

/// A refund that was just made.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NewRefund {
    pub refund: Refund,
    /// The payment that charges what stays sold, with its document: a new one, or the first one less its credit note.
    pub charged_again: Option<Payment>,
    /// The credit note of an electronic document that stays valid.
    pub credit_note: Option<CreditNote>,
    pub client_request: RequestState,
    pub print_jobs: Vec<PrintedJob>,
    pub warnings: Vec<String>,
}

/// The preview of a refund.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RefundQuote {
    pub payment_id: PaymentId,
    /// The number of the document that would be voided.
    pub document: String,
    /// The amount by which the sale is reduced.
    pub total: Money,
    /// The amount paid out beyond `total`.
    pub rounding: Money,
    pub entries: Vec<RefundEntry>,
    /// The amount that stays sold; it is charged again with a new document unless the document stays. 0.00 where everything is refunded.
    pub rest_total: Money,
    /// The amount that is taken off the document: `total` without tips that are no part of it.
    pub off_document: Money,
    /// Whether the document stays and a credit note takes `off_document` off it.
    pub document_stays: bool,
    /// The units that may be refunded one by one; none for a payment by an amount.
    pub lines: Vec<RefundLine>,
    /// Always true: CLOSE also refunds a payment of an amount of the account.
    pub can_close: bool,
    /// False for a payment of an amount of an account that others paid as well: nobody can tell which dishes it paid, so CLOSE refunds only
    /// the money.
    pub returns_stock: bool,
    /// Whether the account without the refunded units adds up to what its other payments took. Otherwise CLOSE is refused, since a charge
    /// or a discount came between the payments: fewer dishes can be refunded, or the payment be opened again.
    pub balances: bool,
    /// The valid debit notes of its document.
    pub debit_notes: Vec<StandingDebitNote>,
    /// The description of the account that is open at the table now; REOPEN then needs `without_table`.
    pub table_taken_by: Option<String>,
}
