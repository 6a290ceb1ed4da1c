//! A file for SUNAT's system of electronic registers (SIRE): lines of text in a zip. Pure.

use super::{columns::plain, month::Month};
use comanda_base::{
    error::{Code, Result, refuse},
    identity::is_ruc,
};
use comanda_platform::settings::{CompanyInfo, TaxIdType};
use std::io::{Cursor, Write as _};
use zip::{CompressionMethod, DateTime, ZipWriter, write::SimpleFileOptions};

const LONGEST_COMPANY_NAME: usize = 1_500;

/// The company's RUC, where it has one.
pub(super) fn own_ruc(company: &CompanyInfo) -> Option<&str> {
    let ruc = company.document_number.trim();
    (company.document_type == TaxIdType::Ruc && is_ruc(ruc)).then_some(ruc)
}

/// The same, or a refusal that says where to write it.
pub(super) fn must_have_ruc(company: &CompanyInfo) -> Result<&str> {
    match own_ruc(company) {
        Some(ruc) => Ok(ruc),
        None => refuse(Code::Conflict, "Falta el RUC de la empresa. Escríbelo en Configuración, Empresa.").err(),
    }
}

/// `LE` RUC, period, register, opportunity 02, with content, in soles, made by the system; without its ending.
pub(super) fn file_name(ruc: &str, month: &Month, book: &str, has_lines: bool) -> String {
    format!("LE{ruc}{}00{book}021{}12", month.period(), u8::from(has_lines))
}

/// What all lines begin with: RUC, name and period, each followed by a bar.
pub(super) fn head(ruc: &str, company: &CompanyInfo, month: &Month) -> String {
    format!("{ruc}|{}|{}|", plain(&company.legal_name, LONGEST_COMPANY_NAME), month.period())
}

/// The zip under way.
pub(super) struct SireFile(ZipWriter<Cursor<Vec<u8>>>);

impl std::fmt::Debug for SireFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SireFile").finish_non_exhaustive()
    }
}

impl SireFile {
    pub(super) fn begin(name: &str) -> anyhow::Result<Self> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default());
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file(format!("{name}.txt"), options)?;
        Ok(Self(zip))
    }
    pub(super) fn push(&mut self, lines: &str) -> anyhow::Result<()> {
        Ok(self.0.write_all(lines.as_bytes())?)
    }
    pub(super) fn done(self) -> anyhow::Result<Vec<u8>> {
        Ok(self.0.finish()?.into_inner())
    }
}
