//! The files of the close of a day: a PDF to read, and an Excel workbook with every document.

use super::text::weekday_and_day;
use crate::reports::{DayFigures, DayReports, load_documents_table};
use anyhow::Error;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{db::Tx, error::Result};
use comanda_pdf as pdf;
use comanda_platform::{
    report_table::{self, ReportTable},
    settings::{CompanyInfo, Settings},
};
use tokio::task::spawn_blocking;

/// A day as of a moment, with the tables of its files.
pub(super) struct CloseFiles {
    pub figures: DayFigures,
    tables: Vec<(&'static str, ReportTable)>,
    documents: ReportTable,
}

impl CloseFiles {
    pub(super) async fn load(
        tx: &mut Tx,
        (settings, company): (&Settings, &CompanyInfo),
        (day, now): (NaiveDate, DateTime<Utc>),
        sees_open: bool,
    ) -> Result<Self> {
        let reports = DayReports::load(tx, (settings, company), (day, now), sees_open).await?;
        let documents = load_documents_table(tx, (settings, company), day).await?;
        let figures = reports.figures.clone();
        Ok(Self { figures, tables: reports.tables(company), documents })
    }

    /// Returns the files' name without extension, `cierre-2026-11-21`.
    pub(super) fn name(&self) -> String {
        format!("cierre-{}", self.figures.date)
    }

    /// Renders the figures as a PDF, on a blocking thread because it takes a while.
    pub(super) async fn pdf(&self) -> Result<Vec<u8>> {
        let title = format!("Cierre: {}", weekday_and_day(self.figures.date));
        let tables = self.tables.clone();
        let drawn = spawn_blocking(move || {
            let tables: Vec<&ReportTable> = tables.iter().map(|(_, table)| table).collect();
            pdf::render_reports(&title, &tables)
        });
        drawn.await.map_err(Error::from)?
    }

    /// Packs the figures and every document as a workbook, on a blocking thread.
    pub(super) async fn xlsx(self) -> Result<Vec<u8>> {
        let packed = spawn_blocking(move || {
            let mut pages: Vec<(&str, &ReportTable)> = self.tables.iter().map(|(name, table)| (*name, table)).collect();
            pages.push(("Comprobantes", &self.documents));
            report_table::build_workbook(&pages)
        });
        packed.await.map_err(Error::from)?
    }
}
