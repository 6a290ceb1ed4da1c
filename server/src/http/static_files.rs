//! The built web app, embedded in the binary with each text already compressed beside it: hashed assets are cached for ever, every
//! other path answers the app itself.

use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::borrow::Cow;

#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct WebApp;

/// The last file of a build; one that was interrupted has it not.
const LAST_FILE: &str = "sw.js";

/// What is missing of a web app that is there.
pub fn missing() -> Option<&'static str> {
    (WebApp::get("index.html").is_some() && WebApp::get(LAST_FILE).is_none()).then_some(LAST_FILE)
}

/// How a file lies in the folder and what a browser calls that, best first.
const ENCODINGS: [(&str, &str); 2] = [("br", "br"), ("gz", "gzip")];

/// Serves a file of the web app, or the page for one of the app's own routes.
pub async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if let Some(answer) = file(path, &headers) {
        return answer;
    }
    let has_extension = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if has_extension {
        return StatusCode::NOT_FOUND.into_response();
    }
    page(path, &headers).unwrap_or_else(|| {
        (StatusCode::NOT_FOUND, "La aplicación web no está en este binario: constrúyela con `make build`.")
            .into_response()
    })
}

/// The screens that people wait for have a page of their own, which names all that they load.
fn page(path: &str, headers: &HeaderMap) -> Option<Response> {
    let screen = path.split('/').next().unwrap_or_default();
    file(&format!("{screen}.html"), headers).or_else(|| file("index.html", headers))
}

fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let plain = WebApp::get(path)?;
    let packed = ENCODINGS.iter().find_map(|(extension, name)| {
        let packed = WebApp::get(&format!("{path}.{extension}"))?;
        accepts(headers, name).then_some((*name, packed))
    });
    let for_ever = path.starts_with("assets/");
    let cache = if for_ever { "public, max-age=31536000, immutable" } else { "no-cache" };
    let (encoding, found) = packed.map_or((None, plain), |(name, packed)| (Some(name), packed));
    let tag = tag(&found);
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag) {
        return Some((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
    }
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let mut answer = bytes(found.data).into_response();
    let told = answer.headers_mut();
    told.insert(header::CONTENT_TYPE, HeaderValue::from_str(mime.as_ref()).ok()?);
    told.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    told.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    told.insert(header::ETAG, tag);
    if let Some(encoding) = encoding {
        told.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
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

/// Whether the browser takes this encoding: named, and not with `q=0`.
fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let given = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    given.flat_map(|value| value.split(',')).any(|one| {
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
    fn only_what_the_browser_names_is_sent_to_it() {
        for (given, brotli, gzip) in [
            ("gzip, deflate, br, zstd", true, true),
            ("gzip;q=1.0, br;q=0", false, true),
            ("BR", true, false),
            ("identity", false, false),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(given))]);
            assert_eq!((accepts(&headers, "br"), accepts(&headers, "gzip")), (brotli, gzip), "{given}");
        }
    }
}
