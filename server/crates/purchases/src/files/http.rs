//! HTTP calls for files of purchases. A file is always served as a download and never displayed, since a supplier's content is not trusted.

use super::{MAX_FILE_BYTES, NewFile, PurchaseFile, attach_file, delete_file, load_content};
use crate::http::must_see;
use axum::{
    extract::{DefaultBodyLimit, Path},
    http::header,
    response::{IntoResponse, Response},
};
use comanda_base::{error::Result, ids::PurchaseId};
use comanda_platform::{
    http::{
        Answer, Write,
        upload::{FileForm, UploadBody, WRAPPING_BYTES},
        write::Empty,
    },
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of files.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(add_file))
        .layer(DefaultBodyLimit::max(MAX_FILE_BYTES + WRAPPING_BYTES))
        .routes(routes!(get_file, remove_file))
}

/// Attaches a file to a purchase: XML, PDF, JPG, PNG or WebP, up to 5 MB, at most ten files.
#[utoipa::path(post, path = "/purchase/{id}/files", tag = "purchases", params(("id" = PurchaseId, Path)), request_body(content = FileForm, content_type = "multipart/form-data"), responses((status = 200, body = Answer<PurchaseFile>)))]
async fn add_file(actor: Actor, Path(id): Path<PurchaseId>, sent: UploadBody) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    let write = sent.parse_file(MAX_FILE_BYTES).await?;
    idempotent_write!(actor, write, |work, file| {
        attach_file(work, id, NewFile { name: &file.name, bytes: &file.bytes }).await
    })
}

/// Downloads a file of a purchase.
#[utoipa::path(get, path = "/purchase/{id}/files/{file_id}", tag = "purchases", params(("id" = PurchaseId, Path), ("file_id" = i64, Path)), responses((status = 200, content((Vec<u8> = "application/octet-stream")))))]
async fn get_file(actor: Actor, Path((id, file)): Path<(PurchaseId, i64)>) -> Result<Response> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let (file, bytes) = load_content(&mut tx, id, file).await?;
    let headers = [
        (header::CONTENT_TYPE, file.kind.media_type().to_owned()),
        (header::CONTENT_DISPOSITION, content_disposition(&file.name)),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    Ok((headers, bytes).into_response())
}

/// Builds the Content-Disposition header with the name twice: in ASCII for old clients, and percent-encoded UTF-8 for all others.
fn content_disposition(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '_' }).collect();
    let encoded: String = name
        .bytes()
        .map(|b| {
            if b.is_ascii_alphanumeric() || b"-._".contains(&b) {
                char::from(b).to_string()
            } else {
                format!("%{b:02X}")
            }
        })
        .collect();
    format!("attachment; filename=\"{}\"; filename*=UTF-8''{encoded}", plain.replace(['"', '\\'], "_"))
}

/// Removes a file from a purchase.
#[utoipa::path(delete, path = "/purchase/{id}/files/{file_id}", tag = "purchases", params(("id" = PurchaseId, Path), ("file_id" = i64, Path)), responses((status = 200, body = Answer<PurchaseFile>)))]
async fn remove_file(
    actor: Actor,
    Path((id, file)): Path<(PurchaseId, i64)>,
    write: Write<Empty>,
) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| delete_file(work, id, file).await)
}
