//! The cookie by which a browser is told from whoever copied a token out of it: no script can read it, and no page of another site sends it.
//! It lasts longer than a session, so that all sessions of one browser share it. The rule that asks for it is in `session.rs`.

use super::session::{Caller, is_secret};
use crate::http::request::device;
use axum::http::{HeaderMap, HeaderValue, header};
use cookie::{Cookie, SameSite, time::Duration};

const NAME: &str = "comanda_browser";
/// Browsers keep none for longer; each log-in begins it anew.
const LASTS: Duration = Duration::days(400);
/// Another application of the same domain may have left one of the same name: browsers send both.
const MAX_READ: usize = 4;

/// What the head of a request says of the client that sends it.
pub fn caller(headers: &HeaderMap) -> Caller {
    let texts = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let cookies = texts.flat_map(Cookie::split_parse).filter_map(Result::ok);
    let secrets = cookies.filter(|cookie| cookie.name() == NAME && is_secret(cookie.value()));
    Caller {
        device: device(headers),
        browser_secrets: secrets.map(|cookie| cookie.value().to_owned()).take(MAX_READ).collect(),
    }
}

/// Leaves the secret with a browser; over TLS it is never sent in clear.
pub(super) fn set_cookie(secret: &str, is_tls: bool) -> Option<HeaderValue> {
    let cookie = Cookie::build((NAME, secret)).path("/").http_only(true).same_site(SameSite::Strict);
    HeaderValue::try_from(cookie.secure(is_tls).max_age(LASTS).to_string()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_secrets_of_this_name_are_read() {
        let secret = "a1".repeat(32);
        let mut headers = HeaderMap::new();
        for text in
            [format!("theme=dark; {NAME}={secret}"), format!("{NAME}=short; other={secret}"), "\u{7f}".to_owned()]
        {
            if let Ok(value) = HeaderValue::try_from(text) {
                headers.append(header::COOKIE, value);
            }
        }
        assert_eq!(caller(&headers).browser_secrets, [secret]);
    }

    #[test]
    fn no_script_and_no_other_site_gets_it() {
        let text = |is_tls| set_cookie("5ec2e7", is_tls).unwrap().to_str().unwrap().to_owned();
        assert_eq!(text(true), "comanda_browser=5ec2e7; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=34560000");
        assert!(!text(false).contains("Secure"));
    }
}
