//! Files attached to a purchase: the supplier's XML, its PDF, photos of the document. They are stored in the company's database, so that
//! backups include them, and are served to users who may see purchases. They are sent as attachments only.

mod http;
mod store;

pub use http::routes;
pub(super) use store::load_files;

use super::{from_xml, read};
use comanda_base::{
    db::Tx,
    error::{Code, Result, invalid, not_found, refuse},
    ids::PurchaseId,
    words::text_enum,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// The largest size of one file.
const MAX_FILE_BYTES: usize = 5 * 1024 * 1024;
const MAX_FILES: usize = 10;

text_enum!(
    /// The type of a file, detected from its content.
    FileKind {
        Xml = "XML",
        Pdf = "PDF",
        Jpeg = "JPEG",
        Png = "PNG",
        Webp = "WEBP",
    }
);

impl FileKind {
    /// The media type with which the file is served.
    const fn media_type(self) -> &'static str {
        match self {
            Self::Xml => "application/xml",
            Self::Pdf => "application/pdf",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
        }
    }
    const fn extension(self) -> &'static str {
        match self {
            Self::Xml => "xml",
            Self::Pdf => "pdf",
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Webp => "webp",
        }
    }
    /// Detects the type from the first bytes, whatever the file name says; an XML must also be parseable.
    fn detect(bytes: &[u8]) -> Option<Self> {
        let begins = |mark: &[u8]| bytes.starts_with(mark);
        if begins(b"%PDF-") {
            Some(Self::Pdf)
        } else if begins(&[0xff, 0xd8, 0xff]) {
            Some(Self::Jpeg)
        } else if begins(b"\x89PNG\r\n\x1a\n") {
            Some(Self::Png)
        } else if begins(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            Some(Self::Webp)
        } else if !begins(b"PK") && from_xml::is_readable(bytes) {
            Some(Self::Xml)
        } else {
            None
        }
    }
}

/// A file of a purchase.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PurchaseFile {
    pub id: i64,
    pub name: String,
    pub kind: FileKind,
    /// The size in bytes.
    pub size: i64,
}

/// A file to be attached.
#[derive(Debug)]
struct NewFile<'f> {
    name: &'f str,
    bytes: &'f [u8],
}

/// Attaches the file to a purchase, which may be voided: documents are proof.
async fn attach_file(work: &mut Work<'_>, id: PurchaseId, file: NewFile<'_>) -> Result<PurchaseFile> {
    let Some(kind) = FileKind::detect(file.bytes) else {
        return invalid("file", "Se adjuntan XML, PDF y fotos JPG, PNG o WebP que se abran bien.").err();
    };
    let purchase = read::load_row(work.tx, id).await?;
    super::store::lock_purchase(work.tx, id).await?;
    if store::load_files(work.tx, id).await?.len() >= MAX_FILES {
        let text = format!("La compra ya tiene {MAX_FILES} archivos. Quita uno para adjuntar otro.");
        return refuse(Code::Conflict, text).err();
    }
    let name = file_name(file.name, kind, &purchase.full_number);
    let stored = store::insert_file(work, id, (&name, kind), file.bytes).await?;
    log_and_announce_change(work, id, "PURCHASE_FILE_ADDED", &stored.name).await?;
    Ok(stored)
}

/// Deletes the file from a purchase.
async fn delete_file(work: &mut Work<'_>, id: PurchaseId, file: i64) -> Result<PurchaseFile> {
    read::load_row(work.tx, id).await?;
    super::store::lock_purchase(work.tx, id).await?;
    let found = store::load_files(work.tx, id).await?.into_iter().find(|f| f.id == file);
    let Some(found) = found else { return not_found("ese archivo").err() };
    store::delete_file(work.tx, file).await?;
    log_and_announce_change(work, id, "PURCHASE_FILE_REMOVED", &found.name).await?;
    Ok(found)
}

/// Loads a file with its content.
async fn load_content(tx: &mut Tx, id: PurchaseId, file: i64) -> Result<(PurchaseFile, Vec<u8>)> {
    match store::load_file_content(tx, id, file).await? {
        Some(found) => Ok(found),
        None => not_found("ese archivo").err(),
    }
}

/// Returns the given name with the extension of the content's type; the document's number replaces an empty name.
fn file_name(uploaded_name: &str, kind: FileKind, paper: &str) -> String {
    let (stem, ending) = uploaded_name.rsplit_once('.').unwrap_or((uploaded_name, ""));
    let stem = if stem.is_empty() { paper } else { stem };
    let is_own = ending.eq_ignore_ascii_case(kind.extension())
        || (kind == FileKind::Jpeg && ending.eq_ignore_ascii_case("jpeg"));
    if is_own { uploaded_name.to_owned() } else { format!("{stem}.{}", kind.extension()) }
}

async fn log_and_announce_change(work: &mut Work<'_>, id: PurchaseId, action: &'static str, name: &str) -> Result<()> {
    let entry = AuditEntry::new(action).entity("purchase", id.0).change(None, Some(json!({ "file": name })));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Catalog, EventKind::PurchasesChanged, json!({ "purchase_id": id }));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_type_is_detected_from_content() {
        for (bytes, kind) in [
            (&b"%PDF-1.7"[..], Some(FileKind::Pdf)),
            (b"\xff\xd8\xff\xe0", Some(FileKind::Jpeg)),
            (b"RIFF\0\0\0\0WEBPVP8 ", Some(FileKind::Webp)),
            (b"<a>1</a>", Some(FileKind::Xml)),
            (b"<!DOCTYPE html><html></html>", None),
            (b"MZ\x90\0", None),
            (b"PK\x03\x04", None),
            (b"", None),
        ] {
            assert_eq!(FileKind::detect(bytes), kind);
        }
    }

    #[test]
    fn file_names_get_the_extension_of_their_content() {
        for (uploaded_name, named_so) in [
            ("foto.JPEG", "foto.JPEG"),
            ("factura.exe", "factura.jpg"),
            ("", "F001-1.jpg"),
            (".jpg", ".jpg"),
            ("scan", "scan.jpg"),
        ] {
            assert_eq!(file_name(uploaded_name, FileKind::Jpeg, "F001-1"), named_so);
        }
    }
}
