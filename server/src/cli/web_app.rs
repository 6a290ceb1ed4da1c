//! The built web app: inside the program in a release build, read from its folder while it runs in a debug build.

use comanda::http::static_files::WebApp;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Dist;

/// The web app; what is missing of it is said.
pub(super) fn web_app() -> WebApp {
    let web_app = WebApp::new(Dist::get);
    if let Some(missing) = web_app.missing() {
        tracing::warn!(
            "the web app is not whole, web/dist/{missing} is missing: run `make web`, for a release `make build`"
        );
    }
    web_app
}
