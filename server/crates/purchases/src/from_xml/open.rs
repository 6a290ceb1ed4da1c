//! From what somebody chose to the text of one XML: out of its ZIP, in the encoding that it declares. Nothing is read beyond a bound.

use super::problem::{self, Problem};
use comanda_base::file_kind;
use comanda_sunat::archive;
use encoding_rs::{Encoding, UTF_8};
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// Of an XML, whatever it came in.
pub(crate) const MAX_XML_BYTES: usize = 2 * 1024 * 1024;
/// An XML, its PDF, the receipt of the tax authority and some folders.
const MAX_ENTRIES: usize = 20;
/// Declarations stand in the first line.
const MAX_DECLARATION_BYTES: usize = 200;

/// The text of the XML in these bytes.
pub(super) fn text(bytes: &[u8]) -> Result<String, Problem> {
    if let Some(kind) = file_kind::spoken(bytes) {
        return Err(problem::other_file(kind));
    }
    if bytes.starts_with(b"PK\x03\x04") { unzipped(bytes) } else { decoded(bytes) }
}

/// Of several XML the one that is no receipt of the tax authority, whatever they are called.
fn unzipped(bytes: &[u8]) -> Result<String, Problem> {
    let mut archive = archive::open(bytes).map_err(|_| problem::BROKEN_ZIP)?;
    if archive.len() > MAX_ENTRIES {
        return Err(problem::CROWDED_ZIP);
    }
    let found: Vec<String> = archive.file_names().filter(|name| is_document(name)).map(str::to_owned).collect();
    let mut texts = Vec::new();
    for name in &found {
        let text = decoded(&entry(&mut archive, name)?)?;
        if root(&text) != "ApplicationResponse" {
            texts.push(text);
        }
    }
    match texts.len() {
        0 => Err(problem::NO_XML_IN_ZIP),
        1 => Ok(texts.remove(0)),
        _ => Err(problem::CROWDED_ZIP),
    }
}

fn entry(archive: &mut ZipArchive<Cursor<&[u8]>>, name: &str) -> Result<Vec<u8>, Problem> {
    let entry = archive.by_name(name).map_err(|_| problem::BROKEN_ZIP)?;
    let mut xml = Vec::new();
    let most = u64::try_from(MAX_XML_BYTES).unwrap_or(u64::MAX);
    entry.take(most + 1).read_to_end(&mut xml).map_err(|_| problem::BROKEN_ZIP)?;
    if xml.len() > MAX_XML_BYTES { Err(problem::TOO_MUCH) } else { Ok(xml) }
}

/// An XML that is no receipt of the tax authority (`R-….xml`).
fn is_document(name: &str) -> bool {
    let file = name.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    file.ends_with(".xml") && !file.starts_with("r-") && !file.starts_with('.') && !name.starts_with("__MACOSX")
}

/// The local name of the outermost element; empty where there is none.
fn root(xml: &str) -> &str {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, ':' | '_' | '-' | '.');
    let first = xml.split('<').skip(1).find(|tag| tag.starts_with(|c: char| c.is_alphabetic() || c == '_'));
    let name = first.map_or("", |tag| tag.split(|c| !is_name(c)).next().unwrap_or_default());
    name.rsplit(':').next().unwrap_or_default()
}

fn decoded(bytes: &[u8]) -> Result<String, Problem> {
    let (encoding, rest) = match Encoding::for_bom(bytes) {
        Some((encoding, marks)) => (encoding, &bytes[marks..]),
        None => (written(bytes)?, bytes),
    };
    let text = encoding.decode_without_bom_handling_and_without_replacement(rest).ok_or(problem::ENCODING)?;
    if text.contains('\0') { Err(problem::NOT_XML) } else { Ok(text.into_owned()) }
}

/// Finds the encoding of the bytes: the one that they declare, unless their letters are those of UTF-8, which those of another table never are by chance.
fn written(bytes: &[u8]) -> Result<&'static Encoding, Problem> {
    let declared = declared(bytes)?;
    let is_utf_8 = declared.is_single_byte() && !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok();
    Ok(if is_utf_8 { UTF_8 } else { declared })
}

/// Of the declaration; UTF-8 where it says nothing.
fn declared(bytes: &[u8]) -> Result<&'static Encoding, Problem> {
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
    fn texts_come_in_the_encoding_that_they_declare() {
        let latin = b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>\xf1</a>";
        assert!(text(latin).unwrap().ends_with("<a>ñ</a>"));
        let utf_8 = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>PANADERÍA ñ</a>";
        assert_eq!(text(utf_8.as_bytes()), Ok(utf_8.to_owned()), "it declares another table than it is written in");
        assert_eq!(text("\u{feff}<a>ñ</a>".as_bytes()), Ok("<a>ñ</a>".to_owned()));
        let lying = b"<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>\xf1</a>";
        assert_eq!(text(lying), Err(problem::ENCODING));
        assert_eq!(text(b"<?xml version='1.0' encoding='klingon'?><a/>"), Err(problem::ENCODING));
        assert_eq!(text(b"%PDF-1.7"), Err(problem::other_file("un PDF")));
    }

    #[test]
    fn a_zip_holds_one_document() {
        let receipt: (&str, &[u8]) = ("R-20100055237-01-F001-1.xml", b"<r/>");
        let one = zip_of(&[("carpeta/20100055237-01-F001-1.XML", b"<a/>"), receipt, ("f.pdf", b"%PDF")]);
        assert_eq!(text(&one), Ok("<a/>".to_owned()));
        assert_eq!(text(&zip_of(&[receipt])), Err(problem::NO_XML_IN_ZIP));
        let other_name: (&str, &[u8]) =
            ("constancia.xml", b"<?xml version=\"1.0\"?><!-- CDR --><ar:ApplicationResponse xmlns:ar=\"u\"/>");
        assert_eq!(text(&zip_of(&[other_name, ("factura.xml", b"<a/>")])), Ok("<a/>".to_owned()));
        assert_eq!(text(&zip_of(&[other_name])), Err(problem::NO_XML_IN_ZIP));
        assert_eq!(text(&zip_of(&[("a.xml", b"<a/>"), ("b.xml", b"<b/>")])), Err(problem::CROWDED_ZIP));
        let bomb = zip_of(&[("a.xml", &vec![b' '; MAX_XML_BYTES * 8])]);
        assert!(bomb.len() < 100_000);
        assert_eq!(text(&bomb), Err(problem::TOO_MUCH));
        assert_eq!(text(&one[..60]), Err(problem::BROKEN_ZIP));
    }
}
