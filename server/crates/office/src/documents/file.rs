//! The files of a document, and what they are called.

use super::held::Held;
use comanda_base::{
    db::Tx,
    error::{Code, Result, refuse},
};
use comanda_invoicing::billing::electronic::Files;
use comanda_platform::settings::CompanyInfo;
use comanda_till::payments::Format;

pub(super) const PDF: &str = "application/pdf";
pub(super) const XML: &str = "application/xml";
pub(super) const ZIP: &str = "application/zip";

/// A file to be handed out.
#[derive(Debug)]
pub(super) struct File {
    /// `20601482739-01-F001-318.xml`
    pub name: String,
    pub content_type: &'static str,
    pub content: Vec<u8>,
}

/// The XML as the tax authority gets it.
pub(super) async fn xml(tx: &mut Tx, document: &Held) -> Result<File> {
    let files = files(tx, document).await?;
    let name = format!("{}-{}.xml", ruc(tx).await?, files.name());
    Ok(File { name, content_type: XML, content: files.xml()? })
}

/// The receipt of the tax authority, as it came.
pub(super) async fn cdr(tx: &mut Tx, document: &Held) -> Result<File> {
    let files = files(tx, document).await?;
    let name = format!("R-{}-{}.zip", ruc(tx).await?, files.name());
    match files.cdr {
        Some(content) => Ok(File { name, content_type: ZIP, content }),
        None => {
            let text = format!("SUNAT todavía no dio la constancia (CDR) del comprobante {}.", document.full_number());
            refuse(Code::NotFound, text).err()
        }
    }
}

/// What is printed, as a PDF.
pub(super) async fn pdf(tx: &mut Tx, document: &Held, format: Format) -> Result<File> {
    let content = document.pdf(tx, format).await?;
    Ok(File { name: format!("{}.pdf", document.full_number()), content_type: PDF, content })
}

async fn files(tx: &mut Tx, document: &Held) -> Result<Files> {
    match Files::load(tx, document.owner()).await? {
        Some(files) => Ok(files),
        None => {
            let text = format!("El comprobante {} no es electrónico: solo tiene PDF.", document.full_number());
            refuse(Code::NotFound, text).err()
        }
    }
}

async fn ruc(tx: &mut Tx) -> Result<String> {
    Ok(CompanyInfo::load(tx).await?.document_number)
}
