//! The files of the close of a day: a PDF to read, and an Excel workbook with every document.

use super::text::day_name;
use crate::{
    db::Tx,
    error::Result,
    printing::pdf,
    report_table::{self, ReportTable},
    reports::{DayFigures, DayReports, documents_of_day},
    settings::{CompanyInfo, Settings},
};
use anyhow::Error;
use chrono::{DateTime, NaiveDate, Utc};
use tokio::task::spawn_blocking;

/// A day as it is known at a moment, with what its files are made of.
pub(super) struct Close {
    pub figures: DayFigures,
    tables: Vec<(&'static str, ReportTable)>,
    documents: ReportTable,
}

impl Close {
    pub(super) async fn load(
        tx: &mut Tx,
        (settings, company): (&Settings, &CompanyInfo),
        day: NaiveDate,
        now: DateTime<Utc>,
    ) -> Result<Self> {
        let reports = DayReports::load(tx, (settings, company), day, now).await?;
        let documents = documents_of_day(tx, (settings, company), day).await?;
        let figures = reports.figures.clone();
        Ok(Self { figures, tables: reports.tables(company), documents })
    }

    /// `cierre-2026-11-21`
    pub(super) fn name(&self) -> String {
        format!("cierre-{}", self.figures.date)
    }

    /// PDF and Excel. Drawing and packing takes a while and is done beside the calls.
    pub(super) async fn files(self) -> Result<(Vec<u8>, Vec<u8>)> {
        let title = format!("Cierre: {}", day_name(self.figures.date));
        let written = spawn_blocking(move || {
            let tables: Vec<&ReportTable> = self.tables.iter().map(|(_, table)| table).collect();
            let pdf = pdf::render_reports(&title, &tables)?;
            let mut pages: Vec<(&str, &ReportTable)> = self.tables.iter().map(|(name, table)| (*name, table)).collect();
            pages.push(("Comprobantes", &self.documents));
            Ok((pdf, report_table::workbook(&pages)?))
        });
        written.await.map_err(Error::from)?
    }
}
