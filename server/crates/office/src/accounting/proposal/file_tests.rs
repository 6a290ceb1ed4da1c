//! Files that could be a proposal, and files that could not.

use super::*;
use std::io::{Cursor, Write};
use zip::{ZipWriter, write::SimpleFileOptions};

#[test]
fn a_zip_holds_one_text_of_bounded_size() {
    let zip_of = |entries: &[(&str, &[u8])]| {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in entries {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    };
    let good = zip_of(&[("LE20601234565.TXT", "a|b\r\n".as_bytes()), ("leeme.pdf", b"%PDF")]);
    assert_eq!(read_text(&good).unwrap(), "a|b\r\n");
    let csv = zip_of(&[("RVIE 202611.CSV", "Ruc,Razon Social".as_bytes())]);
    assert_eq!(read_text(&csv).unwrap(), "Ruc,Razon Social");
    for bad in [zip_of(&[]), zip_of(&[("a.txt", b"a"), ("b.txt", b"b")]), good[..80].to_vec()] {
        assert!(read_text(&bad).unwrap_err().message.contains("ZIP"));
    }
    let bomb = zip_of(&[("a.txt", &vec![b'|'; MAX_TEXT_BYTES + 1])]);
    assert!(read_text(&bomb).unwrap_err().message.contains("demasiado grande"));
    // Windows-1252.
    assert_eq!(read_text(b"Pe\xf1a").unwrap(), "Peña");
    assert!(read_text(b"%PDF\0").is_err());
}
