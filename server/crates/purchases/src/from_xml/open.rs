//! Extracts the text of one XML from an uploaded file: unzips it where needed and decodes the declared encoding, within fixed bounds.

use super::problem::{self, Problem};
use comanda_base::file_kind;
use comanda_sunat::archive;
use encoding_rs::{Encoding, UTF_8};
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// The largest size of an XML after unzipping.
pub(crate) const MAX_XML_BYTES: usize = 2 * 1024 * 1024;
/// Enough for an XML, its PDF, the receipt of the tax authority and some folders.
const MAX_ENTRIES: usize = 20;
/// The declaration is in the first line.
const MAX_DECLARATION_BYTES: usize = 200;

/// Returns the text of the XML in these bytes.
pub(super) fn extract_xml(bytes: &[u8]) -> Result<String, Problem> {
    if let Some(kind) = file_kind::spanish_file_kind(bytes) {
        return Err(problem::other_file(kind));
    }
    if bytes.starts_with(b"PK\x03\x04") { unzip(bytes) } else { decode(bytes) }
}

/// Returns the only XML of a ZIP that is no receipt of the tax authority, whatever the entries are called.
fn unzip(bytes: &[u8]) -> Result<String, Problem> {
    let mut archive = archive::open(bytes).map_err(|_| problem::BROKEN_ZIP)?;
    if archive.len() > MAX_ENTRIES {
        return Err(problem::CROWDED_ZIP);
    }
    let found: Vec<String> = archive.file_names().filter(|name| is_document(name)).map(str::to_owned).collect();
    let mut texts = Vec::new();
    for name in &found {
        let text = decode(&read_entry(&mut archive, name)?)?;
        if root_name(&text) != "ApplicationResponse" {
            texts.push(text);
        }
    }
    match texts.len() {
        0 => Err(problem::NO_XML_IN_ZIP),
        1 => Ok(texts.remove(0)),
        _ => Err(problem::CROWDED_ZIP),
    }
}

fn read_entry(archive: &mut ZipArchive<Cursor<&[u8]>>, name: &str) -> Result<Vec<u8>, Problem> {
    let entry = archive.by_name(name).map_err(|_| problem::BROKEN_ZIP)?;
    let mut xml = Vec::new();
    let max_bytes = u64::try_from(MAX_XML_BYTES).unwrap_or(u64::MAX);
    entry.take(max_bytes + 1).read_to_end(&mut xml).map_err(|_| problem::BROKEN_ZIP)?;
    if xml.len() > MAX_XML_BYTES { Err(problem::TOO_MUCH) } else { Ok(xml) }
}

/// Whether the name is that of an XML other than a receipt of the tax authority (`R-….xml`).
fn is_document(name: &str) -> bool {
    let file = name.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    file.ends_with(".xml") && !file.starts_with("r-") && !file.starts_with('.') && !name.starts_with("__MACOSX")
}

/// Returns the local name of the outermost element; empty where there is none.
fn root_name(xml: &str) -> &str {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, ':' | '_' | '-' | '.');
    let first = xml.split('<').skip(1).find(|tag| tag.starts_with(|c: char| c.is_alphabetic() || c == '_'));
    let name = first.map_or("", |tag| tag.split(|c| !is_name(c)).next().unwrap_or_default());
    name.rsplit(':').next().unwrap_or_default()
}

fn decode(bytes: &[u8]) -> Result<String, Problem> {
    let (encoding, rest) = match Encoding::for_bom(bytes) {
        Some((encoding, marks)) => (encoding, &bytes[marks..]),
        None => (detect_encoding(bytes)?, bytes),
    };
    let text = encoding.decode_without_bom_handling_and_without_replacement(rest).ok_or(problem::ENCODING)?;
    if text.contains('\0') { Err(problem::NOT_XML) } else { Ok(text.into_owned()) }
}

/// Returns the declared encoding, unless the bytes are valid UTF-8 with non-ASCII letters, which text in a single-byte encoding never is by
/// chance.
fn detect_encoding(bytes: &[u8]) -> Result<&'static Encoding, Problem> {
    let declared = declared_encoding(bytes)?;
    let is_utf_8 = declared.is_single_byte() && !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok();
    Ok(if is_utf_8 { UTF_8 } else { declared })
}

/// Reads the encoding of the declaration; UTF-8 when it names none.
fn declared_encoding(bytes: &[u8]) -> Result<&'static Encoding, Problem> {
    let head = &bytes[..bytes.len().min(MAX_DECLARATION_BYTES)];
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let head = head.split("?>").next().unwrap_or_default();
    let Some((_, after)) = head.split_once("encoding") else { return Ok(UTF_8) };
    let name: String = after
        .trim_start_matches(|c: char| c == '=' || c == '"' || c == '\'' || c.is_whitespace())
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.'))
        .collect();
    Encoding::for_label(name.as_bytes()).ok_or(problem::ENCODING)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use zip::{ZipWriter, write::SimpleFileOptions};

    fn zip_of(entries: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in entries {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    #[test]
    fn the_declared_encoding_is_used() {
        let latin = b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>\xf1</a>";
        assert!(extract_xml(latin).unwrap().ends_with("<a>ñ</a>"));
        let utf_8 = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>PANADERÍA ñ</a>";
        assert_eq!(
            extract_xml(utf_8.as_bytes()),
            Ok(utf_8.to_owned()),
            "it declares another table than it is written in"
        );
        assert_eq!(extract_xml("\u{feff}<a>ñ</a>".as_bytes()), Ok("<a>ñ</a>".to_owned()));
        let lying = b"<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>\xf1</a>";
        assert_eq!(extract_xml(lying), Err(problem::ENCODING));
        assert_eq!(extract_xml(b"<?xml version='1.0' encoding='klingon'?><a/>"), Err(problem::ENCODING));
        assert_eq!(extract_xml(b"%PDF-1.7"), Err(problem::other_file("un PDF")));
    }

    #[test]
    fn a_zip_must_contain_exactly_one_document() {
        let receipt: (&str, &[u8]) = ("R-20100055237-01-F001-1.xml", b"<r/>");
        let one = zip_of(&[("carpeta/20100055237-01-F001-1.XML", b"<a/>"), receipt, ("f.pdf", b"%PDF")]);
        assert_eq!(extract_xml(&one), Ok("<a/>".to_owned()));
        assert_eq!(extract_xml(&zip_of(&[receipt])), Err(problem::NO_XML_IN_ZIP));
        let receipt_under_another_name: (&str, &[u8]) =
            ("constancia.xml", b"<?xml version=\"1.0\"?><!-- CDR --><ar:ApplicationResponse xmlns:ar=\"u\"/>");
        assert_eq!(
            extract_xml(&zip_of(&[receipt_under_another_name, ("factura.xml", b"<a/>")])),
            Ok("<a/>".to_owned())
        );
        assert_eq!(extract_xml(&zip_of(&[receipt_under_another_name])), Err(problem::NO_XML_IN_ZIP));
        assert_eq!(extract_xml(&zip_of(&[("a.xml", b"<a/>"), ("b.xml", b"<b/>")])), Err(problem::CROWDED_ZIP));
        let bomb = zip_of(&[("a.xml", &vec![b' '; MAX_XML_BYTES * 8])]);
        assert!(bomb.len() < 100_000);
        assert_eq!(extract_xml(&bomb), Err(problem::TOO_MUCH));
        assert_eq!(extract_xml(&one[..60]), Err(problem::BROKEN_ZIP));
    }
}
