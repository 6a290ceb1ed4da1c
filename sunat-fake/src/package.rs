//! Zip files: unpacks the single XML of a request, and packs a CDR after a `dummy/` entry.

use crate::codes::Finding;
use base64::{Engine, engine::general_purpose::STANDARD};
use std::io::{Cursor, Read, Write};
use zip::{CompressionMethod, ZipArchive, ZipWriter, result::ZipResult, write::SimpleFileOptions};

/// The maximum size of an XML. No restaurant's document comes near it, and it stops zip bombs.
const MAX_XML_BYTES: u64 = 8 * 1024 * 1024;

/// The single file of a package.
#[derive(Debug)]
pub(crate) struct UnpackedXml {
    pub bytes: Vec<u8>,
}

/// Unpacks the `contentFile` of a request.
///
/// # Errors
/// The codes 0155 to 0161 of SUNAT's general rules.
pub(crate) fn unpack(zip_stem: &str, base64: &str) -> Result<UnpackedXml, Finding> {
    let compact: String = base64.split_ascii_whitespace().collect();
    let zip = STANDARD.decode(compact).map_err(|error| Finding::new(156, error.to_string()))?;
    if zip.is_empty() {
        return Err(Finding::new(155, zip_stem));
    }
    let corrupt = |error: &dyn std::fmt::Display| Finding::new(156, error.to_string());
    let mut archive = ZipArchive::new(Cursor::new(zip)).map_err(|error| corrupt(&error))?;
    let names: Vec<_> = archive.file_names().filter(|name| !name.ends_with('/')).map(str::to_owned).collect();
    let name = match names.as_slice() {
        [] => return Err(Finding::new(157, zip_stem)),
        [name] => name,
        _ => return Err(Finding::new(158, names.join(", "))),
    };
    let stem = name
        .strip_suffix(".xml")
        .or_else(|| name.strip_suffix(".XML"))
        .ok_or_else(|| Finding::new(159, name.as_str()))?;
    if stem != zip_stem {
        return Err(Finding::new(161, name.as_str()));
    }
    let mut bytes = Vec::new();
    let file = archive.by_name(name).map_err(|error| corrupt(&error))?;
    file.take(MAX_XML_BYTES).read_to_end(&mut bytes).map_err(|error| corrupt(&error))?;
    if bytes.is_empty() {
        return Err(Finding::new(160, name.as_str()));
    }
    Ok(UnpackedXml { bytes })
}

/// Packs a CDR like SUNAT: with an empty folder `dummy/` before it.
pub(crate) fn pack_cdr(file_name: &str, xml: &[u8]) -> ZipResult<Vec<u8>> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.add_directory("dummy/", options)?;
    zip.start_file(file_name, options)?;
    zip.write_all(xml)?;
    Ok(zip.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zipped(files: &[(&str, &[u8])]) -> String {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            zip.start_file(*name, SimpleFileOptions::default()).expect("starts");
            zip.write_all(bytes).expect("writes");
        }
        STANDARD.encode(zip.finish().expect("ends").into_inner())
    }

    #[test]
    fn a_package_holds_one_xml_of_its_own_name() {
        let good = unpack("a", &zipped(&[("a.xml", b"<a/>")])).expect("good");
        assert_eq!(good.bytes, b"<a/>");
        let cases = [
            (String::new(), 155),
            ("UEsDBBQ=".to_owned(), 156),
            (zipped(&[]), 157),
            (zipped(&[("a.xml", b"x"), ("b.xml", b"x")]), 158),
            (zipped(&[("a.txt", b"x")]), 159),
            (zipped(&[("a.xml", b"")]), 160),
            (zipped(&[("b.xml", b"x")]), 161),
        ];
        for (package, code) in cases {
            assert_eq!(unpack("a", &package).expect_err("wrong").code.0, code);
        }
    }
}
