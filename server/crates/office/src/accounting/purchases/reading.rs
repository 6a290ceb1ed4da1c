//! The purchases of a month read from the first to the last, a page at a time.

use super::{
    entry::PurchaseEntry,
    store::{self, PurchaseRow},
};
use crate::accounting::month::Month;
use chrono::{DateTime, Utc};
use comanda_base::{db::Tx, error::Result, money::Money};
use comanda_platform::settings::tax::{self, TaxRate};

/// What was bought with papers that the register does not know: how many, and for how much.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Beside {
    pub count: i64,
    pub total: Money,
}

/// A reading that is under way. All pages are of one transaction.
#[derive(Debug)]
pub(super) struct Reading {
    month: Month,
    rates: Vec<TaxRate>,
    behind: (DateTime<Utc>, i64),
    /// Of what was read so far.
    pub beside: Beside,
}

impl Reading {
    pub(super) async fn begin(tx: &mut Tx, month: Month) -> Result<Self> {
        let rates = tax::rates(tx).await?;
        Ok(Self { month, rates, behind: (DateTime::<Utc>::UNIX_EPOCH, 0), beside: Beside::default() })
    }
    /// The next lines, which may be none of a page; `None` at the end.
    pub(super) async fn page(&mut self, tx: &mut Tx) -> Result<Option<Vec<PurchaseEntry>>> {
        let rows = store::page(tx, &self.month, self.behind).await?;
        let Some(last) = rows.last() else { return Ok(None) };
        self.behind = (last.issued_at, last.id);
        Ok(Some(rows.into_iter().filter_map(|row| self.entry(row)).collect()))
    }
    fn entry(&mut self, row: PurchaseRow) -> Option<PurchaseEntry> {
        let total = row.total;
        let entry = PurchaseEntry::of(row, &self.rates);
        if entry.is_none() {
            self.beside.count += 1;
            self.beside.total += total;
        }
        entry
    }
}
