//! The reasons for which the server is not reached, with texts for a technician.

use std::{io, path::PathBuf};

/// The failure of a connection. Each variant names the part that failed, because each is fixed in a different place.
#[derive(Debug, thiserror::Error)]
pub enum NetError {
    /// The text is not an address.
    #[error("«{0}» no es una dirección de servidor")]
    Address(String),
    /// The text is not an address of a proxy.
    #[error("«{0}» no es la dirección de un proxy")]
    ProxyAddress(String),
    /// DNS did not find the name.
    #[error("no se encuentra el nombre {host}: {source}")]
    Name {
        /// The name.
        host: String,
        /// The cause.
        source: io::Error,
    },
    /// The TCP connection failed.
    #[error("no se puede conectar con {host}, puerto {port}: {source}")]
    Connect {
        /// The host.
        host: String,
        /// The port.
        port: u16,
        /// The cause.
        source: io::Error,
    },
    /// The proxy refused the connection.
    #[error("el proxy {proxy} no deja pasar: {answer}")]
    Proxy {
        /// The proxy.
        proxy: String,
        /// The first line of its answer.
        answer: String,
    },
    /// TLS failed.
    #[error("la conexión segura con {host} falló: {}", tls_message(source))]
    Tls {
        /// The host.
        host: String,
        /// The cause.
        source: io::Error,
    },
    /// The company's own certificates cannot be read.
    #[error("no se pueden leer los certificados de {path}: {why}")]
    Certificates {
        /// The file.
        path: PathBuf,
        /// The cause.
        why: String,
    },
    /// The connection broke during HTTP.
    #[error("la conexión con el servidor se cortó: {0}")]
    Broken(String),
    /// No answer came in time.
    #[error("el servidor no respondió a tiempo")]
    Silence,
}

impl NetError {
    /// The advice to the technician.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
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
            Self::Tls { source, .. } => tls_advice(source),
            Self::Certificates { .. } => {
                "Debe ser un archivo PEM («-----BEGIN CERTIFICATE-----») que el agente pueda leer."
            }
            Self::Broken(_) | Self::Silence => "Vuelve a intentarlo; si se repite, revisa la red y el servidor.",
        }
    }
}

/// Whether the other side does not speak TLS: most often a server that is opened with http://.
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

fn tls_message(source: &io::Error) -> String {
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

fn tls_advice(source: &io::Error) -> &'static str {
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
