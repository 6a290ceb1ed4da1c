//! Password recovery by mail. A request is answered at once and in the same way whether the address is known or not, and the mail is sent
//! afterwards, so that neither text nor time reveals anything. A link works once, for an hour; only the hash of its token is stored.

use super::{password, resets_store, session, store};
use crate::{
    audit::{self, AuditEntry},
    companies::Company,
    mail::{self, Email},
    settings::CompanyInfo,
    state::App,
};
use chrono::Duration;
use comanda_base::{
    email,
    error::{OrNotFound, Refusal, Result, invalid},
    source::Source,
    transact,
    words::end_sentence,
};
use serde::Deserialize;
use std::{fmt::Write as _, sync::Arc};
use utoipa::ToSchema;

const LINK_VALID_MINUTES: i64 = 60;

/// A request for a link to set a new password.
pub(super) struct LinkRequest {
    pub email: String,
    /// The base URL of the link where no public URL is set: the mail then stays in the outbox, which only the operator reads.
    pub fallback_url: String,
    pub device: String,
}

/// Sends the link in the background, so that the answer does not reveal whether the address is a user's.
pub(super) fn send_link_later(app: App, company: Arc<Company>, source: Source, request: LinkRequest) {
    tokio::spawn(source.run_as_current(async move {
        if let Err(e) = send_link(&app, &company, request).await {
            tracing::error!(company = company.slug, error = ?e, "no link to a new password was sent");
        }
    }));
}

async fn send_link(app: &App, company: &Arc<Company>, request: LinkRequest) -> Result<()> {
    let mut tx = company.db.read().await?;
    let Some(user) = resets_store::find_by_email(&mut tx, &request.email).await? else { return Ok(()) };
    let company_name = CompanyInfo::load(&mut tx).await?.commercial_name;
    let base = mail::load_public_url(&mut tx).await?.unwrap_or(request.fallback_url);
    drop(tx);
    let (token, hash) = session::new_token();
    let now = app.clock().now();
    let kept: Result<()> = transact!(company.db, |tx| {
        resets_store::insert_reset(tx, user.id, &hash, now, now + Duration::minutes(LINK_VALID_MINUTES)).await?;
        let entry = AuditEntry::new("PASSWORD_RESET_ASKED").entity("user", user.id.0);
        Ok(audit::log_as_user(tx, user.id, &request.device, now, entry).await?)
    });
    kept?;
    let link = format!("{base}/new-password?token={token}&email={}", percent_encoded(&request.email));
    let letter = Email {
        to: request.email,
        subject: format!("Crea tu nueva contraseña en {company_name}"),
        text: format!(
            "Hola, {name}:\n\n{asked}\n\n\
             Para crearla abre este enlace. Sirve una sola vez y vence en una hora:\n\n{link}\n\n\
             Si no fuiste tú, no hagas nada: tu contraseña sigue siendo la misma.\n",
            name = user.name,
            asked = end_sentence(&format!(
                "Alguien pidió una nueva contraseña para el usuario {} en {company_name}",
                user.username
            )),
        ),
        html: None,
        files: Vec::new(),
    };
    mail::send_email(app, company, &letter).await?;
    Ok(())
}

/// Percent-encodes a value of a query.
fn percent_encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut written, b| {
        if b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b'~') {
            written.push(char::from(b));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(written, "%{b:02X}");
        }
        written
    })
}

/// Body of `POST /reset-password`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ResetPassword {
    pub email: String,
    pub token: String,
    #[serde(default)]
    pub password: String,
    pub password_confirmation: Option<String>,
}

/// Sets a new password by a link from a mail, and ends all sessions of its user.
pub(super) async fn reset_password(app: &App, company: &Company, body: &ResetPassword, device: &str) -> Result<()> {
    let email = email::normalize_email("email", &body.email)?;
    app.limits().count_password_reset(&company.slug, &email)?;
    let token_hash = session::token_hash(body.token.trim());
    let now = app.clock().now();
    let mut tx = company.db.read().await?;
    let user = resets_store::find_user_of_reset(&mut tx, &token_hash, &email, now).await?.ok_or_else(expired_link)?;
    drop(tx);
    password::check_strength_and_confirmation(&body.password, body.password_confirmation.as_deref(), &user.username)?;
    let hash = password::hash_secret(&body.password).await?;
    let changed: Result<()> = transact!(company.db, |tx| {
        store::lock_user(tx, user.id).await.or_not_found("el usuario")?;
        if !resets_store::use_reset(tx, user.id, &token_hash, now).await? {
            return expired_link().err();
        }
        store::set_password(tx, user.id, &hash, false).await?;
        session::end_other_sessions(tx, user.id, None, now).await?;
        Ok(audit::log_as_user(tx, user.id, device, now, AuditEntry::new("PASSWORD_RESET").entity("user", user.id.0))
            .await?)
    });
    changed?;
    // A user who forgot the password has most likely reached the limit of log-ins.
    app.limits().reset_username(&company.slug, &user.username);
    session::close_ended_sockets(app, company, user.id).await
}

fn expired_link() -> Refusal {
    invalid("token", "Este enlace ya no sirve: venció o ya se usó. Pide otro desde el ingreso.")
}
