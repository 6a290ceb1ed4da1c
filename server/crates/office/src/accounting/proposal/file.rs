//! Reads the text of a proposal's file: TXT or CSV, plain or zipped, within fixed size limits. Pure.

use comanda_base::{
    error::{Refusal, invalid},
    file_kind,
};
use comanda_sunat::archive;
use encoding_rs::WINDOWS_1252;
use std::io::Read;

/// The largest upload.
pub(in crate::accounting) const MAX_FILE_BYTES: usize = 16 * 1024 * 1024;
/// The largest uncompressed text; a busy house has some fifteen megabytes.
const MAX_TEXT_BYTES: usize = 32 * 1024 * 1024;
const MAX_ENTRIES: usize = 20;

pub(super) fn invalid_file(text: impl Into<String>) -> Refusal {
    invalid("file", text)
}

/// Returns the text of a file. Refuses other kinds of files, damaged zips and texts that are too large.
pub(super) fn read_text(bytes: &[u8]) -> Result<String, Refusal> {
    if let Some(kind) = file_kind::spanish_file_kind(bytes) {
        let text = format!("Es {kind}, no la propuesta. Elige el TXT, el CSV o el ZIP que descargaste de SUNAT.");
        return Err(invalid_file(text));
    }
    decode(if bytes.starts_with(b"PK\x03\x04") { unzip(bytes)? } else { bytes.to_vec() })
}

fn unzip(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let mut archive =
        archive::open(bytes).map_err(|_| invalid_file("El ZIP está dañado. Descárgalo otra vez de SUNAT."))?;
    let ends = |name: &str, end: &str| name.to_ascii_lowercase().ends_with(end);
    let is_text = |name: &&str| (ends(name, ".txt") || ends(name, ".csv")) && !name.starts_with("__MACOSX");
    let found: Vec<String> = archive.file_names().filter(is_text).map(str::to_owned).collect();
    let [name] = found.as_slice() else {
        return Err(invalid_file("El ZIP debe traer un solo archivo .txt o .csv: el de la propuesta."));
    };
    if archive.len() > MAX_ENTRIES {
        return Err(invalid_file("El ZIP trae demasiados archivos. Elige el que descargaste de SUNAT."));
    }
    let entry = archive.by_name(name).map_err(|_| invalid_file("El ZIP está dañado. Descárgalo otra vez de SUNAT."))?;
    let (mut text, most) = (Vec::new(), u64::try_from(MAX_TEXT_BYTES).unwrap_or(u64::MAX));
    entry
        .take(most + 1)
        .read_to_end(&mut text)
        .map_err(|_| invalid_file("El ZIP está dañado. Descárgalo otra vez de SUNAT."))?;
    if text.len() > MAX_TEXT_BYTES { Err(invalid_file("El archivo es demasiado grande.")) } else { Ok(text) }
}

/// Decodes UTF-8 or, for older files, Windows-1252.
fn decode(bytes: Vec<u8>) -> Result<String, Refusal> {
    let text = String::from_utf8(bytes);
    let mut text = text.unwrap_or_else(|e| WINDOWS_1252.decode_without_bom_handling(e.as_bytes()).0.into_owned());
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    if text.contains('\0') {
        return Err(invalid_file(
            "No es un archivo de texto. Elige el TXT o el ZIP de la propuesta que descargaste de SUNAT.",
        ));
    }
    Ok(text)
}

#[cfg(test)]
#[path = "file_tests.rs"]
mod tests;
