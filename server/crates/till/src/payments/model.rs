//! What a payment looks like to others.

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    ids::{BillingId, CycleId, LineId, PaymentId, PaymentOptionId, PrinterId, RequestId, UserId},
    money::{Money, Quantity},
    words::words,
};
use comanda_invoicing::billing::Billing;
use comanda_ledgers::ledger::Refund;
use comanda_printing::{JobState, PrintOption};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A payment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Payment {
    #[serde(flatten)]
    pub row: PaymentRow,
    pub entries: Vec<PaymentEntry>,
    pub lines: Vec<PaidLine>,
    pub billing: Option<Billing>,
    /// How it was given back, once it was.
    pub refund: Option<Refund>,
}

/// A payment just taken, with the papers it prints.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NewPayment {
    #[serde(flatten)]
    pub payment: Payment,
    pub client_request: RequestState,
    /// What became of the receipt: PRINT is on its way to paper, PDF is the screen's to offer, NONE was not wanted.
    pub receipt: PrintOption,
    pub print_jobs: Vec<PrintedJob>,
    pub warnings: Vec<String>,
}

/// A document printed again.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Reprinted {
    /// As of a new payment.
    pub receipt: PrintOption,
    pub print_jobs: Vec<PrintedJob>,
    pub warnings: Vec<String>,
}

words!(
    /// What a payment was of: all that was due, some lines, an equal share, an amount.
    PaymentKind { All = "ALL", Lines = "LINES", Share = "SHARE", Amount = "AMOUNT" }
);

/// A payment's own columns.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PaymentRow {
    pub id: PaymentId,
    pub client_request_id: RequestId,
    pub cycle_id: CycleId,
    pub user_id: UserId,
    pub user_name: String,
    pub kind: PaymentKind,
    pub share_of: Option<i64>,
    /// What was charged, less what discounts took off it since.
    pub total: Money,
    /// What credit notes took off it as discounts; the account was charged both together.
    pub credited: Money,
    /// Given up by rounding cash down.
    pub rounding: Money,
    /// Change.
    pub turned: Money,
    pub created_at: DateTime<Utc>,
    pub voided_at: Option<DateTime<Utc>>,
    /// The payment of which it charged again what a partial refund left; it moved no money itself.
    pub replaces_id: Option<PaymentId>,
    /// The document of that payment, where it stays and a credit note took the rest off it.
    #[serde(skip)]
    pub document_id: Option<BillingId>,
}

impl PaymentRow {
    /// What the account was charged, whatever was taken off since.
    pub fn charged(&self) -> Money {
        self.total + self.credited
    }
    /// It is true of a payment that stands for one whose money went back while its account stayed as it was sold.
    pub fn is_given_back(&self) -> bool {
        self.voided_at.is_none() && self.total.is_zero() && !self.credited.is_zero()
    }
}

/// Which payments a list wants.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PaymentFilter {
    pub client_request_id: Option<RequestId>,
    pub cashbox_cycle_id: Option<CycleId>,
    /// Who took them.
    pub user_id: Option<UserId>,
    /// Paid so, in full or in part.
    pub payment_option_id: Option<PaymentOptionId>,
    /// Business days, from and to.
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}

/// What one method brought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PaymentEntry {
    #[serde(skip)]
    pub payment_id: PaymentId,
    pub payment_option_id: PaymentOptionId,
    pub name: String,
    pub is_cash: bool,
    /// Sold on credit: no money was handed over.
    pub is_credit: bool,
    /// What stayed.
    pub amount: Money,
    /// What was handed over.
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
    /// What they came to, less what discounts took off them since.
    pub amount: Money,
    /// What credit notes took off them as discounts.
    pub credited: Money,
}

/// The account after the payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RequestState {
    pub id: RequestId,
    pub is_paid: bool,
    pub due: Money,
    pub closed_at: Option<DateTime<Utc>>,
}

/// A paper on its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PrintedJob {
    pub id: String,
    pub document: String,
    pub printer_id: PrinterId,
    pub printer: String,
    pub state: JobState,
}
