//! The built web app, embedded in the binary: hashed assets are cached for ever, every other path answers the app itself.

use axum::{
    http::{StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct WebApp;

/// Serves a file of the web app, or its index for the app's own routes.
pub async fn serve(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if let Some(answer) = file(path) {
        return answer;
    }
    let has_extension = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if has_extension {
        return StatusCode::NOT_FOUND.into_response();
    }
    file("index.html").unwrap_or_else(|| {
        (StatusCode::NOT_FOUND, "La aplicación web no está en este binario: constrúyela con `make build`.")
            .into_response()
    })
}

fn file(path: &str) -> Option<Response> {
    let found = WebApp::get(path)?;
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    Some(
        ([(header::CONTENT_TYPE, mime.as_ref()), (header::CACHE_CONTROL, cache)], found.data.into_owned())
            .into_response(),
    )
}
