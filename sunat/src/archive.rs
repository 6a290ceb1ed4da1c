//! Packs documents into zips, and unpacks the receipts of SUNAT's zips.

use std::io::{Cursor, Read, Write};

use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter, result::ZipError, write::SimpleFileOptions};

/// The maximum number of bytes of a receipt that are read, so that an answer cannot fill the memory. A receipt has some 5 kB.
const LIMIT_BYTES: u64 = 4 * 1024 * 1024;
/// The maximum number of entries of a receipt's zip. SUNAT sends two, `dummy/` and the receipt.
const LIMIT_ENTRIES: usize = 16;

/// The reason why a zip does not contain a receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    #[error("no zip")]
    NotAZip,
    #[error("no R-….xml in the zip")]
    NoReceipt,
    #[error("the zip holds more than a receipt can be")]
    TooLarge,
    #[error("the receipt is not text")]
    NotText,
}

/// Packs a document into a zip. `file_name` has no extension: `20123456789-01-F001-1` becomes the entry `20123456789-01-F001-1.xml`
/// (rules 0155 to 0159). The same bytes give the same zip, which carries no time.
///
/// # Errors
///
/// The error of the zip's writer, which writes to memory.
pub fn pack(file_name: &str, xml: &str) -> Result<Vec<u8>, ZipError> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    let mut zip = ZipWriter::new(Cursor::new(Vec::with_capacity(8 * 1024)));
    zip.start_file(format!("{file_name}.xml"), options)?;
    zip.write_all(xml.as_bytes())?;
    Ok(zip.finish()?.into_inner())
}

/// The mark of a ZIP64 end of central directory.
const ZIP64_END_OF_DIRECTORY: &[u8] = b"PK\x06\x06";
/// The offsets, from that mark, of the two counts of entries.
const ENTRY_COUNT_OFFSETS: [usize; 2] = [24, 32];
/// The maximum number of entries that a zip may declare: as many as the 16-bit form can count.
const MAX_ENTRIES: u64 = 0xffff;

/// Opens an untrusted zip. The library allocates memory for as many entries as the file declares before it looks for them: a file of some
/// megabytes may declare millions.
///
/// # Errors
///
/// Returns [`ArchiveError::NotAZip`], also where too many entries are declared.
pub fn open(zip: &[u8]) -> Result<ZipArchive<Cursor<&[u8]>>, ArchiveError> {
    let count_at = |end: usize, at: usize| {
        let count = zip.get(end + at..end + at + 8)?;
        count.try_into().ok().map(u64::from_le_bytes)
    };
    let ends = zip
        .windows(ZIP64_END_OF_DIRECTORY.len())
        .enumerate()
        .filter(|(_, four)| *four == ZIP64_END_OF_DIRECTORY)
        .map(|(end, _)| end);
    let mut counts = ends.flat_map(|end| ENTRY_COUNT_OFFSETS.map(|at| count_at(end, at))).flatten();
    if counts.any(|count| count > MAX_ENTRIES) {
        return Err(ArchiveError::NotAZip);
    }
    ZipArchive::new(Cursor::new(zip)).map_err(|_| ArchiveError::NotAZip)
}

/// Returns the receipt in an answer's zip: the first entry called `R-….xml`, in any folder and beside any other entries.
///
/// # Errors
///
/// Returns an [`ArchiveError`] if there is no readable receipt.
pub fn unpack_receipt(zip: &[u8]) -> Result<String, ArchiveError> {
    let mut archive = open(zip)?;
    if archive.len() > LIMIT_ENTRIES {
        return Err(ArchiveError::TooLarge);
    }
    let index = archive.file_names().position(is_receipt).ok_or(ArchiveError::NoReceipt)?;
    let name = archive.file_names().nth(index).ok_or(ArchiveError::NoReceipt)?.to_owned();
    let entry = archive.by_name(&name).map_err(|_| ArchiveError::NotAZip)?;
    let mut bytes = Vec::new();
    entry.take(LIMIT_BYTES + 1).read_to_end(&mut bytes).map_err(|_| ArchiveError::NotAZip)?;
    if bytes.len() as u64 > LIMIT_BYTES {
        return Err(ArchiveError::TooLarge);
    }
    text(bytes)
}

fn is_receipt(name: &str) -> bool {
    let file = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let (start, end) = (file.get(..2), file.len().checked_sub(4).and_then(|at| file.get(at..)));
    start.is_some_and(|start| start.eq_ignore_ascii_case("R-"))
        && end.is_some_and(|end| end.eq_ignore_ascii_case(".xml"))
}

/// Decodes a receipt: UTF-8, or ISO-8859-1 where it is declared.
fn text(bytes: Vec<u8>) -> Result<String, ArchiveError> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text.trim_start_matches('\u{feff}').to_owned()),
        Err(error) => {
            let bytes = error.into_bytes();
            let declaration = bytes.split(|byte| *byte == b'>').next().unwrap_or_default();
            let latin = declaration.to_ascii_lowercase().windows(10).any(|part| part == b"iso-8859-1");
            latin.then(|| bytes.iter().copied().map(char::from).collect()).ok_or(ArchiveError::NotText)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use comanda_test_support::hostile::assert_survives_mutations;

    fn zip_of(entries: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in entries {
            if name.ends_with('/') {
                zip.add_directory(*name, SimpleFileOptions::default()).expect("adds");
            } else {
                zip.start_file(*name, SimpleFileOptions::default()).expect("starts");
                zip.write_all(bytes).expect("writes");
            }
        }
        zip.finish().expect("finishes").into_inner()
    }

    #[test]
    fn the_receipt_is_picked_by_its_name() {
        let zip = zip_of(&[("dummy/", b""), ("otro.xml", b"<no/>"), ("R-20123456789-01-F001-1.xml", b"<r/>")]);
        assert_eq!(unpack_receipt(&zip).as_deref(), Ok("<r/>"));
        assert_eq!(unpack_receipt(&zip_of(&[("carpeta/r-1.XML", b"<r/>")])).as_deref(), Ok("<r/>"));
        assert_eq!(unpack_receipt(&zip_of(&[("dummy/", b"")])), Err(ArchiveError::NoReceipt));
        assert_eq!(unpack_receipt(b"<html>"), Err(ArchiveError::NotAZip));
    }

    #[test]
    fn a_receipt_that_is_too_large_is_not_read() {
        let large = vec![b' '; usize::try_from(LIMIT_BYTES).expect("fits") + 1];
        assert_eq!(unpack_receipt(&zip_of(&[("R-1.xml", &large)])), Err(ArchiveError::TooLarge));
        let names: Vec<String> = (0..17).map(|n| format!("{n}.txt")).collect();
        let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
        assert_eq!(unpack_receipt(&zip_of(&entries)), Err(ArchiveError::TooLarge));
    }

    #[test]
    fn a_zip_that_declares_millions_of_entries_is_refused() {
        let mut zip = vec![0; 5 * 1024 * 1024];
        let mut end = b"PK\x06\x06".to_vec();
        end.extend(44_u64.to_le_bytes());
        end.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        // The entries on this disk and in all, the length of the directory, and its offset.
        end.extend([4_000_000_u64, 4_000_000, 0, 5 * 1024 * 1024].iter().flat_map(|number| number.to_le_bytes()));
        zip.extend(&end);
        zip.extend(b"PK\x06\x07\0\0\0\0");
        zip.extend((5 * 1024 * 1024_u64).to_le_bytes());
        zip.extend([1, 0, 0, 0]);
        zip.extend(b"PK\x05\x06\0\0\0\0\xff\xff\xff\xff\0\0\0\0\xff\xff\xff\xff\0\0");
        assert!(open(&zip).is_err());
        assert!(open(&zip_of(&[("a.txt", b"PK\x06\x06 in a text is none")])).is_ok());
    }

    #[test]
    fn a_corrupted_receipt_never_panics() {
        let corpus =
            [zip_of(&[("dummy/", b""), ("R-20123456789-01-F001-1.xml", b"<r>1</r>")]), zip_of(&[("a.xml", b"<a/>")])];
        let corpus: Vec<&[u8]> = corpus.iter().map(Vec::as_slice).collect();
        assert_survives_mutations("receipt", &corpus, |file| drop(unpack_receipt(file)));
    }

    #[test]
    fn old_encodings_are_read_where_declared() {
        let old = b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>n\xfamero</a>";
        assert!(unpack_receipt(&zip_of(&[("R-1.xml", old)])).is_ok_and(|text| text.ends_with("<a>número</a>")));
        assert_eq!(unpack_receipt(&zip_of(&[("R-1.xml", b"<a>\xfa</a>")])), Err(ArchiveError::NotText));
    }

    #[test]
    fn the_same_document_is_the_same_zip() {
        let zip = pack("20123456789-01-F001-1", "<a/>").expect("packs");
        assert_eq!(zip, pack("20123456789-01-F001-1", "<a/>").expect("packs"));
        let mut archive = ZipArchive::new(Cursor::new(zip)).expect("is a zip");
        assert_eq!(archive.file_names().collect::<Vec<_>>(), ["20123456789-01-F001-1.xml"]);
        let mut text = String::new();
        archive.by_index(0).expect("is there").read_to_string(&mut text).expect("reads");
        assert_eq!(text, "<a/>");
    }
}
