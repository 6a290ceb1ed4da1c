//! Calls of the company's mail settings.

use super::{
    Email, Sent,
    model::{SmtpSecurity, SmtpServer},
    outbox, store,
};
use crate::{
    audit::{self, AuditEntry},
    http::{Answer, Write, ok},
    idempotent_write,
    settings::CompanyInfo,
    state::App,
    use_case::{Action, Actor, Work, WriteAnswer},
};
use axum::Json;
use comanda_base::{
    email,
    error::{Result, invalid},
    words::end_sentence,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_smtp, change_smtp)).routes(routes!(test_smtp))
}

/// The mail settings, without the password.
#[derive(Debug, Serialize, ToSchema)]
pub struct SmtpSettings {
    /// The name of the server. Empty: mails are stored in the outbox folder.
    pub host: String,
    pub port: i64,
    pub security: SmtpSecurity,
    pub username: String,
    pub password_set: bool,
    /// The sender of mails: `La Terraza <caja@laterraza.pe>`.
    pub sender: String,
    /// The base URL of links in mails: `https://caja.laterraza.pe`.
    pub public_url: String,
    /// The folder on the server in which mails are stored as long as no host is set.
    pub outbox: String,
}

fn view(actor: &Actor, s: SmtpServer) -> SmtpSettings {
    SmtpSettings {
        host: s.host,
        port: s.port,
        security: s.security,
        username: s.username,
        password_set: !s.password.is_empty(),
        sender: s.sender,
        public_url: s.public_url,
        outbox: outbox::company_folder(&actor.app, &actor.company).display().to_string(),
    }
}

/// Body of `PUT /smtp`; only what is given changes.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
pub struct ChangeSmtp {
    /// Empty turns sending off.
    pub host: Option<String>,
    pub port: Option<i64>,
    pub security: Option<SmtpSecurity>,
    pub username: Option<String>,
    /// Blank keeps the present password.
    #[serde(skip_serializing)]
    pub password: Option<String>,
    pub sender: Option<String>,
    pub public_url: Option<String>,
}

/// Returns the mail settings.
#[utoipa::path(get, path = "/smtp", tag = "settings", responses((status = 200, body = Answer<SmtpSettings>)))]
async fn get_smtp(actor: Actor) -> Result<Json<Answer<SmtpSettings>>> {
    actor.require(Action::Settings)?;
    let mut tx = actor.company.db.read().await?;
    let settings = store::load_smtp(&mut tx, &actor.app.seals()).await?;
    Ok(ok(view(&actor, settings)))
}

/// Changes the mail settings.
#[utoipa::path(put, path = "/smtp", tag = "settings", request_body = ChangeSmtp, responses((status = 200, body = Answer<SmtpSettings>)))]
async fn change_smtp(actor: Actor, write: Write<ChangeSmtp>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    let write = write.without_secrets()?;
    idempotent_write!(actor, write, |work, body| change(work, body).await)
}

async fn change(work: &mut Work<'_>, body: &ChangeSmtp) -> Result<SmtpSettings> {
    let seals = work.actor.app.seals();
    let was = store::load_smtp(work.tx, &seals).await?;
    let mut now = was.clone();
    for (sent, kept) in [
        (&body.host, &mut now.host),
        (&body.username, &mut now.username),
        (&body.sender, &mut now.sender),
        (&body.public_url, &mut now.public_url),
    ] {
        if let Some(text) = sent {
            text.trim().clone_into(kept);
        }
    }
    now.public_url = now.public_url.trim_end_matches('/').to_owned();
    now.port = body.port.unwrap_or(was.port);
    now.security = body.security.unwrap_or(was.security);
    if let Some(password) = body.password.as_deref().filter(|p| !p.trim().is_empty()) {
        password.clone_into(&mut now.password);
        now.password_lost = false;
    } else if now.host != was.host || now.username != was.username {
        // A password belongs to one account at one server, and must not be sent to another.
        now.password.clear();
    }
    now.check()?;
    store::save_smtp(work.tx, &now, &seals).await?;
    let describe = |s: &SmtpServer| json!({"host": s.host, "port": s.port, "security": s.security, "username": s.username, "sender": s.sender, "public_url": s.public_url});
    let entry =
        AuditEntry::new("SMTP_CHANGED").entity("smtp_settings", 1).change(Some(describe(&was)), Some(describe(&now)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    Ok(view(work.actor, now))
}

/// Body of `POST /smtp/test`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TestSmtp {
    pub to: String,
}

/// Sends a test mail with the stored settings; 422 says why it was not sent.
#[utoipa::path(post, path = "/smtp/test", tag = "settings", request_body = TestSmtp, responses((status = 200, body = Answer<Sent>)))]
async fn test_smtp(actor: Actor, write: Write<TestSmtp>) -> Result<Json<Answer<Sent>>> {
    actor.require(Action::Settings)?;
    if write.body.to.trim().is_empty() {
        return invalid("to", "Escribe a qué correo va la prueba.").err();
    }
    let address = email::normalize_email("to", &write.body.to)?;
    actor.app.limits().count_test_email(&actor.company.slug)?;
    let mut tx = actor.company.db.read().await?;
    let company_name = CompanyInfo::load(&mut tx).await?.commercial_name;
    drop(tx);
    let letter = Email {
        to: address,
        subject: format!("Prueba de correo de {company_name}"),
        text: format!(
            "{}\nSi lo lees, el correo está bien configurado.",
            end_sentence(&format!("Este mensaje lo envió Comanda desde {company_name}"))
        ),
        html: None,
        files: Vec::new(),
    };
    Ok(ok(super::send_email(&actor.app, &actor.company, &letter).await?))
}
