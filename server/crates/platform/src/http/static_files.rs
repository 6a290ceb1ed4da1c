//! Serves the built web app, with precompressed texts: hashed assets are cached for ever, every other path answers the app itself. The
//! files are embedded by the binary (`cli/web_app.rs`), so that a new web app does not compile this library again.

use axum::{
    Extension,
    body::Bytes,
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::EmbeddedFile;
use std::borrow::Cow;

/// Looks up files of the built web app by their paths.
#[derive(Debug, Clone, Copy)]
pub struct WebAppFiles(fn(&str) -> Option<EmbeddedFile>);

/// The page and the service worker, which a build writes last: an interrupted build has no worker.
const FIRST_AND_LAST: [&str; 2] = ["index.html", "sw.js"];

impl WebAppFiles {
    /// Uses this function to find files.
    pub fn new(find: fn(&str) -> Option<EmbeddedFile>) -> Self {
        Self(find)
    }

    /// Returns an essential file that is missing.
    pub fn find_missing_file(self) -> Option<&'static str> {
        FIRST_AND_LAST.into_iter().find(|file| (self.0)(file).is_none())
    }

    /// Answers the page of a screen: important screens have an HTML file of their own, which preloads what they need.
    fn page(self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let screen = path.split('/').next().unwrap_or_default();
        self.file(&format!("{screen}.html"), headers).or_else(|| self.file("index.html", headers))
    }

    fn file(self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let plain = (self.0)(path)?;
        let packed = ENCODINGS.iter().find_map(|(extension, name)| {
            let packed = (self.0)(&format!("{path}.{extension}"))?;
            accepts(headers, name).then_some((*name, packed))
        });
        let (encoding, found) = packed.map_or((None, plain), |(name, packed)| (Some(name), packed));
        answer(path, encoding, found, headers)
    }
}

/// The text where the app is missing; a debug build reads the app from its folder at run time.
const NOT_BUILT: &str = if cfg!(debug_assertions) {
    "Falta la aplicación web (carpeta web/dist): constrúyela con `make web` y recarga esta página."
} else {
    "La aplicación web no está en este binario: constrúyela con `make build`."
};

/// File extensions of precompressed files and the names of their encodings, the best first.
const ENCODINGS: [(&str, &str); 2] = [("br", "br"), ("gz", "gzip")];

/// Serves a file of the web app, or the page for one of the app's own routes.
pub async fn serve_web_app(
    web_app: Option<Extension<WebAppFiles>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let Some(Extension(web_app)) = web_app else {
        return (StatusCode::NOT_FOUND, NOT_BUILT).into_response();
    };
    if let Some(answer) = web_app.file(path, &headers) {
        return answer;
    }
    let has_extension = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if has_extension {
        return StatusCode::NOT_FOUND.into_response();
    }
    web_app.page(path, &headers).unwrap_or_else(|| (StatusCode::NOT_FOUND, NOT_BUILT).into_response())
}

fn answer(path: &str, encoding: Option<&'static str>, found: EmbeddedFile, headers: &HeaderMap) -> Option<Response> {
    let is_immutable = path.starts_with("assets/");
    let cache = if is_immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let tag = tag(&found);
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag) {
        return Some((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
    }
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let mut answer = bytes(found.data).into_response();
    let answer_headers = answer.headers_mut();
    answer_headers.insert(header::CONTENT_TYPE, HeaderValue::from_str(mime.as_ref()).ok()?);
    answer_headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    answer_headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    answer_headers.insert(header::ETAG, tag);
    if let Some(encoding) = encoding {
        answer_headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some(answer)
}

fn bytes(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(embedded) => Bytes::from_static(embedded),
        Cow::Owned(read) => Bytes::from(read),
    }
}

fn tag(file: &EmbeddedFile) -> HeaderValue {
    let hash: String = file.metadata.sha256_hash().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    HeaderValue::from_str(&format!("\"{hash}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

/// Whether the browser accepts this encoding: named, and not with `q=0`.
fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|one| {
        let mut words = one.split(';').map(str::trim);
        let named = words.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding));
        let refused = words.any(|word| word.strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0_f32)));
        named && !refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_accepted_encodings_are_sent() {
        for (accepted, brotli, gzip) in [
            ("gzip, deflate, br, zstd", true, true),
            ("gzip;q=1.0, br;q=0", false, true),
            ("BR", true, false),
            ("identity", false, false),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted))]);
            assert_eq!((accepts(&headers, "br"), accepts(&headers, "gzip")), (brotli, gzip), "{accepted}");
        }
    }
}
