//! The warning to the cashier about cash above the amount that the law lets a client deduct as an expense. It refuses nothing.

use super::model::Payment;
use chrono::{DateTime, Utc};
use comanda_base::money::Money;
use comanda_platform::{law, settings::tax::issue_date};
use serde::Serialize;
use utoipa::ToSchema;

/// The warning about cash, and the amount from which it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CashWarning {
    /// The amount: the warning concerns a document of at least this total of which at least this much is paid in cash.
    pub from: Money,
    pub text: String,
}

/// Returns the warning for a document of `total` issued at `at`; `None` where the law does not limit cash.
pub(super) fn cash_warning(total: Money, at: DateTime<Utc>) -> Option<CashWarning> {
    let from = law::cash_limit_on(issue_date(at)).filter(|limit| total >= *limit)?;
    let limit = law::soles_text(from);
    let text = format!(
        "Desde {limit} la ley pide un medio de pago que deje constancia: con efectivo tu cliente no puede usar el gasto."
    );
    Some(CashWarning { from, text })
}

/// Returns the text of the warning for a recorded payment.
pub(super) fn cash_warning_for_payment(payment: &Payment, at: DateTime<Utc>) -> Option<String> {
    let total = payment.billing.as_ref()?.row.total;
    let cash: Money = payment.entries.iter().filter(|entry| entry.is_cash).map(|entry| entry.amount).sum();
    cash_warning(total, at).filter(|warning| cash >= warning.from).map(|warning| warning.text)
}
