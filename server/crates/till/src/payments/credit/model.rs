//! Debts of clients as the API shows them.

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

/// The debt of one sale.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Receivable {
    pub id: ReceivableId,
    /// The valid payment of the sale.
    pub payment_id: PaymentId,
    pub client_id: ClientId,
    /// The amount sold on credit.
    pub amount: Money,
    /// The reduction by what was taken back.
    pub reduced: Money,
    pub collected: Money,
    pub sold_on: NaiveDate,
    pub created_at: DateTime<Utc>,
}

impl Receivable {
    /// Returns what is still owed.
    pub fn due(&self) -> Money {
        self.amount - self.reduced - self.collected
    }
}

/// A debt with its document and its instalments.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReceivableDetail {
    #[serde(flatten)]
    pub row: Receivable,
    pub client_request_id: RequestId,
    /// `F001-00000347`
    pub document: String,
    pub due: Money,
    /// The part of `due` that fell due before today.
    pub overdue: Money,
    pub instalments: Vec<OpenInstalment>,
}

/// An instalment, and what is open of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct OpenInstalment {
    /// The amount as agreed.
    pub amount: Money,
    pub due_on: NaiveDate,
    /// The open amount of the instalment: collections pay the first instalments first, reductions take the last ones off first.
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
    /// The number of sales with an open debt.
    pub sales: i64,
    pub due: Money,
    /// The part of `due` that fell due before today.
    pub overdue: Money,
    /// The first due date, past or future, of what is open.
    pub next_due_on: Option<NaiveDate>,
}

/// The totals of a list of debtors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct DebtSums {
    pub clients: i64,
    pub due: Money,
    pub overdue: Money,
}

/// A page of debtors, with the totals of all of them.
#[derive(Debug, Serialize, ToSchema)]
pub struct DebtorRows {
    pub success: bool,
    pub rows: Vec<Debtor>,
    pub total_rows: i64,
    pub total_pages: i64,
    /// The totals of the whole list, not of the page.
    pub totals: DebtSums,
}

/// The filter of a list of debtors.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DebtorFilter {
    /// Whether only debtors with something overdue are listed.
    #[serde(default)]
    pub overdue: bool,
}

/// Everything that a client owes.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClientDebt {
    pub client: Client,
    pub due: Money,
    pub overdue: Money,
    /// The open debts, the oldest first.
    pub receivables: Vec<ReceivableDetail>,
    /// The latest first, at most 50.
    pub collections: Vec<Collection>,
}

/// A collection that was just made, with its print jobs.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NewCollection {
    #[serde(flatten)]
    pub collection: Collection,
    pub print_jobs: Vec<PrintedJob>,
    pub warnings: Vec<String>,
}
