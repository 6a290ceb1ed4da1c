//! The settings of a write, loaded once.

use super::{Settings, tax};
use crate::use_case::Work;
use anyhow::Context;
use chrono::NaiveDate;
use comanda_base::error::Result;

impl Work<'_> {
    /// Returns the company's settings, loaded once per write.
    pub async fn settings(&mut self) -> Result<&Settings> {
        if self.memo.get::<Settings>().is_none() {
            let settings = Settings::load(self.tx).await?;
            self.memo.insert(settings);
        }
        Ok(self.memo.get().context("settings that were just kept")?)
    }
    /// Returns the issue date of documents of this write.
    pub fn issue_date(&self) -> NaiveDate {
        tax::issue_date(self.now)
    }
    /// Returns the business day of this write.
    pub async fn business_day(&mut self) -> Result<NaiveDate> {
        let now = self.now;
        Ok(self.settings().await?.business_day(now))
    }
}
