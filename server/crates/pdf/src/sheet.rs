//! A document on A4: the issuer, its number in a box, the client, a table over as many pages as it needs, and the totals.

use super::{page::Page, picture::EmbeddedPicture, sheet_draw::SheetDrawing};
use comanda_base::error::Result;
use comanda_platform::settings::logo::Pixels;
use printpdf::{PdfDocument, PdfSaveOptions};

/// A document to be drawn; all texts are final.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    pub title: String,
    /// The picture above the issuer's name.
    pub logo: Option<Pixels>,
    /// The issuer's commercial name.
    pub company_name: String,
    /// Legal name, address, telephone.
    pub issuer: Vec<String>,
    /// RUC, kind and number, in a box on the right.
    pub number: Vec<String>,
    /// Names and values, in two columns from left to right.
    pub facts: Vec<(String, String)>,
    pub rows: Vec<SheetRow>,
    pub totals: Vec<(String, String)>,
    /// The last total, which is emphasized.
    pub total: (String, String),
    pub words: String,
    /// The payments of the document.
    pub paid: Vec<(String, String)>,
    pub qr: Option<String>,
    /// The texts at the foot, one paragraph each.
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

/// Draws the document as a PDF.
pub fn render_sheet(sheet: &Sheet) -> Result<Vec<u8>> {
    let mut document = PdfDocument::new(&sheet.title);
    let logo = sheet.logo.as_ref().map(|pixels| EmbeddedPicture::embed(&mut document, pixels));
    let pages = SheetDrawing::draw_all(sheet, logo)?;
    document.metadata.info.producer = "Comanda".into();
    document.with_pages(pages.into_iter().map(Page::into_pdf_page).collect());
    Ok(document.save(&PdfSaveOptions::default(), &mut Vec::new()))
}

#[cfg(test)]
#[path = "sheet_tests.rs"]
mod tests;
