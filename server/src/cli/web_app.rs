//! The built web app: embedded in a release build, read from its folder at run time in a debug build.

use comanda::http::static_files::WebAppFiles;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Dist;

/// Returns the web app, and logs a warning if a part of it is missing.
pub(super) fn web_app() -> WebAppFiles {
    let web_app = WebAppFiles::new(Dist::get);
    if let Some(missing) = web_app.find_missing_file() {
        tracing::warn!(
            "the web app is not whole, web/dist/{missing} is missing: run `make web`, for a release `make build`"
        );
    }
    web_app
}
