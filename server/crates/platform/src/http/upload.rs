//! Uploads as a form (`multipart/form-data`, field `file`). The idempotency key is bound to the file's contents and not to the whole
//! body, since a repetition has another boundary.

use super::{Write, write::PendingKey};
use crate::state::App;
use axum::{
    body::{Body, Bytes},
    extract::{FromRequest, Request},
    http::{StatusCode, header},
};
use comanda_base::error::{Code, Error, Result, invalid, refuse};
use futures::stream;
use std::convert::Infallible;
use utoipa::ToSchema;

/// The room for the form's parts beside its file.
pub const WRAPPING_BYTES: usize = 16 * 1024;
const MAX_NAME_CHARS: usize = 120;

/// The form of an upload.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "only the API's document names it")]
pub struct FileForm {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// The unparsed body of an upload. As the last extractor of a handler it is read after the caller was authenticated.
#[derive(Debug)]
pub struct UploadBody {
    content_type: String,
    bytes: Bytes,
    keyed: PendingKey,
}

/// An uploaded file with its name.
#[derive(Debug, Clone)]
pub struct NamedFile {
    pub name: String,
    pub bytes: Bytes,
}

impl FromRequest<App> for UploadBody {
    type Rejection = Error;
    async fn from_request(req: Request<Body>, app: &App) -> Result<Self> {
        let keyed = PendingKey::from_request_head(&req);
        let content_type = req.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok());
        let content_type = content_type.unwrap_or_default().to_owned();
        let bytes = Bytes::from_request(req, app).await.map_err(|e| {
            if e.status() == StatusCode::PAYLOAD_TOO_LARGE {
                let text = "El archivo pesa demasiado. Elige uno más pequeño.";
                refuse(Code::TooLarge, text).at("file", text)
            } else {
                refuse(Code::Invalid, "El archivo no llegó entero. Vuelve a intentar.")
            }
        })?;
        Ok(Self { content_type, bytes, keyed })
    }
}

impl UploadBody {
    /// Whether the body is JSON instead of a form.
    pub fn is_json(&self) -> bool {
        self.content_type.starts_with("application/json")
    }
    /// The whole body.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
    /// Parses the form and returns its file; refuses one above `max_bytes`.
    pub async fn parse_file(self, max_bytes: usize) -> Result<Write<NamedFile>> {
        let missing = || invalid("file", "Elige un archivo.");
        let boundary = multer::parse_boundary(&self.content_type).map_err(|_| missing())?;
        let bytes = self.bytes.clone();
        let mut form = multer::Multipart::new(stream::once(async { Ok::<_, Infallible>(bytes) }), boundary);
        let broken = |_| invalid("file", "El archivo no llegó entero. Vuelve a elegirlo.");
        while let Some(field) = form.next_field().await.map_err(broken)? {
            if field.name() != Some("file") {
                continue;
            }
            let name = clean_file_name(field.file_name().unwrap_or_default());
            let bytes = field.bytes().await.map_err(broken)?;
            if bytes.len() > max_bytes {
                let text = format!("El archivo pesa demasiado: hasta {} MB.", max_bytes / 1024 / 1024);
                return refuse(Code::TooLarge, text.clone()).at("file", text).err();
            }
            if bytes.is_empty() {
                return invalid("file", "El archivo está vacío. Elige otro.").err();
            }
            let said = [name.as_bytes(), &[0], &bytes].concat();
            return Ok(Write { key: self.keyed.complete(&said)?, body: NamedFile { name, bytes } });
        }
        missing().err()
    }
}

/// Returns the last part of a path, without characters that are special in headers or file systems.
fn clean_file_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let kept = last.chars().filter(|c| !c.is_control() && !matches!(c, '"' | '<' | '>' | '|' | ':' | '*' | '?'));
    kept.take(MAX_NAME_CHARS).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_lose_paths_and_special_characters() {
        for (sent_name, kept) in [
            ("../../etc/passwd", "passwd"),
            ("C:\\facturas\\F001.xml", "F001.xml"),
            ("a\"b\r\n.pdf", "ab.pdf"),
            ("  foto ñandú.jpg ", "foto ñandú.jpg"),
        ] {
            assert_eq!(clean_file_name(sent_name), kept);
        }
    }
}
