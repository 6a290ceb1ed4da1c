//! The register read from its first line to its last, a page at a time, in the order of series and number.

use super::{entry::Entry, month::Month, store, store::Series};
use comanda_base::{db::Tx, error::Result};
use std::collections::VecDeque;

/// A reading of a month that is under way. All pages are of one transaction.
#[derive(Debug)]
pub(super) struct Reading {
    pub month: Month,
    sale_notes: bool,
    series: VecDeque<Series>,
    /// The last number read of the first series.
    behind: i64,
}

impl Reading {
    /// Begins one; with notas de venta or without.
    pub(super) async fn begin(tx: &mut Tx, month: Month, sale_notes: bool) -> Result<Self> {
        let series: VecDeque<Series> = store::series(tx, &month, sale_notes).await?.into();
        let behind = before(series.front());
        Ok(Self { month, sale_notes, series, behind })
    }
    /// Whether nothing is left to be read.
    pub(super) fn is_over(&self) -> bool {
        self.series.is_empty()
    }
    /// The next lines; none at the end.
    pub(super) async fn page(&mut self, tx: &mut Tx) -> Result<Option<Vec<Entry>>> {
        while let Some(series) = self.series.front() {
            let rows = store::page(tx, series, self.behind, &self.month, self.sale_notes).await?;
            if let Some(last) = rows.last() {
                self.behind = last.number;
                return Ok(Some(rows.into_iter().map(|row| Entry::of(row, &self.month)).collect()));
            }
            self.series.pop_front();
            self.behind = before(self.series.front());
        }
        Ok(None)
    }
}

fn before(series: Option<&Series>) -> i64 {
    series.map_or(0, |series| series.first_number - 1)
}
