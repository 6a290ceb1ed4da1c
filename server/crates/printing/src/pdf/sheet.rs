//! A document on A4: who issues it, its number in a box, to whom, a table over as many pages as it needs, and what it comes to.

use super::{page::Page, picture::Placed, sheet_draw::Draw};
use comanda_base::error::Result;
use comanda_platform::settings::logo::Pixels;
use printpdf::{PdfDocument, PdfSaveOptions};

/// A document to be drawn; texts are finished.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    pub title: String,
    /// Above the issuer's name.
    pub logo: Option<Pixels>,
    /// The issuer's name as people know it.
    pub house: String,
    /// Legal name, address, telephone.
    pub issuer: Vec<String>,
    /// RUC, kind, number: framed, at the right.
    pub number: Vec<String>,
    /// Name and value, in two columns from left to right.
    pub facts: Vec<(String, String)>,
    pub rows: Vec<SheetRow>,
    pub totals: Vec<(String, String)>,
    /// The last total, the one that counts.
    pub total: (String, String),
    pub words: String,
    /// How it was paid.
    pub paid: Vec<(String, String)>,
    pub qr: Option<String>,
    /// At the foot, one paragraph each.
    pub legend: Vec<String>,
}

/// A row of the table.
#[derive(Debug, Clone, Default)]
pub struct SheetRow {
    pub quantity: String,
    pub description: String,
    pub unit_price: String,
    pub amount: String,
}

/// Draws it.
pub fn render_sheet(sheet: &Sheet) -> Result<Vec<u8>> {
    let mut document = PdfDocument::new(&sheet.title);
    let logo = sheet.logo.as_ref().map(|pixels| Placed::of(&mut document, pixels));
    let pages = Draw::all(sheet, logo)?;
    document.metadata.info.producer = "Comanda".into();
    document.with_pages(pages.into_iter().map(Page::done).collect());
    Ok(document.save(&PdfSaveOptions::default(), &mut Vec::new()))
}

#[cfg(test)]
#[path = "sheet_tests.rs"]
mod tests;
