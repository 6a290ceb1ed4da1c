//! Debts to providers that are due.

use chrono::NaiveDate;
use comanda_base::{
    db::{self, Tx},
    money::Money,
};

/// The number of unpaid instalments that are overdue or due today, and the amounts left to pay on them.
#[derive(Debug, Clone, Copy, Default, comanda_from_row::FromRow)]
pub struct DuePayables {
    pub overdue: i64,
    pub overdue_amount: Money,
    pub today: i64,
    pub today_amount: Money,
}

/// Loads the instalments due before the given day and those due on it.
pub async fn load_due_payables(tx: &mut Tx, today: NaiveDate) -> db::Result<DuePayables> {
    super::list_store::load_due_payables(tx, today).await
}
