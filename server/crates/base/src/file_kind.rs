//! What a file is that somebody chose by mistake, by its first bytes, in words for them. Pure.

use infer::MatcherType;

/// The words for a workbook of Excel since 2007.
pub const WORKBOOK: &str = "un libro de Excel";
const WORKBOOK_TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Bytes of a file's beginning that tell whether it is text.
const HEAD_BYTES: usize = 1024;

/// Names the kind of a file with its article (`un PDF`); `None` for a text, a ZIP and what is not known.
pub fn spoken(bytes: &[u8]) -> Option<&'static str> {
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    // A list may begin with the two letters of some picture.
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
    fn files_are_called_what_people_call_them() {
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
            assert_eq!(spoken(bytes), called, "{}", String::from_utf8_lossy(bytes));
        }
        let mut book = rust_xlsxwriter::Workbook::new();
        book.add_worksheet();
        assert_eq!(spoken(&book.save_to_buffer().unwrap()), Some(WORKBOOK));
    }
}
