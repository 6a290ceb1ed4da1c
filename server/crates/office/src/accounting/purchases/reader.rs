//! Reads the purchases of a month page by page.

use super::{
    entry::PurchaseEntry,
    store::{self, PurchaseRow},
};
use crate::accounting::month::RegisterMonth;
use chrono::{DateTime, Utc};
use comanda_base::{db::Tx, error::Result, money::Money};
use comanda_platform::settings::tax::{self, TaxRate};

/// Purchases with papers that do not belong in the register.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct OtherPurchases {
    pub count: i64,
    pub total: Money,
}

/// The reading position in a month's purchases. All pages must be read in one transaction.
#[derive(Debug)]
pub(super) struct PurchaseReader {
    month: RegisterMonth,
    rates: Vec<TaxRate>,
    last_read: (DateTime<Utc>, i64),
    /// The purchases outside the register that were read so far.
    pub other_purchases: OtherPurchases,
}

impl PurchaseReader {
    pub(super) async fn open(tx: &mut Tx, month: RegisterMonth) -> Result<Self> {
        let rates = tax::list_rates(tx).await?;
        Ok(Self {
            month,
            rates,
            last_read: (DateTime::<Utc>::UNIX_EPOCH, 0),
            other_purchases: OtherPurchases::default(),
        })
    }
    /// Loads the next lines, which may be an empty list; `None` at the end.
    pub(super) async fn next_page(&mut self, tx: &mut Tx) -> Result<Option<Vec<PurchaseEntry>>> {
        let rows = store::load_page(tx, &self.month, self.last_read).await?;
        let Some(last) = rows.last() else { return Ok(None) };
        self.last_read = (last.issued_at, last.id);
        Ok(Some(rows.into_iter().filter_map(|row| self.read_entry(row)).collect()))
    }
    fn read_entry(&mut self, row: PurchaseRow) -> Option<PurchaseEntry> {
        let total = row.total;
        let entry = PurchaseEntry::from_row(row, &self.rates);
        if entry.is_none() {
            self.other_purchases.count += 1;
            self.other_purchases.total += total;
        }
        entry
    }
}
