//! Mails, sent by the company's SMTP server, or stored in a folder where none is set. Other rooms call `send_email`; settings and password
//! never leave this folder.

mod http;
mod model;
mod outbox;
mod smtp;
mod store;

pub use http::routes;
pub use model::{Attachment, Email, Sent};
pub use outbox::DeletedLetters;

use crate::{companies::Company, state::App};
use comanda_base::{db::Tx, error::Result};

/// Sends a mail; where SMTP refuses it the refusal says why, for whoever configured it.
pub async fn send_email(app: &App, company: &Company, email: &Email) -> Result<Sent> {
    let mut tx = company.db.read().await?;
    let settings = store::load_smtp(&mut tx, &app.seals()).await?;
    drop(tx);
    if settings.is_configured() {
        smtp::send_by_smtp(&settings, &app.config().data, app.outbound_policy(), email).await?;
        return Ok(Sent { to: email.to.clone(), file: None });
    }
    let file = outbox::write_email(app, company, email).await?;
    tracing::info!(company = company.slug, to = email.to, file, "no SMTP server is set: the letter lies in the outbox");
    Ok(Sent { to: email.to.clone(), file: Some(file) })
}

/// Deletes old mails of all companies that were stored because no mail server was set.
pub async fn delete_old_letters(app: &App) -> DeletedLetters {
    outbox::delete_old_letters(&outbox::outbox_folder(app), app.clock().now()).await
}

/// Loads the base URL of links in mails; `None` where it is not set.
pub async fn load_public_url(tx: &mut Tx) -> Result<Option<String>> {
    store::load_public_url(tx).await
}

/// Whether mails are sent; without a mail server they are stored in the outbox.
pub async fn has_mail_server(tx: &mut Tx) -> Result<bool> {
    store::is_smtp_configured(tx).await
}
