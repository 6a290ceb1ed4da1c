//! Calls for the installers; public, because nobody is signed in at a print PC and installers are not secret.

use super::folder::{Download, InstallerFolder};
use crate::{http::rows, state::App};
use axum::{
    Extension,
    body::{Body, Bytes},
    extract::Path,
    http::header,
    response::{IntoResponse, Response},
};
use comanda_base::{
    error::{Result, not_found},
    listing::Rows,
};
use futures::{Stream, stream};
use tokio::{fs::File, io::AsyncReadExt, task::spawn_blocking};
use utoipa_axum::{router::OpenApiRouter, routes};

const CHUNK_BYTES: usize = 64 * 1024;

/// Routes of this part.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_downloads))
}

/// The print agent's installers that this server hands out, those of its own version first; none where the operator put none there.
#[utoipa::path(get, path = "/downloads", tag = "printing", security(()), responses((status = 200, body = Rows<Download>)))]
async fn list_downloads(Extension(downloads): Extension<InstallerFolder>) -> Result<Rows<Download>> {
    let found = spawn_blocking(move || downloads.list()).await.map_err(anyhow::Error::from)?;
    Ok(rows(found))
}

/// `GET /descargas/{file}`: an installer.
pub async fn file(Extension(downloads): Extension<InstallerFolder>, Path(name): Path<String>) -> Result<Response> {
    let wanted = name.clone();
    let path = spawn_blocking(move || downloads.find_path(&wanted)).await.map_err(anyhow::Error::from)?;
    let Some(path) = path else { return not_found("ese instalador").err() };
    let file = File::open(path).await.map_err(anyhow::Error::from)?;
    let size = file.metadata().await.map_err(anyhow::Error::from)?.len();
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_LENGTH, size.to_string()),
        // Installers are compressed already.
        (header::CONTENT_ENCODING, "identity".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    Ok((headers, Body::from_stream(chunks(file))).into_response())
}

/// Streams a file in chunks, so that a slow connection holds only one of them in memory.
fn chunks(file: File) -> impl Stream<Item = std::io::Result<Bytes>> {
    stream::try_unfold(file, |mut file| async move {
        let mut chunk = Vec::with_capacity(CHUNK_BYTES);
        let read = (&mut file).take(CHUNK_BYTES as u64).read_to_end(&mut chunk).await?;
        Ok((read > 0).then(|| (Bytes::from(chunk), file)))
    })
}
