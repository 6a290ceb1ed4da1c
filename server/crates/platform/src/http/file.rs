//! Answers that are files, which a browser saves or shows.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};

/// Returns a file that the browser saves under this name.
pub fn download_response(bytes: Vec<u8>, media_type: &str, name: &str) -> Response {
    file_answer("attachment", bytes, media_type, name)
}

/// Returns a file that the browser shows; `name` is the one under which people save it.
pub fn inline_response(bytes: Vec<u8>, media_type: &str, name: &str) -> Response {
    file_answer("inline", bytes, media_type, name)
}

/// Returns a PDF that the browser shows; `name` is without its extension.
pub fn inline_pdf_response(bytes: Vec<u8>, name: &str) -> Response {
    inline_response(bytes, "application/pdf", &format!("{name}.pdf"))
}

fn file_answer(disposition: &str, bytes: Vec<u8>, media_type: &str, name: &str) -> Response {
    let disposition = format!("{disposition}; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, media_type.to_owned()), (header::CONTENT_DISPOSITION, disposition)], bytes).into_response()
}
