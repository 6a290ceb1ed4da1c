//! The cookie that proves that a token is used in its own browser: no script can read it, and no page of another site sends it. All
//! sessions that are open in a browser share it; a log-in where none is open sets a new one. `session.rs` requires it.

use super::session::{Caller, is_secret};
use crate::{companies::Company, http::request::device};
use axum::http::{HeaderMap, HeaderValue, header};
use comanda_base::source::Source;
use cookie::{Cookie, SameSite, time::Duration};

/// The longest lifetime that browsers allow.
const COOKIE_LIFETIME: Duration = Duration::days(400);
/// The number of cookies of the name that are read: another application on the domain may have set one too, and browsers send both.
const MAX_COOKIES_READ: usize = 4;

/// Returns the cookie's name. Each restaurant has its own, since cookies ignore ports. Over TLS it has a prefix, which keeps other hosts
/// and paths from setting a cookie of the same name.
fn cookie_name(slug: &str, is_tls: bool) -> String {
    format!("{}comanda-{slug}", if is_tls { "__Host-" } else { "" })
}

/// Reads the caller from the head of a request.
pub fn caller(headers: &HeaderMap, source: Source, company: &Company) -> Caller {
    Caller { device: device(headers), browser_secrets: secrets(headers, &cookie_name(&company.slug, source.is_tls)) }
}

/// Returns the values of cookies of this name that have the form of our secrets. Cookies of other applications may not be ASCII.
fn secrets(headers: &HeaderMap, name: &str) -> Vec<String> {
    let texts =
        headers.get_all(header::COOKIE).iter().map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    let cookies = texts.flat_map(Cookie::split_parse).filter_map(Result::ok);
    let secrets = cookies.filter(|cookie| cookie.name() == name && is_secret(cookie.value()));
    secrets.map(|cookie| cookie.value().to_owned()).take(MAX_COOKIES_READ).collect()
}

/// Makes the header that sets the secret as a cookie; over TLS it is marked as secure.
pub(super) fn set_cookie(secret: &str, source: Source, company: &Company) -> Option<HeaderValue> {
    cookie_header(&cookie_name(&company.slug, source.is_tls), secret, source.is_tls)
}

fn cookie_header(name: &str, secret: &str, is_tls: bool) -> Option<HeaderValue> {
    let cookie = Cookie::build((name, secret)).path("/").http_only(true).same_site(SameSite::Strict);
    HeaderValue::try_from(cookie.secure(is_tls).max_age(COOKIE_LIFETIME).to_string()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_well_formed_secrets_of_this_name_are_read() {
        let secret = "a1".repeat(32);
        let mut headers = HeaderMap::new();
        for text in [format!("nombre=José; comanda-uno={secret}"), format!("comanda-uno=short; comanda-dos={secret}")]
        {
            headers.append(header::COOKIE, HeaderValue::from_bytes(text.as_bytes()).unwrap());
        }
        assert_eq!(secrets(&headers, "comanda-uno"), [secret]);
    }

    #[test]
    fn the_cookie_is_http_only_and_same_site() {
        let text = |is_tls| {
            let header = cookie_header(&cookie_name("uno", is_tls), "5ec2e7", is_tls).unwrap();
            header.to_str().unwrap().to_owned()
        };
        assert_eq!(
            text(true),
            "__Host-comanda-uno=5ec2e7; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=34560000"
        );
        assert_eq!(text(false), "comanda-uno=5ec2e7; HttpOnly; SameSite=Strict; Path=/; Max-Age=34560000");
    }
}
