//! SUNAT's proposal of the register (RVIE) as it is downloaded: a text of fields between bars, alone or in its zip. Nothing is read
//! beyond a bound, and what is wrong names its line. Pure.

use crate::{
    error::{Refusal, invalid},
    money::Money,
};
use chrono::NaiveDate;
use encoding_rs::WINDOWS_1252;
use std::{
    collections::HashMap,
    io::{Cursor, Read},
};
use zip::ZipArchive;

/// Of the file as it is sent.
pub(super) const MAX_FILE_BYTES: usize = 16 * 1024 * 1024;
/// Of its text; a busy house has some fifteen.
const MAX_TEXT_BYTES: usize = 32 * 1024 * 1024;
const MAX_ENTRIES: usize = 20;
const MAX_LINES: usize = 100_000;
/// A company's name has up to 1,500 letters, and so has a customer's.
const MAX_LINE_BYTES: usize = 16 * 1024;
/// Fields that the file which replaces it has; SUNAT's own has some more.
const LEAST_FIELDS: usize = 33;

/// Type, series and number.
pub(super) type Key = (String, String, u64);

/// A line of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Proposed {
    pub line: usize,
    pub day: Option<NaiveDate>,
    /// Type and number of who it is to.
    pub customer: (String, String),
    pub base: Money,
    pub igv: Money,
    pub exonerated: Money,
    pub unaffected: Money,
    pub other_charges: Money,
    pub total: Money,
    pub changed: Option<Key>,
}

fn wrong(text: impl Into<String>) -> Refusal {
    invalid("file", text)
}

/// The text of a file.
pub(super) fn text(bytes: &[u8]) -> Result<String, Refusal> {
    decoded(if bytes.starts_with(b"PK\x03\x04") { unzipped(bytes)? } else { bytes.to_vec() })
}

fn unzipped(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let broken = |_| wrong("El ZIP está dañado. Descárgalo otra vez de SUNAT.");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    let is_text = |name: &&str| name.to_ascii_lowercase().ends_with(".txt") && !name.starts_with("__MACOSX");
    let found: Vec<String> = archive.file_names().filter(is_text).map(str::to_owned).collect();
    let [name] = found.as_slice() else {
        return Err(wrong("El ZIP debe traer un solo archivo .txt: el de la propuesta."));
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

/// Its lines, which are all of this company and this period.
pub(super) fn read(text: &str, ruc: &str, period: &str) -> Result<HashMap<Key, Proposed>, Refusal> {
    let mut found: HashMap<Key, Proposed> = HashMap::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        if number > MAX_LINES {
            return Err(wrong(format!("El archivo tiene más de {MAX_LINES} líneas.")));
        }
        if line.len() > MAX_LINE_BYTES {
            return Err(wrong(format!("Línea {number}: es demasiado larga para ser de la propuesta.")));
        }
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        if number == 1 && fields.first().is_some_and(|first| first.eq_ignore_ascii_case("ruc")) {
            continue;
        }
        let (key, proposed) = read_line(number, &fields, ruc, period)?;
        if let Some(before) = found.get(&key) {
            let (_, serie, of) = &key;
            let text = format!("Líneas {} y {number}: {serie}-{of} está dos veces.", before.line);
            return Err(wrong(text));
        }
        found.insert(key, proposed);
    }
    Ok(found)
}

fn read_line(number: usize, fields: &[&str], ruc: &str, period: &str) -> Result<(Key, Proposed), Refusal> {
    let at = |text: String| wrong(format!("Línea {number}: {text}"));
    if fields.len() < LEAST_FIELDS {
        let text =
            format!("tiene {} campos y la propuesta tiene {LEAST_FIELDS} o más, separados por «|».", fields.len());
        return Err(at(text));
    }
    if fields[0] != ruc {
        return Err(at(format!("es del RUC «{}», y el tuyo es {ruc}.", shown(fields[0]))));
    }
    if fields[2] != period {
        return Err(at(format!("es del periodo «{}», y elegiste {period}.", shown(fields[2]))));
    }
    let amount = |n: usize| match fields[n] {
        "" => Ok(Money::ZERO),
        text => text.parse::<Money>().map_err(|_| at(format!("«{}» no es un monto (campo {}).", shown(text), n + 1))),
    };
    let day = |n: usize| match fields[n] {
        "" => Ok(None),
        text => NaiveDate::parse_from_str(text, "%d/%m/%Y")
            .map(Some)
            .map_err(|_| at(format!("«{}» no es una fecha (campo {}).", shown(text), n + 1))),
    };
    let document = |n: usize| match fields[n + 2].parse::<u64>() {
        Ok(of) if !fields[n].is_empty() && !fields[n + 1].is_empty() => {
            Ok((fields[n].to_owned(), fields[n + 1].to_uppercase(), of))
        }
        _ => Err(at(format!("falta el tipo, la serie o el número del comprobante (campo {}).", n + 1))),
    };
    let proposed = Proposed {
        line: number,
        day: day(4)?,
        customer: (fields[10].to_owned(), fields[11].to_owned()),
        base: amount(14)? + amount(15)?,
        igv: amount(16)? + amount(17)?,
        exonerated: amount(18)?,
        unaffected: amount(19)?,
        other_charges: amount(24)?,
        total: amount(25)?,
        changed: if fields[31].is_empty() { None } else { Some(document(29)?) },
    };
    Ok((document(6)?, proposed))
}

/// A few letters of what somebody may have chosen by mistake.
fn shown(text: &str) -> String {
    text.chars().take(30).collect()
}

#[cfg(test)]
#[path = "proposal_tests.rs"]
mod tests;
