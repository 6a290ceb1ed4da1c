//! What is owed to providers now.

use chrono::NaiveDate;
use comanda_base::{
    db::{self, Tx},
    money::Money,
};

/// Instalments of purchases that are not paid, and what is left of them.
#[derive(Debug, Clone, Copy, Default, comanda_from_row::FromRow)]
pub struct Due {
    pub overdue: i64,
    pub overdue_amount: Money,
    pub today: i64,
    pub today_amount: Money,
}

/// What was due before a day, and what is due on it.
pub async fn on(tx: &mut Tx, today: NaiveDate) -> db::Result<Due> {
    super::list_store::due(tx, today).await
}
