//! Sends mails by SMTP, and explains errors to whoever configured it.

use super::model::{Email, SmtpSecurity, SmtpServer};
use anyhow::anyhow;
use comanda_base::{
    error::{Refusal, Result, invalid},
    outbound::OutboundPolicy,
};
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::Mailbox,
    transport::smtp::{
        authentication::Credentials,
        client::{Certificate, Tls, TlsParameters},
    },
};
use rustls::CertificateError;
use std::{error::Error as _, io::ErrorKind, net::IpAddr, path::Path, time::Duration};

/// The time limit of each step.
const STEP_TIMEOUT: Duration = Duration::from_secs(8);
/// The time limit of the whole conversation.
const CONVERSATION_TIMEOUT: Duration = Duration::from_secs(20);

/// The file in the data folder with an additional certificate authority, for mail servers on the local network.
const OWN_AUTHORITY: &str = "mail-ca.pem";

/// Hands a mail to the server; `Ok` once the server has accepted it.
pub(super) async fn send_by_smtp(
    smtp: &SmtpServer,
    data: &Path,
    outward: OutboundPolicy,
    letter: &Email,
) -> Result<()> {
    if smtp.password_lost {
        let text =
            "La contraseña del correo se guardó en otra instalación y aquí no se puede leer. Escríbela otra vez.";
        return invalid("password", text).err();
    }
    let message = message(smtp, letter)?;
    let ip = match tokio::time::timeout(STEP_TIMEOUT, outward.resolve(&smtp.host, port(smtp))).await {
        Ok(Ok(found)) => found.ip(),
        Ok(Err(e)) if e.kind() == ErrorKind::PermissionDenied => return private_address().err(),
        _ => return no_answer(smtp).err(),
    };
    let transport = transport(smtp, ip, data)?;
    match tokio::time::timeout(CONVERSATION_TIMEOUT, transport.send(message)).await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(e)) => {
            tracing::warn!(host = smtp.host, error = %e, "SMTP");
            refusal_of(smtp, data, &e).err()
        }
        Err(_) => no_answer(smtp).err(),
    }
}

fn message(smtp: &SmtpServer, letter: &Email) -> Result<Message> {
    let from: Mailbox = smtp
        .sender
        .parse()
        .map_err(|_| invalid("sender", "Escribe el correo que envía, como caja@mirestaurante.pe."))?;
    let to: Mailbox = letter.to.parse().map_err(|e| anyhow!("recipient: {e}"))?;
    letter.build_message(Message::builder().from(from).to(to).subject(letter.subject.as_str()))
}

fn port(smtp: &SmtpServer) -> u16 {
    u16::try_from(smtp.port).unwrap_or(587)
}

/// Makes the transport: it connects to the address that was checked, and verifies the certificate for the name, so that a change of the
/// name's address has no effect.
fn transport(smtp: &SmtpServer, ip: IpAddr, data: &Path) -> Result<AsyncSmtpTransport<Tokio1Executor>> {
    let tls = match smtp.security {
        SmtpSecurity::None => Tls::None,
        security => {
            let mut parameters = TlsParameters::builder(smtp.host.clone());
            if let Some(authority) = own_authority(data)? {
                parameters = parameters.add_root_certificate(authority);
            }
            let parameters = parameters.build().map_err(|e| anyhow!("TLS: {e}"))?;
            if security == SmtpSecurity::Tls { Tls::Wrapper(parameters) } else { Tls::Required(parameters) }
        }
    };
    let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(ip.to_string())
        .port(port(smtp))
        .timeout(Some(STEP_TIMEOUT))
        .tls(tls);
    if !smtp.username.is_empty() {
        builder = builder.credentials(Credentials::new(smtp.username.clone(), smtp.password.clone()));
    }
    Ok(builder.build())
}

fn own_authority(data: &Path) -> Result<Option<Certificate>> {
    let file = data.join(OWN_AUTHORITY);
    let pem = match std::fs::read_to_string(&file) {
        Ok(pem) => pem,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(anyhow!("cannot read {}: {e}", file.display()).into()),
    };
    // A text without any certificate would be read as an empty list, and the reason of the failure would stay unknown.
    let read =
        if pem.contains("-----BEGIN CERTIFICATE-----") { Certificate::from_pem(pem.as_bytes()).ok() } else { None };
    match read {
        Some(authority) => Ok(Some(authority)),
        None => invalid("security", format!("{} no es un certificado en formato PEM.", file.display())).err(),
    }
}

/// Finds the TLS error in the chain of causes.
fn encryption_error(e: &lettre::transport::smtp::Error) -> Option<&rustls::Error> {
    let mut cause = e.source();
    while let Some(error) = cause {
        let inner = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        let found = inner.and_then(|inner| inner.downcast_ref()).or_else(|| error.downcast_ref());
        if found.is_some() {
            return found;
        }
        cause = error.source();
    }
    None
}

fn bad_certificate(why: &CertificateError, smtp: &SmtpServer, data: &Path) -> Refusal {
    use CertificateError as Why;
    let text = match why {
        Why::Expired | Why::ExpiredContext { .. } => {
            "El certificado del servidor de correo venció. Avisa a quien lo administra, o revisa la fecha de este servidor.".into()
        }
        Why::NotValidForName | Why::NotValidForNameContext { .. } => format!(
            "El certificado del servidor de correo no es de {}. Escribe el nombre que dice su certificado.",
            smtp.host
        ),
        Why::UnknownIssuer => format!(
            "El certificado del servidor de correo no es de una autoridad conocida. Si el servidor es de tu casa, deja el certificado de su autoridad en {}.",
            data.join(OWN_AUTHORITY).display()
        ),
        other => format!("El certificado del servidor de correo no vale ({other:?}). Avisa a quien lo administra."),
    };
    invalid("security", text)
}

fn refusal_of(smtp: &SmtpServer, data: &Path, e: &lettre::transport::smtp::Error) -> Refusal {
    let encryption = encryption_error(e);
    if let Some(rustls::Error::InvalidCertificate(why)) = encryption {
        return bad_certificate(why, smtp, data);
    }
    let code = e.status().map(|code| u16::from(code).to_string());
    match code.as_deref() {
        Some("530" | "534" | "535" | "538") => invalid(
            "username",
            "El servidor de correo no acepta el usuario o la contraseña. Con Gmail u Outlook usa una contraseña de aplicación.",
        ),
        // The server's own text is only logged: the user who entered the address may not be allowed to read it.
        Some(code) => invalid(
            "host",
            format!(
                "El servidor de correo no aceptó el mensaje (código {code}). Revisa el correo que envía; el motivo está en el registro del servidor."
            ),
        ),
        None if e.is_timeout() => no_answer(smtp),
        // The server has no STARTTLS, or does not speak TLS on that port.
        None if e.is_tls() || e.is_client() || encryption.is_some() => invalid(
            "security",
            "No se pudo cifrar la conexión con el servidor de correo. Revisa la seguridad y el puerto: 587 va con STARTTLS, 465 con TLS.",
        ),
        None => no_answer(smtp),
    }
}

fn private_address() -> Refusal {
    let text = "Ese servidor de correo está en una red privada y este servidor no se conecta a ellas. Quien lo administra puede permitirlo (allow_private_addresses).";
    invalid("host", text)
}

fn no_answer(smtp: &SmtpServer) -> Refusal {
    invalid(
        "host",
        format!(
            "No hay respuesta de {}:{}. Revisa el nombre, el puerto, la seguridad y la conexión a internet.",
            smtp.host, smtp.port
        ),
    )
}
