//! What does not last for some days, by what was used of it in the last four weeks and by its minimum.

use super::{
    overview::{StockItem, USE_DAYS, days_covered, use_since},
    running_out_store::{self as store, ScarceRow},
    units::of_base,
};
use chrono::NaiveDate;
use comanda_base::{db::Tx, error::Result, money::Quantity};

/// What decides how long an item lasts, in its own unit.
#[derive(Debug, Clone, Copy)]
pub struct StockLevel {
    pub stock: Quantity,
    pub min_stock: Quantity,
    pub used_28_days: Quantity,
}

impl From<&StockItem> for StockLevel {
    fn from(item: &StockItem) -> Self {
        Self { stock: item.stock, min_stock: item.min_stock, used_28_days: item.used_28_days }
    }
}

impl From<&ScarceRow> for StockLevel {
    fn from(row: &ScarceRow) -> Self {
        let own = |quantity| of_base(quantity, row.equivalence);
        Self { stock: own(row.on_hand), min_stock: own(row.min_stock), used_28_days: own(row.used) }
    }
}

impl StockLevel {
    /// Millionths of the item's own unit that are missing for so many days, below zero where some would be left.
    pub fn missing_for(self, days: i64) -> i128 {
        let used = i128::from(self.used_28_days.millionths()) * i128::from(days) / i128::from(USE_DAYS);
        used.max(i128::from(self.min_stock.millionths())) - i128::from(self.stock.millionths())
    }
}

/// The names of what is missing to last for so many days from a business day on, what ends first at the beginning.
///
/// # Errors
/// The database does not answer.
pub async fn missing_names(tx: &mut Tx, today: NaiveDate, days: i64) -> Result<Vec<String>> {
    let mut scarce = store::scarce(tx, use_since(today), days).await?;
    scarce.retain(|row| StockLevel::from(row).missing_for(days) > 0);
    scarce.sort_by_key(|row| days_covered(row.on_hand, row.used).unwrap_or(i64::MAX));
    Ok(scarce.into_iter().map(|row| row.name).collect())
}
