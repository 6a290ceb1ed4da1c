//! The files of a document and their names.

use super::tax_document::TaxDocument;
use comanda_base::{
    db::Tx,
    error::{Code, Result, refuse},
};
use comanda_invoicing::billing::electronic::DocumentFiles;
use comanda_platform::settings::CompanyInfo;
use comanda_till::payments::PdfFormat;

pub(super) const PDF: &str = "application/pdf";
pub(super) const XML: &str = "application/xml";
pub(super) const ZIP: &str = "application/zip";

/// A file of a document.
#[derive(Debug)]
pub(super) struct DocumentFile {
    /// The file's name, such as `20601482739-01-F001-318.xml`.
    pub name: String,
    pub content_type: &'static str,
    pub content: Vec<u8>,
}

/// Loads the XML as sent to the tax authority.
pub(super) async fn load_xml(tx: &mut Tx, document: &TaxDocument) -> Result<DocumentFile> {
    let files = load_files(tx, document).await?;
    let name = format!("{}-{}.xml", load_ruc(tx).await?, files.name());
    Ok(DocumentFile { name, content_type: XML, content: files.xml()? })
}

/// Loads the tax authority's receipt (CDR) as received. Refuses with 404 where there is none yet.
pub(super) async fn load_cdr(tx: &mut Tx, document: &TaxDocument) -> Result<DocumentFile> {
    let files = load_files(tx, document).await?;
    let name = format!("R-{}-{}.zip", load_ruc(tx).await?, files.name());
    match files.cdr {
        Some(content) => Ok(DocumentFile { name, content_type: ZIP, content }),
        None => {
            let text = format!("SUNAT todavía no dio la constancia (CDR) del comprobante {}.", document.full_number());
            refuse(Code::NotFound, text).err()
        }
    }
}

/// Renders the printed document as a PDF.
pub(super) async fn render_pdf(tx: &mut Tx, document: &TaxDocument, format: PdfFormat) -> Result<DocumentFile> {
    let content = document.render_pdf(tx, format).await?;
    Ok(DocumentFile { name: format!("{}.pdf", document.full_number()), content_type: PDF, content })
}

async fn load_files(tx: &mut Tx, document: &TaxDocument) -> Result<DocumentFiles> {
    match DocumentFiles::load(tx, document.owner()).await? {
        Some(files) => Ok(files),
        None => {
            let text = format!("El comprobante {} no es electrónico: solo tiene PDF.", document.full_number());
            refuse(Code::NotFound, text).err()
        }
    }
}

async fn load_ruc(tx: &mut Tx) -> Result<String> {
    Ok(CompanyInfo::load(tx).await?.document_number)
}
