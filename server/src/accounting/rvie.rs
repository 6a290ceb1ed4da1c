//! The file that replaces SUNAT's proposal of the register (RVIE): 33 fields a line, each followed by a bar, in a zip. Pure.

use super::{
    columns::{self, CURRENCY, plain},
    entry::{Entry, RegisterDocument},
    month::Month,
};
use crate::{
    error::{Code, Result, refuse},
    identity::is_ruc,
    settings::{CompanyInfo, TaxIdType},
};
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

/// `LE` RUC, period, register 140400, opportunity 02, with content, in soles, made by the system; without its ending.
pub(super) fn file_name(ruc: &str, month: &Month, has_lines: bool) -> String {
    format!("LE{ruc}{}00140400021{}12", month.period(), u8::from(has_lines))
}

/// The zip under way.
pub(super) struct RvieFile {
    zip: ZipWriter<Cursor<Vec<u8>>>,
    /// What all lines begin with: RUC, name and period.
    head: String,
}

impl std::fmt::Debug for RvieFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RvieFile").field("head", &self.head).finish_non_exhaustive()
    }
}

impl RvieFile {
    pub(super) fn begin(name: &str, ruc: &str, company: &CompanyInfo, month: &Month) -> anyhow::Result<Self> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default());
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file(format!("{name}.txt"), options)?;
        Ok(Self { zip, head: head(ruc, company, month) })
    }
    pub(super) fn push(&mut self, entries: &[Entry]) -> anyhow::Result<()> {
        let mut text = String::with_capacity(entries.len() * 300);
        entries.iter().for_each(|entry| push_line(&mut text, &self.head, entry));
        self.zip.write_all(text.as_bytes())?;
        Ok(())
    }
    pub(super) fn done(self) -> anyhow::Result<Vec<u8>> {
        Ok(self.zip.finish()?.into_inner())
    }
}

fn head(ruc: &str, company: &CompanyInfo, month: &Month) -> String {
    format!("{ruc}|{}|{}|", plain(&company.legal_name, LONGEST_COMPANY_NAME), month.period())
}

/// A nota de venta is no document of the tax authority's.
fn push_line(text: &mut String, head: &str, entry: &Entry) {
    if entry.document == RegisterDocument::SaleNote {
        return;
    }
    text.push_str(head);
    let none = String::new;
    // The tax authority numbers its notes itself (CAR).
    let document = [
        none(),
        columns::date(entry.day),
        none(),
        entry.document.to_string(),
        plain(&entry.serie, 20),
        entry.number.to_string(),
        none(),
    ];
    let fields = document
        .into_iter()
        .chain(columns::customer(entry))
        .chain(columns::amounts(entry))
        .chain([CURRENCY.to_owned(), none()])
        .chain(columns::changed(entry.changed.as_ref()))
        .chain([none()]);
    for field in fields {
        text.push_str(&field);
        text.push('|');
    }
    text.push_str("\r\n");
}

#[cfg(test)]
#[path = "rvie_tests.rs"]
mod tests;
