//! Asking the service over the net, for four seconds at most.

use super::reading::{self, Found};
use comanda_base::{
    error::{Result, invalid},
    outward::{self, Outward},
    words::IdentityDocument,
};
use std::time::Duration;
use ureq::{
    config::Config,
    http::Uri,
    unversioned::{
        resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver},
        transport::{DefaultConnector, NextTimeout},
    },
};

const PATIENCE: Duration = Duration::from_secs(4);
const MAX_ANSWER_BYTES: u64 = 100_000;

/// Where to ask; an empty address asks nobody.
#[derive(Debug, Clone, Default, comanda_from_row::FromRow)]
pub(super) struct Service {
    /// `https://api.example/dni?numero={number}`
    pub dni_url: String,
    pub ruc_url: String,
    /// Sent as `Authorization: Bearer …` where there is one. In clear; it lies sealed in the database.
    pub token: String,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The service knows nobody by that number.
    Unknown,
    /// It does not take the token.
    Refused,
    /// Its address is of a private network, which the operator does not allow.
    Private,
    /// It did not answer in time, or not in a way that can be read.
    Silent,
}

impl Service {
    /// The address for a kind of document.
    pub(super) fn url(&self, kind: IdentityDocument) -> Option<&str> {
        let url = if kind == IdentityDocument::Ruc { &self.ruc_url } else { &self.dni_url };
        Some(url.as_str()).filter(|u| !u.is_empty())
    }

    /// Refuses what cannot work.
    pub(super) fn check(&self) -> Result<()> {
        for (field, url) in [("dni_url", &self.dni_url), ("ruc_url", &self.ruc_url)] {
            let good = url.len() <= 300
                && (url.starts_with("https://") || url.starts_with("http://"))
                && url.contains("{number}")
                && url.chars().all(|c| c.is_ascii_graphic());
            if !url.is_empty() && !good {
                let example = "https://api.decolecta.com/v1/reniec/dni?numero={number}";
                return invalid(
                    field,
                    format!("Escribe la dirección con {{number}} donde va el número, como {example}."),
                )
                .err();
            }
        }
        if self.token.len() > 500 || !self.token.chars().all(|c| c.is_ascii_graphic()) {
            return invalid("token", "El token no tiene espacios y lleva hasta 500 letras.").err();
        }
        Ok(())
    }
}

/// Asks on a thread of its own: the client waits there.
pub(super) async fn ask(
    service: Service,
    kind: IdentityDocument,
    number: String,
    outward: Outward,
) -> Result<Found, Trouble> {
    let asked = tokio::task::spawn_blocking(move || ask_here(&service, kind, &number, outward));
    asked.await.unwrap_or(Err(Trouble::Silent))
}

/// Names lead only where the server may connect to.
#[derive(Debug)]
struct Looked(Outward);

impl Resolver for Looked {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = DefaultResolver::default().resolve(uri, config, timeout)?;
        let mut good = self.empty();
        found.iter().filter(|a| self.0.may(a.ip())).for_each(|a| good.push(*a));
        if good.is_empty() { Err(ureq::Error::Io(outward::refused())) } else { Ok(good) }
    }
}

fn ask_here(service: &Service, kind: IdentityDocument, number: &str, outward: Outward) -> Result<Found, Trouble> {
    let url = service.url(kind).ok_or(Trouble::Silent)?.replace("{number}", number);
    let config = ureq::Agent::config_builder()
        .timeout_global(Some(PATIENCE))
        .http_status_as_error(false)
        // The token is for this address alone.
        .max_redirects(0)
        .max_redirects_will_error(false)
        // A proxy would reach what this server may not.
        .proxy(None)
        .build();
    let http = ureq::Agent::with_parts(config, DefaultConnector::default(), Looked(outward));
    let mut request = http.get(url).header("Accept", "application/json");
    if !service.token.is_empty() {
        request = request.header("Authorization", format!("Bearer {}", service.token));
    }
    let silent = |e: ureq::Error| {
        tracing::warn!(%kind, error = %e, "identity service");
        match e {
            ureq::Error::Io(e) if e.kind() == std::io::ErrorKind::PermissionDenied => Trouble::Private,
            _ => Trouble::Silent,
        }
    };
    let mut answer = request.call().map_err(silent)?;
    match answer.status().as_u16() {
        200..=299 => {}
        401 | 403 => return Err(Trouble::Refused),
        400 | 404 | 422 => return Err(Trouble::Unknown),
        status => {
            tracing::warn!(%kind, status, "identity service");
            return Err(Trouble::Silent);
        }
    }
    let body = answer.body_mut().with_config().limit(MAX_ANSWER_BYTES).read_to_string().map_err(silent)?;
    let answer = serde_json::from_str(&body).map_err(|_| Trouble::Silent)?;
    reading::read(kind, &answer).ok_or(Trouble::Unknown)
}
