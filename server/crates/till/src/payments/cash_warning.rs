//! What a cashier hears of cash above what the law lets a client count as an expense: a warning, no refusal.

use super::model::Payment;
use chrono::{DateTime, Utc};
use comanda_base::money::Money;
use comanda_platform::{law, settings::tax::issue_date};
use serde::Serialize;
use utoipa::ToSchema;

/// From how much cash on it is shown, and what it says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CashWarning {
    /// A document of so much or more of which so much or more is paid in cash.
    pub from: Money,
    pub text: String,
}

/// The warning for a document of `total` that is issued at `at`; none where the law has nothing against cash.
pub(super) fn cash_warning(total: Money, at: DateTime<Utc>) -> Option<CashWarning> {
    let from = law::cash_limit(issue_date(at)).filter(|limit| total >= *limit)?;
    let limit = law::soles_text(from);
    let text = format!(
        "Desde {limit} la ley pide un medio de pago que deje constancia: con efectivo tu cliente no puede usar el gasto."
    );
    Some(CashWarning { from, text })
}

/// The same for a payment that was taken.
pub(super) fn of_payment(payment: &Payment, at: DateTime<Utc>) -> Option<String> {
    let total = payment.billing.as_ref()?.row.total;
    let in_cash: Money = payment.entries.iter().filter(|entry| entry.is_cash).map(|entry| entry.amount).sum();
    cash_warning(total, at).filter(|warning| in_cash >= warning.from).map(|warning| warning.text)
}
