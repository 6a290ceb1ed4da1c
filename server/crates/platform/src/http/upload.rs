//! A file that comes in as a form (`multipart/form-data`, field `file`). What it holds is the key's, not how the browser wrapped it:
//! a repetition comes with another boundary.

use super::{Write, write::Keyed};
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

/// What the wrapping of a form takes beside its file.
pub const WRAPPING_BYTES: usize = 16 * 1024;
const MAX_NAME_CHARS: usize = 120;

/// The form in which a file comes.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "only the API's document names it")]
pub struct FileForm {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// A body as it came. It is read after the caller was let in.
#[derive(Debug)]
pub struct Sent {
    content_type: String,
    bytes: Bytes,
    keyed: Keyed,
}

/// A file with the name that its owner gave it.
#[derive(Debug, Clone)]
pub struct NamedFile {
    pub name: String,
    pub bytes: Bytes,
}

impl FromRequest<App> for Sent {
    type Rejection = Error;
    async fn from_request(req: Request<Body>, app: &App) -> Result<Self> {
        let keyed = Keyed::begin(&req);
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

impl Sent {
    /// Whether it is JSON instead of a form.
    pub fn is_json(&self) -> bool {
        self.content_type.starts_with("application/json")
    }
    /// All of it.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
    /// The file of the form, up to so many bytes.
    pub async fn file(self, max_bytes: usize) -> Result<Write<NamedFile>> {
        let missing = || invalid("file", "Elige un archivo.");
        let boundary = multer::parse_boundary(&self.content_type).map_err(|_| missing())?;
        let bytes = self.bytes.clone();
        let mut form = multer::Multipart::new(stream::once(async { Ok::<_, Infallible>(bytes) }), boundary);
        let broken = |_| invalid("file", "El archivo no llegó entero. Vuelve a elegirlo.");
        while let Some(field) = form.next_field().await.map_err(broken)? {
            if field.name() != Some("file") {
                continue;
            }
            let name = tidy(field.file_name().unwrap_or_default());
            let bytes = field.bytes().await.map_err(broken)?;
            if bytes.len() > max_bytes {
                let text = format!("El archivo pesa demasiado: hasta {} MB.", max_bytes / 1024 / 1024);
                return refuse(Code::TooLarge, text.clone()).at("file", text).err();
            }
            if bytes.is_empty() {
                return invalid("file", "El archivo está vacío. Elige otro.").err();
            }
            let said = [name.as_bytes(), &[0], &bytes].concat();
            return Ok(Write { key: self.keyed.of(&said)?, body: NamedFile { name, bytes } });
        }
        missing().err()
    }
}

/// The last part of a path, without what a header or a file system could misread.
fn tidy(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let kept = last.chars().filter(|c| !c.is_control() && !matches!(c, '"' | '<' | '>' | '|' | ':' | '*' | '?'));
    kept.take(MAX_NAME_CHARS).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_only_a_name() {
        for (given, kept) in [
            ("../../etc/passwd", "passwd"),
            ("C:\\facturas\\F001.xml", "F001.xml"),
            ("a\"b\r\n.pdf", "ab.pdf"),
            ("  foto ñandú.jpg ", "foto ñandú.jpg"),
        ] {
            assert_eq!(tidy(given), kept);
        }
    }
}
