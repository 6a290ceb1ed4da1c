//! Sending by SMTP, and what went wrong in words for whoever set it up.

use super::model::{Letter, Smtp};
use crate::error::{Refusal, Result, invalid};
use anyhow::anyhow;
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox, SinglePart},
    transport::smtp::{
        authentication::Credentials,
        client::{Tls, TlsParameters},
    },
};
use std::time::Duration;

/// For each step of the conversation.
const PATIENCE: Duration = Duration::from_secs(8);
/// For all of it.
const WHOLE_PATIENCE: Duration = Duration::from_secs(20);

/// Hands the letter to the server; `Ok` is the server's word that it took it.
pub(super) async fn send(smtp: &Smtp, letter: &Letter) -> Result<()> {
    let message = message(smtp, letter)?;
    let transport = transport(smtp)?;
    match tokio::time::timeout(WHOLE_PATIENCE, transport.send(message)).await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(e)) => {
            tracing::warn!(host = smtp.host, error = %e, "SMTP");
            trouble(smtp, &e).err()
        }
        Err(_) => no_answer(smtp).err(),
    }
}

fn message(smtp: &Smtp, letter: &Letter) -> Result<Message> {
    let from: Mailbox = smtp
        .sender
        .parse()
        .map_err(|_| invalid("sender", "Escribe el correo que envía, como caja@mirestaurante.pe."))?;
    let to: Mailbox = letter.to.parse().map_err(|e| anyhow!("recipient: {e}"))?;
    let message = Message::builder().from(from).to(to).subject(letter.subject.as_str());
    Ok(message.singlepart(SinglePart::plain(letter.text.clone())).map_err(|e| anyhow!("letter: {e}"))?)
}

fn transport(smtp: &Smtp) -> Result<AsyncSmtpTransport<Tokio1Executor>> {
    let tls = match smtp.security.as_str() {
        "NONE" => Tls::None,
        kind => {
            let parameters = TlsParameters::new(smtp.host.clone()).map_err(|e| anyhow!("TLS: {e}"))?;
            if kind == "TLS" { Tls::Wrapper(parameters) } else { Tls::Required(parameters) }
        }
    };
    let port = u16::try_from(smtp.port).unwrap_or(587);
    let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(smtp.host.as_str())
        .port(port)
        .timeout(Some(PATIENCE))
        .tls(tls);
    if !smtp.username.is_empty() {
        builder = builder.credentials(Credentials::new(smtp.username.clone(), smtp.password.clone()));
    }
    Ok(builder.build())
}

fn trouble(smtp: &Smtp, e: &lettre::transport::smtp::Error) -> Refusal {
    let code = e.status().map(|code| u16::from(code).to_string());
    match code.as_deref() {
        Some("530" | "534" | "535" | "538") => invalid(
            "username",
            "El servidor de correo no acepta el usuario o la contraseña. Con Gmail u Outlook usa una contraseña de aplicación.",
        ),
        Some(code) => invalid("host", format!("El servidor de correo no aceptó el mensaje (código {code}): {e}")),
        None if e.is_timeout() => no_answer(smtp),
        None if e.is_tls() => invalid(
            "security",
            "No se pudo cifrar la conexión con el servidor de correo. Revisa la seguridad y el puerto: 587 va con STARTTLS, 465 con TLS.",
        ),
        None => no_answer(smtp),
    }
}

fn no_answer(smtp: &Smtp) -> Refusal {
    invalid(
        "host",
        format!(
            "No hay respuesta de {}:{}. Revisa el nombre, el puerto, la seguridad y la conexión a internet.",
            smtp.host, smtp.port
        ),
    )
}
