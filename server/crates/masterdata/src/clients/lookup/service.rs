//! Asks the look-up service over the network, for four seconds at most.

use super::reading::{self, IdentityData};
use comanda_base::{
    error::{Result, invalid},
    outbound::{self, OutboundPolicy},
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

const TIMEOUT: Duration = Duration::from_secs(4);
const MAX_ANSWER_BYTES: u64 = 100_000;

/// The configured service; a kind of document with an empty address is not looked up.
#[derive(Debug, Clone, Default, comanda_from_row::FromRow)]
pub(super) struct Service {
    /// `https://api.example/dni?numero={number}`
    pub dni_url: String,
    pub ruc_url: String,
    /// Sent as `Authorization: Bearer …` if it is not empty. It is in clear here, and sealed in the database.
    pub token: String,
}

/// The reason why the service gave no data.
#[derive(Debug)]
pub(super) enum LookupError {
    /// The service knows nobody with that number.
    Unknown,
    /// The service does not accept the token.
    Refused,
    /// The address is in a private network, which the operator does not allow.
    Private,
    /// The service did not answer in time, or its answer cannot be read.
    Silent,
}

impl Service {
    /// Returns the address for a kind of document.
    pub(super) fn url(&self, kind: IdentityDocument) -> Option<&str> {
        let url = if kind == IdentityDocument::Ruc { &self.ruc_url } else { &self.dni_url };
        Some(url.as_str()).filter(|u| !u.is_empty())
    }

    /// Refuses addresses and tokens that cannot work.
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

/// Asks on a blocking thread, because the HTTP client blocks.
pub(super) async fn ask(
    service: Service,
    kind: IdentityDocument,
    number: String,
    outward: OutboundPolicy,
) -> Result<IdentityData, LookupError> {
    let answer = tokio::task::spawn_blocking(move || ask_blocking(&service, kind, &number, outward));
    answer.await.unwrap_or(Err(LookupError::Silent))
}

/// A resolver that returns only addresses to which the server may connect.
#[derive(Debug)]
struct AllowedResolver(OutboundPolicy);

impl Resolver for AllowedResolver {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = DefaultResolver::default().resolve(uri, config, timeout)?;
        let mut good = self.empty();
        found.iter().filter(|a| self.0.allows(a.ip())).for_each(|a| good.push(*a));
        if good.is_empty() { Err(ureq::Error::Io(outbound::permission_denied())) } else { Ok(good) }
    }
}

fn ask_blocking(
    service: &Service,
    kind: IdentityDocument,
    number: &str,
    outward: OutboundPolicy,
) -> Result<IdentityData, LookupError> {
    let url = service.url(kind).ok_or(LookupError::Silent)?.replace("{number}", number);
    let config = ureq::Agent::config_builder()
        .timeout_global(Some(TIMEOUT))
        .http_status_as_error(false)
        // The token must go to this address only, so redirects are not followed.
        .max_redirects(0)
        .max_redirects_will_error(false)
        // A proxy would reach addresses that this server may not.
        .proxy(None)
        .build();
    let http = ureq::Agent::with_parts(config, DefaultConnector::default(), AllowedResolver(outward));
    let mut request = http.get(url).header("Accept", "application/json");
    if !service.token.is_empty() {
        request = request.header("Authorization", format!("Bearer {}", service.token));
    }
    let silent = |e: ureq::Error| {
        tracing::warn!(%kind, error = %e, "identity service");
        match e {
            ureq::Error::Io(e) if e.kind() == std::io::ErrorKind::PermissionDenied => LookupError::Private,
            _ => LookupError::Silent,
        }
    };
    let mut answer = request.call().map_err(silent)?;
    match answer.status().as_u16() {
        200..=299 => {}
        401 | 403 => return Err(LookupError::Refused),
        400 | 404 | 422 => return Err(LookupError::Unknown),
        status => {
            tracing::warn!(%kind, status, "identity service");
            return Err(LookupError::Silent);
        }
    }
    let body = answer.body_mut().with_config().limit(MAX_ANSWER_BYTES).read_to_string().map_err(silent)?;
    let answer = serde_json::from_str(&body).map_err(|_| LookupError::Silent)?;
    reading::parse_answer(kind, &answer).ok_or(LookupError::Unknown)
}
