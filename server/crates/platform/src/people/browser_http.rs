//! The cookie by which a browser is told from whoever copied a token out of it: no script can read it, and no page of another site sends it.
//! All sessions that are open in one browser share it; a log-in where none is open gets another one. The rule that asks for it is in
//! `session.rs`.

use super::session::{Caller, is_secret};
use crate::{companies::Company, http::request::device};
use axum::http::{HeaderMap, HeaderValue, header};
use comanda_base::source::Source;
use cookie::{Cookie, SameSite, time::Duration};

/// Browsers keep none for longer.
const LASTS: Duration = Duration::days(400);
/// Another application of the same domain may have left one of the same name: browsers send both.
const MAX_READ: usize = 4;

/// The cookie's name. Each restaurant has its own, as cookies do not heed ports; and in clear it is another than over TLS, where the
/// prefix keeps other hosts and other paths from leaving one of the same name.
fn name(slug: &str, is_tls: bool) -> String {
    format!("{}comanda-{slug}", if is_tls { "__Host-" } else { "" })
}

/// What the head of a request says of the client that sends it.
pub fn caller(headers: &HeaderMap, source: Source, company: &Company) -> Caller {
    Caller { device: device(headers), browser_secrets: secrets(headers, &name(&company.slug, source.is_tls)) }
}

/// What the cookies of this name hold, where it can be a secret of ours. Those of others may have letters that are no ASCII.
fn secrets(headers: &HeaderMap, name: &str) -> Vec<String> {
    let texts =
        headers.get_all(header::COOKIE).iter().map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    let cookies = texts.flat_map(Cookie::split_parse).filter_map(Result::ok);
    let secrets = cookies.filter(|cookie| cookie.name() == name && is_secret(cookie.value()));
    secrets.map(|cookie| cookie.value().to_owned()).take(MAX_READ).collect()
}

/// Leaves the secret with a browser; over TLS it is never sent in clear.
pub(super) fn set_cookie(secret: &str, source: Source, company: &Company) -> Option<HeaderValue> {
    header_of(&name(&company.slug, source.is_tls), secret, source.is_tls)
}

fn header_of(name: &str, secret: &str, is_tls: bool) -> Option<HeaderValue> {
    let cookie = Cookie::build((name, secret)).path("/").http_only(true).same_site(SameSite::Strict);
    HeaderValue::try_from(cookie.secure(is_tls).max_age(LASTS).to_string()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_secrets_of_this_name_are_read_whatever_stands_beside_them() {
        let secret = "a1".repeat(32);
        let mut headers = HeaderMap::new();
        for text in [format!("nombre=José; comanda-uno={secret}"), format!("comanda-uno=short; comanda-dos={secret}")]
        {
            headers.append(header::COOKIE, HeaderValue::from_bytes(text.as_bytes()).unwrap());
        }
        assert_eq!(secrets(&headers, "comanda-uno"), [secret]);
    }

    #[test]
    fn no_script_and_no_other_site_gets_it() {
        let text = |is_tls| {
            let header = header_of(&name("uno", is_tls), "5ec2e7", is_tls).unwrap();
            header.to_str().unwrap().to_owned()
        };
        assert_eq!(
            text(true),
            "__Host-comanda-uno=5ec2e7; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=34560000"
        );
        assert_eq!(text(false), "comanda-uno=5ec2e7; HttpOnly; SameSite=Strict; Path=/; Max-Age=34560000");
    }
}
