//! Reads the sales register page by page, in the order of series and number.

use super::{entry::RegisterEntry, month::RegisterMonth, store, store::MonthSeries};
use comanda_base::{db::Tx, error::Result};
use std::collections::VecDeque;

/// The reading position in a month's register. All pages must be read in one transaction.
#[derive(Debug)]
pub(super) struct RegisterReader {
    pub month: RegisterMonth,
    sale_notes: bool,
    series: VecDeque<MonthSeries>,
    /// The last number read of the first remaining series.
    last_read: i64,
}

impl RegisterReader {
    /// Loads the month's series, with or without notas de venta.
    pub(super) async fn open(tx: &mut Tx, month: RegisterMonth, sale_notes: bool) -> Result<Self> {
        let series: VecDeque<MonthSeries> = store::load_series(tx, &month, sale_notes).await?.into();
        let last_read = number_before(series.front());
        Ok(Self { month, sale_notes, series, last_read })
    }
    /// Whether no series is left to be read.
    pub(super) fn is_finished(&self) -> bool {
        self.series.is_empty()
    }
    /// Loads the next lines; `None` at the end.
    pub(super) async fn next_page(&mut self, tx: &mut Tx) -> Result<Option<Vec<RegisterEntry>>> {
        while let Some(series) = self.series.front() {
            let rows = store::load_page(tx, series, self.last_read, &self.month, self.sale_notes).await?;
            if let Some(last) = rows.last() {
                self.last_read = last.number;
                return Ok(Some(rows.into_iter().map(|row| RegisterEntry::from_row(row, &self.month)).collect()));
            }
            self.series.pop_front();
            self.last_read = number_before(self.series.front());
        }
        Ok(None)
    }
}

fn number_before(series: Option<&MonthSeries>) -> i64 {
    series.map_or(0, |series| series.first_number - 1)
}
