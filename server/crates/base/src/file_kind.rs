//! Recognizes by its first bytes what a file is that somebody chose by mistake, and names its kind in Spanish.

use infer::MatcherType;

/// The Spanish name of a workbook of Excel since 2007.
pub const WORKBOOK: &str = "un libro de Excel";
const WORKBOOK_TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// The number of bytes at a file's beginning that are searched for control characters.
const HEAD_BYTES: usize = 1024;

/// Names the kind of a file with its article (`un PDF`); `None` for a text, a ZIP and an unknown kind.
pub fn spanish_file_kind(bytes: &[u8]) -> Option<&'static str> {
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    // A text may begin with the letters that mark a picture: `BM`.
    if !head.iter().any(|byte| *byte < b'\t') && !head.starts_with(b"%PDF") {
        return None;
    }
    let kind = infer::get(bytes)?;
    Some(match (kind.mime_type(), kind.matcher_type()) {
        ("application/pdf", _) => "un PDF",
        ("application/zip", _) => return None,
        (WORKBOOK_TYPE, _) => WORKBOOK,
        ("application/gzip" | "application/x-7z-compressed" | "application/vnd.rar" | "application/x-tar", _) => {
            "un archivo comprimido"
        }
        (_, MatcherType::Image) => "una imagen",
        (_, MatcherType::Video) => "un video",
        (_, MatcherType::Audio) => "un audio",
        (_, MatcherType::Doc) => "un documento de otro programa",
        (_, MatcherType::App) => "un programa",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_the_names_that_people_use() {
        for (bytes, called) in [
            (&b"%PDF-1.7\n%\xe2\xe3"[..], Some("un PDF")),
            (b"\xff\xd8\xff\xe0\0\x10JFIF\0", Some("una imagen")),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", Some("una imagen")),
            (b"\x1f\x8b\x08\0\0\0\0\0", Some("un archivo comprimido")),
            (b"7z\xbc\xaf\x27\x1c\0\x04", Some("un archivo comprimido")),
            (b"BM;Precio\nX;1", None),
            (b"PK\x03\x04\x14\0\0\0", None),
            ("Producto;Precio\nAjí;1".as_bytes(), None),
            (b"", None),
        ] {
            assert_eq!(spanish_file_kind(bytes), called, "{}", String::from_utf8_lossy(bytes));
        }
        let mut book = rust_xlsxwriter::Workbook::new();
        book.add_worksheet();
        assert_eq!(spanish_file_kind(&book.save_to_buffer().unwrap()), Some(WORKBOOK));
    }
}
