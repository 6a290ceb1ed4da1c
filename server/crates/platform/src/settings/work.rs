//! The settings as a write sees them, read once.

use super::{Settings, tax};
use crate::use_case::Work;
use anyhow::Context;
use chrono::NaiveDate;
use comanda_base::error::Result;

impl Work<'_> {
    /// The company's settings as this transaction sees them, read once.
    pub async fn settings(&mut self) -> Result<&Settings> {
        if self.memo.get::<Settings>().is_none() {
            let settings = Settings::load(self.tx).await?;
            self.memo.keep(settings);
        }
        Ok(self.memo.get().context("settings that were just kept")?)
    }
    /// The day that a document issued by this write says.
    pub fn issue_date(&self) -> NaiveDate {
        tax::issue_date(self.now)
    }
    /// The business day of this write.
    pub async fn business_day(&mut self) -> Result<NaiveDate> {
        let now = self.now;
        Ok(self.settings().await?.business_day(now))
    }
}
