//! Uploads, and the one call that shows pictures: open, because an `<img>` carries no token; its address cannot be guessed.

use super::{Picture, shrink::shrunk, store};
use crate::{
    http::{AtCompany, Write, write::Keyed},
    state::App,
    use_case::WriteKey,
};
use axum::{
    body::{Body, Bytes},
    extract::{FromRequest, Path, Request},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use comanda_base::error::{Code, Error, Result, not_found, refuse};
use utoipa_axum::{router::OpenApiRouter, routes};

/// A photo as a phone makes it.
pub const MAX_UPLOAD_BYTES: usize = 12 * 1024 * 1024;

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_picture))
}

/// A picture by its content's hash.
#[utoipa::path(get, path = "/pictures/{hash}", tag = "pictures", security(()), params(("hash" = String, Path)), responses((status = 200, content((Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png")))))]
async fn get_picture(AtCompany(company): AtCompany, Path(hash): Path<String>) -> Result<Response> {
    let mut tx = company.db.read().await?;
    let Some(found) = store::by_hash(&mut tx, &hash).await? else { return not_found("esa imagen").err() };
    // Another content has another address: what a browser has is right for ever.
    let headers = [
        (header::CONTENT_TYPE, found.media_type),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable".into()),
    ];
    Ok((headers, found.bytes).into_response())
}

/// An uploaded file, raw in the body. Its route needs a `DefaultBodyLimit` of [`MAX_UPLOAD_BYTES`].
#[derive(Debug)]
pub struct Upload {
    bytes: Bytes,
    key: Option<WriteKey>,
}

impl Upload {
    /// Reads it as a picture that fits into a square of `side_px`, off the async threads.
    pub async fn picture(self, side_px: u32) -> Result<Write<Picture>> {
        Ok(Write { body: shrunk(self.bytes.to_vec(), side_px).await?, key: self.key })
    }
}

impl FromRequest<App> for Upload {
    type Rejection = Error;
    async fn from_request(req: Request<Body>, app: &App) -> Result<Self> {
        let keyed = Keyed::begin(&req);
        let bytes = Bytes::from_request(req, app).await.map_err(|e| {
            if e.status() == StatusCode::PAYLOAD_TOO_LARGE {
                refuse(Code::TooLarge, "La imagen pesa demasiado: hasta 12 MB. Redúcela y vuelve a intentar.")
            } else {
                refuse(Code::Invalid, "La imagen no llegó entera. Vuelve a intentar.")
            }
        })?;
        Ok(Self { key: keyed.of(&bytes)?, bytes })
    }
}
