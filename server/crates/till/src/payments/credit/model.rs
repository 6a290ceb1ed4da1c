//! What debts look like to others.

use crate::payments::model::PrintedJob;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    ids::{ClientId, PaymentId, ReceivableId, RequestId},
    money::Money,
    words::IdentityDocument,
};
use comanda_ledgers::ledger::Collection;
use comanda_masterdata::clients::Client;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is owed of one sale.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Receivable {
    pub id: ReceivableId,
    /// The payment that stands of it.
    pub payment_id: PaymentId,
    pub client_id: ClientId,
    /// What was sold on credit.
    pub amount: Money,
    /// Taken off because what was sold went back.
    pub reduced: Money,
    pub collected: Money,
    pub sold_on: NaiveDate,
    pub created_at: DateTime<Utc>,
}

impl Receivable {
    /// What is still owed.
    pub fn due(&self) -> Money {
        self.amount - self.reduced - self.collected
    }
}

/// A debt with its document and its dates.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReceivableDetail {
    #[serde(flatten)]
    pub row: Receivable,
    pub client_request_id: RequestId,
    /// `F001-00000347`
    pub document: String,
    pub due: Money,
    /// Of it, due before today.
    pub overdue: Money,
    pub instalments: Vec<OpenInstalment>,
}

/// A date of payment, and what is still to be paid by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct OpenInstalment {
    /// As agreed.
    pub amount: Money,
    pub due_on: NaiveDate,
    /// What is open of it: money pays the first ones first, what went back takes the last ones off first.
    pub due: Money,
    pub is_overdue: bool,
}

/// A client who owes, and how much.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Debtor {
    pub client_id: ClientId,
    pub client_name: String,
    pub document_type: IdentityDocument,
    pub document_number: Option<String>,
    pub phone: String,
    /// Sales that something is owed of.
    pub sales: i64,
    pub due: Money,
    /// Of it, due before today.
    pub overdue: Money,
    /// The first day by which something of it is, or was, to be paid.
    pub next_due_on: Option<NaiveDate>,
}

/// What all of a list owe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct DebtSums {
    pub clients: i64,
    pub due: Money,
    pub overdue: Money,
}

/// A page of debtors with what all of them owe.
#[derive(Debug, Serialize, ToSchema)]
pub struct DebtorRows {
    pub success: bool,
    pub rows: Vec<Debtor>,
    pub total_rows: i64,
    pub total_pages: i64,
    /// Of the whole list, not of the page.
    pub totals: DebtSums,
}

/// Which debtors a list wants.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DebtorFilter {
    /// Only those who should have paid something by now.
    #[serde(default)]
    pub overdue: bool,
}

/// All that a client owes.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClientDebt {
    pub client: Client,
    pub due: Money,
    pub overdue: Money,
    /// What something is owed of, the oldest first.
    pub receivables: Vec<ReceivableDetail>,
    /// The latest first, at most 50.
    pub collections: Vec<Collection>,
}

/// A collection just made, with its paper.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NewCollection {
    #[serde(flatten)]
    pub collection: Collection,
    pub print_jobs: Vec<PrintedJob>,
    pub warnings: Vec<String>,
}
