//! Mails, and the company's mail server.

use anyhow::anyhow;
use comanda_base::{
    error::{Faults, Result},
    words::text_enum,
};
use lettre::{
    Message,
    message::{Attachment as LettreAttachment, Mailbox, MessageBuilder, MultiPart, SinglePart, header::ContentType},
};
use serde::Serialize;

/// A mail with attachments.
#[derive(Debug, Clone, Default)]
pub struct Email {
    pub to: String,
    pub subject: String,
    /// The plain text.
    pub text: String,
    pub html: Option<String>,
    pub files: Vec<Attachment>,
}

/// A file attached to a mail.
#[derive(Clone)]
pub struct Attachment {
    pub name: String,
    /// The media type, like `application/pdf`.
    pub content_type: &'static str,
    pub content: Vec<u8>,
}

impl std::fmt::Debug for Attachment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({} bytes)", self.name, self.content.len())
    }
}

impl Email {
    /// Builds the message: a single text, or several parts where there are HTML or files.
    pub(super) fn build_message(&self, message: MessageBuilder) -> Result<Message> {
        let text = SinglePart::plain(self.text.clone());
        let both = self.html.clone().map(|html| MultiPart::alternative_plain_html(self.text.clone(), html));
        let built = if self.files.is_empty() {
            match both {
                Some(both) => message.multipart(both),
                None => message.singlepart(text),
            }
        } else {
            let mixed = MultiPart::mixed();
            let mut parts = match both {
                Some(both) => mixed.multipart(both),
                None => mixed.singlepart(text),
            };
            for file in &self.files {
                let content_type = ContentType::parse(file.content_type).map_err(|e| anyhow!("attachment: {e}"))?;
                parts =
                    parts.singlepart(LettreAttachment::new(file.name.clone()).body(file.content.clone(), content_type));
            }
            message.multipart(parts)
        };
        Ok(built.map_err(|e| anyhow!("letter: {e}"))?)
    }
}

/// The result of sending a mail.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct Sent {
    pub to: String,
    /// The file in which it was stored, where no SMTP server is set.
    pub file: Option<String>,
}

text_enum!(
    /// The encryption of the connection to the mail server.
    SmtpSecurity { None = "NONE", StartTls = "STARTTLS", Tls = "TLS" }
);

/// The company's SMTP server.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct Smtp {
    /// The name of the server. Empty: mails are stored in the outbox folder.
    pub host: String,
    pub port: i64,
    pub security: SmtpSecurity,
    pub username: String,
    /// The password in clear; the database stores it sealed.
    pub password: String,
    /// Whether the stored password is sealed under a key that is not here.
    #[row(skip)]
    pub password_lost: bool,
    /// The sender, like `La Terraza <caja@laterraza.pe>`.
    pub sender: String,
    /// The base URL of links, like `https://caja.laterraza.pe`, without a slash at the end.
    pub public_url: String,
}

impl Default for Smtp {
    fn default() -> Self {
        Self {
            host: String::new(),
            port: 587,
            security: SmtpSecurity::StartTls,
            username: String::new(),
            password: String::new(),
            password_lost: false,
            sender: String::new(),
            public_url: String::new(),
        }
    }
}

impl Smtp {
    /// Whether a mail server is set.
    pub(super) fn is_on(&self) -> bool {
        !self.host.is_empty()
    }

    /// Refuses settings that cannot work, each at its field.
    pub(super) fn check(&self) -> Result<()> {
        let mut faults = Faults::default();
        let host_letters = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':');
        if self.host.len() > 253 || !self.host.chars().all(host_letters) {
            faults.add("host", "Escribe el nombre del servidor, como smtp.gmail.com.");
        }
        if !(1..=65_535).contains(&self.port) {
            faults.add("port", "El puerto va de 1 a 65535; lo usual es 587 o 465.");
        }
        for (field, text) in
            [("username", &self.username), ("password", &self.password), ("public_url", &self.public_url)]
        {
            if text.len() > 300 {
                faults.add(field, "El texto es demasiado largo. Usa hasta 300 letras.");
            }
        }
        if !self.public_url.is_empty() && !is_web_address(&self.public_url) {
            faults.add("public_url", "Escribe la dirección completa, como https://caja.mirestaurante.pe.");
        }
        if !self.is_on() {
            return faults.finish();
        }
        if self.sender.len() > 300 || self.sender.parse::<Mailbox>().is_err() {
            faults.add("sender", "Escribe el correo que envía, como caja@mirestaurante.pe.");
        }
        if self.public_url.is_empty() {
            faults.add("public_url", "Escribe la dirección de Comanda: los enlaces de los correos llevan ahí.");
        }
        faults.finish()
    }
}

/// Whether a text is `http(s)://host…` without blanks and question marks.
fn is_web_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|r| !r.is_empty() && !r.starts_with('/') && r.chars().all(|c| c.is_ascii_graphic() && c != '?'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_cannot_work_are_refused_at_their_field() {
        let good = Smtp {
            host: "smtp.ejemplo.pe".into(),
            sender: "La Terraza <caja@ejemplo.pe>".into(),
            public_url: "https://caja.ejemplo.pe".into(),
            ..Smtp::default()
        };
        assert!(good.check().is_ok());
        assert!(Smtp::default().check().is_ok(), "nothing set: the outbox");
        for bad in [
            Smtp { host: "smtp ejemplo".into(), ..good.clone() },
            Smtp { port: 0, ..good.clone() },
            Smtp { port: 70_000, ..good.clone() },
            Smtp { sender: "caja".into(), ..good.clone() },
            Smtp { public_url: String::new(), ..good.clone() },
            Smtp { public_url: "javascript:alert(1)".into(), ..good.clone() },
            Smtp { public_url: "https://".into(), ..good.clone() },
            Smtp { password: "x".repeat(301), ..good },
        ] {
            assert!(bad.check().is_err(), "{bad:?}");
        }
    }
}
