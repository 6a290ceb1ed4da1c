//! Payments as the API shows them.

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    ids::{BillingId, CycleId, LineId, PaymentId, PaymentOptionId, PrinterId, RequestId, UserId},
    money::{Money, Quantity},
    words::text_enum,
};
use comanda_invoicing::billing::Billing;
use comanda_ledgers::ledger::Refund;
use comanda_printing::{JobState, PrintOption};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A payment with its entries, lines, document and refund.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Payment {
    #[serde(flatten)]
    pub row: PaymentRow,
    pub entries: Vec<PaymentEntry>,
    pub lines: Vec<PaidLine>,
    pub billing: Option<Billing>,
    /// The refund of the payment, if any.
    pub refund: Option<Refund>,
}

/// A payment that was just taken, with the papers to print.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NewPayment {
    #[serde(flatten)]
    pub payment: Payment,
    pub client_request: RequestState,
    /// The delivery of the receipt: PRINT is on its way to the printer, PDF is offered by the screen, NONE was not wanted.
    pub receipt: PrintOption,
    pub print_jobs: Vec<PrintedJob>,
    pub warnings: Vec<String>,
}

/// A document printed again.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Reprinted {
    /// The same as `receipt` of a new payment.
    pub receipt: PrintOption,
    pub print_jobs: Vec<PrintedJob>,
    pub warnings: Vec<String>,
}

text_enum!(
    /// The part of the account that a payment paid: everything due, some lines, an equal share, an amount.
    PaymentKind { All = "ALL", Lines = "LINES", Share = "SHARE", Amount = "AMOUNT" }
);

/// The columns of a payment.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PaymentRow {
    pub id: PaymentId,
    pub client_request_id: RequestId,
    pub cycle_id: CycleId,
    pub user_id: UserId,
    pub user_name: String,
    pub kind: PaymentKind,
    pub share_of: Option<i64>,
    /// The charge less the discounts by credit notes since.
    pub total: Money,
    /// The discounts by credit notes; the account was charged both together.
    pub credited: Money,
    /// The amount given up by rounding cash down.
    pub rounding: Money,
    /// The change given.
    pub turned: Money,
    pub created_at: DateTime<Utc>,
    pub voided_at: Option<DateTime<Utc>>,
    /// The payment whose remainder after a partial refund this one charges again; this one moves no money itself.
    pub replaces_id: Option<PaymentId>,
    /// The document of the replaced payment, where that stays valid after a credit note.
    #[serde(skip)]
    pub document_id: Option<BillingId>,
}

impl PaymentRow {
    /// Returns what the account was charged, before later discounts.
    pub fn charged(&self) -> Money {
        self.total + self.credited
    }
    /// Whether this payment replaces one whose money was refunded while its account stayed as it was sold.
    pub fn is_given_back(&self) -> bool {
        self.voided_at.is_none() && self.total.is_zero() && !self.credited.is_zero()
    }
}

/// The filter of a list of payments.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PaymentFilter {
    pub client_request_id: Option<RequestId>,
    pub cashbox_cycle_id: Option<CycleId>,
    /// The user who took them.
    pub user_id: Option<UserId>,
    /// The payment option that paid them, in full or in part.
    pub payment_option_id: Option<PaymentOptionId>,
    /// Business days, from and to.
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}

/// The amount of one payment method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PaymentEntry {
    #[serde(skip)]
    pub payment_id: PaymentId,
    pub payment_option_id: PaymentOptionId,
    pub name: String,
    pub is_cash: bool,
    /// Whether the amount is sold on credit: no money was handed over.
    pub is_credit: bool,
    /// The amount kept.
    pub amount: Money,
    /// The amount handed over.
    pub tendered: Money,
    pub operation_number: Option<String>,
}

/// Units of a line that a payment covered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PaidLine {
    #[serde(skip)]
    pub payment_id: PaymentId,
    pub line_id: LineId,
    pub quantity: Quantity,
    /// The amount paid for them, less the discounts by credit notes since.
    pub amount: Money,
    /// The discounts on them by credit notes.
    pub credited: Money,
}

/// The state of the account after the payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RequestState {
    pub id: RequestId,
    pub is_paid: bool,
    pub due: Money,
    pub closed_at: Option<DateTime<Utc>>,
}

/// A paper on its way to a printer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PrintedJob {
    pub id: String,
    pub document: String,
    pub printer_id: PrinterId,
    pub printer: String,
    pub state: JobState,
}
