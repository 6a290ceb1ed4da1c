//! Why the server is not reached, in words for a technician.

use std::{io, path::PathBuf};

/// Each names the part that fails, because each is mended at another place.
#[derive(Debug, thiserror::Error)]
pub enum NetError {
    /// Not an address.
    #[error("«{0}» no es una dirección de servidor")]
    Address(String),
    /// Not a proxy's address.
    #[error("«{0}» no es la dirección de un proxy")]
    ProxyAddress(String),
    /// DNS.
    #[error("no se encuentra el nombre {host}: {source}")]
    Name {
        /// Which.
        host: String,
        /// Why.
        source: io::Error,
    },
    /// TCP.
    #[error("no se puede conectar con {host}, puerto {port}: {source}")]
    Connect {
        /// With whom.
        host: String,
        /// Where.
        port: u16,
        /// Why.
        source: io::Error,
    },
    /// The proxy refused.
    #[error("el proxy {proxy} no deja pasar: {answer}")]
    Proxy {
        /// Which.
        proxy: String,
        /// Its first line.
        answer: String,
    },
    /// TLS.
    #[error("la conexión segura con {host} falló: {}", tls_words(source))]
    Tls {
        /// With whom.
        host: String,
        /// Why.
        source: io::Error,
    },
    /// The company's own certificates.
    #[error("no se pueden leer los certificados de {path}: {why}")]
    Certificates {
        /// Which file.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// It broke while HTTP was spoken.
    #[error("la conexión con el servidor se cortó: {0}")]
    Broken(String),
    /// Nothing came.
    #[error("el servidor no respondió a tiempo")]
    Silence,
}

impl NetError {
    /// What to do about it.
    #[must_use]
    pub fn mend(&self) -> &'static str {
        match self {
            Self::Address(_) => {
                "Escribe la dirección con la que abres Comanda en el navegador, por ejemplo https://mirestaurante.pe"
            }
            Self::ProxyAddress(_) => {
                "Escríbelo así: http://proxy.empresa.pe:3128 (con usuario: http://usuario:clave@proxy:3128)"
            }
            Self::Name { .. } => "Revisa que la dirección esté bien escrita, que haya internet y el DNS de esta PC.",
            Self::Connect { .. } => {
                "Revisa el cable o el wifi, que el servidor esté encendido y que un cortafuegos no cierre ese puerto."
            }
            Self::Proxy { .. } => "Revisa usuario y clave del proxy, o pide que permita la dirección del servidor.",
            Self::Tls { source, .. } => tls_mend(source),
            Self::Certificates { .. } => {
                "Debe ser un archivo PEM («-----BEGIN CERTIFICATE-----») que el agente pueda leer."
            }
            Self::Broken(_) | Self::Silence => "Vuelve a intentarlo; si se repite, revisa la red y el servidor.",
        }
    }
}

/// Something else than TLS answered: most often a server that is opened with http://.
fn is_not_tls(source: &io::Error) -> bool {
    let error = source.get_ref().and_then(|error| error.downcast_ref::<rustls::Error>());
    matches!(error, Some(rustls::Error::InvalidMessage(_)))
}

fn certificate_error(source: &io::Error) -> Option<&rustls::CertificateError> {
    match source.get_ref()?.downcast_ref::<rustls::Error>()? {
        rustls::Error::InvalidCertificate(why) => Some(why),
        _ => None,
    }
}

fn tls_words(source: &io::Error) -> String {
    use rustls::CertificateError as Why;
    match certificate_error(source) {
        Some(Why::UnknownIssuer) => "nadie en quien esta PC confía firmó su certificado".to_owned(),
        Some(Why::Expired | Why::ExpiredContext { .. }) => "su certificado venció".to_owned(),
        Some(Why::NotValidYet | Why::NotValidYetContext { .. }) => "su certificado todavía no vale".to_owned(),
        Some(Why::NotValidForName | Why::NotValidForNameContext { .. }) => {
            "su certificado es de otro nombre".to_owned()
        }
        None if is_not_tls(source) => "lo que responde ahí no es https".to_owned(),
        _ => source.to_string(),
    }
}

fn tls_mend(source: &io::Error) -> &'static str {
    use rustls::CertificateError as Why;
    match certificate_error(source) {
        Some(Why::UnknownIssuer) => {
            "Si la empresa tiene su propia autoridad de certificados, indícala con --ca-file archivo.pem (o ca_file en la configuración)."
        }
        Some(Why::Expired | Why::ExpiredContext { .. } | Why::NotValidYet | Why::NotValidYetContext { .. }) => {
            "Revisa la fecha y la hora de esta PC; si están bien, hay que renovar el certificado del servidor."
        }
        Some(Why::NotValidForName | Why::NotValidForNameContext { .. }) => {
            "Usa la dirección para la que se hizo el certificado, la misma que abre el navegador sin aviso."
        }
        None if is_not_tls(source) => "Si Comanda se abre con http:// en el navegador, escríbelo delante: http://…",
        _ => {
            "Revisa que la dirección lleve https:// solo si el servidor lo ofrece, y que ningún antivirus revise esa conexión."
        }
    }
}
