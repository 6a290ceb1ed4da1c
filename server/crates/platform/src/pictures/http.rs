//! Uploads of pictures, and the call that serves them: public, because an `<img>` sends no token; the URL cannot be guessed.

use super::{Picture, shrink::shrink_upload, store};
use crate::{
    http::{CompanyOfHost, Write, write::PendingKey},
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

/// The largest upload: a photo of a phone.
pub const MAX_UPLOAD_BYTES: usize = 12 * 1024 * 1024;

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_picture))
}

/// Serves a picture by the hash of its content.
#[utoipa::path(get, path = "/pictures/{hash}", tag = "pictures", security(()), params(("hash" = String, Path)), responses((status = 200, content((Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png")))))]
async fn get_picture(CompanyOfHost(company): CompanyOfHost, Path(hash): Path<String>) -> Result<Response> {
    let mut tx = company.db.read().await?;
    let Some(found) = store::find_by_hash(&mut tx, &hash).await? else { return not_found("esa imagen").err() };
    // Another content has another URL, so that browsers can cache it for ever.
    let headers = [
        (header::CONTENT_TYPE, found.media_type),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable".into()),
    ];
    Ok((headers, found.bytes).into_response())
}

/// An uploaded file as the raw body. Its route needs a `DefaultBodyLimit` of [`MAX_UPLOAD_BYTES`].
#[derive(Debug)]
pub struct PictureUpload {
    bytes: Bytes,
    key: Option<WriteKey>,
}

impl PictureUpload {
    /// Decodes the picture and shrinks it into a square of `side_px`, off the async threads.
    pub async fn decode_and_shrink(self, side_px: u32) -> Result<Write<Picture>> {
        Ok(Write { body: shrink_upload(self.bytes.to_vec(), side_px).await?, key: self.key })
    }
}

impl FromRequest<App> for PictureUpload {
    type Rejection = Error;
    async fn from_request(req: Request<Body>, app: &App) -> Result<Self> {
        let keyed = PendingKey::from_request_head(&req);
        let bytes = Bytes::from_request(req, app).await.map_err(|e| {
            if e.status() == StatusCode::PAYLOAD_TOO_LARGE {
                refuse(Code::TooLarge, "La imagen pesa demasiado: hasta 12 MB. Redúcela y vuelve a intentar.")
            } else {
                refuse(Code::Invalid, "La imagen no llegó entera. Vuelve a intentar.")
            }
        })?;
        Ok(Self { key: keyed.complete(&bytes)?, bytes })
    }
}
