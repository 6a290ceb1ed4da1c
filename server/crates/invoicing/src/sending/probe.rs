//! Checks whether an address answers, and reads the time of the answer. Nothing is disclosed to the server at the address.

use crate::sending::gateway::build_http_agent;
use chrono::{DateTime, Utc};
use comanda_base::outbound::OutboundPolicy;
use std::{
    io::ErrorKind,
    time::{Duration, Instant},
};

/// The answer of an address.
#[derive(Debug, Clone, Copy)]
pub(super) struct AddressAnswer {
    pub took: Duration,
    /// The `Date` header of the answer, to the second.
    pub date: Option<DateTime<Utc>>,
}

/// Requests the page of an address; an error is a message for users.
pub(super) async fn probe_address(
    address: String,
    outward: OutboundPolicy,
    patience: Duration,
) -> Result<AddressAnswer, String> {
    let call = tokio::task::spawn_blocking(move || {
        let began = Instant::now();
        let answer = build_http_agent(&address, outward, patience).get(&address).call();
        let date = answer.map_err(|error| {
            tracing::info!(%error, "nobody answers at the tax authority's address");
            error_message(&error).to_owned()
        })?;
        let date = date.headers().get("date").and_then(|text| DateTime::parse_from_rfc2822(text.to_str().ok()?).ok());
        Ok(AddressAnswer { took: began.elapsed(), date: date.map(|at| at.to_utc()) })
    });
    call.await.unwrap_or_else(|_| Err(NO_ANSWER.to_owned()))
}

const NO_ANSWER: &str = "Nadie responde en esa dirección. Revísala, y que este equipo tenga internet.";

fn error_message(error: &ureq::Error) -> &'static str {
    match error {
        ureq::Error::HostNotFound | ureq::Error::BadUri(_) => {
            "No hay un servidor con ese nombre. Revisa la dirección, y que este equipo tenga internet."
        }
        ureq::Error::Io(e) if e.kind() == ErrorKind::PermissionDenied => {
            "La dirección es de una red privada, y este servidor no se conecta a ellas."
        }
        ureq::Error::Rustls(_) | ureq::Error::Tls(_) => {
            "Responde, pero su certificado de seguridad no es de confianza. Revisa la dirección con tu OSE o proveedor."
        }
        ureq::Error::Timeout(_) => "No responde a tiempo. Prueba otra vez en unos minutos.",
        _ => NO_ANSWER,
    }
}
