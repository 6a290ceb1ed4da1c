//! The file of a proposal: a text or a CSV, alone or in its zip. Nothing is read beyond a bound. Pure.

use comanda_base::{
    error::{Refusal, invalid},
    file_kind,
};
use comanda_sunat::archive;
use encoding_rs::WINDOWS_1252;
use std::io::Read;

/// Of the file as it is sent.
pub(in crate::accounting) const MAX_FILE_BYTES: usize = 16 * 1024 * 1024;
/// Of its text; a busy house has some fifteen.
const MAX_TEXT_BYTES: usize = 32 * 1024 * 1024;
const MAX_ENTRIES: usize = 20;

pub(super) fn wrong(text: impl Into<String>) -> Refusal {
    invalid("file", text)
}

/// The text of a file.
pub(super) fn text(bytes: &[u8]) -> Result<String, Refusal> {
    if let Some(kind) = file_kind::spoken(bytes) {
        let text = format!("Es {kind}, no la propuesta. Elige el TXT, el CSV o el ZIP que descargaste de SUNAT.");
        return Err(wrong(text));
    }
    decoded(if bytes.starts_with(b"PK\x03\x04") { unzipped(bytes)? } else { bytes.to_vec() })
}

fn unzipped(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let mut archive = archive::open(bytes).map_err(|_| wrong("El ZIP está dañado. Descárgalo otra vez de SUNAT."))?;
    let ends = |name: &str, end: &str| name.to_ascii_lowercase().ends_with(end);
    let is_text = |name: &&str| (ends(name, ".txt") || ends(name, ".csv")) && !name.starts_with("__MACOSX");
    let found: Vec<String> = archive.file_names().filter(is_text).map(str::to_owned).collect();
    let [name] = found.as_slice() else {
        return Err(wrong("El ZIP debe traer un solo archivo .txt o .csv: el de la propuesta."));
    };
    if archive.len() > MAX_ENTRIES {
        return Err(wrong("El ZIP trae demasiados archivos. Elige el que descargaste de SUNAT."));
    }
    let entry = archive.by_name(name).map_err(|_| wrong("El ZIP está dañado. Descárgalo otra vez de SUNAT."))?;
    let (mut text, most) = (Vec::new(), u64::try_from(MAX_TEXT_BYTES).unwrap_or(u64::MAX));
    entry
        .take(most + 1)
        .read_to_end(&mut text)
        .map_err(|_| wrong("El ZIP está dañado. Descárgalo otra vez de SUNAT."))?;
    if text.len() > MAX_TEXT_BYTES { Err(wrong("El archivo es demasiado grande.")) } else { Ok(text) }
}

/// It comes as UTF-8, and older ones as Windows writes them.
fn decoded(bytes: Vec<u8>) -> Result<String, Refusal> {
    let text = String::from_utf8(bytes);
    let mut text = text.unwrap_or_else(|e| WINDOWS_1252.decode_without_bom_handling(e.as_bytes()).0.into_owned());
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    if text.contains('\0') {
        return Err(wrong(
            "No es un archivo de texto. Elige el TXT o el ZIP de la propuesta que descargaste de SUNAT.",
        ));
    }
    Ok(text)
}

#[cfg(test)]
#[path = "file_tests.rs"]
mod tests;
