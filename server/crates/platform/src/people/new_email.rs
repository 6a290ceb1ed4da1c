//! Changes of a user's mail address. Whoever reads a user's mail can take over the account: a new address requires the password again, and
//! the old address is notified.

use super::model::User;
use crate::{
    companies::Company,
    mail::{self, Email},
    settings::{CompanyInfo, Settings},
    state::App,
    use_case::Actor,
};
use comanda_base::{email, error::Result};
use std::sync::Arc;

/// Whether `typed_email` is another address than the stored one.
pub(super) fn is_new_email(stored_email: Option<&str>, typed_email: Option<&str>) -> Result<bool> {
    let Some(text) = typed_email else { return Ok(false) };
    let wanted = if text.trim().is_empty() { None } else { Some(email::normalize_email("email", text)?) };
    Ok(wanted.as_deref() != stored_email)
}

/// Notifies the old address in the background, so that a mail server that does not answer does not delay the call.
pub(super) fn notify_old_address(actor: &Actor, before: &User) {
    let Some(address) = before.email.clone() else { return };
    let (app, company, author_name) = (actor.app.clone(), actor.company.clone(), actor.name.clone());
    let (name, username) = (before.name.clone(), before.username.clone());
    tokio::spawn(async move {
        if let Err(e) = send(&app, &company, address, &name, &username, &author_name).await {
            tracing::warn!(company = company.slug, error = ?e, "an old mail address was not told of the new one");
        }
    });
}

async fn send(
    app: &App,
    company: &Arc<Company>,
    address: String,
    name: &str,
    username: &str,
    author_name: &str,
) -> Result<()> {
    let mut tx = company.db.read().await?;
    let company_name = CompanyInfo::load(&mut tx).await?.commercial_name;
    let at = Settings::load(&mut tx).await?.local_text(app.clock().now());
    drop(tx);
    let letter = Email {
        to: address,
        subject: format!("El correo de tu usuario en {company_name} cambió"),
        text: format!(
            "Hola, {name}:\n\nEl correo del usuario {username} en {company_name} cambió el {at}; lo cambió {author_name}.\n\
             Desde ahora los enlaces para una nueva contraseña ya no llegan a esta dirección.\n\n\
             Si no lo pediste, avisa enseguida a un administrador y cambia tu contraseña.\n"
        ),
        html: None,
        files: Vec::new(),
    };
    mail::send_email(app, company, &letter).await?;
    Ok(())
}
