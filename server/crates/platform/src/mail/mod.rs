//! Letters to people: by the company's SMTP server, or into a folder of files where none is set. Others call `send`; settings and
//! password never leave this folder.

mod http;
mod model;
mod outbox;
mod smtp;
mod store;

pub use http::routes;
pub use model::{Attachment, Email, Sent};
pub use outbox::ForgottenLetters;

use crate::{companies::Company, state::App};
use comanda_base::{db::Tx, error::Result};

/// Sends a letter; where SMTP refuses it the refusal says why, in words for whoever set it up.
pub async fn send(app: &App, company: &Company, letter: &Email) -> Result<Sent> {
    let mut tx = company.db.read().await?;
    let settings = store::load(&mut tx, &app.seals()).await?;
    drop(tx);
    if settings.is_on() {
        smtp::send(&settings, &app.config().data, app.outward(), letter).await?;
        return Ok(Sent { to: letter.to.clone(), file: None });
    }
    let file = outbox::keep(app, company, letter).await?;
    tracing::info!(
        company = company.slug,
        to = letter.to,
        file,
        "no SMTP server is set: the letter lies in the outbox"
    );
    Ok(Sent { to: letter.to.clone(), file: Some(file) })
}

/// Forgets letters of long ago that this server kept where no mail server is set, of all companies.
pub async fn forget_old_letters(app: &App) -> ForgottenLetters {
    outbox::forget_old(&outbox::folders(app), app.clock().now()).await
}

/// Where people reach this company's Comanda, as links in letters say it; `None` where nobody has said.
pub async fn public_url(tx: &mut Tx) -> Result<Option<String>> {
    store::public_url(tx).await
}

/// Whether letters reach anybody: without a mail server they lie in the outbox.
pub async fn is_on(tx: &mut Tx) -> Result<bool> {
    store::is_on(tx).await
}
