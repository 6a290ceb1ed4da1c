//! Whether anybody is at an address, and what time it is there. Nothing is told to whoever answers.

use crate::sending::gateway::agent;
use chrono::{DateTime, Utc};
use comanda_base::outward::Outward;
use std::{
    io::ErrorKind,
    time::{Duration, Instant},
};

/// Somebody answered.
#[derive(Debug, Clone, Copy)]
pub(super) struct Heard {
    pub took: Duration,
    /// What the answer's `Date` says, to the second.
    pub date: Option<DateTime<Utc>>,
}

/// Asks for an address's page; where nobody answers, says why in words.
pub(super) async fn knock(address: String, outward: Outward, patience: Duration) -> Result<Heard, String> {
    let asked = tokio::task::spawn_blocking(move || {
        let began = Instant::now();
        let answer = agent(&address, outward, patience).get(&address).call();
        let date = answer.map_err(|error| {
            tracing::info!(%error, "nobody answers at the tax authority's address");
            why(&error).to_owned()
        })?;
        let date = date.headers().get("date").and_then(|text| DateTime::parse_from_rfc2822(text.to_str().ok()?).ok());
        Ok(Heard { took: began.elapsed(), date: date.map(|at| at.to_utc()) })
    });
    asked.await.unwrap_or_else(|_| Err(SILENT.to_owned()))
}

const SILENT: &str = "Nadie responde en esa dirección. Revísala, y que este equipo tenga internet.";

fn why(error: &ureq::Error) -> &'static str {
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
        _ => SILENT,
    }
}
