//! Items that will run out within some days, by their use in the last four weeks and their minimum stock.

use super::{
    overview::{StockItem, USE_DAYS, days_covered, first_day_of_use},
    running_out_store::{self as store, ScarceRow},
    units::convert_from_base,
};
use chrono::NaiveDate;
use comanda_base::{db::Tx, error::Result, money::Quantity};

/// The quantities that decide how long an item lasts, in its own unit.
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
        let to_item_unit = |quantity| convert_from_base(quantity, row.equivalence);
        Self {
            stock: to_item_unit(row.on_hand),
            min_stock: to_item_unit(row.min_stock),
            used_28_days: to_item_unit(row.used),
        }
    }
}

impl StockLevel {
    /// Returns the millionths of the item's own unit that are missing for `days` days; negative if some would be left.
    pub fn missing_for(self, days: i64) -> i128 {
        let used = i128::from(self.used_28_days.millionths()) * i128::from(days) / i128::from(USE_DAYS);
        used.max(i128::from(self.min_stock.millionths())) - i128::from(self.stock.millionths())
    }
}

/// Lists the names of the items that will not last for `days` days from a business day on, those that end first at the beginning.
///
/// # Errors
/// Fails when the database does not answer.
pub async fn list_scarce_names(tx: &mut Tx, today: NaiveDate, days: i64) -> Result<Vec<String>> {
    let mut scarce = store::list_scarce(tx, first_day_of_use(today), days).await?;
    scarce.retain(|row| StockLevel::from(row).missing_for(days) > 0);
    scarce.sort_by_key(|row| days_covered(row.on_hand, row.used).unwrap_or(i64::MAX));
    Ok(scarce.into_iter().map(|row| row.name).collect())
}
